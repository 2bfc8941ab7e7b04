import { msg } from '@lingui/core/macro'
import type { ShownPhoto } from '#app/base/pictures/photos.ts'
import type { Says, Words } from '#app/kit/says.ts'

// Updates of a drive, for server and browser: what its owner and treasurers write about it for the public.

export const updateMost = { words: 2000, aDay: 10, page: 20 }

export type Update = {
  id: string
  words: string
  at: Date
  /** True if a treasurer wrote it, and not the owner. */
  byTreasurer: boolean
  /** The withdrawal that it is about. */
  whole: string | null
  photos: ShownPhoto[]
  /** Why an administrator has hidden it; null if it is shown. */
  hidden: string | null
}

/** A withdrawal that was sent, as an update about it names it. `payout` is the number of its first part. */
export type SentMoney = { whole: string; payout: number; net: number; purpose: string; at: Date }

/** How many followers get updates by email, and how many by text. */
export type Counted = { emails: number; phones: number }

export const updateTexts = {
  posted: { title: msg`Update posted` },
  notPosted: { title: msg`The update could not be posted. Please try again.`, tone: 'bad' },
  another: {
    title: msg`Not posted: this form was used for another update`,
    why: msg`If this is one more update, press again. If it is the same update, it is in the list already.`,
  },
  removed: { title: msg`Update removed` },
  notRemoved: { title: msg`The update could not be removed. Please try again.`, tone: 'bad' },
  missing: msg`This update is gone.`,
  wordsMissing: msg`Please write something.`,
  wordsLong: msg`Please use at most 2,000 characters.`,
  many: msg`You have posted 10 updates in 24 hours, and that is the most. Please post the next one tomorrow.`,
  notPublished: msg`You can post updates once your fundraiser is published.`,
  stopped: msg`This fundraiser is paused by us. No updates can be posted now.`,
  strangePayout: msg`This withdrawal is not one of this fundraiser, or it has not been sent.`,
  driveMissing: msg`This fundraiser can’t be followed now.`,
  emailMissing: msg`Please enter your email address.`,
  emailShape: msg`Please enter a valid email address.`,
  notFollowed: { title: msg`This could not be saved. Please try again.`, tone: 'bad' },
  follows: { title: msg`You get the updates` },
  unfollowed: { title: msg`You get no more updates` },
  linkCut: msg`This link is not complete, or its address was deleted.`,
} satisfies Record<string, Says | Words>

const jobs = {
  'mail-follow': msg`The email to a person who asked how a fundraiser goes`,
  'mail-update': msg`Sending updates of a fund drive to its followers`,
  'mail-update-late': msg`An update for a follower whose mail server said: later`,
  'sweep-followers': msg`Deleting followers who never confirmed`,
} satisfies Record<string, Words>

/** The declarations of this noun, for app/admin/declared.ts. */
export const updatesDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'mail-follow': { followerId: number }
    'mail-update': { mailingId: number }
    'mail-update-late': { mailingId: number; followerId: number; nr: number }
    'sweep-followers': Record<never, never>
  }
}

/** Returns the first words of an update, for a line of a page, a subject or a text: at most so many characters, cut at a space. */
export function firstWords(words: string, most: number): string {
  const line = words.replace(/\s+/g, ' ')
  const signs = [...line]
  if (signs.length <= most) return line
  const cut = signs.slice(0, most - 1)
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > cut.length / 2 ? space : cut.length).join('')}…`
}
