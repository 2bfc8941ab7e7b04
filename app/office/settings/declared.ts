import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// What this noun declares for others: see docs/decisions/0035.

export const acts = {
  'setting changed': msg`Changed a setting`,
  'setting asked': msg`Asked for a setting: needs a second administrator`,
} satisfies Record<string, Words>

export const nouns = {
  setting: msg`Settings`,
} satisfies Record<string, Words>

declare module '#app/features/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, Words> {}
}
