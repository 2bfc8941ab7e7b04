import { msg } from '@lingui/core/macro'
import type { TaskWords } from '#app/admin/desk/task.ts'
import type { FactWords, NounWords } from '#app/base/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features; see docs/develop/decisions/0006.

const acts = {
  'job tried again': msg`Retried a job`,
  'job dropped': msg`Dropped a job`,
} satisfies Record<string, Words>

const nouns = {
  job: { name: msg`Failed jobs`, page: '/admin/jobs' },
} satisfies Record<string, NounWords>

const facts = {
  job: { name: msg`Job` },
} satisfies Record<string, FactWords>

/** The description of each job, for administrators. */
const jobs = {
  'keep-parts': msg`Making room for the views of the coming months, and dropping what is too old`,
  'analyze-young': msg`Counting the rows of young tables, so that the database answers quickly`,
  'sweep-jobs': msg`Clearing away what is not needed any more`,
  'sweep-limits': msg`Clearing away what is not needed any more`,
  'sweep-mailbox': msg`Clearing away what is not needed any more`,
  'sweep-sandbox': msg`Clearing away what is not needed any more`,
  'sweep-sms': msg`Clearing away what is not needed any more`,
  'send-sms': msg`A text to a phone`,
} satisfies Record<string, Words>

const tasks = {
  job: { name: msg`Failed jobs`, tone: 'warn', place: (id) => `/admin/jobs#job-${id}`, titled: 'job' },
} satisfies Record<string, TaskWords>

/** This noun's declarations, for app/admin/declared.ts. */
export const adminJobsDeclared = { acts, nouns, facts, jobs, tasks }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'analyze-young': Record<never, never>
    'keep-parts': Record<never, never>
    'sweep-jobs': Record<never, never>
    'sweep-limits': Record<never, never>
    'sweep-mailbox': Record<never, never>
    'sweep-sandbox': Record<never, never>
    'sweep-sms': Record<never, never>
    'send-sms': { smsId: number }
  }
}
