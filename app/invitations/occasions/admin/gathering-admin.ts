import { msg } from '@lingui/core/macro'
import type { DecisionWords } from '#app/admin/decision-dialog.tsx'
import type { InvitationReportReason } from '#app/invitations/guests/invitation.ts'
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

// The decisions about an invitation, and their words.

const page = ({ slug }: Record<string, string | undefined>) => `/admin/gatherings/${slug}`
const whyHint = msg`The host reads it in an email.`
type GatheringDecisionWords = DecisionWords<AdminGathering>

export const stopping: GatheringDecisionWords = {
  page,
  whyHint,
  danger: true,
  done: { title: msg`Invitation stopped` },
  failed: { title: msg`Failed to stop this invitation`, tone: 'bad' },
  title: ({ title }) => msg`Stop ${title}`,
  text: () => msg`Guests and hosts no longer find it, and no messages are sent. Its reports count as looked at.`,
  confirm: msg({ message: 'Stop', context: 'invitation' }),
  busy: msg`Stopping...`,
}

export const allowing: GatheringDecisionWords = {
  page,
  whyHint,
  done: { title: msg`Invitation allowed` },
  failed: { title: msg`Failed to allow this invitation`, tone: 'bad' },
  title: ({ title }) => msg`Allow ${title}`,
  text: () => msg`It gets back its status, and messages are sent again. Its reports count as looked at.`,
  confirm: msg({ message: 'Allow', context: 'invitation' }),
  busy: msg`Saving...`,
}

export const takingPhotoDown: GatheringDecisionWords = {
  page,
  whyHint,
  danger: true,
  done: { title: msg`Photo taken down` },
  failed: { title: msg`Failed to take this photo down`, tone: 'bad' },
  title: ({ title }) => msg`Take down a photo of ${title}`,
  text: () => msg`It is gone for everyone at once, and its file is removed. Guests who asked read that on their pages.`,
  confirm: msg`Take it down`,
  busy: msg`Saving...`,
}

export const keepingPhoto: GatheringDecisionWords = {
  page,
  whyHint: msg`Only administrators read it.`,
  done: { title: msg`Photo kept` },
  failed: { title: msg`Failed to keep this photo`, tone: 'bad' },
  title: ({ title }) => msg`Keep a photo of ${title}`,
  text: () =>
    msg`Guests who asked read on their pages that we looked at it and that it stays. The host can still take it down.`,
  confirm: msg`Keep it`,
  busy: msg`Saving...`,
}
