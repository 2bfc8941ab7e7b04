import { kes } from '#app/kit/money.ts'

// How a drive's money stands. Three figures that add up: raised, less withdrawn, is available.

/** The least that can be withdrawn. */
const withdrawMin = kes(100)

/** As the books have it. */
type Balance = {
  raised: number
  withdrawn: number
  /** Of what was withdrawn, what has not arrived yet. */
  underWay: number
  available: number
  /** Paid back to supporters after it had been withdrawn: coming donations cover it first. */
  debt: number
  /** What may be asked for now: less than is available while a payer's bank questions a gift. */
  mayAsk: number
  /** Why an administrator lets nothing out; null while nobody does. */
  frozen: string | null
}

/** What a helper sees of it: what was raised, and nothing of what went to the owner. */
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
  // A person who presses it while withdrawals are frozen reads why.
  canWithdraw: (frozen === null ? mayAsk : available) >= withdrawMin,
})
