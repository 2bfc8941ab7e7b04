import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: jobs. See docs/develop/decisions/0006.

/** Descriptions of the jobs, for administrators. */
const jobs = {
  'sweep-drives': msg`Clearing away what is not needed any more`,
  'fetch-far-pictures': msg`Keep copies of pictures from other sites`,
} satisfies Record<string, Words>

/** The declarations, collected by app/admin/declared.ts. */
export const drivesDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'sweep-drives': Record<never, never>
    'fetch-far-pictures': Record<never, never>
  }
}
