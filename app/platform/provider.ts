// The payment provider in our own words. One real adapter is behind it, and nothing else knows whose it is.

/**
 * Why a call came to nothing. `retry`: it was not taken, the same may be sent again. `unknown`: nobody knows whether it was
 * done; ask before anything is sent again. `rejected`: it was refused for good. `config`: our key or account is wrong, so
 * nothing is marked as failed and a person is called.
 */
export type Failure = {
  is: 'failure'
  class: 'retry' | 'unknown' | 'rejected' | 'config'
  status?: number | undefined
  code?: string | undefined
  /** The provider's words, for us and for administrators; payers never see them. */
  message: string
  /** The same as a reason, as provider-reasons.ts keeps it; without one its words are the reason. */
  why?: string | undefined
}
/** The provider knows of no such thing. */
export type Missing = { is: 'missing' }

export type Rail = 'bank' | 'mobile_money'

/** By its code money is sent to it; by its id the provider knows it where a refund goes on. */
export type Bank = { code: string; name: string; rail: Rail; id?: string | undefined }

/** How a payer pays. */
export type Channel = 'mobile_money' | 'card' | 'bank_transfer'

export type Capabilities = {
  /** As the database keeps it. */
  name: string
  currency: 'KES'
  minCents: number
  maxCents: number
  /** True where cents can't be charged. */
  wholeShillings: boolean
  channels: Channel[]
  /** The most that a channel takes at once, where that is less, in cents. */
  channelMax: Partial<Record<Channel, number>>
  payoutRails: { rail: Rail; minCents: number; maxCents: number }[]
  /** Where a payer may be sent, as origins. */
  checkoutOrigins: string[]
}

export type Charge = {
  reference: string
  amountCents: number
  email: string
  callbackUrl: string
  cancelUrl: string
  /** Which of the channels the payer has chosen: it is offered first. */
  channel?: Channel | undefined
  /** What the payer sees of it. */
  label?: string
  metadata: Record<string, string>
}

/** Where the payer goes on: to an address of the provider's, or to their own phone, which was sent a request. */
type Opened = { is: 'opened' } & ({ url: string } | { prompt: Prompt })
/** A request on the payer's phone, and for how many seconds it can be answered. Our own page of the payment waits for it. */
type Prompt = { seconds: number }

/** What the provider says of a payment. */
export type PaymentFacts = {
  state: 'success' | 'failed' | 'abandoned' | 'pending' | 'reversed'
  /** What was charged, and what we had asked for where the provider says so: a payer may bear the fee on top. In cents. */
  amount: number
  requested: number | null
  currency: string
  /** What the provider keeps; null while it does not say. */
  fee: number | null
  channel: 'online' | 'mobile' | 'other'
  /** 64 bits, so it is text. */
  providerId: string
  /** Why it failed: a reason, as provider-reasons.ts keeps it. */
  why?: string | undefined
}
export type FoundPayment = PaymentFacts & { reference: string }

export type TransferFacts = {
  /** `failed` may be tried again with a new reference; `returned` came back after it had arrived or on its way. */
  state: 'pending' | 'success' | 'failed' | 'returned'
  /** The provider's own code of it. */
  code: string | null
  fee: number | null
  /** A reason, as provider-reasons.ts keeps it. */
  why?: string | undefined
}

export type RefundFacts = {
  /** `attention`: a person has to give the payer's bank details. */
  state: 'pending' | 'processed' | 'failed' | 'attention'
  extId: string
  amount: number
  /** The dispute that it is the end of: the person who books that does not book this. */
  dispute?: string | undefined
  /** When it was made, by the provider's clock. */
  at?: Date | undefined
}

export type DisputeFacts = {
  extId: string
  reference: string
  amount: number
  status: 'open' | 'resolved'
  resolution: 'merchant-accepted' | 'auto-accepted' | 'declined' | null
  dueAt: Date | null
}

/** Something the provider told us by itself: what it is about, so that we ask for the truth of it. */
export type Event = {
  is: 'event'
  /** What happened, not which delivery of it: a repeat has the same. */
  dedupeKey: string
  event: string
  about:
    | { noun: 'payment'; reference: string }
    | { noun: 'transfer'; reference: string }
    | { noun: 'refund'; reference: string }
    | { noun: 'dispute'; extId: string; reference: string }
    | { noun: 'nothing' }
}

export type Between = { from: Date; to: Date; page: number }

export type Provider = {
  capabilities: () => Capabilities
  initialize: (charge: Charge) => Promise<Opened | Failure>
  verify: (reference: string) => Promise<({ is: 'payment' } & FoundPayment) | Missing | Failure>
  /** Successes between two moments, a page at a time; `next` is null on the last. */
  listSuccess: (asked: {
    from: Date
    to: Date
    page: number
  }) => Promise<{ is: 'payments'; payments: FoundPayment[]; next: number | null } | Failure>
  /** The banks and wallets that money can be sent to, by their code. */
  banks: () => Promise<{ is: 'banks'; banks: Bank[] } | Failure>
  recipient: (to: {
    rail: Rail
    /** Of the bank or the wallet. */
    code: string
    name: string
    account: string
  }) => Promise<{ is: 'recipient'; code: string } | Failure>
  transfer: (what: {
    reference: string
    amountCents: number
    recipient: string
    reason: string
  }) => Promise<({ is: 'transfer' } & TransferFacts) | Failure>
  verifyTransfer: (reference: string) => Promise<({ is: 'transfer' } & TransferFacts) | Missing | Failure>
  refund: (what: {
    reference: string
    amountCents: number
    note: string
  }) => Promise<({ is: 'refund' } & RefundFacts) | Failure>
  /** A refund that needs attention goes on to this account of the payer's. */
  continueRefund: (what: {
    extId: string
    /** The provider's id of the bank, not its code. */
    bankId: string
    account: string
  }) => Promise<({ is: 'refund' } & RefundFacts) | Failure>
  /** The refunds of a payment, by the provider's number of it. */
  listRefunds: (providerId: string) => Promise<{ is: 'refunds'; refunds: RefundFacts[] } | Failure>
  dispute: (extId: string) => Promise<({ is: 'dispute' } & DisputeFacts) | Missing | Failure>
  /** Our answer to the payer's bank: it was right, and so much goes back; or it was not, and why. It can be given once. */
  answerDispute: (what: {
    extId: string
    resolution: 'merchant-accepted' | 'declined'
    message: string
    amountCents: number
    payer: { name: string; email: string }
    /** The file that goes with it; its body is ASCII. */
    document: { name: string; type: string; body: string }
  }) => Promise<{ is: 'answered' } | Failure>
  /** Between two moments, a page at a time; `next` is null on the last. */
  listTransfers: (
    asked: Between,
  ) => Promise<
    | { is: 'transfers'; transfers: (TransferFacts & { reference: string; amount: number })[]; next: number | null }
    | Failure
  >
  refundsBetween: (
    asked: Between,
  ) => Promise<{ is: 'refunds'; refunds: (RefundFacts & { providerId: string })[]; next: number | null } | Failure>
  listDisputes: (asked: Between) => Promise<{ is: 'disputes'; disputes: DisputeFacts[]; next: number | null } | Failure>
  /** Our money at the provider, in cents. */
  balance: () => Promise<{ is: 'balance'; cents: number } | Failure>
  /** Reads what was posted to us. `forged`: not signed by the provider. `garbage`: signed, and yet not to be understood. */
  readEvent: (raw: Uint8Array, headers: Headers) => Event | { is: 'forged' } | { is: 'garbage' }
}
