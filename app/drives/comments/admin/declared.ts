import { msg, plural } from '@lingui/core/macro'
import type { TaskWords } from '#app/admin/desk/task.ts'
import type { NounWords } from '#app/base/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: audit acts, nouns, states, tasks. See docs/develop/decisions/0006.

const acts = {
  'comment released': msg`Released a comment`,
  'comment hidden': msg`Hid a comment`,
} satisfies Record<string, Words>

const nouns = {
  comment: { name: msg`Comments`, page: '/admin/comments' },
} satisfies Record<string, NounWords>

const states = {
  quarantined: msg({ message: 'in quarantine', context: 'a value' }),
  shown: msg({ message: 'shown', context: 'a value' }),
  hidden: msg({ message: 'hidden', context: 'a value' }),
} satisfies Record<string, Words>

const tasks = {
  comment: {
    name: msg`Comments in quarantine`,
    tone: 'neutral',
    place: (drive) => `/admin/comments?drive=${drive}`,
    counted: (count) => msg`${plural(count, { one: '# comment', other: '# comments' })}`,
  },
} satisfies Record<string, TaskWords>

/** Descriptions of the jobs, for administrators. */
const jobs = {
  'sweep-comments': msg`Clearing away what is not needed any more`,
} satisfies Record<string, Words>

/** The declarations, collected by app/admin/declared.ts. */
export const commentsDeclared = { jobs, acts, nouns, states, tasks }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'sweep-comments': Record<never, never>
  }
}
