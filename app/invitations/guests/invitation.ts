import { msg, plural } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'

// The facts of invitations for both sides: their states, a guest's choices in each, and words.

export const invitationStates = ['invited', 'asked', 'yes', 'maybe', 'no', 'waiting', 'offered', 'withdrawn'] as const
export type InvitationState = (typeof invitationStates)[number]
/** A state in a word, as the host reads it. */
export const invitationStateWords: Record<InvitationState, Words> = {
  invited: msg`No answer yet`,
  asked: msg`Asks to come`,
  yes: msg({ message: 'Comes', context: 'guest' }),
  maybe: msg({ message: 'Maybe', context: 'guest' }),
  no: msg({ message: 'Does not come', context: 'guest' }),
  waiting: msg`On the waitlist`,
  offered: msg`Has an offer`,
  withdrawn: msg`No longer invited`,
}

/** A guest's possible answers. Yes takes an offer, No leaves it. */
export const replies = ['yes', 'maybe', 'no'] as const
export type Reply = (typeof replies)[number]

/** An answer that the host writes down for a guest. */
export const replyAsWords: Record<Reply, Words> = {
  yes: invitationStateWords.yes,
  maybe: invitationStateWords.maybe,
  no: invitationStateWords.no,
}

export type Party = { adults: number; children: number }
export const partyMax = 50
export const seatsMax = 50
export const wishMax = 300
export const guestNoteMax = 300
export const guestNameMax = 100
export const supportersMax = 5000
export const groupMax = 40
export const groupsMax = 10

/** Returns how many may come by one answer: the seats and plus-ones of a guest invited by name, the host's maximum for others. */
export const mostPeople = (
  invitation: { seats: number; origin: string },
  occasion: { plusOnes: number; partyMost: number },
): number =>
  Math.min(
    partyMax,
    invitation.origin === 'shared'
      ? Math.max(invitation.seats, occasion.partyMost)
      : invitation.seats + occasion.plusOnes,
  )

/** The address of a guest's own page. */
export const guestPath = (link: string): string => `/i/${encodeURIComponent(link)}`
/** The top of the guest's page, and an occasion on it: there a guest sees the result of a form action. */
export const guestTop = (link: string): string => `${guestPath(link)}#main`
export const occasionOn = (link: string, no: number): string => `${guestPath(link)}#o${no}`

/** True if an occasion takes any answer now. */
export const takesAnswers = ({ invitation }: { invitation: { replies: Reply[] } }): boolean =>
  invitation.replies.length > 0

/** Returns the message for an answer, by its outcome. */
export const outcomeSays = (state: InvitationState): Says =>
  state === 'waiting' ? invitationTexts.waits : state === 'asked' ? invitationTexts.asked : invitationTexts.answered

