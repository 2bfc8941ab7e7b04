import type { Insertable, Selectable } from 'kysely'
import type { ComponentType } from 'react'
import type { Refusal, Words } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { PaymentFacts } from '#app/platform/provider.ts'
import type { DB } from '#db/types.ts'
import type { EventKind } from './post.server.ts'

// What a kind of payment declares, so that payments, refunds and disputes need not know it. A kind is a file in its own
// feature and a line in app/money/payments/paid-for.server.ts; see docs/decisions/0034.

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
/** A payment that arrived, and what the provider says of it. */
type Paid = { payment: Payment; driveId: string; channel: PaymentFacts['channel']; providerFee: number | null }
/** What is refunded now, through whom it came, and what was refunded before, in cents. */
export type Back = { paymentId: number; provider: string; reversalId: number; amount: number; before: number }
/** What the payer's page knows of a payment that arrived. */
export type Seen = Pick<Payment, 'id' | 'donor_name' | 'anonymous' | 'views'> & { driveId: string | null }

/** `What` is what a form asks to pay for, `Told` is what the payer learns afterwards. */
export type PaidFor<What, Told> = {
  /** How its references start. */
  prefix: string
  /** Under which its transfers are posted, and the leg of the provider's fee, which may be known later than the rest. */
  event: EventKind
  feeLeg: number
  /** The payer's address, for the provider. */
  emailOf(what: What): string
  /** What each payment says of what it is for; or why that can't be paid for. */
  take(tx: Tx, whats: What[]): Promise<(PaidForColumns | Refusal)[]>
  /** Books what arrived, all or none of it. */
  book(tx: Tx, paid: Paid[]): Promise<void>
  /** True where booking waits for a lock: such a payment is booked alone, so that no other waits with it. */
  locks: boolean
  /** Books that some of it was refunded. Returns the platform's part of that. */
  refund(tx: Tx, back: Back): Promise<{ feePart: number }>
  /** After any change in what is asked back: brings what was bought in line with it. The payment is locked. */
  claim?(tx: Tx, paymentId: number): Promise<void>
  /** What the payer learns. `isPayer` asks, and remembers, whether it is the payer who looks. */
  told(db: Db, seen: Seen, isPayer: () => Promise<boolean>): Promise<Told>
}

/** The same for what is said and shown. */
export type PaidWords<Told> = {
  /** While the payment is not confirmed. */
  confirming: Words
  leaving: Words
  cancel: Words
  cancelTo(slug: string): string
  /** The page where the same is paid once more. */
  againAt(slug: string): string
  /** The toast when it has arrived; none where the page says enough. */
  toast(told: Told & { amount: number; reversed: number }): { title: Words; text: Words } | undefined
  /** What the browser forgets when it has arrived. */
  forget?(slug: string): void
  /** What programs learn. */
  data(told: Told): object
  /** The sentence of the email about a refund. */
  Refunded: ComponentType<{ title: string }>
  /** For a payer's bank, which reads English. */
  forBanks: string
}
