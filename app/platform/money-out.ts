// Money that a mobile money company sends to phones for us, in our own words. The company says at once whether it took the
// order, and posts its end later.

import type { Failure } from './provider.ts'

/**
 * The end of an order. `no_money`: our balance there is too low. `over_limit`, `account_full`, `not_registered`,
 * `no_such_number`: the receiver is the reason. `ours`: our initiator or account is refused. `failed`: nothing was
 * sent, and no more is said. `open`: nobody can say yet.
 */
export type SendEnd =
  | 'done'
  | 'no_money'
  | 'over_limit'
  | 'account_full'
  | 'not_registered'
  | 'no_such_number'
  | 'ours'
  | 'failed'
  | 'open'

/** A notification about an order, or the answer to a question about one. */
export type ToldOfSend =
  | {
      is: 'sent'
      /** Our own reference where an order ended; for a question, the other side's id of it. */
      id: string
      end: SendEnd
      code: string
      /** Their code of the transfer, its amount, and its receiver. */
      receipt: string | null
      cents: number | null
      name: string | null
      /** Our balance after it, where that is told. */
      left: number | null
    }
  | { is: 'late'; id: string }
  | { is: 'garbage' }

export type MoneyOut = {
  /**
   * Sends money to a phone, once for each reference. `taken`: its end is told later. `known`: this reference was taken
   * before. A failure of the class `unknown` may have been taken.
   */
  send: (what: {
    /** Our name for it: letters, digits and dashes. */
    reference: string
    cents: number
    /** E.164, such as +254712345678. */
    phone: string
    /** The address where the other side posts its end. */
    hearAt: string
  }) => Promise<{ is: 'taken' | 'known' } | Failure>
  /** Parses a notification about an order, or the answer to a question about one. */
  readSent: (raw: Uint8Array) => ToldOfSend
}
