import { msg } from '@lingui/core/macro'
import type { TaskWords } from '#app/admin/desk/task.ts'
import type { FactWords, NounWords } from '#app/base/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

const acts = {
  'dispute answered': msg`Answered a dispute`,
} satisfies Record<string, Words>

const nouns = {
  dispute: { name: msg`Disputes`, page: '/admin/disputes/', money: true },
} satisfies Record<string, NounWords>

const facts = {
  answer: {
    name: msg`Answer`,
    values: {
      accept: msg({ message: 'accepted', context: 'a value' }),
      decline: msg({ message: 'declined', context: 'a value' }),
    },
  },
} satisfies Record<string, FactWords>

const states = {
  won: msg({ message: 'won', context: 'a value' }),
  lost: msg({ message: 'lost', context: 'a value' }),
} satisfies Record<string, Words>

const tasks = {
  dispute: { name: msg`Disputes`, tone: 'stop', place: (id) => `/admin/disputes/${id}` },
} satisfies Record<string, TaskWords>

/** This noun's declarations, for app/admin/declared.ts. */
export const adminDisputesDeclared = { acts, nouns, facts, states, tasks }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}
