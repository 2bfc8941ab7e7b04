import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Words } from './says.ts'

// Why money did not move is kept as the sentence that was said, by the provider or by us, because a provider may say
// anything. Those that are known are read in the reader's language; any other one stays as it was said.

const known: Words[] = [
  // The provider, of transfers.
  msg`The account could not be credited`,
  msg`The transfer came back`,
  msg`The OTP was not given in time`,
  msg`Your balance is not enough to fulfil this request`,
  msg`Invalid account number`,
  msg`Account number is invalid`,
  // The provider, of payments.
  msg`The PIN entered was wrong`,
  msg`The request was cancelled by the payer`,
  msg`Request cancelled by user`,
  msg`The payer did not answer in time`,
  msg`Insufficient Funds`,
  msg({ message: 'Declined', context: 'payment' }),
  msg`Do Not Honour`,
  msg`Not a test card`,
  msg`The request timed out`,
  msg`The transaction was not completed`,
  // We ourselves.
  msg`Not sent: this fund drive owes money since it was approved. Decline the request, or complete it once new donations have covered that.`,
  msg`Not sent: the withdrawals of this fund drive were frozen since it was approved.`,
  msg`Not sent: the owner of this fund drive was suspended since it was approved.`,
  msg`The provider sends no money to such an account. Send it by hand.`,
]
const bySentence = new Map(known.map((words) => [plain(words.message ?? ''), words]))

const withValues: [RegExp, (...values: string[]) => Words][] = [
  [
    /^The provider knows no bank called “(.+)”\. Send it by hand, or decline/,
    (bank) =>
      msg`The provider knows no bank called “${bank}”. Send it by hand, or decline the request so that the owner can choose the bank again.`,
  ],
  [
    /^The provider sends no less than (KES [\d,.]+) there, and this is (KES [\d,.]+)\.$/,
    (least, net) => msg`The provider sends no less than ${least} there, and this is ${net}.`,
  ],
  [
    /^The provider sends no more than (KES [\d,.]+) at once there, and this is (KES [\d,.]+)\. Send/,
    (most, net) =>
      msg`The provider sends no more than ${most} at once there, and this is ${net}. Send it by hand, or decline it so that the owner can ask for parts or for a bank account.`,
  ],
]

/** The words of a reason that is known. */
export function reasonWords(text: string): Words | undefined {
  const sentence = bySentence.get(plain(text))
  if (sentence) return sentence
  for (const [shape, words] of withValues) {
    const found = shape.exec(text)
    if (found) return words(...found.slice(1))
  }
  return undefined
}

/** A reason as its reader understands it best. */
export function reasonIn(i18n: I18n, text: string): string {
  const words = reasonWords(text)
  return words ? i18n._(words) : text
}

function plain(text: string): string {
  return text.trim().replace(/\.$/, '').toLowerCase()
}
