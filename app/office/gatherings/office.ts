import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// Invitations as administrators see them: what marks one, and what is said when one is dealt with.

export const gatheringStatuses = ['open', 'closed', 'stopped'] as const
type Status = (typeof gatheringStatuses)[number]
export const statusWords: Record<Status, Words> = {
  open: msg({ message: 'Open', context: 'invitation' }),
  closed: msg({ message: 'Closed', context: 'invitation' }),
  stopped: msg`Stopped by us`,
}

/** An invitation in the list. */
export type GatheringLine = {
  id: string
  slug: string
  title: string
  hosts: string
  owner: { id: string; name: string; email: string; gone: boolean }
  status: Status
  /** Of its last occasion; null while it has none. */
  day: Date | null
  guests: number
  /** Reports of guests that nobody has looked at. */
  reports: number
  created: Date
}

/** One report of a guest; of their number so much that one knows which it is. */
export type GuestReport = {
  id: number
  reason: 'stranger' | 'untrue' | 'unwanted' | 'other'
  words: string
  guest: string | null
  phone: string | null
  at: Date
  lookedAt: Date | null
}

/** Everything that is known of one at a glance. */
export type GatheringSeen = GatheringLine & {
  stoppedWhy: string | null
  drive: { slug: string; title: string } | null
  /** Guests of three networks reported it: its messages wait. */
  paused: boolean
  sent: number
  answered: number
  seen: GuestReport[]
}

export const says = {
  missing: msg`This invitation no longer exists`,
  meanwhile: msg`Another administrator has just decided about this invitation`,
  own: msg`This invitation is yours. Another administrator has to decide about it.`,
} satisfies Record<string, Words>
