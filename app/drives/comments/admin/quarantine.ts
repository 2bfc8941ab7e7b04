import { msg } from '@lingui/core/macro'
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
