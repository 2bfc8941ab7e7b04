import { msg } from '@lingui/core/macro'
import type { Suspicion } from '#app/features/comments/comment.ts'

// Comments that look like spam wait for the owner of their drive. Where the owner does not come, an administrator decides.

/** One that waits, as administrators see it. */
export type Held = {
  id: number
  name: string
  content: string
  at: Date
  suspicion: Suspicion
  drive: { title: string; slug: string }
}

/** What the address of the list asks for. */
export type HeldFilter = { search: string; drive: string | null }

/** The filter as the end of an address. */
export function heldQuery(filter: Partial<HeldFilter>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value)
  return `?${query}`
}

export const says = {
  meanwhile: msg`Another administrator has already decided about this comment.`,
  missing: msg`This comment is no longer there.`,
}
