import type { Destination } from './payout.ts'

/** A method as its owner sees it: of the number only the end. */
export type MethodShown = {
  id: string
  type: Destination['type']
  /** The bank, or the operator. */
  through: string
  number: string
  name: string | null
  /** When a new one can be used, in words; null for now. */
  usableFrom: string | null
}
