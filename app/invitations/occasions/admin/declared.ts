import { msg } from '@lingui/core/macro'
import type { TaskWords } from '#app/admin/desk/task.ts'
import type { FactWords, NounWords } from '#app/base/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

const acts = {
  'gathering stopped': msg`Stopped an invitation`,
  'gathering allowed': msg`Allowed an invitation`,
  'photo taken down': msg`Took a photo of an invitation down`,
  'photo left': msg`Left a photo of an invitation that a guest asked about`,
} satisfies Record<string, Words>

const facts = {
  reported: { name: msg`Reported by guests` },
} satisfies Record<string, FactWords>

const states = {
  stopped: msg({ message: 'stopped', context: 'a value' }),
} satisfies Record<string, Words>

const tasks = {
  invitation: {
    name: msg`Reports about invitations`,
    tone: 'warn',
    place: (slug) => `/admin/gatherings/${slug}`,
  },
} satisfies Record<string, TaskWords>

const jobs = {
  'offer-seats': msg`Offers free seats of an occasion to those who wait`,
  'tell-change': msg`Tells guests that an occasion was moved or cancelled`,
  'mail-invitation-decided': msg`The email about an invitation that we stopped or allowed, or a photo that we took down`,
} satisfies Record<string, Words>

const nouns = {
  gathering: {
    name: msg`Invitations`,
    page: (id, { slug }) => (slug ? `/admin/gatherings/${slug}` : id ? null : '/admin/gatherings'),
  },
} satisfies Record<string, NounWords>

/** This noun's declarations, for app/admin/declared.ts. */
export const occasionsDeclared = { nouns, jobs, acts, facts, states, tasks }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'offer-seats': { occasionId: string }
    'tell-change': { occasionId: string }
    'mail-invitation-decided': { gatheringId: string; personId?: string; why: string; photo?: true }
  }
}
declare module '#app/base/audit/audit.ts' {
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}
