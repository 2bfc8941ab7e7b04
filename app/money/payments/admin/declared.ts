import { msg, plural } from '@lingui/core/macro'
import type { TaskWords } from '#app/admin/desk/task.ts'
import type { FactWords, NounWords } from '#app/base/audit/audit.ts'
import type { DiscrepancyWords } from '#app/base/ledger/discrepancy.ts'
import type { Words } from '#app/kit/says.ts'
import { phoneDiscrepancies } from '#app/money/mpesa/declared.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

const acts = {
  'donor forgotten': msg`Forgot a donor`,
  'addresses made': msg`Made new addresses for M-Pesa`,
  'suspense returned': msg`Refunded unplaced money`,
  'suspense closed': msg`Closed unplaced money`,
  'suspense asked': msg`Decided about unplaced money: needs a second administrator`,
  'suspense placed': msg`Placed unplaced money`,
  'suspense reserved': msg`Said that they send unplaced money back`,
  'suspense freed': msg`Said that unplaced money was not sent back`,
  'suspense sent back': msg`Recorded that unplaced money was sent back`,
  'balance compared': msg`Compared the balance`,
  'statement imported': msg`Imported a statement`,
  'statement asked': msg`Imported a statement of a large sum: needs a second administrator`,
  'statement agreed': msg`Agreed that a statement is booked`,
  'statement booked': msg`Booked what a statement says`,
  'tariff added': msg`Added a tariff of M-Pesa`,
  'refund asked': msg`Refunded a donation`,
  'claim refused': msg`Refused a claim about a donation`,
  'refund sent by hand': msg`Recorded a refund that was sent by hand`,
  'refund cancelled': msg`Cancelled a refund`,
  'refund continued': msg`Gave bank details for a refund`,
  'back agreed': msg`Agreed to refund a gift to its giver`,
  'back refused': msg`Did not send a gift back to its giver`,
} satisfies Record<string, Words>

const tasks = {
  claim: {
    name: msg`Claims about donations`,
    tone: 'neutral',
    place: (id) => `/admin/donations/${id}`,
    counted: (count) => msg`${plural(count, { one: '# claim', other: '# claims' })}`,
  },
  back: { name: msg`Gifts asked back`, tone: 'warn', place: (id) => `/admin/donations/${id}` },
  suspense: { name: msg`Unplaced money`, tone: 'warn', place: (id) => `/admin/books/unplaced/${id}` },
  return: {
    name: msg`Unrecorded returns`,
    tone: 'stop',
    place: (id) => `/admin/books/unplaced/${id}`,
  },
} satisfies Record<string, TaskWords>

const nouns = {
  donation: { name: msg`Donations`, page: '/admin/donations/', money: true },
  payment: { name: msg`Payments`, page: '/admin/donations/', money: true },
  suspense: { name: msg`Unplaced money`, page: '/admin/books/unplaced/', money: true },
  statement: { name: msg`Statements`, page: '/admin/mpesa', money: true },
  tariff: { name: msg`Tariffs`, page: '/admin/mpesa/tariffs', money: true },
  book: { name: msg`Books`, page: '/admin/books', money: true },
} satisfies Record<string, NounWords>

const facts = {
  available: { name: msg`Available`, sum: true },
  away: { name: msg`Under way`, sum: true },
  channel: { name: msg`Channel`, values: { online: msg`Online`, mobile: msg`Mobile`, other: msg`Other` } },
  currency: { name: msg`Currency` },
  days: { name: msg`Days` },
  events: { name: msg`Events` },
  fee: { name: msg`Fee`, sum: true },
  fresh: { name: msg`New lines` },
  gifts: { name: msg`Donations` },
  lines: { name: msg`Lines` },
  ours: { name: msg`In the books`, sum: true },
  outcome: {
    name: msg`Outcome`,
    values: {
      same: msg({ message: 'the same', context: 'a value' }),
      differs: msg({ message: 'something else', context: 'a value' }),
      unknown: msg({ message: 'no answer', context: 'a value' }),
    },
  },
  payment: { name: msg`Payment` },
  payments: { name: msg`Payments` },
  providerId: { name: msg`Provider’s number` },
  refund: { name: msg`Refund` },
  refused: { name: msg({ message: 'Refused', context: 'by the provider' }) },
  theirs: { name: msg`At the provider`, sum: true },
  way: { name: msg`Where it goes`, values: { back: msg({ message: 'back to its payer', context: 'a value' }) } },
} satisfies Record<string, FactWords>

