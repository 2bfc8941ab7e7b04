import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

/** Names the recorder, wherever a recorded gift is shown. */
export const recordedByWords = (name: string): Words =>
  msg`Recorded by ${name}. This money did not pass through Harambee.`

/** Returns a moment of a calendar's day. */
export const dayOf = (day: string): Date => new Date(`${day}T12:00:00+03:00`)
