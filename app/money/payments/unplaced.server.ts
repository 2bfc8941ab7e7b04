import { sql } from 'kysely'
import { discrepanciesDecided, raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import type { Payment } from '#app/base/ledger/paid-for.ts'
import { clearingOf, post } from '#app/base/ledger/post.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { PaymentDetails } from './payment.ts'

// Money that can't be booked: it waits in suspense for a person, or two payments claim one provider's number.

/** Selects another payment with the same provider's number. */
const other = (tx: Tx, { id, provider }: Payment, { providerId }: PaymentDetails) =>
  tx
    .selectFrom('payments as other')
    .where('other.provider', '=', provider)
    .where('other.provider_tx_id', '=', providerId)
    .where('other.id', '<>', id)
    .select('other.reference')

export async function clash(tx: Tx, payment: Payment, facts: PaymentDetails): Promise<'clash'> {
  const { reference } = await other(tx, payment, facts).executeTakeFirstOrThrow()
  await raiseDiscrepancy(tx, 'one number for two payments', payment.reference, {
    providerId: facts.providerId,
    other: reference,
  })
  return 'clash'
}

/** Tells whether it waited here before and became a gift of its own. */
async function wasPlaced(tx: Tx, provider: string, number: string): Promise<boolean> {
  const row = await tx
    .selectFrom('suspense')
    .where('provider', '=', provider)
    .where('provider_tx_id', '=', number)
    .where('state', '=', 'placed')
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Reasons why money fits no payment. */
export type UnplacedWhy =
  | 'unknown reference'
  | 'wrong currency'
  | 'wrong amount'
  | 'drive is gone'
  | 'paid twice'
  | 'unknown account'
type Unplaced = { provider: string; reference: string; why: UnplacedWhy; payment: Payment | undefined }

/** Books money that fits nothing, once, and calls a person. Other currencies are only noted: the books are in shillings. */
export async function keepUnplaced(
  tx: Tx,
  { provider, reference, why, payment }: Unplaced,
  facts: PaymentDetails,
): Promise<'unplaced' | 'clash'> {
  const { providerId, amount, currency, fee } = facts
  if (payment && !(await wasPlaced(tx, provider, providerId)) && (await other(tx, payment, facts).executeTakeFirst()))
    return clash(tx, payment, facts)
  const row = await tx
    .insertInto('suspense')
    .values({
      provider,
      provider_tx_id: providerId,
      reference: reference.slice(0, 200),
      why,
      amount,
      currency,
      payment_id: payment?.id ?? null,
      provider_fee: fee,
    })
    .onConflict((same) => same.columns(['provider', 'provider_tx_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  // Two requests of one payment, both paid: the first is the gift, and nothing about it changes.
  if (payment && why !== 'paid twice')
    await tx
      .updateTable('payments')
      .set({ status: 'mismatch', failure: why, next_check_at: null, updated_at: sql<Date>`now()` })
      .where('id', '=', payment.id)
      .execute()
  if (!row) return 'unplaced'
  if (currency === 'KES')
    await post(tx, 'suspense', row.id, [
      { leg: 1, debit: clearingOf(provider), credit: 'suspense', amount },
      { leg: 2, debit: 'provider_fees', credit: clearingOf(provider), amount: fee ?? 0 },
    ])
  await callFor(tx, { provider, reference, why }, facts)
  return 'unplaced'
}

async function callFor(
  tx: Tx,
  { provider, reference, why }: Omit<Unplaced, 'payment'>,
  facts: PaymentDetails,
): Promise<void> {
  const { providerId, amount, currency } = facts
  const about = { why, amount, currency }
  // A payer may have typed their name or number. It is read on the page of the money, and nowhere else.
  await raiseDiscrepancy(
    tx,
    'money in suspense',
    subjectOf(provider, providerId),
    why === 'unknown account' ? about : { reference, ...about },
  )
}

/** Closes the discrepancy: the money has its place, or has gone back, and nobody needs to look at it any more. */
export const unplacedDecided = (tx: Tx, provider: string, providerId: string, by: string | null) =>
  discrepanciesDecided(tx, ['money in suspense'], subjectOf(provider, providerId), by)

const subjectOf = (provider: string, providerId: string) => `${provider} ${providerId}`.slice(0, 200)
