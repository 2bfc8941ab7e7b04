// The payment provider in our own words. One real adapter implements it, and no other code knows the company.

/**
 * The reason why a call failed. `retry`: it was not taken, the same may be sent again. `unknown`: nobody knows whether it
 * was done; ask before anything is sent again. `rejected`: it was finally refused. `config`: our key or account is wrong,
 * so nothing is marked as failed and an administrator is called.
 */
export type Failure = {
  is: 'failure'
  class: 'retry' | 'unknown' | 'rejected' | 'config'
  status?: number | undefined
  code?: string | undefined
  /** The provider's words, for us and for administrators; payers never see them. */
  message: string
  /** The words as a reason, as provider-reasons.ts keeps it; without one its words are the reason. */
  why?: string | undefined
}
/** The provider does not know it. */
export type Missing = { is: 'missing' }

export type Rail = 'bank' | 'mobile_money'

/** A bank or wallet. Money is sent to it by its code; `id` is the provider's name for it when a refund continues. */
export type Bank = { code: string; name: string; rail: Rail; id?: string | undefined }

/** A way to pay. */
export type Channel = 'mobile_money' | 'card' | 'bank_transfer'

export type Capabilities = {
  /** The name in the database. */
  name: string
  currency: 'KES'
  minCents: number
  maxCents: number
  /** True where cents can't be charged. */
  wholeShillings: boolean
  channels: Channel[]
  /** The most that a channel takes at once, if that is less, in cents. */
  channelMax: Partial<Record<Channel, number>>
  payoutRails: { rail: Rail; minCents: number; maxCents: number }[]
  /** The origins that a payer may be sent to. */
  checkoutOrigins: string[]
}

export type Charge = {
  reference: string
  amountCents: number
  email: string
  callbackUrl: string
  cancelUrl: string
  /** The channel that the payer has chosen: it is offered first. */
  channel?: Channel | undefined
  /** The text that the payer sees. */
  label?: string
  metadata: Record<string, string>
}

/** The payer's next step: an address of the provider's, or their own phone, which was sent a request. */
type Opened = { is: 'opened' } & ({ url: string } | { prompt: Prompt })
/** A request on the payer's phone, and the seconds in which it can be answered. Our own page of the payment waits for it. */
type Prompt = { seconds: number }

/** A payment's facts, as the provider states them. */
export type PaymentFacts = {
  state: 'success' | 'failed' | 'abandoned' | 'pending' | 'reversed'
  /** The amount charged, and the amount we had asked for, if the provider says so: a payer may bear the fee on top. In cents. */
  amount: number
  requested: number | null
  currency: string
  /** The provider's fee; null while it does not say. */
  fee: number | null
  channel: 'online' | 'mobile' | 'other'
  /** A text, because it has 64 bits. */
  providerId: string
  /** The reason of a failure, as provider-reasons.ts keeps it. */
  why?: string | undefined
}
export type FoundPayment = PaymentFacts & { reference: string }

export type TransferFacts = {
  /** `failed` may be tried again with a new reference; `returned` came back on its way, or after it had arrived. */
  state: 'pending' | 'success' | 'failed' | 'returned'
  /** The provider's own code of the transfer. */
  code: string | null
  fee: number | null
  /** A reason, as provider-reasons.ts keeps it. */
  why?: string | undefined
}

export type RefundFacts = {
  /** `attention`: the payer's bank details are needed. */
  state: 'pending' | 'processed' | 'failed' | 'attention'
  extId: string
  amount: number
  /** The dispute that ended in this refund: its money is booked with the dispute, not with the refund. */
  dispute?: string | undefined
  /** The time of the refund, by the provider's clock. */
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

/** A notification from the provider: its subject, so that we ask the provider for the facts. */
export type Event = {
  is: 'event'
  /** The key of what happened, not of its delivery: a repeat has the same. */
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
  /** Lists successes between two moments, a page at a time; `next` is null on the last. */
  listSuccess: (asked: {
    from: Date
    to: Date
    page: number
  }) => Promise<{ is: 'payments'; payments: FoundPayment[]; next: number | null } | Failure>
  /** Lists the banks and wallets that money can be sent to, by their code. */
  banks: () => Promise<{ is: 'banks'; banks: Bank[] } | Failure>
  recipient: (to: {
    rail: Rail
    /** The code of the bank or the wallet. */
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
  /** Continues a refund that needs attention, to this account of the payer's. */
  continueRefund: (what: {
    extId: string
    /** The provider's id of the bank, not its code. */
    bankId: string
    account: string
  }) => Promise<({ is: 'refund' } & RefundFacts) | Failure>
  /** Lists the refunds of a payment, by the provider's id of it. */
  listRefunds: (providerId: string) => Promise<{ is: 'refunds'; refunds: RefundFacts[] } | Failure>
  dispute: (extId: string) => Promise<({ is: 'dispute' } & DisputeFacts) | Missing | Failure>
  /** Answers the payer's bank: the payer is right, and so much is refunded; or not, and why. Can be given once. */
  answerDispute: (what: {
    extId: string
    resolution: 'merchant-accepted' | 'declined'
    message: string
    amountCents: number
    payer: { name: string; email: string }
    /** The attached file; its body is ASCII. */
    document: { name: string; type: string; body: string }
  }) => Promise<{ is: 'answered' } | Failure>
  /** Lists transfers between two moments, a page at a time; `next` is null on the last. */
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
  /** Returns our money at the provider, in cents. */
  balance: () => Promise<{ is: 'balance'; cents: number } | Failure>
  /** Parses a webhook. `forged`: not signed by the provider. `garbage`: signed, but not understood. */
  readEvent: (raw: Uint8Array, headers: Headers) => Event | { is: 'forged' } | { is: 'garbage' }
}
