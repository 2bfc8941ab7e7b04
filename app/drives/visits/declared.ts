import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: jobs. See docs/develop/decisions/0006.

/** Descriptions of the jobs, for administrators. */
const jobs = {
  'mail-visit-booked': msg`The email about a visit, to the guest`,
  'mail-visit-asked': msg`The email about a visit, to the owner`,
  'mail-visit-decided': msg`The email about a confirmed or cancelled visit`,
} satisfies Record<string, Words>

/** The declarations, collected by app/admin/declared.ts. */
export const visitsDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'mail-visit-booked': { visitId: string }
    'mail-visit-asked': { visitId: string }
    'mail-visit-decided': { visitId: string; sequence: number }
  }
}
