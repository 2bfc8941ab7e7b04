import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// What this noun declares for others: see docs/decisions/0035.

/** What each job does, in words for those who look after it. */
const jobs = {
  'sweep-drives': msg`Clearing away what is not needed any more`,
  'fetch-far-pictures': msg`Keep copies of pictures from other sites`,
} satisfies Record<string, Words>

/** What this noun declares, for app/admin/declared.ts. */
export const drivesDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'sweep-drives': Record<never, never>
    'fetch-far-pictures': Record<never, never>
  }
}
