import { percentOf } from '#app/kit/percents.ts'

// A drive's total, donors and percentage: one answer for every page, list, picture, file and program.

/** The sums in the database, from `fund_drive_totals` and `drive_beside`. */
export type Summed = {
  raised_amount: number | null
  donors: number | null
  shown: number | null
  givers: number | null
}

export const summed = ['t.raised_amount', 't.donors', 'b.shown', 'b.givers'] as const

/** `raised` came through us, `recorded` did not and is shown; `total` is both. What is hidden from visitors is in none of them. */
export function totalsOf({ raised_amount, donors, shown, givers }: Summed, goal: number) {
  const [raised, recorded] = [raised_amount ?? 0, shown ?? 0]
  const total = raised + recorded
  return { raised, recorded, total, donors: (donors ?? 0) + (givers ?? 0), percent: percentOf(total, goal) }
}
