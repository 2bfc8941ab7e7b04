import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { TaskWords } from '#app/office/desk/task.ts'

// What this noun declares for others: see docs/decisions/0035.

export const acts = {
  'refund asked': msg`Refunded a donation`,
  'refund continued': msg`Gave bank details for a refund`,
} satisfies Record<string, Words>

export const tasks = {
  suspense: { name: msg`Unplaced money`, tone: 'warn', place: (id) => `/admin/books/unplaced/${id}` },
} satisfies Record<string, TaskWords>

declare module '#app/features/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
}