const states = {
  refused: msg({ message: 'refused', context: 'a value' }),
  reserved: msg({ message: 'being sent back', context: 'a value' }),
  waiting: msg({ message: 'waiting', context: 'a value' }),
  placed: msg({ message: 'placed as a gift', context: 'a value' }),
} satisfies Record<string, Words>

const discrepancies = {
  'balance at the provider': {
    name: msg`The provider’s balance is not ours`,
    hint: msg`What the provider says it holds for us is not what the books say. Fees that are not known yet explain small ones.`,
    about: 'books',
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
  'two payments under one reference': {
    name: msg`Paid twice under one reference`,
    hint: msg`The first was booked. Open the provider’s dashboard and refund the second there.`,
    about: 'payment',
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
  ...phoneDiscrepancies,
  'return by hand': {
    name: msg`Unplaced money has to be sent back by hand`,
    hint: msg`M-Pesa did not reverse it when we asked. Look in the M-Pesa portal whether it is reversed; if it is not, send it back there, and record the code on the page of the money.`,
    about: 'unplaced',
  },
  'return waits for money': {
    name: msg`A return of unplaced money waits for money at M-Pesa`,
    hint: msg`Our account at M-Pesa holds too little for it. Put money there: it is sent without you.`,
    about: 'unplaced',
  },
  'return without an end': {
    name: msg`A return of unplaced money without a result`,
    hint: msg`For three days M-Pesa has not said what became of it. Look in the M-Pesa portal whether it is reversed.`,
    about: 'unplaced',
  },
  'unplaced money went back twice': {
    name: msg`Unplaced money was returned twice`,
    hint: msg`It is recorded as sent back, and M-Pesa names another code of a reversal. Look at both in the M-Pesa portal.`,
    about: 'unplaced',
  },
  'cards are tried out': {
    name: msg`Someone may be testing stolen cards`,
    hint: msg`Most payments to this fund drive failed within a few minutes.`,
    about: 'drive',
  },
} satisfies Record<string, DiscrepancyWords>

/** Each job's purpose, in words for those who look after it. */
const jobs = {
  'forget-unpaid': msg`Clearing away what is not needed any more`,
  'sweep-payments': msg`Clearing away what is not needed any more`,
  'watch-card-testing': msg`Looking for cards that are tried out, and for requests that nobody pays`,
  'check-payments': msg`Asking the provider about payments`,
  'reconcile-payments': msg`Comparing payments with the provider`,
  'check-balance': msg`Comparing the balance with the provider`,
  'ask-prompts': msg`Asking M-Pesa about requests on phones`,
  'list-receipts': msg`Comparing what arrived with M-Pesa’s list`,
  'ask-open': msg`Asking M-Pesa about codes that were told to us`,
  'place-receipts': msg`Booking what M-Pesa has proved`,
  'check-mpesa-balance': msg`Comparing the balance with M-Pesa`,
  'return-second': msg`Sending back what was paid twice`,
  'send-return': msg`Asking M-Pesa to return unplaced money`,
  'check-returns': msg`Asking M-Pesa about unplaced money that is being returned`,
  'open-doors': msg`Telling M-Pesa where payments are told to us`,
  'lapse-claims': msg`Looking again at givers’ claims`,
  'import-statement': msg`Working off a statement of M-Pesa`,
} satisfies Record<string, Words>

/** This noun's declarations, for app/admin/declared.ts. */
export const paymentsDeclared = { acts, nouns, facts, states, jobs, discrepancies, tasks }

declare module '#app/base/audit/audit.ts' {
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
  interface Acts extends Record<keyof typeof acts, Words> {}
}

declare module '#app/base/ledger/discrepancy.ts' {
  interface DiscrepancyKinds extends Record<keyof typeof discrepancies, DiscrepancyWords> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'forget-unpaid': Record<never, never>
    'sweep-payments': Record<never, never>
    'watch-card-testing': Record<never, never>
    'check-payments': Record<never, never>
    'reconcile-payments': Record<never, never>
    'check-balance': Record<never, never>
    'ask-prompts': Record<never, never>
    'list-receipts': { minutes?: number }
    'ask-open': Record<never, never>
    'place-receipts': Record<never, never>
    'check-mpesa-balance': Record<never, never>
    'open-doors': Record<never, never>
    'return-second': Record<never, never>
    'send-return': { suspenseId: number }
    'check-returns': Record<never, never>
    'lapse-claims': Record<never, never>
    'import-statement': { statementId: number }
  }
}
