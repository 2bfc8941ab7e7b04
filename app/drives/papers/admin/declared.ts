import { msg } from '@lingui/core/macro'
import type { TaskWords } from '#app/admin/desk/task.ts'
import type { FactWords, NounWords } from '#app/base/audit/audit.ts'
import { officeNames, verdictNames } from '#app/drives/papers/paper.ts'
import type { Words } from '#app/kit/says.ts'

// The declarations of this noun: see docs/develop/decisions/0006.

const acts = { 'check recorded': msg`Recorded a check` } satisfies Record<string, Words>
const nouns = { paper: { name: msg`Papers`, page: '/admin/papers' } } satisfies Record<string, NounWords>
const facts = {
  paper: { name: msg`Paper`, values: officeNames },
  check: { name: msg`Check`, values: verdictNames },
} satisfies Record<string, FactWords>
const tasks = {
  paper: {
    name: msg`Papers`,
    tone: 'info',
    place: (slug) => `/admin/papers/${slug}`,
  },
} satisfies Record<string, TaskWords>
const jobs = {
  'sweep-papers': msg`Deleting photos of papers after 30 days`,
  'mail-check': msg`The email about a check of papers`,
  'mail-papers-go': msg`The email before photos of papers are deleted unseen`,
} satisfies Record<string, Words>

/** The declarations, collected by app/admin/declared.ts. */
export const papersDeclared = { acts, nouns, facts, tasks, jobs }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'sweep-papers': Record<never, never>
    'mail-check': { checkId: number; driveId: string }
    'mail-papers-go': { driveId: string }
  }
}
