import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { discrepancies, states } from '#app/admin/declared.ts'
import {
  type DiscrepancyFactName,
  type DiscrepancyKind,
  type DiscrepancyWords,
  decidedElsewhere,
} from '#app/base/ledger/discrepancy.ts'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { reasonIn } from '#app/kit/provider-reasons.ts'
import type { Words } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { whyByHand } from '#app/money/payments/admin/refund.ts'
import { unplacedWhyWords } from '#app/money/payments/admin/unplaced.ts'

export const discrepancyTexts = {
  closed: { title: msg`The difference is closed` },
  opened: { title: msg`The difference is open` },
  failed: { title: msg`The difference could not be changed` },
  note: msg`Please write what was found and what was done about it.`,
  about: msg`Please say what it is about.`,
  words: msg`Please say what does not fit.`,
  decided: msg`Another administrator has just closed this difference.`,
  openAlready: msg`There is an open difference about this already.`,
}

/** The kind that a person opens in their own words. */
export const byHand = 'noticed by somebody' satisfies DiscrepancyKind

const nextTime = msg`The next check reports it again as long as it is not solved.`

const isKind = (kind: string): kind is DiscrepancyKind => Object.hasOwn(discrepancies, kind)

/** Returns the words of a kind. A kind without words is shown as it was raised. */
export const kindOfDiscrepancy = (kind: string): DiscrepancyWords =>
  isKind(kind) ? discrepancies[kind] : { name: { id: kind, message: kind }, hint: nextTime, about: null }

/** Returns the kinds whose translated names contain the search. */
export function kindsCalled(search: string, words: I18n): string[] {
  const plain = (text: string) => text.toLowerCase().replaceAll('’', "'")
  return Object.keys(discrepancies).filter((kind) =>
    plain(words._(kindOfDiscrepancy(kind).name)).includes(plain(search)),
  )
}

const money = new Set<string>([
  'amount',
  'net',
  'ours',
  'theirs',
  'away',
  'booked',
  'sent',
  'recorded',
  'raised',
  'today',
  'fee',
  'paidIn',
  'withdrawn',
] satisfies DiscrepancyFactName[])
const moments = new Set<string>(['since', 'until'] satisfies DiscrepancyFactName[])
const names: Record<DiscrepancyFactName, Words> = {
  amount: msg`Amount`,
  net: msg`To be sent`,
  ours: msg`Our books`,
  theirs: msg`The provider`,
  away: msg`Under way`,
  booked: msg`Booked`,
  sent: msg`Sent`,
  fee: msg`Fee`,
  paidIn: msg`Paid in`,
  withdrawn: msg({ message: 'Withdrawn', context: 'a line of a statement' }),
  reason: msg`Reason type in the statement`,
  feesNotKnown: msg`Payments whose fee is not known`,
  first: msg`The first`,
  drive: msg`Fund drive`,
  recorded: msg({ message: 'Recorded', context: 'sum' }),
  raised: msg`Raised through us`,
  today: msg`Recorded today`,
  second: msg`The other fund drive`,
  paymentId: msg`Payment`,
  payment: msg`Payment`,
  payout: msg`Withdrawal`,
  reversal: msg`Refund`,
  reference: msg`Reference`,
  paid: msg`Paid under`,
  account: msg`Account`,
  other: msg`The other`,
  providerId: msg`Number at the provider`,
  provider_tx_id: msg`Number at the provider`,
  extId: msg`Number at the provider`,
  currency: msg`Currency`,
  why: msg`Why`,
  state: msg`State`,
  progress: msg`State`,
  status: msg`Answer`,
  code: msg`Code`,
  message: msg`In M-Pesa’s words`,
  hoursLeft: msg`Hours left`,
  failed: msg`Failed`,
  of: msg`Checked`,
  count: msg`How often`,
  says: msg`Rule`,
  words: msg`In their words`,
  noun: msg`About`,
  since: msg({ message: 'From', context: 'a moment' }),
  until: msg({ message: 'Until', context: 'a moment' }),
}

export type StoredFacts = Record<string, string | number | null>

/** Returns the cents that went back beyond a payment, and the refund; undefined for other kinds. */
export function excessIn({ kind, facts }: { kind: string; facts: StoredFacts }) {
  const { amount, booked, reversal } = facts
  if (kind !== ('more went back than was paid' satisfies DiscrepancyKind) || typeof reversal !== 'number')
    return undefined
  const cents = Number(amount) - Number(booked)
  return cents > 0 ? { cents, reversal } : undefined
}

export type DiscrepancyFact = { key: string; name: Words; value: string }

/** Lists the known facts in readable lines; unknown ones are left out. */
export const factsOfDiscrepancy = (facts: StoredFacts, i18n: I18n): DiscrepancyFact[] =>
  Object.entries(facts).flatMap(([key, value]) =>
    value === null || value === ''
      ? []
      : [
          {
            key,
            // A fact of another version of the product is called by its key.
            name: isFact(key) ? names[key] : { id: key, message: key },
            value: readable(key, value, facts.currency, i18n),
          },
        ],
  )

const isFact = (key: string): key is DiscrepancyFactName => Object.hasOwn(names, key)

/** Words for values that the product itself has named. */
const meanings: { [Name in DiscrepancyFactName]?: Record<string, Words> } = {
  why: { ...unplacedWhyWords, ...whyByHand },
  state: states,
  progress: states,
  status: states,
}

function readable(key: string, value: string | number, currency: StoredFacts[string] | undefined, i18n: I18n): string {
  const meant = isFact(key) ? meanings[key] : undefined
  if (meant && Object.hasOwn(meant, value)) return i18n._(meant[value]!)
  if (key === 'why') return reasonIn(i18n, String(value))
  if (moments.has(key)) return momentIn(i18n.locale as Language, new Date(value))
  return written(key, value, currency)
}

/** Writes a value. Amounts in a foreign currency are not written as shillings. */
function written(key: string, value: string | number, currency: string | number | null | undefined): string {
  if (!money.has(key) || typeof value !== 'number') return String(value)
  if (currency && currency !== 'KES') return (value / 100).toFixed(2)
  return value < 0 ? `− ${moneyText(-value, 'KSH')}` : moneyText(value, 'KSH')
}

/** Returns the note of a closed discrepancy. Nobody wrote one where it was decided elsewhere: a sentence says so. */
export const noteOf = ({ note }: { note: string }, i18n: I18n): string =>
  note === decidedElsewhere ? i18n._(msg`Decided where it belongs, which closed this.`) : note
