import { netOf } from '../ledger/ledger.ts'
import { payoutMin } from './payout.ts'

export type Outcome = { amount: number; fee: number; net: number; stays: number }

/** What comes of a withdrawal, by the same rule that files it; undefined for one that would be refused. */
export function outcomeOf(
  amount: number | undefined,
  { available, mayAsk, payable }: { available: number; mayAsk: number; payable: number },
): Outcome | undefined {
  if (amount === undefined || amount < payoutMin || amount > mayAsk) return undefined
  const net = netOf(amount, { available, payable })
  return { amount, fee: amount - net, net, stays: available - amount }
}
