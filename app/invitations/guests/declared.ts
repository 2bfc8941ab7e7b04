import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

/** The name of each job, for the people who look after it. */
const jobs = {
  'mail-answered': msg`The email about an answer, to the guest`,
  'mail-answers': msg`The email about new answers, to the host`,
  'expire-offers': msg`Ends offers that nobody took in time`,
  'forget-gatherings': msg`Forgets guests a year after the last occasion`,
  'mail-forgetting': msg`The email to hosts whose guests are forgotten in a month`,
} satisfies Record<string, Words>

/** This noun's declarations, for app/admin/declared.ts. */
export const guestsDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'mail-answered': { answerId: number }
    /** `until`: the end of the ten minutes, in milliseconds. */
    'mail-answers': { gatheringId: string; until: number }
    'expire-offers': Record<string, never>
    'forget-gatherings': Record<string, never>
    'mail-forgetting': { gatheringId: string }
  }
}
