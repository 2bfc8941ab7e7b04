import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: jobs. See docs/develop/decisions/0006.
// The job keeps its old name, so that jobs queued by the previous version still run.

/** Descriptions of the jobs, for administrators. */
const jobs = {
  'mail-letter': msg`The email to support about a report or a question`,
} satisfies Record<string, Words>

/** The declarations, collected by app/admin/declared.ts. */
export const supportDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'mail-letter': { letterId: number }
  }
}
