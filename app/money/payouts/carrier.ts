import type { Db } from '#app/platform/db.server.ts'
import type { Failure, Missing, TransferFacts } from '#app/platform/provider.ts'
import type { Destination } from './payout.ts'

// The carriers that send withdrawals: the provider of cards and banks, or M-Pesa itself.

/** `nowhere`: nobody can send money there, and why. `waits`: not now. */
export type Readiness =
  | { is: 'recipient'; code: string; known: boolean }
  | { is: 'nowhere'; why: string }
  | { is: 'waits'; stopped: boolean }
  | Failure

/** The withdrawal to be sent. */
export type Load = {
  id: number
  reference: string
  destination: Destination
  /** The full name of the person who asked for it. */
  owner: string
  net: number
  state: 'sending' | 'pending' | 'unknown'
}

export type FoundTransfer = ({ is: 'transfer' } & TransferFacts & { isOther?: boolean }) | Missing | Failure

export type Carrier = {
  /** The name as the database keeps it. */
  name: string
  /** Returns how much it sends at once, in cents; undefined if it sends none there. */
  limits: (to: Destination) => { minCents: number; maxCents: number } | undefined
  /** Returns the carrier's name for the destination, before it is sent. */
  ready: (db: Db, load: Load) => Promise<Readiness>
  /** Forgets that name: the carrier does not know it any more. */
  forget: (db: Db, load: Load) => Promise<void>
  transfer: (
    db: Db,
    what: { reference: string; amountCents: number; recipient: string; reason: string },
  ) => Promise<({ is: 'transfer' } & TransferFacts) | Failure>
  /** Returns what became of it. */
  verify: (db: Db, reference: string) => Promise<FoundTransfer>
  /** The most seconds between two checks. */
  mostPause: number
}
