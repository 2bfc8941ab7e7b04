import { msg } from '@lingui/core/macro'
import { endOfOccasion } from '#app/invitations/occasions/times.ts'
import { filterQuery } from '#app/kit/list.ts'
import type { Says, Words } from '#app/kit/says.ts'

// The follow-up of an occasion, for server and browser: limits and words.

export const wrapUpMost = {
  lines: 40,
  what: 120,
  posts: 20,
  seen: 10,
  words: 1000,
  objection: 500,
}

export const wrapUpTexts = {
  beforeTheLast: msg`The final account opens when the last occasion is over.`,
  accountSaved: { title: msg`Account saved` },
  accountNotSaved: { title: msg`The account could not be saved. Please try again.`, tone: 'bad' },
  noDrive: msg`This invitation is for no fund drive, so there is nothing to account for.`,
  manyLines: msg`An account has at most 40 lines.`,
  whatMissing: msg`Please say what it was spent on.`,
  whatLong: msg`Please use at most 120 characters.`,
  amountShape: msg`Please enter an amount of KES 0.01 or more, such as 12,500.`,
  amountMissing: msg`Please enter the amount.`,
  beforeTheFirst: msg`You can post when the first occasion is over.`,
  posted: { title: msg`Posted` },
  another: {
    title: msg`Not posted: this form was used for another post`,
    why: msg`If this is one more post, press again. If it is the same post, it is in the list already.`,
  },
  notPosted: { title: msg`Your words could not be posted. Please try again.`, tone: 'bad' },
  postRemoved: { title: msg`Post removed` },
  postNotRemoved: { title: msg`The post could not be removed. Please try again.`, tone: 'bad' },
  postMissing: msg`This post is gone.`,
  manyPosts: msg`You have 20 posts, and that is the most. Please remove some first.`,
  wordsMissing: msg`Please write something.`,
  wordsLong: msg`Please use at most 1,000 characters.`,
  photosAdded: { title: msg`Photos added` },
  photosNotAdded: { title: msg`The photos could not be added. Please try again.`, tone: 'bad' },
  photoMissing: msg`This photo is gone.`,
  noPhoto: msg`Please choose a photo.`,
  photoRemoved: { title: msg`Photo taken down` },
  photoNotRemoved: { title: msg`The photo could not be taken down. Please try again.`, tone: 'bad' },
  photoKept: { title: msg`Photo kept` },
  photoNotKept: { title: msg`The photo could not be kept. Please try again.`, tone: 'bad' },
  nobodyAsks: msg`Nobody asks about this photo any more.`,
  objected: { title: msg`Thank you. The hosts and we will look at it.` },
  notObjected: { title: msg`Your words could not be sent. Please try again.`, tone: 'bad' },
  nothingNew: msg`Please say what is new.`,
  objectionLong: msg`Please use at most 500 characters.`,
} satisfies Record<string, Says | Words>

/** Tells whether a guest may ask about a photo once more: only after the decision that it stays. */
export const mayAskAgain = (asked: { again: boolean; keptAt: Date | null; lookedAt: Date | null }): boolean =>
  !asked.again && (asked.keptAt ?? asked.lookedAt) !== null

// The final account, as its host writes it and its guests read it. All amounts are cents.

/**
 * The figures of the books. `cash`: gifts recorded by hand; null if the drive hides them. `kept`: money given towards pledges. `fee`: our
 * share of the money raised, which is taken with each withdrawal; `feeTaken`: the part taken so far.
 */
export type BooksSay = {
  raised: number
  cash: number | null
  kept: number
  withdrawn: number
  fee: number
  feeTaken: number
}

export type FinalAccount = {
  version: number
  madeAt: Date
  changedAt: Date | null
  lines: { what: string; amount: number }[]
}

export const spentOf = (lines: { amount: number }[]): number => lines.reduce((sum, { amount }) => sum + amount, 0)

/**
 * Computes the money left after our fee and all spending; negative if more was spent. Null if gifts are hidden, because the rest would
 * reveal their sum. Gifts towards pledges are already in the sums.
 */
export const restOfAccount = ({ raised, cash, fee }: BooksSay, lines: { amount: number }[]): number | null =>
  cash === null ? null : raised + cash - fee - spentOf(lines)

// When the follow-up page opens. Thanks and photos can follow the first occasion; an account is final when no occasion is still to come.

export type Past = { startsAt: Date; endsAt: Date | null; status: 'planned' | 'cancelled' }
/** `nothing`: no occasion is over. `some`: at least one is over. `all`: none is still to come. */
export type Over = 'nothing' | 'some' | 'all'

/** Tells how much of a gathering is over. If all its occasions were cancelled it is over, too: money may have been given for it. */
export function overOf(occasions: Past[], now: Date): Over {
  const isPast = (one: Past) => one.status === 'cancelled' || endOfOccasion(one) <= now
  if (occasions.length > 0 && occasions.every(isPast)) return 'all'
  return occasions.some((one) => one.status === 'planned' && isPast(one)) ? 'some' : 'nothing'
}

// Groups of guests to thank. Each has an address of the message form, which leaves out guests already thanked.

export const thankedFor = ['came', 'gave', 'either'] as const
export type ThankedFor = (typeof thankedFor)[number]

const filters: Record<ThankedFor, Record<string, string>> = {
  came: { came: 'yes' },
  gave: { paid: 'yes' },
  either: { helped: 'on' },
}

/** Returns the query of a group, for the list of guests and the message form. */
export const thanksQuery = (whom: ThankedFor): string =>
  filterQuery({ kind: 'thanks', ...filters[whom], thanked: 'no' })

/** Returns the address of the form for thanking a group. */
export const thanksAddress = (slug: string, whom: ThankedFor): string =>
  `/gathering/${slug}/messages/new${thanksQuery(whom)}`

/** How many guests of each group are not thanked yet. */
export type Unthanked = Record<ThankedFor, number>

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
