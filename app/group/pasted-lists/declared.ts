import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// What this noun declares for others: see docs/decisions/0035.

/** What each job does, in words for those who look after it. */
const jobs = {
  'forget-pastes': msg`Erasing the text of old lists of groups`,
} satisfies Record<string, Words>

/** What this noun declares, for app/admin/declared.ts. */
export const bridgeDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'forget-pastes': Record<never, never>
  }
}
