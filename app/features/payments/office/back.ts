import { msg } from '@lingui/core/macro'
import { feeOf } from '#app/features/ledger/ledger.ts'

export const says = {
  refundAsked: {
    title: msg`The refund is on its way`,
    text: msg`The payment provider is being asked to give it back.`,
  },
  refundFailed: { title: msg`Failed to give the donation back`, tone: 'bad' as const },
  amountShape: msg`Please write an amount such as 1,000 or 1500.50`,
  review: msg`Please look at what this does, then confirm`,
}

/** What a refund is reckoned from. In cents. */
export type Funds = {
  /** Of the payment, what has not gone back; and what has. */
  left: number
  reversed: number
  feeBps: number
  /** Of the drive: what could be withdrawn, and what it owes already. */
  available: number
  debt: number
}

/** What a refund of so much does; undefined for an amount that can't go back. */
export function effectOf(amount: number | undefined, { left, reversed, feeBps, available, debt }: Funds) {
  if (amount === undefined || amount <= 0 || amount > left) return undefined
  const fromBalance = Math.min(amount, available)
  return {
    amount,
    /** The platform gives its share back, too. */
    feePart: feeOf(reversed + amount, feeBps) - feeOf(reversed, feeBps),
    availableAfter: available - fromBalance,
    /** What the owner has withdrawn already. */
    newDebt: amount - fromBalance,
    debtAfter: debt + amount - fromBalance,
  }
}
