import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: jobs. See docs/develop/decisions/0006.

/** Descriptions of the jobs, for administrators. */
const jobs = {
  'mail-views-bought': msg`The email about bought views`,
  'mail-views-claimed': msg`The email about views of a disputed payment`,
  'mail-views-left': msg`Email: few or no views left`,
} satisfies Record<string, Words>

/** The declarations, collected by app/admin/declared.ts. */
export const viewsDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'mail-views-bought': { paymentId: number }
    'mail-views-claimed': { paymentId: number; change: number }
    'mail-views-left': { driveId: string; level: 'low' | 'exhausted' }
  }
}
