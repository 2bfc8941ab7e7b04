// Mobile money in our own words: a request on the payer's phone, and the list of receipts. One real adapter implements
// it, and no other code knows the company. Cards and banks are in provider.ts.

import type { MoneyOut } from './money-out.ts'
import type { MoneyQuestions } from './money-questions.ts'
import type { Failure } from './provider.ts'

/**
 * A failure as of any provider; `waitSeconds`: the time before the next question, where the other side is too busy. `isOfAll`: a
 * `config` failure of all our calls, whichever part of the provider they ask.
 */
export type PhoneFailure = Failure & { waitSeconds?: number | undefined; isOfAll?: boolean | undefined }

/**
 * The end of a request on a phone. `busy`: another request is open there. `too_soon`: the phone paid the same sum a moment
 * ago. `over_limit`: more than the payer may send. `locked`: the payer's PIN is blocked. `too_busy`: the other side took no
 * request at this moment. `refused`: it sends none to this number. `broken`: ours to repair. `unknown`: nobody can say yet.
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
  /** The name in the database. */
  name: string
  currency: 'KES'
  minCents: number
  maxCents: number
  /** True where cents can't be charged. */
  wholeShillings: boolean
  /** The time in which a request on a phone can be answered. */
  promptSeconds: number
  /** The number for payers who pay by themselves, from the menu of their phone. */
  payIn: { kind: 'paybill' | 'till'; number: string } | null
  /** Our numbers there: the one that payers pay to, and for a till the store that it belongs to. */
  shortcodes: string[]
  /** The kinds of questions by which we can prove a payment. */
  proves: ('query' | 'list' | 'status')[]
  /** True where payments can be reversed from here. */
  reverses: boolean
  /** The amounts that can be sent to a phone at once, and the number and account they are sent from; null if none can. */
  sends: { minCents: number; maxCents: number; from: string; account: string } | null
}

/** The answer to a question about a request: `open` while the payer can still answer it. */
export type PromptFacts = {
  state: 'open' | PromptEnd
  /** The other side's code of the state, and its words: for us and for administrators. */
  code: string | null
  why: string | null
}

/** A row of the list that we can't parse, for an administrator who can read it: its code, if that is one, and a stable name for it. */
export type Unreadable = { receipt: string | null; name: string }

/** Money that reached our number, as the other side lists it. */
export type MobileReceipt = {
  /** The code that the payer reads in the message of their phone. */
  receipt: string
  shortcode: string
  cents: number
  /** The account as the payer typed it, or as our request named it. */
  account: string
  /** The last digits of the number that paid, and its owner's name, where they are given. */
  tail: string | null
  name: string | null
  /** The number that paid, where it is given in full. It is thanked, and stored nowhere else. */
  phone?: string | undefined
  paidAt: Date
}

/** A notification about a request. It proves nothing: it says what to ask about. */
export type ToldOfPrompt = { is: 'told'; id: string; state: PromptEnd; code: string | null; receipt: string | null }

/**
 * A notification about money that a payer sends, or has sent, from the menu of their phone. It proves nothing.
 * `receipt`: null if the other side only asks whether we take it.
 */
export type ToldOfPayIn = { is: 'told'; receipt: string | null } & Omit<MobileReceipt, 'receipt'>
/** Our answer to the question whether we take a payment. */
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
    /** The address where the other side posts its end. */
    hearAt: string
  }) => Promise<{ is: 'sent'; id: string } | ({ is: 'ended' } & PromptFacts & { state: PromptEnd }) | PhoneFailure>
  /** Asks about a request, by the id that `prompt` returned. Neither amount nor receipt are told. */
  askPrompt: (id: string) => Promise<({ is: 'prompt' } & PromptFacts) | PhoneFailure>
  /** Lists the receipts between two moments, a page at a time; `next` is null on the last. */
  list: (asked: {
    from: Date
    to: Date
    offset: number
  }) => Promise<
    { is: 'receipts'; receipts: MobileReceipt[]; unreadable?: Unreadable[]; next: number | null } | PhoneFailure
  >
  /**
   * Reverses a whole payment to the phone that it came from. `taken`: its end is told later. `known`: it was reversed
   * before. A failure of the class `unknown` may have been taken; asked again, it is reversed once all the same.
   */
  reverse: (what: {
    /** The code of the payment. */
    receipt: string
    /** The whole amount that was paid. */
    cents: number
    /** The address where the other side posts its end. */
    hearAt: string
  }) => Promise<{ is: 'taken'; id: string } | { is: 'known' } | PhoneFailure>
  /** Parses a notification about a request. */
  readPrompt: (raw: Uint8Array) => ToldOfPrompt | { is: 'garbage' }
  /**
   * Registers, once, the addresses where payments are asked about and reported. `open before`: other addresses were
   * registered before, and stay until they are changed in the portal.
   */
  registerUrls: (at: {
    validation: string
    confirmation: string
  }) => Promise<{ is: 'open' | 'open before' } | PhoneFailure>
  /** Parses a post to one of these addresses. */
  readPayIn: (raw: Uint8Array) => ToldOfPayIn | { is: 'garbage' }
  /** Makes the answer to such a post. */
  answerPayIn: (verdict: PayInVerdict) => object
}
