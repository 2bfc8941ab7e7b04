import { moneyText } from '#app/kit/money.ts'

const brief = new Intl.NumberFormat('en-KE', { notation: 'compact', maximumFractionDigits: 1 })

/** Amounts as the back office writes them; what is less than nothing with the sign that accounts are written with. */
export const ksh = (cents: number): string =>
  cents < 0 ? `− ${moneyText(-cents, 'KSH')}` : moneyText(Math.abs(cents), 'KSH')

/** The same for charts: in full, and short for an axis. */
export const kshWriting = { full: ksh, short: (cents: number): string => brief.format(cents / 100) }
