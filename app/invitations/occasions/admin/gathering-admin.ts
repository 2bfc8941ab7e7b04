import { msg } from '@lingui/core/macro'
import type { InvitationReportReason } from '#app/invitations/guests/report.ts'
import type { PictureFile } from '#app/kit/picture.ts'
import type { Words } from '#app/kit/says.ts'

// Invitations as administrators see them: the states, and the messages after a decision.

export const gatheringStatuses = ['open', 'closed', 'stopped'] as const
type Status = (typeof gatheringStatuses)[number]
export const gatheringStatusWords: Record<Status, Words> = {
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
  /** The day of the last occasion; null while there is none. */
  day: Date | null
  guests: number
  /** The open reports of guests, and the photos that guests want taken down. */
  reports: number
  created: Date
}

/** A guest's report, with enough of their number to recognize it. `photo`: the guest wants a photo taken down. */
export type GuestReport = {
  id: number
  reason: InvitationReportReason | 'photo'
  words: string
  guest: string | null
  phone: string | null
  at: Date
  lookedAt: Date | null
  /** Null if the photo is gone, or the report is about the invitation as a whole. */
  photo: (PictureFile & { id: string; alt: string }) | null
  /** The moments when the host decided to keep the photo, and when it was taken down. */
  keptAt: Date | null
  goneAt: Date | null
}

/** An invitation with everything that is shown on its page. */
export type AdminGathering = GatheringLine & {
  stoppedWhy: string | null
  drive: { slug: string; title: string } | null
  /** Guests of three networks reported it: its messages wait. */
  paused: boolean
  /** The number of open reports about the invitation as a whole: allowing it answers these. */
  toAllow: number
  sent: number
  answered: number
  seen: GuestReport[]
}

export const gatheringDecisionTexts = {
  missing: msg`This invitation no longer exists`,
  meanwhile: msg`Another administrator has just decided about this invitation`,
  photoMissing: msg`This photo is gone`,
  own: msg`This invitation is yours. Another administrator has to decide about it.`,
} satisfies Record<string, Words>
