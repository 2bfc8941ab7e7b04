import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

/** Said wherever a recorded gift is shown. */
export const recordedByWords = (name: string): Words =>
  msg`Recorded by ${name}. This money did not pass through Harambee.`

/** A day of the calendar as a moment of it. */
export const dayOf = (day: string): Date => new Date(`${day}T12:00:00+03:00`)
