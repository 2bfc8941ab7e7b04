import { msg } from '@lingui/core/macro'
import { kes, plainMoney } from '#app/kit/money.ts'
import type { Says, Words } from '#app/kit/says.ts'
import { dayAt } from '#app/kit/time.ts'

// Rules of promises to give later, on both sides.

export type PledgeState = 'open' | 'kept' | 'released'
/** The time of our first message: at once, in the morning after a quiet night, the next day if today's texts are used up, or never. */
export type ToldPledge = 'now' | 'morning' | 'tomorrow' | 'never'
/** The writer: the person who promises, a person of the drive, or the list of a group. */
export type PledgeSource = 'giver' | 'organiser' | 'list'

/** The limits of a promise, in cents. */
export const amountLeast = kes(1)
export const amountMost = kes(10_000_000)
export const pledgerNameMax = 200
export const pledgeEmailMax = 254

/** Days from the promise: the default day to keep it, and the last day that can be chosen. */
const usual = 30
const latest = 365

const dayLength = 86_400_000
const daysOn = (now: Date, days: number) => dayAt(new Date(now.getTime() + days * dayLength))

/** Returns the days that a promise can be for. */
export const daysOf = (now: Date) => ({ first: dayAt(now), usual: daysOn(now, usual), last: daysOn(now, latest) })

/** Returns the page of a pledge, for the person who has its link. */
export const pledgePath = (token: string): string => `/pledge/${encodeURIComponent(token)}`
/** Returns the pages of a pledge with our message's proof, if it was read: so its reader is not asked again. */
export const ownPledgePath = (token: string, yes: string, page: '' | '/change' = ''): string =>
  `${pledgePath(token)}${page}${yes && `?yes=${encodeURIComponent(yes)}`}`
/** Returns the page where the reader of a mail about it ends all mails about pledges. */
export const mailsPath = (token: string, reader: string): string =>
  `${pledgePath(token)}?mails=${encodeURIComponent(reader)}#mails`
/** Returns the page where a visitor promises. */
export const promisePath = (slug: string): string => `/fundraiser/${slug}/pledge`
/** Returns the pledges of a drive, for those who manage it. */
export const pledgesPath = (slug: string): string => `/fund-drive/${slug}/pledges`
/** Returns the page where they say which gift was for a pledge. */
export const giftPath = (slug: string, id?: number): string =>
  `${pledgesPath(slug)}/gift${id === undefined ? '' : `?pledge=${id}`}`

/** The words for its state: part and late are no states of their own. */
export const pledgeStateWords: Record<PledgeState | 'part' | 'late', Words> = {
  open: msg({ message: 'Open', context: 'a pledge' }),
  part: msg({ message: 'Part given', context: 'a pledge' }),
  late: msg({ message: 'Late', context: 'a pledge' }),
  kept: msg({ message: 'Kept', context: 'a pledge' }),
  released: msg({ message: 'Cancelled', context: 'a pledge' }),
}

type Dated = { state: PledgeState; paid: number; dueOn: string | null }

/** Returns the state in a word. An open pledge is late once its day is over. */
export function stateOfPledge({ state, paid, dueOn }: Dated, today: string): keyof typeof pledgeStateWords {
  if (state !== 'open') return state
  if (dueOn !== null && dueOn < today) return 'late'
  return paid > 0 ? 'part' : 'open'
}

type Reminded = { name: string; amount: number; paid: number; title: string; link: string }

/** Returns the reminder that an organiser sends from their own phone. */
export const reminderWords = ({ name, amount, paid, title, link }: Reminded): Words => {
  const [all, rest] = [plainMoney(amount), plainMoney(amount - paid)]
  return name
    ? msg`Hello ${name}! You pledged ${all} for ${title}; ${rest} is still open. You can give here: ${link} Thank you!`
    : msg`Hello! You pledged ${all} for ${title}; ${rest} is still open. You can give here: ${link} Thank you!`
}

