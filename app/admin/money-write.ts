import { moneyText } from '#app/kit/money.ts'

const brief = new Intl.NumberFormat('en-KE', { notation: 'compact', maximumFractionDigits: 1 })

/** Amounts as admin pages write them; a negative amount has the minus sign of accounting. */
export const ksh = (cents: number): string =>
  cents < 0 ? `− ${moneyText(-cents, 'KSH')}` : moneyText(Math.abs(cents), 'KSH')

/** Amounts for charts: in full, and short for an axis. */
export const kshWriting = { full: ksh, short: (cents: number): string => brief.format(cents / 100) }
