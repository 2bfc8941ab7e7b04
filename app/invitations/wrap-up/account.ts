// The final account, as its host writes it and its guests read it. All amounts are cents.

/**
 * The figures of the books. `cash`: gifts recorded by hand; null if the drive hides them. `kept`: money given towards pledges. `fee`: our
 * share of the money raised, which is taken with each withdrawal; `feeTaken`: the part taken so far.
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
 * Computes the money left after our fee and all spending; negative if more was spent. Null if gifts are hidden, because the rest would
 * reveal their sum. Gifts towards pledges are already in the sums.
 */
export const restOfAccount = ({ raised, cash, fee }: BooksSay, lines: { amount: number }[]): number | null =>
  cash === null ? null : raised + cash - fee - spentOf(lines)
