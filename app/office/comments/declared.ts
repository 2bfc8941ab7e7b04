import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// What this noun declares for others: see docs/decisions/0035.

export const acts = {
  'comment released': msg`Released a comment`,
  'comment hidden': msg`Hid a comment`,
} satisfies Record<string, Words>

export const nouns = {
  comment: msg`Comments`,
} satisfies Record<string, Words>

declare module '#app/features/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, Words> {}
}
