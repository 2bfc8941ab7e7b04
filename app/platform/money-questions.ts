// Questions to a mobile money company that it answers later, by a post to a secret address: in our own words.

import type { Failure } from './provider.ts'

/** `id`: the other side's name for the question. Its answer names it. */
export type MoneyAsked = { is: 'asked'; id: string }

/** Money that was asked about, as the other side has it. */
export type StatusFacts = {
  receipt: string
  /** The number of ours that it reached. */
  shortcode: string
  cents: number
  /** True once the money is ours; false while it is under way, and when nothing came of it. */
  isDone: boolean
  tail: string | null
  name: string | null
  phone?: string | undefined
  paidAt: Date | null
}

/** One of the accounts that our money there is spread over. */
export type Holding = { account: string; cents: number }

/**
 * What was posted to us in answer. `code`: the other side's; '0' where it could answer, or has done what was ordered, and then
 * `receipt` is the code of that.
 */
export type ToldOfAsk =
  | {
      is: 'answer'
      id: string
      code: string
      receipt: string | null
      status: StatusFacts | null
      held: Holding[] | null
    }
  | { is: 'late'; id: string }
  | { is: 'garbage' }

export type MoneyQuestions = {
  /** What became of money, by the code of it. */
  askReceipt: (what: { receipt: string; hearAt: string }) => Promise<MoneyAsked | Failure>
  /** What became of money that we had sent, by our reference. */
  askSent: (what: { reference: string; hearAt: string }) => Promise<MoneyAsked | Failure>
  /** How much there is, account by account, at the number that payers pay to or at another of ours. */
  askBalance: (what: { hearAt: string; at?: string | undefined }) => Promise<MoneyAsked | Failure>
  /** Reads what was posted to us about a question. */
  readAnswer: (raw: Uint8Array) => ToldOfAsk
}
