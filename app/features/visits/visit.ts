import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// What is true of visits on both sides: when guests may come, how many, and words.

export const visitTimes = ['09:00', '11:00', '14:00', '16:00'] as const
/** 5 stands for five or more. */
export const guestsMax = 5
export const nameMax = 100
export const messageMax = 1000
/** How far ahead a visit may be asked for, in days. */
export const daysAhead = 730

export const visitStatuses = ['pending', 'confirmed', 'cancelled'] as const
export type VisitStatus = (typeof visitStatuses)[number]

export const says = {
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
} satisfies Record<string, Words>
