import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { TaskWords } from '#app/office/desk/task.ts'

// What this noun declares for others: see docs/decisions/0035.

export const acts = {
  'dispute answered': msg`Answered a dispute`,
} satisfies Record<string, Words>

export const nouns = {
  dispute: msg`Disputes`,
} satisfies Record<string, Words>

export const tasks = {
  dispute: { name: msg`Disputes`, tone: 'stop', place: (id) => `/admin/disputes/${id}` },
} satisfies Record<string, TaskWords>

declare module '#app/features/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, Words> {}
}
