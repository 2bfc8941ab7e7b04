import { msg } from '@lingui/core/macro'
import type { InvitationReportReason } from '#app/invitations/guests/report.ts'
import type { PictureFile } from '#app/kit/picture.ts'
import type { Words } from '#app/kit/says.ts'

// Invitations as administrators see them: what marks one, and what is said when one is dealt with.

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
  /** Of its last occasion; null while it has none. */
  day: Date | null
  guests: number
  /** Reports of guests that nobody has looked at, and photos that they ask to have taken down. */
  reports: number
  created: Date
}

/** What a guest told us; of their number so much that one knows which it is. `photo`: they ask to have one taken down. */
export type GuestReport = {
  id: number
  reason: InvitationReportReason | 'photo'
  words: string
  guest: string | null
  phone: string | null
  at: Date
  lookedAt: Date | null
  /** Null where it is gone, and in a report about the invitation as a whole. */
  photo: (PictureFile & { id: string; alt: string }) | null
  /** When the host decided to keep the photo, and when it was taken down. */
  keptAt: Date | null
  goneAt: Date | null
}

/** Everything that is known of one at a glance. */
export type AdminGathering = GatheringLine & {
  stoppedWhy: string | null
  drive: { slug: string; title: string } | null
  /** Guests of three networks reported it: its messages wait. */
  paused: boolean
  /** Reports about the invitation as a whole that are open: those are what allowing it answers. */
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
