import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// What this noun declares for others: see docs/decisions/0035. The acts of the audit log are those of the nouns that ask.

/** Each job in words for those who look after it. */
const jobs = {
  'mail-second-needed': msg`Email: a second administrator is needed`,
} satisfies Record<string, Words>

/** Collected by app/admin/declared.ts. */
export const approvalsDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'mail-second-needed': { proposalId: number }
  }
}
