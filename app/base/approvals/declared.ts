import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006. Acts of the audit log are declared by the nouns that ask.

/** The name of each job, for its operators. */
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
