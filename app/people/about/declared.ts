import { msg } from '@lingui/core/macro'
import type { FactWords, NounWords } from '#app/base/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

const acts = {
  'page changed': msg`Changed a page`,
} satisfies Record<string, Words>

const nouns = {
  page: { name: msg`Pages` },
} satisfies Record<string, NounWords>

const facts = {
  byDefault: { name: msg`By default` },
  letters: { name: msg`Characters` },
} satisfies Record<string, FactWords>

/** This noun's declarations, for app/admin/declared.ts. */
export const aboutDeclared = { acts, nouns, facts }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}
