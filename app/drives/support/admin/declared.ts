import { msg } from '@lingui/core/macro'
import type { TaskWords } from '#app/admin/desk/task.ts'
import type { NounWords } from '#app/base/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: audit acts, nouns, tasks. See docs/develop/decisions/0006.
// The name 'letter' stays in the audit log and in the desk's addresses: old lines have it.

const acts = {
  'letter closed': msg`Closed a report or a question`,
} satisfies Record<string, Words>

const nouns = {
  letter: { name: msg`Reports and questions` },
} satisfies Record<string, NounWords>

const tasks = {
  letter: { name: msg`Reports and questions`, tone: 'warn', place: (id) => `/admin/letters/${id}/close` },
} satisfies Record<string, TaskWords>

/** Descriptions of the jobs, for administrators. */
const jobs = {
  'mail-letter': msg`The email to support about a report or a question`,
} satisfies Record<string, Words>

/** The declarations, collected by app/admin/declared.ts. */
export const supportDeclared = { jobs, acts, nouns, tasks }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'mail-letter': { letterId: number; reader?: string }
  }
}
