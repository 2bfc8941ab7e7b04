import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// What this noun declares for others: see docs/decisions/0035.

/** What each job does, in words for those who look after it. */
const jobs = {
  'sweep-comments': msg`Clearing away what is not needed any more`,
} satisfies Record<string, Words>

/** What this noun declares, for app/admin/declared.ts. */
export const commentsDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'sweep-comments': Record<never, never>
  }
}
