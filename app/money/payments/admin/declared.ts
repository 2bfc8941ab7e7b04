import { msg, plural } from '@lingui/core/macro'
import type { TaskWords } from '#app/admin/desk/task.ts'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

const acts = {
  'refund asked': msg`Refunded a donation`,
  'claim refused': msg`Refused a claim about a donation`,
  'refund sent by hand': msg`Recorded a refund that was sent by hand`,
  'refund cancelled': msg`Cancelled a refund`,
  'refund continued': msg`Gave bank details for a refund`,
} satisfies Record<string, Words>

const tasks = {
  claim: {
    name: msg`Claims about donations`,
    tone: 'neutral',
    place: (id) => `/admin/donations/${id}`,
    counted: (count) => msg`${plural(count, { one: '# claim', other: '# claims' })}`,
  },
  suspense: { name: msg`Unplaced money`, tone: 'warn', place: (id) => `/admin/books/unplaced/${id}` },
  return: {
    name: msg`Unrecorded returns`,
    tone: 'stop',
    place: (id) => `/admin/books/unplaced/${id}`,
  },
} satisfies Record<string, TaskWords>

/** This noun's declarations, for app/admin/declared.ts. */
export const adminPaymentsDeclared = { acts, tasks }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
}
