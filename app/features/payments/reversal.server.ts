import { type SqlBool, sql } from 'kysely'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { reverseDonation } from '../donations/donation.server.ts'
import { reverseCredits } from '../views/buy.server.ts'
import { says } from './payment.ts'

// Money that goes back: refunds of ours, and chargebacks by the payer's bank. Nothing here asks the provider.

/**
 * Opens a refund before the provider is asked. The index of open refunds is the lock: a second one is refused while the
 * first is under way.
 */
export const askRefund = (
  db: Db,
  reference: string,
  { amount, by, note = '' }: { amount?: number; by: string | null; note?: string },
): Promise<{ id: number; amount: number }> =>
  db.transaction().execute(async (tx) => {
    const payment = await lockPaid(tx, reference)
    const part = amount ?? payment.amount - payment.reversed
    if (part <= 0 || part > payment.amount - payment.reversed) throw new Refusal(says.tooMuch, { field: 'amount' })
    const row = await tx
      .insertInto('reversals')
      .values({ payment_id: payment.id, provider: payment.provider, kind: 'refund', amount: part, asked_by: by, note })
      .onConflict((open) => open.column('payment_id').where(refundOpen).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new Refusal(says.refundOpen)
    return { id: row.id, amount: part }
  })

/** What became of it: `done` now, `already` before, `failed`: it did not go back. */
export type Reversed = 'done' | 'already' | 'failed'

/** What the provider says of a refund. One that it made without being asked by us is booked the same. */
export const refundSettled = (
  db: Db,
  reference: string,
  { extId, amount, state }: { extId: string; amount: number; state: 'processed' | 'failed' },
): Promise<Reversed> =>
  db.transaction().execute(async (tx) => {
    const payment = await lockPaid(tx, reference)
    const known = await reversalOf(tx, payment.provider, extId)
    if (known && known.state !== 'open') return 'already'
    const open = known ?? (await openRefund(tx, payment.id, amount))
    if (state === 'failed') {
      if (!open) return 'already'
      await tx.updateTable('reversals').set({ state: 'failed', ext_id: extId }).where('id', '=', open.id).execute()
      return 'failed'
    }
    return finish(tx, payment, { id: open?.id, kind: 'refund', extId, amount })
  })

/** A payer's bank has questions: until they are answered, the amount can't be withdrawn. Told twice it counts once. */
export const disputeOpened = (
  db: Db,
  reference: string,
  { extId, amount, dueAt }: { extId: string; amount: number; dueAt: Date | null },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const payment = await lockPaid(tx, reference)
    await tx
      .insertInto('disputes')
      .values({ provider: payment.provider, ext_id: extId, payment_id: payment.id, amount, due_at: dueAt })
      .onConflict((same) => same.columns(['provider', 'ext_id']).doUpdateSet({ due_at: dueAt }))
      .execute()
  })

/** The bank has decided. One that was lost takes the money back; one that was won frees it. May come before its opening. */
export const disputeResolved = (
  db: Db,
  reference: string,
  { extId, amount, resolution }: { extId: string; amount: number; resolution: Resolution },
): Promise<Reversed> =>
  db.transaction().execute(async (tx) => {
    const payment = await lockPaid(tx, reference)
    const resolved = { status: 'resolved', resolution, resolved_at: sql<Date>`now()` }
    const changed = await tx
      .insertInto('disputes')
      .values({ provider: payment.provider, ext_id: extId, payment_id: payment.id, amount, ...resolved })
      .onConflict((same) =>
        same.columns(['provider', 'ext_id']).doUpdateSet(resolved).where('disputes.status', '=', 'open'),
      )
      .returning('id')
      .executeTakeFirst()
    if (!changed) return 'already'
    if (resolution === 'declined') return 'failed'
    return finish(tx, payment, { kind: 'chargeback', extId, amount })
  })

export type Resolution = 'merchant-accepted' | 'auto-accepted' | 'declined'

type Paid = Awaited<ReturnType<typeof lockPaid>>

/** The payment, locked: of a refund and a chargeback at once the later sees what is left to give back. */
async function lockPaid(tx: Tx, reference: string) {
  const payment = await tx
    .selectFrom('payments')
    .where('reference', '=', reference)
    .select(['id', 'provider', 'kind', 'status', 'amount', 'reversed'])
    .forUpdate()
    .executeTakeFirst()
  if (!payment) throw new Refusal(says.missing, { status: 404 })
  if (payment.status !== 'succeeded') throw new Refusal(says.notPaid)
  return payment
}

/** Spelt out: once Postgres plans without the values, it knows the index by these words alone. */
const refundOpen = sql<SqlBool>`kind = 'refund' and state = 'open'`

const reversalOf = (tx: Tx, provider: string, extId: string) =>
  tx
    .selectFrom('reversals')
    .where('provider', '=', provider)
    .where('ext_id', '=', extId)
    .select(['id', 'state'])
    .executeTakeFirst()

const openRefund = (tx: Tx, paymentId: number, amount: number) =>
  tx
    .selectFrom('reversals')
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'refund')
    .where('state', '=', 'open')
    .where('amount', '=', amount)
    .select(['id', 'state'])
    .executeTakeFirst()

type Going = { id?: number | undefined; kind: 'refund' | 'chargeback'; extId: string; amount: number }

/** Books that money went back: the row, the payment, the wallet, the ledger. */
async function finish(tx: Tx, payment: Paid, { id, kind, extId, amount }: Going): Promise<Reversed> {
  const { id: paymentId, provider, reversed: before } = payment
  if (amount <= 0 || before + amount > payment.amount) throw new Refusal(says.tooMuch, { field: 'amount' })
  const reversalId = id ?? (await insert(tx, { payment_id: paymentId, provider, kind, ext_id: extId, amount }))
  if (reversalId === undefined) return 'already'
  await tx
    .updateTable('payments')
    .set({ reversed: before + amount })
    .where('id', '=', paymentId)
    .execute()
  const isGift = payment.kind === 'donation'
  const { feePart } = isGift ? await reverseDonation(tx, { paymentId, reversalId, amount, before }) : { feePart: 0 }
  if (!isGift) await reverseCredits(tx, { reversalId, amount })
  await tx
    .updateTable('reversals')
    .set({ state: 'done', ext_id: extId, fee_part: feePart, done_at: sql<Date>`now()` })
    .where('id', '=', reversalId)
    .execute()
  return 'done'
}

type New = { payment_id: number; provider: string; kind: 'refund' | 'chargeback'; ext_id: string; amount: number }

const insert = async (tx: Tx, values: New): Promise<number | undefined> =>
  (
    await tx
      .insertInto('reversals')
      .values(values)
      .onConflict((same) => same.columns(['provider', 'ext_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id
