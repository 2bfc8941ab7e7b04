const prefix = 'gift to '

/** Returns the key under which the tab keeps what a giver to this drive types. */
export const giftName = (slug: string): string => `${prefix}${slug}`

/** Returns the key for the address of the checkout, known to the tab that was sent there; unset if the request went to a phone. */
const checkoutName = (slug: string) => `checkout of ${slug}`

export function keepCheckout(slug: string, url: string): void {
  try {
    sessionStorage.setItem(checkoutName(slug), url)
  } catch {
    // Without storage the form leads there again.
  }
}

export function checkoutOf(slug: string): string | undefined {
  try {
    return sessionStorage.getItem(checkoutName(slug)) || undefined
  } catch {
    return undefined
  }
}

/** Forgets what was typed, once the gift has come in. */
export function forgetGift(slug: string): void {
  try {
    sessionStorage.removeItem(giftName(slug))
    sessionStorage.removeItem(checkoutName(slug))
  } catch {
    // A browser that forbids storage has stored nothing.
  }
}
