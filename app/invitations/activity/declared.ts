import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// What this noun declares for others: see docs/decisions/0035.

/** What each job does, in words for those who look after it. */
const jobs = {
  'match-supporters': msg`Finds which gifts and pledges came from guests of an invitation`,
} satisfies Record<string, Words>

/** What this noun declares, for app/admin/declared.ts. */
export const lineDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'match-supporters': Record<string, never>
  }
}
