import type { PastePreview } from './guest-paste.server.ts'
import type { ComparedGuest } from './plan-guests.ts'

/** A row of a list as its host sees it. */
export type ShownGuestRow = Pick<
  ComparedGuest,
  'nr' | 'line' | 'name' | 'email' | 'seats' | 'groups' | 'note' | 'is' | 'otherName' | 'byName' | 'differs' | 'doubt'
> & {
  phone: string | null
  /** True if a card can't draw the name. */
  undrawn: boolean
  /** The line of the other guest, if it is in this list. */
  otherLine: number | null
}
export type ShownPreview = {
  id: number
  /** The number of new guests, if the list was entered already; otherwise null. */
  added: number | null
  fresh: ShownGuestRow[]
  /** Rows with a guest's number and another name. */
  shared: ShownGuestRow[]
  there: ShownGuestRow[]
  twice: ShownGuestRow[]
  /** Rows that look like messages. */
  said: ShownGuestRow[]
  unread: PastePreview['unread']
  columns: PastePreview['columns']
  /** True if there are few enough rows to edit each. */
  mends: boolean
  /** True if there are too many questions to ask them one by one. */
  asksForAll: boolean
}
