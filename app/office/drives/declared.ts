import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// What this noun declares for others: see docs/decisions/0035.

export const acts = {
  'drive paused': msg`Paused a drive`,
  'drive opened': msg`Reopened a drive`,
} satisfies Record<string, Words>

export const nouns = {
  drive: msg`Fund drives`,
  visit: msg`Visits`,
  view: msg`Page views`,
} satisfies Record<string, Words>

/** What each job does, in words for those who look after it. */
export const jobs = {
  'mail-stopped': msg`The email about a fund drive that we paused or opened`,
} satisfies Record<string, Words>

declare module '#app/features/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, Words> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'mail-stopped': { driveId: string }
  }
}
