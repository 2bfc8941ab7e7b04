// The final account, as its host writes it and its guests read it. All amounts are cents.

/**
 * The figures of the books. `cash`: gifts that were recorded by hand; null where the drive hides them. `kept`: given towards pledges.
 * `fee`: our share of what was raised, which is taken with each withdrawal; `feeTaken` of it so far.
 */
export type BooksSay = {
  raised: number
  cash: number | null
  kept: number
  withdrawn: number
  fee: number
  feeTaken: number
}

export type FinalAccount = {
  version: number
  madeAt: Date
  changedAt: Date | null
  lines: { what: string; amount: number }[]
}

export const spentOf = (lines: { amount: number }[]): number => lines.reduce((sum, { amount }) => sum + amount, 0)

/**
 * The money left after our fee and all spending; below zero where more was spent. Null where gifts are hidden, because the rest would
 * tell their sum. Gifts towards pledges are in the sums already.
 */
export const restOfAccount = ({ raised, cash, fee }: BooksSay, lines: { amount: number }[]): number | null =>
  cash === null ? null : raised + cash - fee - spentOf(lines)
