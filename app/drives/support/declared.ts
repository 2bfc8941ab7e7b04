import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// What this noun declares for others: see docs/decisions/0035.

/** What each job does, in words for those who look after it. */
const jobs = {
  'mail-letter': msg`The email to support about a report or a question`,
} satisfies Record<string, Words>

/** What this noun declares, for app/admin/declared.ts. */
export const supportDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'mail-letter': { letterId: number }
  }
}
