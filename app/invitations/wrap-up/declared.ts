import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

/** A description of each job, for operators. */
const jobs = {
  'mail-photo-objection': msg`The email to a host whom a guest asks to take a photo down`,
} satisfies Record<string, Words>

/** This noun's declarations, for app/admin/declared.ts. */
export const wrapUpDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'mail-photo-objection': { objectionId: number; personId: string }
  }
}
