import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'

export const says = {
  closed: { title: msg`The difference is closed` },
  opened: { title: msg`The difference is open` },
  failed: { title: msg`The difference could not be changed` },
  note: msg`Please write what was found and what was done about it.`,
  about: msg`Please say what it is about.`,
  words: msg`Please say what does not fit.`,
  decided: msg`Another administrator has just closed this difference.`,
  openAlready: msg`There is an open difference about this already.`,
}

/** Where one looks to understand it. */
type About = 'payment' | 'payout' | 'drive' | 'dispute' | 'unplaced' | 'books'
type Kind = { name: Words; hint: Words; about: About | null }

/** What a person opens in their own words. */
export const byHand = 'noticed by somebody'

const nextTime = msg`The next check reports it again as long as it is not solved.`

/** Every kind of difference that the product raises, in plain words. */
export const kinds: Record<string, Kind> = {
  [byHand]: {
    name: msg`Noticed by an administrator`,
    hint: msg`Opened by a person, in words of their own.`,
    about: null,
  },
  'broken rule': {
    name: msg`A rule of the books is broken`,
    hint: msg`An hourly check found it. Nothing is corrected automatically.`,
    about: 'books',
  },
  'balance at the provider': {
    name: msg`The provider’s balance is not ours`,
    hint: msg`What the provider says it holds for us is not what the books say. Fees that are not known yet explain small ones.`,
    about: 'books',
  },
  'possible double': {
    name: msg`Possibly given twice`,
    hint: msg`The same person gave the same amount twice in a short time. Both payments are real. Ask the donor, or refund one.`,
    about: 'payment',
  },
  'gift to a drive whose owner is gone': {
    name: msg`A gift to a fund drive whose owner has left`,
    hint: msg`The payment started before they left. Nobody can withdraw it.`,
    about: 'drive',
  },
  'payment the provider does not know': {
    name: msg`The provider does not know a payment`,
    hint: msg`It was asked three times about a payment that was opened there.`,
    about: 'payment',
  },
  'payment the provider does not list': {
    name: msg`A payment is missing at the provider`,
    hint: msg`Our books have it as paid, but the provider does not list it.`,
    about: 'payment',
  },
  'one number for two payments': {
    name: msg`One provider number for two payments`,
    hint: msg`The second was not booked. Look at both at the provider.`,
    about: 'payment',
  },
  'answer that can not be believed': {
    name: msg`An answer that can’t be believed`,
    hint: msg`What the provider said of this payment makes no sense, so it was not let in.`,
    about: 'payment',
  },
  'money in suspense': {
    name: msg`Money that matches no payment`,
    hint: msg`It arrived and matches no payment. It is listed under Unplaced money.`,
    about: 'unplaced',
  },
  'refund needs attention': {
    name: msg`A refund needs attention`,
    hint: msg`The provider needs the payer’s bank details before it can refund the money.`,
    about: 'payment',
  },
  'refund failed': {
    name: msg`A refund failed`,
    hint: msg`The provider did not refund the money. You can try again.`,
    about: 'payment',
  },
  'refund that fits no payment': {
    name: msg`A refund that fits no payment`,
    hint: msg`The provider lists a refund of something that we don’t know.`,
    about: null,
  },
  'more went back than was paid': {
    name: msg`More was refunded than was paid`,
    hint: msg`Only what was left of the payment was booked.`,
    about: 'payment',
  },
  'refund and dispute of one amount': {
    name: msg`A refund that may be a dispute’s`,
    hint: msg`A refund and a lost dispute of one payment have the same amount. Only the first is booked. Look at the provider whether they are one.`,
    about: 'payment',
  },
  'dispute that fits no payment': {
    name: msg`A dispute that fits no payment`,
    hint: msg`A bank disputes a payment that we don’t know.`,
    about: 'dispute',
  },
  'two payments under one reference': {
    name: msg`Paid twice under one reference`,
    hint: msg`The first was booked. Open the provider’s dashboard and refund the second there.`,
    about: 'payment',
  },
  'refund without an end': {
    name: msg`A refund without a result`,
    hint: msg`There has been no result for two weeks.`,
    about: 'payment',
  },
  'dispute due': {
    name: msg`The time to answer a dispute runs out`,
    hint: msg`Without an answer in time it is lost.`,
    about: 'dispute',
  },
  'the provider refuses our key': {
    name: msg`The provider refuses our key`,
    hint: msg`Nothing is sent until the provider accepts it again, and nothing counts as failed.`,
    about: null,
  },
  'an event that can not be applied': {
    name: msg`A message from the provider can’t be applied`,
    hint: msg`It was tried again and again. What it tells is found by comparing, too.`,
    about: null,
  },
  'an event about nothing we know': {
    name: msg`A message of the provider about nothing we know`,
    hint: msg`Neither we nor the provider know its reference. If money comes with it later, comparing finds it.`,
    about: null,
  },
  'cards are tried out': {
    name: msg`Someone may be testing stolen cards`,
    hint: msg`Most payments to this fund drive failed within a few minutes.`,
    about: 'drive',
  },
  'transfer failed': {
    name: msg`A transfer failed`,
    hint: msg`The withdrawal waits again, with its money set aside. Have it sent once more, send it by hand, or decline it.`,
    about: 'payout',
  },
  'transfer came back': {
    name: msg`A transfer came back`,
    hint: msg`It had arrived, and the money is in the fund drive’s balance again. Its owner was told to check the number.`,
    about: 'payout',
  },
  'transfer arrived after it was given up': {
    name: msg`A transfer arrived after it was given up`,
    hint: msg`The money may have been sent twice, or the withdrawal is marked as declined.`,
    about: 'payout',
  },
  'transfer that is not ours': {
    name: msg`A transfer that is not ours`,
    hint: msg`The provider tells of a transfer that the product never asked for.`,
    about: null,
  },
  'transfer without an end': {
    name: msg`A transfer without a result`,
    hint: msg`There has been no result for a day.`,
    about: 'payout',
  },
  'transfer of another amount': {
    name: msg`A transfer of another amount`,
    hint: msg`The provider sent another amount than it was asked to.`,
    about: 'payout',
  },
  'transfer the provider does not know': {
    name: msg`The provider does not know a transfer`,
    hint: msg`Our books have it as sent, but the provider does not list it.`,
    about: 'payout',
  },
}
/** A kind that nobody has found words for yet is shown as it is raised. */
export const kindOf = (kind: string): Kind =>
  kinds[kind] ?? { name: { id: kind, message: kind }, hint: nextTime, about: null }

