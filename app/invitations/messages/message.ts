import { msg, plural } from '@lingui/core/macro'
import type { OccasionFields } from '#app/invitations/occasions/occasion.server.ts'
import type { OccasionKind } from '#app/invitations/occasions/occasion.ts'
import type { Language } from '#app/kit/languages.ts'
import type { Says, Words } from '#app/kit/says.ts'

// Messages to guests, for server and browser: kinds, ways, limits and words.

const kinds = ['invitation', 'note', 'thanks', 'reminder', 'change', 'cancelled', 'offer', 'account'] as const
export type MessageKind = (typeof kinds)[number]
export const messageKindWords: Record<MessageKind, Words> = {
  invitation: msg({ message: 'Invitation', context: 'message' }),
  note: msg({ message: 'Note', context: 'message' }),
  thanks: msg({ message: 'Thanks', context: 'message' }),
  reminder: msg({ message: 'Reminder', context: 'message' }),
  change: msg({ message: 'Change of time or place', context: 'message' }),
  cancelled: msg({ message: 'Cancellation', context: 'message' }),
  offer: msg({ message: 'A free place', context: 'message' }),
  account: msg({ message: 'Final account', context: 'message' }),
}
/** The kinds that a host writes; the others are sent automatically. */
export const written = ['invitation', 'note', 'thanks'] as const
export type Written = (typeof written)[number]

/** Tells whether a message still goes to a guest who wants none: one who said Yes or Maybe must hear of a changed day. */
export const comesAnyway = (kind: MessageKind, state: string | null): boolean =>
  (kind === 'change' || kind === 'cancelled') && (state === 'yes' || state === 'maybe')

export type MessageWay = 'mail' | 'sms' | 'hand'
export const messageWayWords: Record<MessageWay, Words> = {
  mail: msg({ message: 'By email', context: 'message' }),
  sms: msg({ message: 'By SMS', context: 'message' }),
  hand: msg({ message: 'From your phone', context: 'message' }),
}

export const lineStates = ['queued', 'sending', 'sent', 'unsure', 'failed', 'skipped'] as const
export type LineState = (typeof lineStates)[number]
export const lineWords: Record<LineState, Words> = {
  queued: msg({ message: 'Waits', context: 'message' }),
  sending: msg({ message: 'On its way', context: 'message' }),
  sent: msg({ message: 'Sent', context: 'message' }),
  unsure: msg({ message: 'Maybe sent', context: 'message' }),
  failed: msg({ message: 'Not sent', context: 'message' }),
  skipped: msg({ message: 'Left out', context: 'message' }),
}

/** Why a line was not sent: the value in the table, and its words for the host. */
const whyWords = {
  quiet: msg`Wants no more messages`,
  gone: msg`No longer on the list`,
  'not invited': msg`Not invited to anything that is still to come`,
  'no address': msg`No email address any more`,
  refused: msg`The address does not exist, or takes no emails`,
  'no texts': msg`No SMS can be sent to this number`,
  stop: msg`Their phone said STOP`,
  'sms failed': msg`The SMS did not arrive`,
  stopped: msg`You stopped this message`,
  changed: msg`The occasion was changed again`,
  closed: msg`The invitation was stopped`,
  answered: msg`Answered meanwhile`,
  over: msg`It came too late`,
  'no answer': msg`The email server gave no answer`,
} satisfies Record<string, Words>
export type MessageWhy = keyof typeof whyWords
export const whyOfMessage = (why: string | null): Words | null =>
  why && why in whyWords ? whyWords[why as MessageWhy] : null

export const messageMost = {
  words: 600,
  messagesADay: 20,
  mailsADay: 1000,
  mailsOnTheFirstDay: 200,
  /** The most mails to one guest in a day about moved days; the same number for cancelled ones. */
  newsADay: 5,
  texts: 100,
  reminders: 5,
}

/** Tells whether words contain what looks like a web address: links are not allowed in them. */
export const hasLinkPlace = (text: string): boolean =>
  /:\/\/|\bwww\.|\b[a-z0-9-]+\.(com|org|net|info|biz|ke|tz|ug|rw|io|ly|gl|xyz)\b/i.test(text)

export const messageTexts = {
  queued: (n: number): Says => ({
    title: msg`Message queued for ${plural(n, { one: '# guest', other: '# guests' })}`,
  }),
  notQueued: { title: msg`The message could not be sent. Please try again.`, tone: 'bad' },
  another: {
    title: msg`Not sent: this form was used for another message`,
    why: msg`That message is queued for your guests. If this is one more message, press again.`,
  },
  stopped: { title: msg`Message stopped` },
  notStopped: { title: msg`The message could not be stopped. Please try again.`, tone: 'bad' },
  handSent: { title: msg`Written down as sent` },
  notHandSent: { title: msg`That could not be written down. Please try again.`, tone: 'bad' },
  told: { title: msg`Your guests are being told` },
  nothingToTell: { title: msg`Nobody has to be told` },
  notTold: { title: msg`Your guests could not be told. Please try again.`, tone: 'bad' },
  remindersSaved: { title: msg`Reminders saved` },
  remindersNotSaved: { title: msg`The reminders could not be saved. Please try again.`, tone: 'bad' },
  missing: msg`This message is no longer there.`,
  testSent: { title: msg`A test is on its way to your mailbox` },
  testTexted: { title: msg`A test is on its way to your phone` },
  noMailbox: msg`We have no confirmed email address of yours. Please add one to your profile first.`,
  nobody: msg`No guest is meant by this choice. Please choose other guests.`,
  othersNow: msg`The list has changed meanwhile: other guests are meant now. Please look at the number and send it again.`,
  kindMissing: msg`Please choose what it is.`,
  wordsMissing: msg`Please write some words.`,
  wordsLong: msg`Please use at most 600 characters.`,
  wordsLink: msg`Please write without links. Each guest gets their own.`,
  manyToday: msg`You have sent 20 messages today. Please come back tomorrow.`,
} satisfies Record<string, Says | Words | ((n: number) => Says)>

/** An occasion in a message. */
export type OccasionTold = {
  id: string
  kind: OccasionKind
  name: string
  zone: string
  startsAt: Date
  place: string
  landmark: string
  cancelledWhy: string | null
  offerUntil: Date | null
  /** The time and place that this guest knew before; null if unchanged. */
  was: OccasionFields | null
}

/** The whole content of a message to one guest, by any way. */
export type ToldMessage = {
  kind: MessageKind
  name: string
  hosts: string
  title: string
  /** The message's topic, within a sentence and in the guest's language: 'the burial of Mama Agnes'. */
  what: string
  /** True for a reminder to a guest who has not answered. */
  silent: boolean
  occasions: OccasionTold[]
  words: string
  language: Language
  /** The address of the guest's own page. */
  url: string
}

// This noun's declarations for other features: see docs/develop/decisions/0006.

/** A description of each job, for operators. */
const jobs = {
  'send-message': msg`Sends a message to guests, a hundred at a time`,
  'mail-test-message': msg`Sends a host the message that guests will get`,
  'resume-lines': msg`Looks after messages to guests whose sending was broken off`,
  'remind-guests': msg`Reminds guests of occasions`,
} satisfies Record<string, Words>

/** This noun's declarations, for app/admin/declared.ts. */
export const messagesDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'send-message': { messageId: string }
    'mail-test-message': {
      personId: string
      guest: string
      occasionId: string | null
      kind: 'invitation' | 'note' | 'thanks'
      words: string
    }
    'resume-lines': Record<string, never>
    'remind-guests': Record<string, never>
  }
}
