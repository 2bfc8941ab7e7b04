// Money is whole cents. Shillings exist on screen and in forms only.

/** Converts shillings to cents. */
export const kes = (shillings: number): number => Math.round(shillings * 100)

/** The largest amount in any form: ten thousand million shillings. */
export const centsMax = kes(10_000_000_000)

const written = {
  whole: new Intl.NumberFormat('en-KE'),
  withCents: new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2 }),
}

/**
 * Writes an amount for pages, 'KES 12,500': cents only where there are any. Each language writes it alike. The space in it does not
 * break: no line ends with 'KES'.
 */
export function moneyText(cents: number, currency: 'KES' | 'KSH' = 'KES'): string {
  return `${currency}\u00a0${amountText(cents)}`
}

/** Writes an amount for files, programs and plain text, with an ordinary space. */
export const plainMoney = (cents: number, currency: 'KES' | 'KSH' = 'KES'): string => `${currency} ${amountText(cents)}`

/** Makes the spaces of a page's text plain, for programs and messages. */
export const plainSpaces = (text: string): string => text.replaceAll('\u00a0', ' ')

/** Writes the figures alone: '12,500'. */
export function amountText(cents: number): string {
  const how = cents % 100 === 0 ? written.whole : written.withCents
  return how.format(cents / 100)
}

const dollars = {
  whole: /* @__PURE__ */ new Intl.NumberFormat('en-US'),
  withCents: /* @__PURE__ */ new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }),
}

/** Writes a price in US dollars, from its cents: '$5', '$12.50'. */
export const dollarText = (cents: number): string =>
  `$${(cents % 100 === 0 ? dollars.whole : dollars.withCents).format(cents / 100)}`
