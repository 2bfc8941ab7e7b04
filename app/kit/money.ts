// Money is whole cents. Shillings exist on screen and in forms only.

/** So many shillings, in cents. */
export const kes = (shillings: number): number => Math.round(shillings * 100)

/** The most that any form takes: ten thousand million shillings. */
export const centsMax = kes(10_000_000_000)

const written = {
  whole: new Intl.NumberFormat('en-KE'),
  withCents: new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2 }),
}

/**
 * An amount as pages show it, 'KES 12,500': cents only where there are any. The same in every language of ours. The space
 * in it does not break: no line ends with 'KES'.
 */
export function moneyText(cents: number, currency: 'KES' | 'KSH' = 'KES'): string {
  return `${currency}\u00a0${amountText(cents)}`
}

/** The same for files, programs and plain text, where a space is a space. */
export const plainMoney = (cents: number, currency: 'KES' | 'KSH' = 'KES'): string => `${currency} ${amountText(cents)}`

/** Text of a page for what is read by programs or sent on: its spaces are plain. */
export const plainSpaces = (text: string): string => text.replaceAll('\u00a0', ' ')

/** The figures alone: '12,500'. */
export function amountText(cents: number): string {
  const how = cents % 100 === 0 ? written.whole : written.withCents
  return how.format(cents / 100)
}

const dollars = {
  whole: /* @__PURE__ */ new Intl.NumberFormat('en-US'),
  withCents: /* @__PURE__ */ new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }),
}

/** A price in US dollars, from its cents: '$5', '$12.50'. */
export const dollarText = (cents: number): string =>
  `$${(cents % 100 === 0 ? dollars.whole : dollars.withCents).format(cents / 100)}`