export const pledgeTexts = {
  nameMissing: msg`Enter your name, or choose to stay anonymous`,
  giverMissing: msg`Enter the name of the person who promised`,
  nameLong: msg`Please use at most 200 characters.`,
  amountMissing: msg`Enter an amount`,
  amountShape: msg`Enter an amount such as 2,000`,
  amountWhole: msg`A pledge is a sum of whole shillings.`,
  amountMuch: msg`The largest pledge is KES 10,000,000.`,
  reachMissing: msg`Enter a phone number or an email: we send your link there`,
  phoneShape: msg`Enter a phone number such as 0712 345 678`,
  emailShape: msg`Please enter a valid email address.`,
  dayShape: msg`Choose a day from today until a year from now`,
  sayYesThere: msg`Nearly done: open the link in the message we sent, and confirm there. Then it counts for the fundraiser, and we remind you.`,
  sayYesTomorrow: msg`We can send no more texts today. Ours comes tomorrow: open its link and confirm there. Then it counts for the fundraiser, and we remind you.`,
  sayYesInTheMorning: msg`Our text comes after 8 in the morning: open its link and confirm there. Then it counts for the fundraiser, and we remind you. To a phone that said STOP we send nothing.`,
  sayYesToMore: msg`Open the link in our message and confirm there: then all of it counts.`,
  gone: msg`This pledge is not there any more.`,
  driveMissing: msg`Fund drive not found. Please try again.`,
  noGifts: msg`This fundraiser does not collect donations.`,
  belowPaid: msg`You have given more than that already. A pledge can be lowered to what was given.`,
  isReleased: msg`This pledge was cancelled. Nothing is expected of you.`,
  notSaved: { title: msg`The pledge was not saved. Please try again.`, tone: 'bad' },
  another: {
    title: msg`Not saved: this form was used for another pledge`,
    why: msg`If this is one more pledge, press again. If it is the same pledge, it is in the list already.`,
  },
  agreed: { title: msg`Thank you! Your pledge counts for the fundraiser` },
  changed: { title: msg`Your pledge was changed` },
  released: { title: msg`The pledge was cancelled` },
  reminded: { title: msg`We remind you of this pledge again` },
  stopped: { title: msg`We send no more reminders of this pledge` },
  mailsStopped: { title: msg`We write nothing about pledges to this email address` },
  mailsAgain: { title: msg`We write about pledges to this email address again` },
  written: { title: msg`The pledge is written down` },
  writtenAtNight: {
    title: msg`The pledge is written down`,
    text: msg`The text to their phone comes after 8 in the morning.`,
  },
  giftMissing: msg`Choose a gift`,
  chosen: { title: msg`The gift counts for the pledge` },
  takenOff: { title: msg`The gift does not count for the pledge any more` },
  notTakenOff: { title: msg`The gift was not taken off. Please try again.`, tone: 'bad' },
  notCounting: { title: msg`This gift does not count for the pledge any more`, tone: 'bad' },
  giversOwn: { title: msg`Its giver gave it for this pledge, so it stays`, tone: 'bad' },
  notChosen: { title: msg`This gift counts for a pledge already, or was refunded`, tone: 'bad' },
  paidRecorded: { title: msg`The gift is recorded, and counts for the pledge` },
  counted: { title: msg`The gift counts for your pledge` },
  notCounted: { title: msg`The gift does not count for a pledge`, tone: 'bad' },
  notShown: { title: msg`The number can’t be shown`, tone: 'bad' },
} satisfies Record<string, Words | Says>

/** Returns the toast with the number that a person of the drive asked for. */
export const phoneIs = (phone: string): Says => ({ title: msg`The number is ${phone}` })

// The times of reminders to the giver of a pledge.

/** Days from the day of the pledge. */
const reminders = [-3, 0, 7] as const
/** Nine in the morning in Nairobi, in ms after midnight UTC. */
const at = 6 * 3_600_000

const momentOf = (dueOn: string, days: number): Date =>
  new Date(Date.parse(`${dueOn}T00:00:00Z`) + days * dayLength + at)

/** Returns the first reminder after this moment: which of the three it is, and when. Null when none is left. */
export function nextReminder(dueOn: string | null, after: Date): { nr: number; at: Date } | null {
  if (dueOn === null) return null
  const found = reminders.findIndex((days) => momentOf(dueOn, days) > after)
  return found < 0 ? null : { nr: found, at: momentOf(dueOn, reminders[found]!) }
}

/** Returns which of the three is the last one whose time has come. */
export const reminderDue = (dueOn: string, now: Date): number =>
  reminders.findLastIndex((days) => momentOf(dueOn, days) <= now)
