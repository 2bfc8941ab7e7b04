import { msg } from '@lingui/core/macro'
import type { FactWords, NounWords } from '#app/base/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: audit acts, nouns, facts. See docs/develop/decisions/0006.

const acts = {
  'views given': msg`Gave free views`,
  'package changed': msg`Changed a package`,
} satisfies Record<string, Words>

const nouns = {
  package: { name: msg`Packages`, page: '/admin/settings' },
} satisfies Record<string, NounWords>

const facts = {
  price: { name: msg`Price` },
  views: { name: msg`Views` },
} satisfies Record<string, FactWords>

/** The declarations, collected by app/admin/declared.ts. */
export const adminViewsDeclared = { acts, nouns, facts }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}
