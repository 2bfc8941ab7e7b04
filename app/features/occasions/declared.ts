import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// What this noun declares for others: see docs/decisions/0035.

/** What each job does, in words for those who look after it. */
export const jobs = {
  'offer-seats': msg`Offers free seats of an occasion to those who wait`,
} satisfies Record<string, Words>

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'offer-seats': { occasionId: string }
  }
}
