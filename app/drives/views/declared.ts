import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// What this noun declares for others: see docs/decisions/0035.

/** What each job does, in words for those who look after it. */
const jobs = {
  'mail-views-bought': msg`The email about bought views`,
  'mail-views-claimed': msg`The email about views of a disputed payment`,
  'mail-views-left': msg`Email: few or no views left`,
} satisfies Record<string, Words>

/** What this noun declares, for app/admin/declared.ts. */
export const viewsDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'mail-views-bought': { paymentId: number }
    'mail-views-claimed': { paymentId: number; change: number }
    'mail-views-left': { driveId: string; level: 'low' | 'exhausted' }
  }
}
