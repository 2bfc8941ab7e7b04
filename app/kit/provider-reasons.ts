import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { plainMoney } from './money.ts'
import type { Words } from './says.ts'

// Reasons why money did not move, stored as a code with its values, such as {"code":"no_such_bank","bank":"Post"}, or, without a
// code, in the provider's own words. The sentence is made when it is shown, in the reader's language.

const sentences = {
  // Reasons that a provider gives for transfers.
  not_credited: msg`The account could not be credited`,
  came_back: msg`The transfer came back`,
  otp_late: msg`The OTP was not given in time`,
  balance_low: msg`Your balance is not enough to fulfil this request`,
  invalid_account_number: msg`Invalid account number`,
  account_number_invalid: msg`Account number is invalid`,
  // Reasons that a provider gives for payments.
  pin_wrong: msg`The PIN entered was wrong`,
  cancelled_by_payer: msg`The request was cancelled by the payer`,
  cancelled_by_user: msg`Request cancelled by user`,
  unanswered: msg`The payer did not answer in time`,
  insufficient: msg`Insufficient Funds`,
  declined: msg({ message: 'Declined', context: 'payment' }),
  do_not_honour: msg`Do Not Honour`,
  no_test_card: msg`Not a test card`,
  timed_out: msg`The request timed out`,
  not_completed: msg`The transaction was not completed`,
  // Our own reasons.
  transfer_failed: msg`The transfer failed`,
  money_came_back: msg`The money came back`,
  owed: msg`Not sent: this fund drive owes money since it was approved. Decline the request, or complete it once new donations have covered that.`,
  refunding: msg`Not sent: a refund was started since it was approved, which the rest of the balance does not cover. Complete it once the refund is done.`,
  unsigned: msg`Not sent: too few treasurers agree any more. Complete asks them again.`,
  not_made_here: msg`Not sent: this request was not made here.`,
  frozen: msg`Not sent: the withdrawals of this fund drive were frozen since it was approved.`,
  suspended: msg`Not sent: the owner of this fund drive was suspended since it was approved.`,
  denied: msg`Not sent: the one it is for said that they do not know of this fund drive. Close their report first.`,
  forgotten: msg`The payment provider lists a transfer for this request that is not in our books. Look into it first.`,
  no_money: msg`Waits for money: M-Pesa has too little to send it from. Move money to the number that withdrawals are sent from, then have it sent once more.`,
  receiver_limit: msg`M-Pesa’s limits do not let this number receive so much now. Have it sent once more later, or decline it so that the owner can ask for parts or for a bank account.`,
  receiver_full: msg`The receiver’s M-Pesa account is full. Have it sent once more later, or decline it so that the owner can choose another method.`,
  not_registered: msg`This number is not registered with M-Pesa. Decline the request so that the owner can choose another method.`,
  not_let_in: msg`M-Pesa does not let in the operator who sends. Check DARAJA_INITIATOR or DARAJA_B2C_INITIATOR and its credential, then have it sent once more.`,
  no_such_account: msg`The provider sends no money to such an account. Send it by hand.`,
  no_such_bank: ({ bank }: { bank: string }) =>
    msg`The provider knows no bank called “${bank}”. Send it by hand, or decline the request so that the owner can choose the bank again.`,
  too_little: (cents: { least: number; net: number }) => {
    const [least, net] = [plainMoney(cents.least), plainMoney(cents.net)]
    return msg`The provider sends no less than ${least} there, and this is ${net}.`
  },
  too_much: (cents: { most: number; net: number }) => {
    const [most, net] = [plainMoney(cents.most), plainMoney(cents.net)]
    return msg`The provider sends no more than ${most} at once there, and this is ${net}. Send it by hand, or decline it so that the owner can ask for parts or for a bank account.`
  },
} satisfies Record<string, Words | ((values: never) => Words)>

export type ReasonCode = keyof typeof sentences
type ValuesOf<Code extends ReasonCode> = (typeof sentences)[Code] extends (values: infer Values) => Words
  ? [values: Values]
  : []

/** Writes a reason for storage. */
export const reason = <Code extends ReasonCode>(code: Code, ...[values]: ValuesOf<Code>): string =>
  JSON.stringify({ code, ...(values as object | undefined) })

type Kept = { code: ReasonCode; [value: string]: unknown }

/** Reads a stored code; undefined for a provider's own words, or a person's. */
function codedIn(kept: string): Kept | undefined {
  if (!kept.startsWith('{"code":"')) return undefined
  try {
    const said = JSON.parse(kept) as Kept
    return Object.hasOwn(sentences, said.code) ? said : undefined
  } catch {
    return undefined
  }
}

export const codeOf = (kept: string): ReasonCode | undefined => codedIn(kept)?.code

/** Returns the words of a reason that has a code. */
export function reasonWords(kept: string): Words | undefined {
  const coded = codedIn(kept)
  if (!coded) return undefined
  const words: Words | ((values: never) => Words) = sentences[coded.code]
  return typeof words === 'function' ? words(coded as never) : words
}

/** Returns a reason in its reader's language; without a code as the provider wrote it. */
export function reasonIn(i18n: I18n, kept: string): string {
  const words = reasonWords(kept)
  return words ? i18n._(words) : kept
}
