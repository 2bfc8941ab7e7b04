import { msg } from '@lingui/core/macro'
import type { DecisionWords } from '#app/admin/decision-dialog.tsx'
import { feeOf } from '#app/base/ledger/ledger.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'

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

// A refund that an administrator sends by hand from M-Pesa's portal: the steps to take, and the words of its two ends.

export type ByHand = {
  amount: number
  /** The payment's code, where it is known. */
  receipt: string | null
  /** True if all of the payment goes back, so that the portal can reverse it. */
  isWhole: boolean
}

export const byHandTexts = {
  missing: msg`No refund of this donation waits to be sent by hand.`,
  meanwhile: {
    title: msg`This refund was decided meanwhile`,
    text: msg`Reload the page to see what became of it.`,
    tone: 'bad' as const,
  },
  codeUsed: msg`This code is recorded for another return.`,
  codeCame: msg`This is the code of a payment to us. Type the code of the return.`,
}

/** Reasons why M-Pesa did not give it back, where we name them ourselves; else its code is shown. */
export const whyByHand: Record<string, Words> = {
  'a part': msg`Only a part of the payment is refunded, and it could not be sent from here`,
  'not set up': msg`No API operator is set up for it`,
  'no code': msg`The M-Pesa code of the payment is not known`,
  'another code': msg`Its reversal was ordered under another code`,
  'no number': msg`The number that paid is not known`,
  'it was reversed at M-Pesa': msg`The payment was reversed at M-Pesa meanwhile`,
  refused: msg`M-Pesa refused the order`,
  rejected: msg`M-Pesa refused the order`,
  failed: msg`M-Pesa could not carry out the order`,
  over_limit: msg`The number can’t receive so much now`,
  account_full: msg`The M-Pesa account of the number is full`,
  not_registered: msg`The number is not registered with M-Pesa`,
  no_such_number: msg`M-Pesa knows no such number`,
}

const page = ({ payment }: Record<string, string | undefined>) => `/admin/donations/${payment}`
const whyHint = msg`For administrators only. It is kept in the audit log.`

/** Says what to do in the portal before its code can be typed here. */
export function toDo({ amount, receipt, isWhole }: ByHand) {
  const sum = moneyText(amount, 'KSH')
  if (!receipt)
    return msg`Find the payment in the M-Pesa portal and look whether ${sum} was refunded already. If not, reverse it there. Then type the code of the reversal here.`
  if (isWhole)
    return msg`Find ${receipt} in the M-Pesa portal and look whether it is reversed already. If not, reverse it there. Then type the code of the reversal here.`
  return msg`Look in the M-Pesa portal whether ${sum} was sent to the number that paid ${receipt} already. If not, send it there: M-Pesa reverses only whole payments. Then type the code of that payment here.`
}

export const sent: DecisionWords<ByHand> = {
  page,
  whyHint,
  danger: true,
  done: { title: msg`The refund is recorded` },
  failed: { title: msg`The refund could not be recorded`, tone: 'bad' },
  title: () => msg`Record that the refund was sent`,
  text: toDo,
  confirm: msg`Record the refund`,
  busy: msg`Saving...`,
}

export const givenUp: DecisionWords<ByHand> = {
  page,
  whyHint,
  done: { title: msg`The refund is cancelled`, text: msg`The donation counts as before.` },
  failed: { title: msg`The refund could not be cancelled`, tone: 'bad' },
  title: () => msg`Cancel the refund`,
  text: () =>
    msg`Look into the M-Pesa portal first: nothing of this payment may be refunded there. You can ask for another refund afterwards.`,
  confirm: msg`Nothing was sent: cancel it`,
  busy: msg`Saving...`,
}

// A gift that its giver asked back on a day on which givers asked much back.

/** The gift, and its refund that waits for a decision. */
export type AskedBack = { id: number; refund: number; amount: number; title: string }

export const askedBackTexts = {
  missing: msg`No giver waits for a decision about this donation.`,
  meanwhile: {
    title: msg`This was decided meanwhile`,
    text: msg`Reload the page to see what became of it.`,
    tone: 'bad' as const,
  },
  own: msg`You own this fund drive, or help with it. Another administrator has to decide.`,
}

export const agreed: DecisionWords<AskedBack> = {
  page,
  whyHint,
  done: { title: msg`The gift is on its way back` },
  failed: { title: msg`The decision could not be saved`, tone: 'bad' },
  title: ({ amount }) => msg`Send ${moneyText(amount, 'KSH')} back to its giver`,
  text: () => msg`The fund drive still holds it. The giver is told when it is back, and so is the organiser.`,
  confirm: msg`Send it back`,
  busy: msg`Saving...`,
}

export const leftThere: DecisionWords<AskedBack> = {
  page,
  whyHint,
  done: { title: msg`The gift stays where it is`, text: msg`We tell its giver.` },
  failed: { title: msg`The decision could not be saved`, tone: 'bad' },
  title: () => msg`Leave the gift where it is`,
  text: () => msg`The giver is told that it was not sent back, and where to write to. The donation counts as before.`,
  confirm: msg`Leave it where it is`,
  busy: msg`Saving...`,
}
