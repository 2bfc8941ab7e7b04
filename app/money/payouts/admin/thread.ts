import type { PayoutState } from '#app/money/payouts/states.ts'

/** The fate of a gift's money: the payouts that it went out with, and what is still with the drive. All sums in cents. */
export type PaidOut = {
  parts: { id: number; status: PayoutState; at: Date | null; part: number }[]
  /** The sum left of the gift after refunds. */
  worth: number
  stays: number
}

/** The gifts that a payout is made of; only the first ones of many. */
export type GiftsOf = { count: number; gifts: { payment: number; at: Date; worth: number; part: number }[] }
