import { msg } from '@lingui/core/macro'
import type { DecisionWords } from '#app/admin/decision.ts'
import type { AdminGathering } from './gathering-admin.ts'

// The decisions about an invitation, and their words.

const page = ({ slug }: Record<string, string | undefined>) => `/admin/gatherings/${slug}`
const whyHint = msg`The host reads it in an email.`
type Words = DecisionWords<AdminGathering>

export const stopping: Words = {
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

export const allowing: Words = {
  page,
  whyHint,
  done: { title: msg`Invitation allowed` },
  failed: { title: msg`Failed to allow this invitation`, tone: 'bad' },
  title: ({ title }) => msg`Allow ${title}`,
  text: () => msg`It gets back its status, and messages are sent again. Its reports count as looked at.`,
  confirm: msg({ message: 'Allow', context: 'invitation' }),
  busy: msg`Saving...`,
}

export const takingPhotoDown: Words = {
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

export const keepingPhoto: Words = {
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
