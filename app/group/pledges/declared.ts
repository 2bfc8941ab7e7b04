import { msg } from '@lingui/core/macro'
import type { FactWords, NounWords } from '#app/base/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'
import type { PledgeNews } from './tell.server.tsx'

// This noun's declarations for other features: see docs/develop/decisions/0006.

const acts = {
  'gift chosen': msg`Chose a gift for a pledge`,
  'gift taken off': msg`Took a gift off a pledge`,
} satisfies Record<string, Words>

const nouns = {
  pledge: { name: msg`Pledges`, money: true },
} satisfies Record<string, NounWords>

const facts = {
  gift: { name: msg`Gift` },
  recorded: { name: msg`Recorded gift` },
} satisfies Record<string, FactWords>

/** The name of each job, for its operators. */
const jobs = {
  'remind-pledges': msg`Reminding people of their pledges`,
  'mail-pledge': msg`The email about a pledge, to the person who gives`,
} satisfies Record<string, Words>

/** This noun's declarations, for app/admin/declared.ts. */
export const pledgesDeclared = { acts, nouns, facts, jobs }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'remind-pledges': Record<never, never>
    'mail-pledge': { pledgeId: number; about: PledgeNews }
  }
}
