import { msg } from '@lingui/core/macro'
import type { TaskWords } from '#app/admin/desk/task.ts'
import type { FactWords, NounWords } from '#app/base/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

const acts = {
  'institution asked': msg`Agreed to an institution, as the first of two`,
  'institution added': msg`Added an institution`,
  'institution confirmed': msg`Confirmed the number of an institution`,
  'institution ended': msg`Ended an institution`,
} satisfies Record<string, Words>

const nouns = {
  institution: { name: msg`Institutions`, page: () => '/admin/institutions?state=all' },
} satisfies Record<string, NounWords>

const facts = {
  paybill: { name: msg`Paybill` },
  source: { name: msg`Where the number is from` },
} satisfies Record<string, FactWords>

const states = {
  confirmed: msg({ message: 'Confirmed', context: 'institutions' }),
  ended: msg({ message: 'Ended', context: 'institutions' }),
} satisfies Record<string, Words>

const tasks = {
  institution: { name: msg`Institutions to confirm`, tone: 'warn', place: (id) => `/admin/institutions/${id}/confirm` },
} satisfies Record<string, TaskWords>

/** The declarations of this noun, for app/admin/declared.ts. */
export const institutionsDeclared = { acts, nouns, facts, states, tasks }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}
