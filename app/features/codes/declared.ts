import { msg } from '@lingui/core/macro'
import type { FactWords } from '#app/features/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'

// What this noun declares for others: see docs/decisions/0035.

export const acts = {
  'word chosen': msg`Chose a word for a drive’s code`,
} satisfies Record<string, Words>

export const facts = {
  word: { name: msg`Word` },
} satisfies Record<string, FactWords>

declare module '#app/features/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}
