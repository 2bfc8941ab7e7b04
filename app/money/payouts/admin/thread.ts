import type { PayoutState } from '#app/money/payouts/states.ts'

/** What became of a gift's money: with which payouts it went out, and what of it is still with the drive. All sums in cents. */
export type PaidOut = {
  parts: { id: number; status: PayoutState; at: Date | null; part: number }[]
  /** What is left of the gift after refunds. */
  worth: number
  stays: number
}

/** The gifts that a payout is made of; of many the first ones. */
export type GiftsOf = { count: number; gifts: { payment: number; at: Date; worth: number; part: number }[] }
