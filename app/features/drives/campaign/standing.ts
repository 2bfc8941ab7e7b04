import { kes } from '#app/kit/money.ts'

// How a drive's money stands. Three figures that add up: raised, less withdrawn, is available.

/** The least that can be withdrawn. */
const withdrawMin = kes(100)

/** No payout exists before there are books; from then on its sum comes from them. */
export function standingOf({ raised }: { raised: number }, withdrawn = 0) {
  const available = raised - withdrawn
  return { raised, withdrawn, available, canWithdraw: available >= withdrawMin }
}
