import { msg } from '@lingui/core/macro'
import type { FactWords, NounWords } from '#app/base/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: audit acts, nouns, facts. See docs/develop/decisions/0006.

const acts = {
  'word chosen': msg`Chose a word for a fund drive’s code`,
} satisfies Record<string, Words>

/** The code is a noun of its own: its owner chose the word, so it is no admin decision about a drive. */
const nouns = {
  code: {
    name: msg`Codes`,
    page: (_, { after }) => (after.word ? `/admin/fund-drives?search=${after.word}` : null),
  },
} satisfies Record<string, NounWords>

const facts = {
  word: { name: msg`Word` },
} satisfies Record<string, FactWords>

/** The declarations, collected by app/admin/declared.ts. */
export const codesDeclared = { acts, nouns, facts }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}
