import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

/** The name of each job, for its operators. */
const jobs = {
  'forget-pastes': msg`Erasing the text of old lists of groups`,
} satisfies Record<string, Words>

/** This noun's declarations, for app/admin/declared.ts. */
export const pastedListsDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'forget-pastes': Record<never, never>
  }
}
