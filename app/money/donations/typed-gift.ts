const prefix = 'gift to '

/** Under which name the tab keeps what a person types who gives to this drive. */
export const giftName = (slug: string): string => `${prefix}${slug}`

/** Where it is paid, known to the tab that was sent there; nothing where the request went to a phone. */
const checkoutName = (slug: string) => `checkout of ${slug}`

export function keepCheckout(slug: string, url: string): void {
  try {
    sessionStorage.setItem(checkoutName(slug), url)
  } catch {
    // Then the form leads there again.
  }
}

export function checkoutOf(slug: string): string | undefined {
  try {
    return sessionStorage.getItem(checkoutName(slug)) || undefined
  } catch {
    return undefined
  }
}

/** It has come in: what was typed is of no use any more. */
export function forgetGift(slug: string): void {
  try {
    sessionStorage.removeItem(giftName(slug))
    sessionStorage.removeItem(checkoutName(slug))
  } catch {
    // A browser that forbids any keeping has kept nothing.
  }
}
