import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

/** The name of each job, for the people who look after it. */
const jobs = {
  'match-supporters': msg`Finds which gifts and pledges came from guests of an invitation`,
} satisfies Record<string, Words>

/** This noun's declarations, for app/admin/declared.ts. */
export const lineDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'match-supporters': Record<string, never>
  }
}
