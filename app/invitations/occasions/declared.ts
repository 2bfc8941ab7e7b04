import { msg } from '@lingui/core/macro'
import type { NounWords } from '#app/base/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

/** The name of each job, for the people who look after it. */
const jobs = {
  'offer-seats': msg`Offers free seats of an occasion to those who wait`,
  'tell-change': msg`Tells guests that an occasion was moved or cancelled`,
} satisfies Record<string, Words>

const nouns = {
  gathering: {
    name: msg`Invitations`,
    page: (id, { slug }) => (slug ? `/admin/gatherings/${slug}` : id ? null : '/admin/gatherings'),
  },
} satisfies Record<string, NounWords>

/** This noun's declarations, for app/admin/declared.ts. */
export const occasionsDeclared = { nouns, jobs }

declare module '#app/base/audit/audit.ts' {
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'offer-seats': { occasionId: string }
    'tell-change': { occasionId: string }
  }
}
