import type { Failure } from './provider.ts'

let chosen: MobileMoney | undefined

/** Chosen once, when the app opens; without one, phones can't pay. */
export const useMobileMoney = (one: MobileMoney | undefined): void => {
  chosen = one
}

export const mobileMoney = (): MobileMoney | undefined => chosen
/** True for the name that database rows use for it. */
export const isMobileMoney = (name: string): boolean => chosen?.capabilities().name === name

// Mobile money in our own words: a request on the payer's phone, and the list of receipts. One real adapter implements
// it, and no other code knows the company. Cards and banks are in provider.ts.

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

// Questions to a mobile money company that it answers later, by a post to a secret address: in our own words.

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

// Money that a mobile money company sends to phones for us, in our own words. The company says at once whether it took the
// order, and posts its end later.

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
