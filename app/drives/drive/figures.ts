import { kes } from '#app/kit/money.ts'
import { percentOf } from '#app/kit/percents.ts'

/** The figures that change while people look at a public page. Everybody who does gets them: nothing private is here. */
export type PublicFigures = {
  raised: number
  /** Gifts written down that did not pass through us; 0 where visitors are not to see them. */
  recorded: number
  /** The amount promised and not yet given. */
  pledged: number
  donors: number
  /** How many comments visitors can see, and the number of the newest. */
  comments: number
  newestComment: number
  /** Changes with the drive's own words, picture or goal. */
  version: string
}

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

// A drive's money. Three figures add up: raised, less withdrawn, is available.

/** The least that can be withdrawn. */
const withdrawMin = kes(100)

/** The balance in the books. */
type Balance = {
  raised: number
  withdrawn: number
  /** The part of `withdrawn` that has not arrived yet. */
  underWay: number
  available: number
  /** Paid back to supporters after it had been withdrawn: coming donations cover it first. */
  debt: number
  /** The amount that may be asked for now: less than `available` while a payer's bank questions a gift. */
  mayAsk: number
  /** Why an administrator has frozen withdrawals; null if none has. */
  frozen: string | null
}

/** Returns what a helper sees: what was raised, and nothing of what went to the owner. */
export const seenByHelper = ({ raised }: Pick<Balance, 'raised'>) => ({
  raised,
  withdrawn: 0,
  underWay: 0,
  available: 0,
  debt: 0,
  canWithdraw: false,
})

export const standingOfCampaign = ({ raised, withdrawn, underWay, available, debt, mayAsk, frozen }: Balance) => ({
  raised,
  withdrawn,
  underWay,
  available,
  debt,
  // An owner who presses the button while withdrawals are frozen reads why.
  canWithdraw: (frozen === null ? mayAsk : available) >= withdrawMin,
})
