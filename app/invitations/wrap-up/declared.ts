import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// What this noun declares for others: see docs/decisions/0035.

/** What each job does, in words for those who look after it. */
const jobs = {
  'mail-photo-objection': msg`The email to a host whom a guest asks to take a photo down`,
} satisfies Record<string, Words>

/** What this noun declares, for app/admin/declared.ts. */
export const afterDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'mail-photo-objection': { objectionId: number; personId: string }
  }
}
