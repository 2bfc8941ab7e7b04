import { msg } from '@lingui/core/macro'
import type { FactWords, NounWords } from '#app/base/audit/audit.ts'
import { groupWords } from '#app/drives/visits/visit.ts'
import type { Words } from '#app/kit/says.ts'
import { markNames } from './drive-admin.ts'

// This noun's declarations for other features: audit acts, nouns, facts, states, jobs. See docs/develop/decisions/0006.

const acts = {
  'drive paused': msg`Paused a fund drive`,
  'drive opened': msg`Reopened a fund drive`,
  'recorded hidden': msg`Hid recorded gifts`,
  'recorded shown': msg`Showed recorded gifts again`,
  'update hidden': msg`Hid an update`,
  'update shown': msg`Showed an update again`,
  'receipt photo hidden': msg`Hid the photo of a receipt`,
  'receipt photo shown': msg`Showed the photo of a receipt again`,
  'drive unlisted': msg`Took a fund drive off the public list`,
  'listing allowed': msg`Allowed a fund drive on the public list again`,
  'category changed': msg`Changed a category`,
} satisfies Record<string, Words>

const nouns = {
  drive: {
    name: msg`Fund drives`,
    page: (id, { slug }) => (slug ? `/admin/fund-drives/${slug}` : id ? null : '/admin/fund-drives'),
    money: true,
  },
  visit: { name: msg`Visits`, page: '/admin/visits' },
  view: { name: msg`Page views` },
  category: { name: msg`Categories of fund drives`, page: '/admin/settings#categories' },
} satisfies Record<string, NounWords>

const facts = {
  mark: { name: msg`Mark`, values: markNames },
  paused: { name: msg`Paused by us` },
  english: { name: msg`Name in English` },
  swahili: { name: msg`Name in Kiswahili` },
  place: { name: msg`Place in the list` },
  hidden: { name: msg({ message: 'Hidden', context: 'category' }) },
  recordedHidden: { name: msg`Recorded gifts hidden` },
  unlisted: { name: msg`Off the public list` },
  visits: { name: msg`Which visits`, values: groupWords },
} satisfies Record<string, FactWords>

const states = {
  active: msg({ message: 'active', context: 'a value' }),
  paused: msg({ message: 'paused', context: 'a value' }),
} satisfies Record<string, Words>

/** Descriptions of the jobs, for administrators. */
const jobs = {
  'sweep-drives': msg`Clearing away what is not needed any more`,
  'fetch-far-pictures': msg`Keep copies of pictures from other sites`,
  'mail-stopped': msg`The email about a fund drive that we paused or opened`,
  'mail-recorded-hidden': msg`The email about recorded gifts that we hid or showed again`,
  'mail-update-hidden': msg`The email about an update that we hid or showed again`,
  'mail-receipt-hidden': msg`The email about a receipt’s photo that we hid or showed again`,
} satisfies Record<string, Words>

/** The declarations, collected by app/admin/declared.ts. */
export const drivesDeclared = { jobs, acts, nouns, facts, states }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'sweep-drives': Record<never, never>
    'fetch-far-pictures': Record<never, never>
    'mail-stopped': { driveId: string }
    'mail-recorded-hidden': { driveId: string }
    'mail-update-hidden': { updateId: string }
    'mail-receipt-hidden': { receiptId: number }
  }
}