/** The kinds whose words, as their reader sees them, have this in them. */
export function kindsCalled(search: string, words: I18n): string[] {
  const plain = (text: string) => text.toLowerCase().replaceAll('’', "'")
  return Object.keys(kinds).filter((kind) => plain(words._(kinds[kind]!.name)).includes(plain(search)))
}

const money = new Set(['amount', 'net', 'ours', 'theirs', 'away', 'booked', 'listed', 'sent'])
const names: Record<string, Words> = {
  amount: msg`Amount`,
  net: msg`To be sent`,
  ours: msg`Our books`,
  theirs: msg`The provider`,
  away: msg`Under way`,
  booked: msg`Booked`,
  sent: msg`Sent`,
  feesNotKnown: msg`Payments whose fee is not known`,
  first: msg`The first`,
  drive: msg`Fund drive`,
  paymentId: msg`Payment`,
  payment: msg`Payment`,
  payout: msg`Withdrawal`,
  reference: msg`Reference`,
  other: msg`The other`,
  providerId: msg`Number at the provider`,
  provider_tx_id: msg`Number at the provider`,
  extId: msg`Number at the provider`,
  currency: msg`Currency`,
  why: msg`Why`,
  state: msg`State`,
  status: msg`Answer`,
  code: msg`Code`,
  hoursLeft: msg`Hours left`,
  failed: msg`Failed`,
  of: msg`Checked`,
  count: msg`How often`,
  says: msg`Rule`,
  words: msg`In their words`,
  noun: msg`About`,
  kind: msg`Kind`,
}

export type Facts = Record<string, string | number | null>
export type Fact = { key: string; name: Words; value: string }

/** What is known of it, in readable lines; what is not known is left out. */
export const factsOf = (facts: Facts): Fact[] =>
  Object.entries(facts).flatMap(([key, value]) =>
    value === null || value === ''
      ? []
      : [{ key, name: names[key] ?? { id: key, message: key }, value: written(key, value, facts.currency) }],
  )

/** Amounts in another currency than ours are not written as shillings. */
function written(key: string, value: string | number, currency: string | number | null | undefined): string {
  if (!money.has(key) || typeof value !== 'number') return String(value)
  if (currency && currency !== 'KES') return (value / 100).toFixed(2)
  return value < 0 ? `− ${moneyText(-value, 'KSH')}` : moneyText(value, 'KSH')
}
