import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { FactWords, NounWords } from './audit.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

const acts = {
  seen: msg`Viewed`,
  exported: msg`Exported`,
  revealed: msg`Revealed number or paper`,
  'much taken': msg`Large export`,
} satisfies Record<string, Words>

const nouns = {
  'audit log': { name: msg`Audit Log`, page: '/admin/audit' },
} satisfies Record<string, NounWords>

const facts = {
  about: { name: msg`About` },
  act: { name: msg`What was done` },
  amount: { name: msg`Amount`, sum: true },
  by: { name: msg`Person`, values: { nobody: msg`The command line or a setting` } },
  code: { name: msg`Code` },
  description: { name: msg`Description` },
  drive: { name: msg`Fund drive` },
  from: { name: msg({ message: 'From', context: 'day' }) },
  further: { name: msg`Further down` },
  kind: { name: msg`Kind` },
  left: { name: msg`Left`, sum: true },
  looks: { name: msg`Views of pages` },
  name: { name: msg`Name` },
  noun: { name: msg`About` },
  order: { name: msg`Order`, values: { asc: msg`smallest first`, desc: msg`largest first` } },
  page: {
    name: msg`Page`,
    values: {
      donations: msg`Donations`,
      comments: msg`Comments`,
      rsvps: msg`RSVPs`,
      payouts: msg`Payouts`,
      pledges: msg`Pledges`,
      papers: msg`Papers`,
      analytics: msg`Analytics`,
      statement: msg`Statement`,
    },
  },
  reason: { name: msg`Reason` },
  reference: { name: msg`Reference` },
  search: {
    name: msg`Searched for`,
    values: { 'by name or mail': msg`a name or an email`, 'by phone': msg`a phone number` },
  },
  sort: {
    name: msg`Sorted by`,
    values: {
      joined: msg`Joined`,
      seen: msg`Last seen`,
      name: msg`Full Name`,
      created: msg`Created`,
      title: msg`Title`,
      raised: msg`Raised`,
      asked: msg`Asked for`,
      amount: msg`Amount`,
      date: msg`Date`,
      at: msg`When`,
      deadline: msg`Deadline`,
    },
  },
  state: { name: msg`State` },
  status: { name: msg`Status` },
  subject: { name: msg`About` },
  times: { name: msg`Times` },
  to: { name: msg({ message: 'To', context: 'day' }) },
  waiting: { name: msg`Waiting` },
  why: { name: msg`Reason` },
} satisfies Record<string, FactWords>

const states = {
  open: msg({ message: 'open', context: 'a value' }),
  closed: msg({ message: 'closed', context: 'a value' }),
  suspended: msg({ message: 'suspended', context: 'a value' }),
} satisfies Record<string, Words>

/** The name of each job, for its operators. */
const jobs = {
  'mail-much-taken': msg`The email to administrators about a large export`,
} satisfies Record<string, Words>

/** This noun's declarations, for app/admin/declared.ts. */
export const auditDeclared = { acts, nouns, facts, states, jobs }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'mail-much-taken': { userId: string; reader?: string }
  }
}
