import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'

// Helpers of a drive or a gathering: words and limits for both sides.

/** The things that a person can help with. */
export type HelpedNoun = 'drive' | 'gathering'
/** Returns the page where a helper's work begins. */
export const homeOf = ({ noun, slug }: { noun: HelpedNoun; slug: string }) =>
  noun === 'drive' ? `/fund-drive/${slug}/home` : `/gathering/${slug}/home`

/** The most helpers at once; a database trigger counts them, too. */
export const mostHelpers = 5
/** The most treasurers of a drive: the owner and they are five at most who decide about its money. */
export const mostTreasurers = 4
/** The days for which an invitation's link is valid. */
export const goodDays = 7
export const invitedMax = 200

export const helperTexts = {
  invited: { title: msg`The link is ready`, text: msg`Send it to the person you invite.` },
  notInvited: { title: msg`The link could not be made. Please try again.`, tone: 'bad' },
  joined: { title: msg`You are a helper now` },
  notJoined: { title: msg`You could not be added. Please try again.`, tone: 'bad' },
  removed: { title: msg`This person no longer helps` },
  notRemoved: { title: msg`That did not work. Please try again.`, tone: 'bad' },
  left: { title: msg`You stopped helping` },
  name: msg`Please say whom you invite.`,
  long: msg`Please use at most 200 characters.`,
  role: msg`Please choose what they will be.`,
  many: msg`There are 5 helpers and open links, the most there can be. Remove one first.`,
  treasurers: msg`This fund drive has 4 treasurers, the most there can be.`,
  removedLater: { title: msg`The treasurers are told` },
  removedFrom: (when: string) => msg`They no longer count from ${when}, unless a treasurer objects.`,
  gone: msg`This link is used or too old. Ask for another one.`,
  own: msg`You can’t be your own helper. Send the link to the person you invite.`,
  already: msg`You help here already.`,
  unconfirmed: msg`Please confirm your email address first.`,
  missing: msg`This person does not help here.`,
} satisfies Record<string, Words | Says | ((when: string) => Words)>
