import { msg } from '@lingui/core/macro'
import type { TaskWords } from '#app/admin/desk/task.ts'
import type { FactWords, NounWords } from '#app/base/audit/audit.ts'
import type { DiscrepancyWords } from '#app/base/ledger/discrepancy.ts'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

const acts = {
  'break closed': msg`Closed a difference`,
  'break opened': msg`Opened a difference`,
  'settlement approved': msg`Approved a settlement`,
  'settlement booked': msg`Booked a settlement`,
  'books looked through': msg`Ran ledger checks`,
} satisfies Record<string, Words>

const nouns = {
  break: { name: msg`Differences`, page: '/admin/books/differences/', money: true },
  settlement: { name: msg`Settlements`, money: true },
} satisfies Record<string, NounWords>

const facts = {
  day: { name: msg`Day` },
  provider: { name: msg`Provider`, values: { paystack: msg`Paystack (card and bank)`, mpesa: msg`M-Pesa` } },
  direction: { name: msg`Direction`, values: { to_bank: msg`to our bank`, from_bank: msg`from our bank` } },
  follows: { name: msg`Follows` },
} satisfies Record<string, FactWords>

const discrepancies = {
  'noticed by somebody': {
    name: msg`Noticed by an administrator`,
    hint: msg`Opened by a person, in words of their own.`,
    about: null,
  },
} satisfies Record<string, DiscrepancyWords>

const tasks = {
  break: {
    name: msg`Reconciliation issues`,
    tone: 'stop',
    place: (id) => `/admin/books/differences/${id}`,
    titled: 'discrepancy',
  },
} satisfies Record<string, TaskWords>

/** This noun's declarations, for app/admin/declared.ts. */
export const adminBooksDeclared = { acts, nouns, facts, tasks, discrepancies }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}

declare module '#app/base/ledger/discrepancy.ts' {
  interface DiscrepancyKinds extends Record<keyof typeof discrepancies, DiscrepancyWords> {}
}