export const invitationTexts = {
  answered: { title: msg`Answer saved` },
  notAnswered: { title: msg`Your answer could not be saved. Please try again.`, tone: 'bad' },
  putInLine: { title: msg`Answer saved`, text: msg`It is full: the guest is on the waitlist.` },
  waits: { title: msg`It is full. You are on the waitlist.` },
  asked: { title: msg`The hosts will answer you.` },
  quiet: {
    title: msg`You get no more messages`,
    text: msg`If an occasion changes that you said yes or maybe to, we still tell you.`,
  },
  notQuiet: { title: msg`You get messages again` },
  removed: {
    title: msg`You were removed`,
    text: msg`Your name and number are gone, and the link opens nothing any more.`,
  },
  otherEnd: msg`These are not the last 4 digits of the number on the list. Nothing was removed.`,
  sureMissing: msg`Please tick this first. Nothing was removed.`,
  notRemoved: { title: msg`You could not be removed. Please try again.`, tone: 'bad' },
  reported: { title: msg`Thank you. We will look at it.`, text: msg`The hosts are not told who reported it.` },
  notReported: { title: msg`The report could not be sent. Please try again.`, tone: 'bad' },
  reasonMissing: msg`Please choose a reason.`,
  reportLong: msg`Please use at most 1,000 characters.`,
  full: msg`It is full.`,
  noRoom: msg`There is no room for so many. Your answer from before stays.`,
  most: msg`More people than you have seats for. Please write to the hosts.`,
  nobody: msg`Please say how many come.`,
  late: msg`The day for answers has passed. Please write to the hosts.`,
  cancelled: msg`This occasion was cancelled.`,
  over: msg`This occasion is over.`,
  closed: msg`Answers are no longer taken.`,
  noNewcomers: msg`The hosts take no new guests by this link. If you have a link of your own, please open that one.`,
  emailOften: msg`This email address was given too often. Please leave it empty: your answer counts without it.`,
  manyNew: (minutes: number) =>
    msg`Many people around you are answering right now. Please try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}, or write to the hosts.`,
  offerOver: msg`The offer has ended.`,
  missing: msg`This invitation is no longer there.`,
  partyRange: msg`Please enter a whole number between 0 and 50.`,
  wishLong: msg`Please use at most 300 characters.`,
  emailShape: msg`Please enter a valid email address.`,
  phoneShape: msg`Please enter a valid phone number, such as 0712 345 678.`,
  phoneMissing: msg`Please enter your phone number.`,
  nameMissing: msg`Please enter a name.`,
  cardNameLetters: msg`A card can't draw all of these letters. Please use Latin ones.`,
  nameLong: msg`Please use at most 100 characters.`,
  replyMissing: msg`Please choose an answer.`,
  allApproved: (many: number) => msg`${plural(many, { one: '# guest approved', other: '# guests approved' })}`,
  allTurnedDown: (many: number) => msg`${plural(many, { one: '# guest turned down', other: '# guests turned down' })}`,
  added: { title: msg`Guest added` },
  another: {
    title: msg`Not added: this form was used for another guest`,
    why: msg`If this is one more guest, press again. If it is the same guest, open it in the list and change it there.`,
  },
  notAdded: { title: msg`The guest could not be added. Please try again.`, tone: 'bad' },
  seatsRange: msg`Please enter a whole number between 1 and 50.`,
  seatsOrNone: msg`Please enter a whole number between 0 and 50.`,
  groupsLong: msg`Please use at most 10 groups of at most 40 characters.`,
  stale: {
    title: msg`Changed in another window meanwhile.`,
    text: msg`Nothing was saved. Please load the page again and look at what changed.`,
    tone: 'bad',
  },
  seatsSaved: { title: msg`Seats saved` },
  merged: { title: msg`Guests merged`, text: msg`Both links open the same page now.` },
  notMerged: { title: msg`The guests could not be merged. Please try again.`, tone: 'bad' },
  notTheSame: { title: msg`Kept as two guests` },
  mergeMissing: msg`Please enter the number or the link of another guest on this list.`,
  forgotten: { title: msg`Guest forgotten`, text: msg`Their name and number are gone. The counts stay.` },
  notForgotten: { title: msg`The guest could not be forgotten. Please try again.`, tone: 'bad' },
  noteLong: msg`Please use at most 300 characters.`,
  phoneTaken: msg`A guest with this number is on the list already.`,
  manyGuests: msg`An invitation has at most 5,000 guests.`,
  guestMissing: msg`This guest is no longer there.`,
  saved: { title: msg`Guest saved` },
  notSaved: { title: msg`The guest could not be saved. Please try again.`, tone: 'bad' },
  linkReplaced: { title: msg`Link replaced`, text: msg`The old link opens nothing any more.` },
  passReplaced: { title: msg`Pass replaced`, text: msg`Doors turn the old one away as soon as they are online.` },
  passNotReplaced: { title: msg`The pass could not be replaced. Please try again.`, tone: 'bad' },
  manyPasses: msg`This pass was replaced too often.`,
  offered: { title: msg`Place offered` },
  notOffered: { title: msg`The place could not be offered. Please try again.`, tone: 'bad' },
  notWaiting: msg`This guest does not wait any more.`,
  approved: { title: msg`Guest approved` },
  notTurnedDown: { title: msg`The guest could not be turned down. Please try again.`, tone: 'bad' },
  turnedDown: { title: msg`Guest turned down` },
  decidedElsewhere: msg`This was answered in another window meanwhile.`,
  tooManyFor: msg`There are not so many free seats.`,
} satisfies Record<string, Says | Words | ((minutes: number) => Words)>

// The reasons for which guests report an invitation to the admins.

export const invitationReportReasons = ['stranger', 'untrue', 'unwanted', 'other'] as const
export type InvitationReportReason = (typeof invitationReportReasons)[number]
export const reportReasonWords: Record<InvitationReportReason, Words> = {
  stranger: msg`I don’t know who invites me`,
  untrue: msg`What it says is not true`,
  unwanted: msg`I am written to again and again`,
  other: msg({ message: 'Something else', context: 'report' }),
}
export const reportWordsMax = 1000
