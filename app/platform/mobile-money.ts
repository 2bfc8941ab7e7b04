// Mobile money in our own words: a request on the payer's phone, and the list of what came in. One real adapter is behind
// it, and nothing else knows whose it is. Card and bank go by provider.ts.

import type { MoneyOut } from './money-out.ts'
import type { MoneyQuestions } from './money-questions.ts'
import type { Failure } from './provider.ts'

/**
 * As any provider's, and how many seconds to wait before the next question, where the other side is too busy for one. `isOfAll`: of
 * the class `config`, where nothing of ours is let in, whichever part of it is asked.
 */
export type PhoneFailure = Failure & { waitSeconds?: number | undefined; isOfAll?: boolean | undefined }

/**
 * How a request on a phone ended. `busy`: another request is open there. `too_soon`: the same sum was paid from it a moment
 * ago. `over_limit`: more than the payer may send. `locked`: the payer's PIN is blocked. `too_busy`: the other side
 * took no request at this moment. `refused`: it sends none to this number. `broken`: ours to put right.
 * `unknown`: nobody can say yet.
 */
export type PromptEnd =
  | 'paid'
  | 'cancelled'
  | 'expired'
  | 'wrong_pin'
  | 'unanswered'
  | 'short'
  | 'over_limit'
  | 'locked'
  | 'too_soon'
  | 'busy'
  | 'too_busy'
  | 'refused'
  | 'broken'
  | 'unknown'

export type PhoneCapabilities = {
  /** As the database keeps it. */
  name: string
  currency: 'KES'
  minCents: number
  maxCents: number
  /** True where cents can't be charged. */
  wholeShillings: boolean
  /** For how long a request on a phone can be answered. */
  promptSeconds: number
  /** Where payers can pay by themselves, from the menu of their phone. */
  payIn: { kind: 'paybill' | 'till'; number: string } | null
  /** The numbers of ours there: what payers pay to, and of a till the store that it belongs to. */
  shortcodes: string[]
  /** By which questions of ours money can be proved. */
  proves: ('query' | 'list' | 'status')[]
  /** True where payments can be reversed from here. */
  reverses: boolean
  /** How much can be sent to a phone at once, from which number of ours and from which account of it; null where nothing can. */
  sends: { minCents: number; maxCents: number; from: string; account: string } | null
}

/** What came of a question about a request: `open` while the payer can still answer it. */
export type PromptFacts = {
  state: 'open' | PromptEnd
  /** The other side's code of it, and its words: for us and for administrators. */
  code: string | null
  why: string | null
}

/** A row of the list that we can't read, for the person who can: its code, if that is one, and a name for it that stays the same. */
export type Unreadable = { receipt: string | null; name: string }

/** Money that reached our number, as the other side lists it. */
export type MobileReceipt = {
  /** The code that the payer reads in the message of their phone. */
  receipt: string
  shortcode: string
  cents: number
  /** What the payer typed, or what our request named, as it was written. */
  account: string
  /** The last digits of the number that paid, and its owner's name, where they are told. */
  tail: string | null
  name: string | null
  /** The number that paid, where it is told whole. It is thanked, and kept nowhere else. */
  phone?: string | undefined
  paidAt: Date
}

/** What was posted to us about a request. It proves nothing: it says what to ask about. */
export type ToldOfPrompt = { is: 'told'; id: string; state: PromptEnd; code: string | null; receipt: string | null }

/**
 * What was posted to us about money that a payer sends, or has sent, from the menu of their phone. It proves nothing.
 * `receipt`: null where they only ask whether we take it.
 */
export type ToldOfPayIn = { is: 'told'; receipt: string | null } & Omit<MobileReceipt, 'receipt'>
/** What they are answered who ask whether we take a payment. */
export type PayInVerdict = 'taken' | 'unknown account' | 'wrong amount' | 'not now'

/** Questions, and orders to send money, that are answered later. */
type Later = MoneyQuestions & MoneyOut

export type MobileMoney = Later & {
  capabilities: () => PhoneCapabilities
  /**
   * Sends a request to a phone. `ended`: it was refused in a way the payer can be told of. A failure of the class `unknown`
   * may be on the phone all the same.
   */
  prompt: (what: {
    /** Our name for it, letters and digits; the payer reads it. */
    account: string
    cents: number
    /** E.164, such as +254712345678. */
    phone: string
    /** Where the other side tells us of its end. */
    hearAt: string
  }) => Promise<{ is: 'sent'; id: string } | ({ is: 'ended' } & PromptFacts & { state: PromptEnd }) | PhoneFailure>
  /** By the id that it was sent under. Neither amount nor receipt are told. */
  askPrompt: (id: string) => Promise<({ is: 'prompt' } & PromptFacts) | PhoneFailure>
  /** What came in between two moments, a page at a time; `next` is null on the last. */
  list: (asked: {
    from: Date
    to: Date
    offset: number
  }) => Promise<
    { is: 'receipts'; receipts: MobileReceipt[]; unreadable?: Unreadable[]; next: number | null } | PhoneFailure
  >
  /**
   * Has all of a payment go back to the phone that it came from. `taken`: it is told later how that ended. `known`: it went
   * back before. A failure of the class `unknown` may have been taken; asked again, it goes back once all the same.
   */
  reverse: (what: {
    /** The code of the payment. */
    receipt: string
    /** All that was paid. */
    cents: number
    /** Where the other side tells us how it ended. */
    hearAt: string
  }) => Promise<{ is: 'taken'; id: string } | { is: 'known' } | PhoneFailure>
  /** Reads what was posted to us about a request. */
  readPrompt: (raw: Uint8Array) => ToldOfPrompt | { is: 'garbage' }
  /**
   * Says once where payments are asked about and told of. `open before`: other addresses were said before, and stay until
   * they are changed in the portal.
   */
  openDoors: (at: {
    validation: string
    confirmation: string
  }) => Promise<{ is: 'open' | 'open before' } | PhoneFailure>
  /** Reads what was posted to one of these addresses. */
  readPayIn: (raw: Uint8Array) => ToldOfPayIn | { is: 'garbage' }
  /** The answer to what was posted there. */
  answerPayIn: (verdict: PayInVerdict) => object
}
