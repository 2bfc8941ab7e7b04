import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// What this noun declares for others: see docs/decisions/0035.

export const acts = {
  'views given': msg`Gave free views`,
  'package changed': msg`Changed a package`,
} satisfies Record<string, Words>

export const nouns = {
  package: msg`Packages`,
} satisfies Record<string, Words>

declare module '#app/features/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, Words> {}
}
