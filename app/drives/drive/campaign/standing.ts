import { kes } from '#app/kit/money.ts'

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
