// Questions to a mobile money company that it answers later, by a post to a secret address: in our own words.

import type { Failure } from './provider.ts'

/** `id`: the other side's name for the question. Its answer names it. */
export type MoneyAsked = { is: 'asked'; id: string }

/** The payment or transfer in question, as the other side knows it. */
export type StatusFacts = {
  receipt: string
  /** Our number that the money reached. */
  shortcode: string
  cents: number
  /** True once the money has arrived; false while it is under way, and when it failed. */
  isDone: boolean
  tail: string | null
  name: string | null
  phone?: string | undefined
  paidAt: Date | null
}

/** One of the accounts that hold our money there. */
export type Holding = { account: string; cents: number }

/**
 * The posted answer. `code`: the other side's; '0' if it could answer, or has carried out the order, whose code `receipt` then
 * is.
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
  /** Asks about a payment's state, by its receipt. */
  askReceipt: (what: { receipt: string; hearAt: string }) => Promise<MoneyAsked | Failure>
  /** Asks about the state of money that we had sent, by our reference. */
  askSent: (what: { reference: string; hearAt: string }) => Promise<MoneyAsked | Failure>
  /** Asks for the balance of each account, at the number that payers pay to or at another of ours. */
  askBalance: (what: { hearAt: string; at?: string | undefined }) => Promise<MoneyAsked | Failure>
  /** Parses the answer to a question. */
  readAnswer: (raw: Uint8Array) => ToldOfAsk
}
