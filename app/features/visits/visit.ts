import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'
import { dayAt } from '#app/kit/time.ts'

// What is true of visits on both sides: when guests may come, how many, and words.

export const visitTimes = ['09:00', '11:00', '14:00', '16:00'] as const
/** 5 stands for five or more. */
export const guestsMax = 5
export const nameMax = 100
export const messageMax = 1000
/** How far ahead a visit may be asked for, in days. */
export const daysAhead = 730

/** The days that a booking form offers, as Nairobi's calendar has them. */
export const visitDays = (now: Date): { first: string; last: string } => ({
  first: dayAt(now),
  last: dayAt(new Date(now.getTime() + daysAhead * 86_400_000)),
})

/** True when the visit would have begun already: its day may be today, its time is Nairobi's. */
export const isOver = (day: string, time: string, now: Date): boolean => new Date(`${day}T${time}:00+03:00`) < now

export const visitStatuses = ['pending', 'confirmed', 'cancelled'] as const
export type VisitStatus = (typeof visitStatuses)[number]

/** How a visit stands, in a word. */
export const statusWords: Record<VisitStatus, Words> = {
  pending: msg`Pending`,
  confirmed: msg`Confirmed`,
  cancelled: msg`Cancelled`,
}

export const guestsWritten = (guests: number): string => (guests >= guestsMax ? `${guestsMax}+` : String(guests))

/** A visit as its drive's owner sees it. */
export type Visit = {
  id: string
  name: string
  email: string
  phone: string
  date: string
  time: string
  guests: number
  message: string | null
  status: VisitStatus
  sequence: number
  bookedAt: Date
}

/** The same with its days in the owner's language. */
export type VisitRow = Omit<Visit, 'bookedAt'> & { day: string; booked: string }

export const says = {
  booked: {
    title: msg`Reservation Request Submitted!`,
    text: msg`We'll contact you soon to confirm your visit details.`,
  },
  notBooked: { title: msg`Failed to submit reservation. Please try again.`, tone: 'bad' },
  confirmed: { title: msg`Visit confirmed`, text: msg`The guest gets a mail with the visit for their calendar.` },
  cancelled: { title: msg`Visit cancelled`, text: msg`The guest gets a mail that says so.` },
  notDecided: { title: msg`The visit could not be changed. Please try again.`, tone: 'bad' },
  decidedElsewhere: {
    title: msg`This visit was answered in another window meanwhile.`,
    text: msg`Nothing was changed. Please look at it again.`,
  },
  nameMissing: msg`Please enter your full name.`,
  nameLong: msg`Please use at most 100 characters.`,
  emailMissing: msg`Please enter your email address.`,
  emailShape: msg`Please enter a valid email address.`,
  phoneMissing: msg`Please enter your phone number.`,
  phoneShape: msg`Please enter a valid phone number, such as 0712 345 678.`,
  dateMissing: msg`Please choose a day for your visit.`,
  datePast: msg`Please choose today or a later day.`,
  dateFar: msg`Please choose a day within the next two years.`,
  timeMissing: msg`Please choose one of the visit times.`,
  messageLong: msg`Please use at most 1,000 characters.`,
  missing: msg`This visit is no longer there.`,
  driveMissing: msg`Fund drive not found. Please try again.`,
} satisfies Record<string, Words | Says>
