import type { Db } from '#app/platform/db.server.ts'
import type { Failure, Missing, TransferFacts } from '#app/platform/provider.ts'
import type { Destination } from './payout.ts'

// Who sends a withdrawal: the provider of cards and banks, or M-Pesa itself.

/** `nowhere`: nobody can send money there, and why. `waits`: not now. */
export type Readiness =
  | { is: 'recipient'; code: string; known: boolean }
  | { is: 'nowhere'; why: string }
  | { is: 'waits'; stopped: boolean }
  | Failure

/** What is to be sent. */
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
  /** As the database keeps it. */
  name: string
  /** How much at once, in cents; undefined where it sends none there. */
  limits: (to: Destination) => { minCents: number; maxCents: number } | undefined
  /** Before it is sent: what the carrier calls the destination. */
  ready: (db: Db, load: Load) => Promise<Readiness>
  /** The carrier does not know it by that name any more. */
  forget: (db: Db, load: Load) => Promise<void>
  transfer: (
    db: Db,
    what: { reference: string; amountCents: number; recipient: string; reason: string },
  ) => Promise<({ is: 'transfer' } & TransferFacts) | Failure>
  /** What became of it. */
  verify: (db: Db, reference: string) => Promise<FoundTransfer>
  /** In seconds: it is asked after at least so often. */
  mostPause: number
}
