import type { Body, Copy, Known } from './copies.server.ts'
import type { Asking, Way } from './ways.server.ts'

/** An answer that is kept, or is about to be. */
export type Entry = {
  name: string
  asking: Asking
  made?: Known
  body?: Body
  etag: string
  copies: Map<Way['encoding'], Copy>
  /** When the page that is shown was begun to be made. */
  at: number
  /** Until when it shows the same, unless something is told. */
  until: number
  told: boolean
  making?: Promise<void>
  /** It is not to be kept: not tried again for a moment. */
  isNot: boolean
  size: number
}
/** What an entry takes besides its bytes, about: alone, and with its heads. */
const own = 500
const heads = 4000

export const newEntry = (name: string, asking: Asking): Entry => ({
  name,
  asking,
  etag: '',
  copies: new Map(),
  at: Number.NEGATIVE_INFINITY,
  until: 0,
  told: false,
  isNot: false,
  size: own,
})

/** In bytes. */
export const sizeOf = ({ body }: Entry): number => own + (body ? heads + body.size : 0)
