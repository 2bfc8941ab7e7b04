import type { Insertable, RawBuilder, Selectable } from 'kysely'
import type { ComponentType } from 'react'
import type { Refusal, Words } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { PaymentFacts } from '#app/platform/providers/provider.ts'
import type { DB } from '#db/types.ts'
import type { EventKind } from './post.server.ts'

// The declarations of a kind of payment, so that payments, refunds and disputes need not know it. A kind is a file in its own feature
// and a line in app/money/payments/paid-for.server.ts; see docs/develop/decisions/0012.

export type Payment = Selectable<DB['payments']>
/** The columns of a payment that say what it is for. */
export type PaidForColumns = Pick<
  Insertable<DB['payments']>,
  | 'donor_name'
  | 'donor_email'
  | 'donor_phone'
  | 'message'
  | 'anonymous'
  | 'pledge_id'
  | 'user_id'
  | 'package_id'
  | 'views'
>
/** A payment that arrived, and the provider's facts about it. */
type Paid = { payment: Payment; driveId: string; channel: PaymentFacts['channel']; providerFee: number | null }
/** The refund of this moment, its provider, and the sum of earlier refunds, in cents. */
export type Back = { paymentId: number; provider: string; reversalId: number; amount: number; before: number }
/** The facts about a payment that arrived, for the payer's page. */
export type Seen = Pick<Payment, 'id' | 'donor_name' | 'anonymous' | 'views'> & { driveId: string | null }

/** `What` is the subject that a form asks to pay for, `Told` is what the payer learns afterwards. */
export type PaidFor<What, Told> = {
  /** The start of its references. */
  prefix: string
  /** The kind under which transfers are posted, and the leg of the provider's fee, which may be known later than the rest. */
  event: EventKind
  feeLeg: number
  /** The payer's address, for the provider. */
  emailOf(what: What): string
  /** Returns each payment's columns for its subject; or a refusal if that can't be paid for. */
  take(db: Db | Tx, whats: What[]): Promise<(PaidForColumns | Refusal)[]>
  /** Puts the rule into the statement that writes: a condition on a payment `b`. `take` then explains what was not written. */
  taken?: { columns(what: What): PaidForColumns; where: RawBuilder<unknown> }
  /** Books the payments that arrived, all or none. */
  book(tx: Tx, paid: Paid[]): Promise<void>
  /** True if booking waits for a lock: such a payment is booked alone, so that no other waits with it. */
  locks: boolean
  /** Books a refund of some of it. Returns the platform's part of the refund. */
  refund(tx: Tx, back: Back): Promise<{ feePart: number }>
  /** Adjusts the purchase after any change in what is asked back. The payment is locked. */
  claim?(tx: Tx, paymentId: number): Promise<void>
  /** Returns the payer's result. `isPayer` asks, and remembers, whether the payer is looking. */
  told(db: Db, seen: Seen, isPayer: () => Promise<boolean>): Promise<Told>
}

/** The words and views of a kind of payment. */
export type PaidWords<Told> = {
  /** The words while the payment is not confirmed. */
  confirming: Words
  leaving: Words
  cancel: Words
  cancelTo(slug: string): string
  /** The page where it can be paid once more. */
  againAt(slug: string): string
  /** The toast after arrival; none if the page says enough. */
  toast(told: Told & { amount: number; reversed: number }): { title: Words; text: Words } | undefined
  /** Removes data from the browser after arrival. */
  forget?(slug: string): void
  /** Returns the data for programs. */
  data(told: Told): object
  /** The sentence of the email about a refund. */
  Refunded: ComponentType<{ title: string }>
  /** The words for a payer's bank, which reads English. */
  forBanks: string
}
