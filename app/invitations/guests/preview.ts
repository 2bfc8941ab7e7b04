import type { ComparedGuest } from './compare-guests.ts'
import type { PastePreview } from './guest-paste.server.ts'

/** A row of a list as its host looks at it. */
export type ShownGuestRow = Pick<
  ComparedGuest,
  'nr' | 'line' | 'name' | 'email' | 'seats' | 'groups' | 'note' | 'is' | 'otherName' | 'byName' | 'differs' | 'doubt'
> & {
  phone: string | null
  /** A card can't draw the name. */
  undrawn: boolean
  /** The line of the other, where it is in this list. */
  otherLine: number | null
}
export type ShownPreview = {
  id: number
  /** They were entered already: so many were new. */
  added: number | null
  fresh: ShownGuestRow[]
  /** Same number, another name. */
  shared: ShownGuestRow[]
  there: ShownGuestRow[]
  twice: ShownGuestRow[]
  /** What looks like a message. */
  said: ShownGuestRow[]
  unread: PastePreview['unread']
  columns: PastePreview['columns']
  /** Few enough that each row can be written over. */
  mends: boolean
  /** There are more questions than are asked one by one. */
  asksForAll: boolean
}
