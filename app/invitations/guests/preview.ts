import type { Row } from './compare-guests.ts'
import type { Preview } from './guest-paste.server.ts'

/** A row of a list as its host looks at it. */
export type ShownRow = Pick<
  Row,
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
  fresh: ShownRow[]
  /** Same number, another name. */
  shared: ShownRow[]
  there: ShownRow[]
  twice: ShownRow[]
  /** What looks like a message. */
  said: ShownRow[]
  unread: Preview['unread']
  columns: Preview['columns']
  /** Few enough that each row can be written over. */
  mends: boolean
  /** There are more questions than are asked one by one. */
  asksForAll: boolean
}
