const prefix = 'gift to '

/** Under which name the tab keeps what somebody types who gives to this drive. */
export const giftName = (slug: string): string => `${prefix}${slug}`

/** It has come in: what was typed is of no use any more. */
export function forgetGift(slug: string): void {
  try {
    sessionStorage.removeItem(giftName(slug))
  } catch {
    // A browser that forbids any keeping has kept nothing.
  }
}
