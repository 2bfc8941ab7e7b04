import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// What this noun declares for others: see docs/decisions/0035.

export const acts = {
  seen: msg`Viewed`,
  exported: msg`Exported`,
  revealed: msg`Revealed number`,
  'much taken': msg`Large export`,
} satisfies Record<string, Words>

export const nouns = {
  'audit log': msg`Audit Log`,
} satisfies Record<string, Words>

/** What each job does, in words for those who look after it. */
export const jobs = {
  'mail-much-taken': msg`The email to administrators about a large export`,
  'mail-second-needed': msg`Email: a second administrator is needed`,
} satisfies Record<string, Words>

declare module '#app/features/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, Words> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'mail-much-taken': { userId: string }
    'mail-second-needed': { proposalId: number }
  }
}
