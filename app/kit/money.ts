// Money is whole cents. Shillings exist on screen and in forms only.

/** So many shillings, in cents. */
export const kes = (shillings: number): number => Math.round(shillings * 100)

/** The most that any form takes: ten thousand million shillings. */
export const centsMax = kes(10_000_000_000)

const plain = /^\d{1,13}(?:\.\d{1,2})?$/
const grouped = /^\d{1,3}(?:[, \u00a0\u202f]\d{3}){1,4}(?:\.\d{1,2})?$/

/** An amount as people type it, '1000', '1,000' or '99.50', in cents; undefined for anything that is not clearly one. */
export function centsIn(text: string): number | undefined {
  const amount = anyCentsIn(text)
  return amount !== undefined && amount <= centsMax ? amount : undefined
}

/** Clearly an amount, and more than any form takes. */
export const isTooMuch = (text: string): boolean => (anyCentsIn(text) ?? 0) > centsMax

function anyCentsIn(text: string): number | undefined {
  const typed = text.trim()
  if (!plain.test(typed) && !grouped.test(typed)) return undefined
  const [shillings = '', cents = ''] = typed.replace(/[, \u00a0\u202f]/g, '').split('.')
  return Number(shillings) * 100 + Number(cents.padEnd(2, '0'))
}

const written = {
  whole: new Intl.NumberFormat('en-KE'),
  withCents: new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2 }),
}

/** An amount as pages show it, 'KES 12,500': cents only where there are any. The same in every language of ours. */
export function moneyText(cents: number, currency: 'KES' | 'KSH' = 'KES'): string {
  const how = cents % 100 === 0 ? written.whole : written.withCents
  return `${currency} ${how.format(cents / 100)}`
}

const dollars = {
  whole: new Intl.NumberFormat('en-US'),
  withCents: new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }),
}

/** A price in US dollars, from its cents: '$5', '$12.50'. */
export const dollarText = (cents: number): string =>
  `$${(cents % 100 === 0 ? dollars.whole : dollars.withCents).format(cents / 100)}`
