// Money that a mobile money company sends to phones for us, in our own words. It says at once whether it took the order, and
// posts later how that ended.

import type { Failure } from './provider.ts'

/**
 * How an order ended. `no_money`: not enough of ours is there. `over_limit`, `account_full`, `not_registered`,
 * `no_such_number`: of the receiver. `ours`: who orders is not let in. `failed`: nothing was sent, and no more is said.
 * `open`: nobody can say yet.
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

/** What was posted to us about an order, or in answer to a question about one. */
export type ToldOfSend =
  | {
      is: 'sent'
      /** Our own reference where an order ended; of a question, the other side's name for it. */
      id: string
      end: SendEnd
      code: string
      /** Their code of the money that was sent, how much that was, and to whom. */
      receipt: string | null
      cents: number | null
      name: string | null
      /** How much of our money is left to send from, where that is told. */
      left: number | null
    }
  | { is: 'late'; id: string }
  | { is: 'garbage' }

export type MoneyOut = {
  /**
   * Sends money to a phone, once for each reference. `taken`: it is told later how that ended. `known`: this reference was
   * taken before. A failure of the class `unknown` may have been taken.
   */
  send: (what: {
    /** Our name for it: letters, digits and dashes. */
    reference: string
    cents: number
    /** E.164, such as +254712345678. */
    phone: string
    /** Where the other side tells us how it ended. */
    hearAt: string
  }) => Promise<{ is: 'taken' | 'known' } | Failure>
  /** Reads what was posted to us about an order, or in answer to a question about one. */
  readSent: (raw: Uint8Array) => ToldOfSend
}
