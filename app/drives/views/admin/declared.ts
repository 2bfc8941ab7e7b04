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

/** Descriptions of the jobs, for administrators. */
const jobs = {
  'mail-views-bought': msg`The email about bought views`,
  'mail-views-claimed': msg`The email about views of a disputed payment`,
  'mail-views-left': msg`Email: few or no views left`,
  'sweep-views': msg`Deleting old views; how many there were stays`,
} satisfies Record<string, Words>

/** The declarations, collected by app/admin/declared.ts. */
export const viewsDeclared = { jobs, acts, nouns, facts }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'mail-views-bought': { paymentId: number }
    'mail-views-claimed': { paymentId: number; change: number }
    'sweep-views': Record<never, never>
    'mail-views-left': { driveId: string; level: 'low' | 'exhausted' }
  }
}
