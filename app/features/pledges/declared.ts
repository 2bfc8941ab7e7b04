import { msg } from '@lingui/core/macro'
import type { NounWords } from '#app/features/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'
import type { About } from './tell.server.ts'

// What this noun declares for others: see docs/decisions/0035.

export const nouns = {
  pledge: { name: msg`Pledges` },
} satisfies Record<string, NounWords>

/** What each job does, in words for those who look after it. */
export const jobs = {
  'remind-pledges': msg`Reminding people of their pledges`,
  'mail-pledge': msg`The email about a pledge, to the person who gives`,
} satisfies Record<string, Words>

declare module '#app/features/audit/audit.ts' {
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'remind-pledges': Record<never, never>
    'mail-pledge': { pledgeId: number; about: About }
  }
}
