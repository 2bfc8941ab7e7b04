import { msg } from '@lingui/core/macro'
import type { DecisionWords } from '#app/admin/decision-dialog.tsx'
import type { Suspicion } from '#app/drives/comments/comment.ts'

// Comments that look like spam wait for the owner of their drive. Where the owner does not come, an administrator decides.

/** A waiting comment, as administrators see it. */
export type Quarantined = {
  id: number
  name: string
  content: string
  at: Date
  suspicion: Suspicion
  drive: { title: string; slug: string }
}

export const quarantineTexts = {
  meanwhile: msg`Another administrator has already decided about this comment.`,
  missing: msg`This comment is no longer there.`,
}

// The words of decisions about a waiting comment.

const page = (_: unknown, search: string) => `/admin/comments${search}`
const whyHint = msg`It is kept in the audit log. Neither the owner nor the writer sees it.`
const busy = msg`Saving...`
const failed = { title: msg`The comment could not be changed. Please try again.`, tone: 'bad' as const }
type Words = DecisionWords<Quarantined>

export const releasing: Words = {
  page,
  whyHint,
  busy,
  failed,
  done: { title: msg`Everyone can see the comment now.` },
  title: () => msg`Approve this comment`,
  text: () => msg`It will appear on the fund drive’s public page.`,
  confirm: msg`Approve`,
}

export const hiding: Words = {
  page,
  whyHint,
  busy,
  failed,
  done: { title: msg`The comment is hidden now.` },
  title: () => msg`Hide this comment`,
  text: () => msg`Only the owner will see it, and can show it again.`,
  confirm: msg`Hide`,
}
