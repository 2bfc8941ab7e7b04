import { msg } from '@lingui/core/macro'
import type { FactWords, NounWords } from '#app/base/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'
import { feePolicyWords, viewLockWords } from './choice.ts'

// This noun's declarations for other features; see docs/develop/decisions/0006.

const acts = {
  'setting changed': msg`Changed a setting`,
  'setting asked': msg`Asked for a setting: needs a second administrator`,
} satisfies Record<string, Words>

const nouns = {
  setting: { name: msg`Settings`, page: '/admin/settings' },
} satisfies Record<string, NounWords>

const facts = {
  value: { name: msg`Value`, values: { ...feePolicyWords, ...viewLockWords } },
} satisfies Record<string, FactWords>

/** This noun's declarations, for app/admin/declared.ts. */
export const adminSettingsDeclared = { acts, nouns, facts }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}
