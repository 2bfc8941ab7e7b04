import { msg } from '@lingui/core/macro'
import type { FactWords, NounWords } from '#app/base/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'

// What this noun declares for others: see docs/decisions/0035.

const acts = {
  'word chosen': msg`Chose a word for a fund drive’s code`,
} satisfies Record<string, Words>

/** What its owner chose is no decision of the back office about a drive: it is not among those. */
const nouns = {
  code: {
    name: msg`Codes`,
    page: (_, { after }) => (after.word ? `/admin/fund-drives?search=${after.word}` : null),
  },
} satisfies Record<string, NounWords>

const facts = {
  word: { name: msg`Word` },
} satisfies Record<string, FactWords>

/** What this noun declares, for app/admin/declared.ts. */
export const codesDeclared = { acts, nouns, facts }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}
