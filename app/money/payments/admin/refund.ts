import { msg } from '@lingui/core/macro'
import { feeOf } from '#app/base/ledger/ledger.ts'

export const refundDecisionTexts = {
  refundAsked: {
    title: msg`The refund is on its way`,
    text: msg`We are asking the payment provider to refund it.`,
  },
  refundFailed: { title: msg`Failed to refund the donation`, tone: 'bad' as const },
  amountShape: msg`Please write an amount such as 1,000 or 1500.50`,
  review: msg`Please look at what this does, then confirm`,
  detailsGiven: { title: msg`The refund continues`, text: msg`The payment provider has the payer’s bank details.` },
  detailsFailed: { title: msg`Failed to give the bank details`, tone: 'bad' as const },
  bankMissing: msg`Please choose the payer’s bank`,
  bankUnknown: msg`The payment provider does not know this bank. Please choose it again.`,
  accountShape: msg`Please write the account number with 4 to 34 letters and numbers`,
  noAttention: msg`This refund no longer needs bank details. Please look at it again.`,
  detailsRefused: msg`The payment provider did not take these details. Please check the bank and the account number.`,
  detailsUnknown: msg`The payment provider does not answer. Please look again in a minute: the refund shows whether it continues.`,
}

/** The amounts that a refund is computed from. In cents. */
export type RefundFunds = {
  /** The payment's parts that have not gone back, and that have. */
  left: number
  reversed: number
  feeBps: number
  /** The drive's money that could be withdrawn, and its debt so far. */
  available: number
  debt: number
}

/** Computes what a refund does; undefined for an amount that can't go back. */
export function effectOf(amount: number | undefined, { left, reversed, feeBps, available, debt }: RefundFunds) {
  if (amount === undefined || amount <= 0 || amount > left) return undefined
  const fromBalance = Math.min(amount, available)
  return {
    amount,
    /** The platform gives its share back, too. */
    feePart: feeOf(reversed + amount, feeBps) - feeOf(reversed, feeBps),
    availableAfter: available - fromBalance,
    /** The part that the owner has withdrawn already. */
    newDebt: amount - fromBalance,
    debtAfter: debt + amount - fromBalance,
  }
}
