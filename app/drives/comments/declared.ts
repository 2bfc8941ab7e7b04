import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: jobs. See docs/develop/decisions/0006.

/** Descriptions of the jobs, for administrators. */
const jobs = {
  'sweep-comments': msg`Clearing away what is not needed any more`,
} satisfies Record<string, Words>

/** The declarations, collected by app/admin/declared.ts. */
export const commentsDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'sweep-comments': Record<never, never>
  }
}
