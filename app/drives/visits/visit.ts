import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'
import { dayAt } from '#app/kit/time.ts'

// Visits, for server and browser: when guests may come, how many, and words.

export const visitTimes = ['09:00', '11:00', '14:00', '16:00'] as const
type VisitTime = (typeof visitTimes)[number]
/** The most guests: 5 means five or more. */
export const guestsMax = 5
export const visitorNameMax = 100
export const visitMessageMax = 1000
export const addressMax = 200
export const directionsMax = 500
/** How far ahead a visit may be asked for, in days. */
export const daysAhead = 730

type Slot = { day: string; time: VisitTime }

/** The days that a booking form offers, by Nairobi's calendar: the first, the last, and the next time that is free. */
export type VisitDays = { first: string; last: string; next: Slot }
export const visitDays = (now: Date): VisitDays => {
  const next = nextSlot(now)
  return { first: next.day, last: dayAt(new Date(now.getTime() + daysAhead * 86_400_000)), next }
}

/** The next time at which a visit can begin: later today, or tomorrow's first. */
function nextSlot(now: Date): Slot {
  const today = dayAt(now)
  const time = visitTimes.find((one) => !isOver(today, one, now))
  return time ? { day: today, time } : { day: dayAt(new Date(now.getTime() + 86_400_000)), time: visitTimes[0] }
}

/** True when the visit would have begun already: its day may be today, its time is Nairobi's. */
export const isOver = (day: string, time: string, now: Date): boolean => beginsAt(day, time) <= now

/** When the next free time is over. */
export const nextVisitOver = ({ next }: VisitDays): number => beginsAt(next.day, next.time).getTime()

/** When a visit begins. Nairobi is three hours ahead of the world's time all year. */
const beginsAt = (day: string, time: string): Date => new Date(`${day}T${time}:00+03:00`)

const visitStatuses = ['pending', 'confirmed', 'cancelled'] as const
export type VisitStatus = (typeof visitStatuses)[number]

/** The status of a visit in a word. */
export const visitStatusWords: Record<VisitStatus, Words> = {
  pending: msg`Pending`,
  confirmed: msg`Confirmed`,
  cancelled: msg`Cancelled`,
}

/** The groups of the owner's list: those to come, those to come with one status, those that are over, and all. */
export const visitGroups = ['upcoming', ...visitStatuses, 'past', 'all'] as const
export type VisitGroup = (typeof visitGroups)[number]
export const groupWords: Record<VisitGroup, Words> = {
  upcoming: msg({ message: 'Upcoming', context: 'visits' }),
  ...visitStatusWords,
  past: msg({ message: 'Past', context: 'visits' }),
  all: msg({ message: 'All', context: 'visits' }),
}

/** The group that an address asks for; without one, of a single day everything, otherwise what is to come. */
export const groupOf = ({ status, day }: { status: VisitGroup | null; day: string | null }): VisitGroup =>
  status ?? (day ? 'all' : 'upcoming')

export const guestsWritten = (guests: number): string => (guests >= guestsMax ? `${guestsMax}+` : String(guests))

/** The data that a guest needs to find the way. */
export type VisitPlace = { address: string | null; directions: string | null; phone: string | null }

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

/** A moment of this day, to write the day by. */
export const noonOfVisit = (day: string): Date => new Date(`${day}T12:00:00+03:00`)

export const visitTexts = {
  booked: {
    title: msg`Reservation Request Submitted!`,
    text: msg`We'll contact you soon to confirm your visit details.`,
  },
  notBooked: { title: msg`Failed to submit reservation. Please try again.`, tone: 'bad' },
  confirmed: { title: msg`Visit confirmed`, text: msg`The guest gets an email with the visit for their calendar.` },
  cancelled: { title: msg`Visit cancelled`, text: msg`The guest gets an email about it.` },
  notDecided: { title: msg`The visit could not be changed. Please try again.`, tone: 'bad' },
  decidedElsewhere: {
    title: msg`This visit was answered in another window.`,
    text: msg`Nothing was changed. Please look at it again.`,
  },
  overByNow: {
    title: msg`This visit is in the past.`,
    text: msg`It can no longer be confirmed or cancelled.`,
  },
  placeSaved: { title: msg`Visit address saved` },
  placeNotSaved: { title: msg`The visit address could not be saved. Please try again.`, tone: 'bad' },
  addressMissing: msg`Please enter the address.`,
  addressLong: msg`Please use at most 200 characters.`,
  directionsLong: msg`Please use at most 500 characters.`,
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
  timePast: msg`That time has already passed. Pick a later one.`,
  messageLong: msg`Please use at most 1,000 characters.`,
  missing: msg`This visit is no longer there.`,
  driveMissing: msg`Fund drive not found. Please try again.`,
} satisfies Record<string, Words | Says>
