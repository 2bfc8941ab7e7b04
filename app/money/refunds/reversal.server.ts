import { type InsertObject, type SqlBool, sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { clearingOf, post } from '#app/base/ledger/post.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { receiptWentBack } from '#app/money/mpesa/reversals.server.ts'
import { kindOfPayment } from '#app/money/payments/paid-for.server.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import type { RefundFacts } from '#app/platform/providers/provider.ts'
import type { DB } from '#db/types.ts'
import { refundTexts } from './refund.ts'

// Booking of money that goes back: what became of refunds, and what a dispute takes. Nothing here asks the provider.

/**
 * The outcome of a booking: `done` now, `already` before, `failed`: it did not go back. `excess`: more went back than
 * was left of the payment; what was left is booked and a person has to look. `doubtful`: it may be booked before, so it
 * is not, and a person has to look.
 */
export type Reversed = 'done' | 'already' | 'failed' | 'excess' | 'doubtful'

/** Changes a payment, locked, and then what it paid for. */
export const ofPaid = <Done>(
  db: Db,
  reference: string,
  run: (tx: Tx, payment: PaidPayment) => Promise<Done>,
): Promise<Done> =>
  inOneGo(db, async (tx) => {
    const payment = await lockPaid(tx, reference)
    const done = await run(tx, payment)
    await kindOfPayment(payment.kind).claim?.(tx, payment.id)
    return done
  })

/** Books what the provider says of a refund. A refund that it made without being asked by us is booked alike. */
export const refundSettled = (db: Db, reference: string, settled: Settled): Promise<Reversed> =>
  ofPaid(db, reference, (tx, payment) => settleRefund(tx, payment, settled))

/** Books the end of a refund of a locked payment. */
export async function settleRefund(
  tx: Tx,
  payment: PaidPayment,
  { extId, amount, state, at }: Settled,
): Promise<Reversed> {
  const ours = await refundMeant(tx, payment, { extId, amount, state, at })
  if (ours && ours.state !== 'open') return 'already'
  if (state === 'processed') return bookBack(tx, payment, { id: ours?.id, kind: 'refund', extId, amount, at })
  // A refund that a person made at the provider without us, and that failed, gave nothing back.
  if (!ours) return 'already'
  await tx
    .updateTable('reversals')
    .set({ state: 'failed', ext_id: extId, ...laidDown })
    .where('id', '=', ours.id)
    .execute()
  // The refund was taken and failed later, perhaps days later: nobody looks at the page then.
  await raiseDiscrepancy(tx, 'refund failed', payment.reference, { amount, extId })
  await tell(tx, `payment:${payment.id}`)
  return 'failed'
}
type Settled = { extId: string; amount: number; state: 'processed' | 'failed'; at?: Date | undefined }

/** Notes a refund that the provider has not finished. One of ours gets its number; others wait for their end. */
export const refundUnderWay = (db: Db, reference: string, { extId, amount, progress, at }: UnderWay): Promise<void> =>
  inOneGo(db, async (tx) => {
    const payment = await lockPaid(tx, reference)
    const open = await refundMeant(tx, payment, { extId, amount, state: progress, at })
    if (open?.state !== 'open') return
    await tx.updateTable('reversals').set({ ext_id: extId, progress }).where('id', '=', open.id).execute()
    await tell(tx, `payment:${payment.id}`)
    if (progress === 'attention') await raiseDiscrepancy(tx, 'refund needs attention', reference, { amount, extId })
  })
type UnderWay = { extId: string; amount: number; progress: 'pending' | 'attention'; at?: Date | undefined }

/** Closes a refund that the provider would not do. Only the holder of the lease may say so. */
export const refundRefused = (db: Db, reference: string, { id, lease, why }: Refused): Promise<void> =>
  ofPaid(db, reference, async (tx, { id: paymentId }) => {
    const { numUpdatedRows } = await tx
      .updateTable('reversals')
      .set({ state: 'failed', note: sql`left(concat_ws(': ', nullif(note, ''), ${why}::text), 1000)`, ...laidDown })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('lease', '=', lease)
      .where('leased_until', '>', sql<Date>`now()`)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return
    await raiseDiscrepancy(tx, 'refund failed', reference, { why: why.slice(0, 500) })
    await tell(tx, `payment:${paymentId}`)
  })
type Refused = { id: number; lease: string; why: string }

const laidDown = { next_check_at: null, lease: null, leased_until: null }

type Going = {
  /** Set for a refund that we had asked for. */
  id?: number | undefined
  kind: 'refund' | 'chargeback'
  extId: string
  amount: number
  at?: Date | undefined
}

/** Books that money went back: the row, the payment, the wallet, the ledger. Never more than is left of the payment. */
export async function bookBack(tx: Tx, payment: PaidPayment, going: Going): Promise<Reversed> {
  const { kind, extId } = going
  const { id: paymentId, provider, reversed: before } = payment
  const amount = Math.min(going.amount, payment.amount - before)
  if (going.amount <= 0) throw new Error(`a ${kind} of nothing was reported: ${extId}`)
  const isDoubtful = going.id === undefined && (await isBookedBefore(tx, kind, { payment, ...going }))
  // Never an open row, not even for a moment: one of ours may be open beside it.
  const become =
    amount > 0 && !isDoubtful ? { state: 'done' as const, done_at: sql<Date>`now()` } : { state: 'failed' as const }
  const row = { payment_id: paymentId, provider, kind, ext_id: extId, amount: going.amount, ...become }
  if (isDoubtful) return setAside(tx, row)
  const reversalId = going.id ?? (await insert(tx, row))
  if (reversalId === undefined) return 'already'
  await tx
    .updateTable('reversals')
    .set({ ext_id: extId, ...laidDown })
    .where('id', '=', reversalId)
    .execute()
  await tell(tx, `payment:${paymentId}`)
  if (amount > 0) await book(tx, payment, { reversalId, amount })
  // The row stays, so that a repeated report is no news.
  else await tx.updateTable('reversals').set({ state: 'failed' }).where('id', '=', reversalId).execute()
  if (amount === going.amount) return 'done'
  await tx
    .updateTable('reversals')
    .set({ excess: going.amount - amount })
    .where('id', '=', reversalId)
    .execute()
  const facts = { kind, extId, amount: going.amount, booked: amount, reversal: reversalId }
  await raiseDiscrepancy(tx, 'more went back than was paid', `${kind} ${extId}`, facts)
  return 'excess'
}

/** Keeps money that may be booked already from being booked twice: a person compares. The row stays, so that the next look finds it. */
async function setAside(
  tx: Tx,
  row: InsertObject<DB, 'reversals'> & { payment_id: number; amount: number },
): Promise<Reversed> {
  if ((await insert(tx, row)) === undefined) return 'already'
  const { payment_id, kind, ext_id, amount } = row
  await raiseDiscrepancy(tx, 'refund and dispute of one amount', `${kind} ${ext_id}`, { payment: payment_id, amount })
  await tell(tx, `payment:${payment_id}`)
  return 'doubtful'
}

async function book(tx: Tx, payment: PaidPayment, { reversalId, amount }: { reversalId: number; amount: number }) {
  const { id: paymentId, reversed: before } = payment
  await tx
    .updateTable('payments')
    .set({ reversed: before + amount })
    .where('id', '=', paymentId)
    .execute()
  if (before + amount === payment.amount) await receiptWentBack(tx, paymentId)
  const { feePart } = await kindOfPayment(payment.kind).refund(tx, {
    paymentId,
    provider: payment.provider,
    reversalId,
    amount,
    before,
  })
  await tx
    .updateTable('reversals')
    .set({ state: 'done', amount, fee_part: feePart, done_at: sql<Date>`now()` })
    .where('id', '=', reversalId)
    .execute()
  await enqueue(tx, 'mail-paid-back', { reversalId }, { key: String(reversalId) })
}

const insert = async (tx: Tx, values: InsertObject<DB, 'reversals'>): Promise<number | undefined> =>
  (
    await tx
      .insertInto('reversals')
      .values(values)
      .onConflict((same) => same.columns(['provider', 'kind', 'ext_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

// A lost dispute ends in a refund at the provider, which says whose end it is. Should one not say so, the same money
// would be booked twice: as a chargeback and as a refund that a person made there.

type Foreign = { payment: { id: number; provider: string }; extId: string; amount: number; at?: Date | undefined }

/** Tells whether money that went back without being asked by us may be in the books already, under the other name. */
const isBookedBefore = (tx: Tx, kind: 'refund' | 'chargeback', foreign: Foreign): Promise<boolean> =>
  kind === 'refund' ? mayBeDisputes(tx, foreign) : mayBeRefunded(tx, foreign)

/**
 * Tells whether a refund that we did not ask for may be the end of a dispute that was lost and is booked: of the same
 * amount, made since the dispute was opened, and the first such one.
 */
const mayBeDisputes = (tx: Tx, { payment, extId, amount, at }: Foreign): Promise<boolean> =>
  isTrue(
    tx,
    sql`exists (select from reversals c join disputes q on (q.provider, q.ext_id) = (c.provider, c.ext_id)
      where c.payment_id = ${payment.id} and c.kind = 'chargeback' and c.state = 'done' and c.amount = ${amount}
        and coalesce(${at ?? null}::timestamptz >= q.created_at - interval '1 minute', true))
    and not exists (select from reversals s where s.payment_id = ${payment.id} and s.kind = 'refund' and s.state = 'failed'
        and s.asked_by is null and s.asked_as is null and s.amount = ${amount} and s.ext_id <> ${extId})`,
  )

/** Tells whether the refund of this dispute, which is lost now, may have been booked since it was opened here. */
const mayBeRefunded = (tx: Tx, { payment, extId, amount }: Foreign): Promise<boolean> =>
  isTrue(
    tx,
    sql`exists (select from reversals r join disputes q on q.payment_id = r.payment_id
      where r.payment_id = ${payment.id} and r.kind = 'refund' and r.state = 'done' and r.asked_by is null and r.asked_as is null
        and r.amount = ${amount} and q.provider = ${payment.provider} and q.ext_id = ${extId}
        and q.created_at < r.created_at)`,
  )

async function isTrue(tx: Tx, condition: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql<{ is: SqlBool }>`select ${condition} as "is"`.execute(tx)
  return rows[0]!.is === true
}

// A payment that came in, locked while a part of it goes back.

export type PaidPayment = Awaited<ReturnType<typeof lockPaid>>

/** Locks a payment: of a refund and a chargeback at once, the later sees what is left to refund. */
export async function lockPaid(tx: Tx, reference: string) {
  const payment = await tx
    .selectFrom('payments')
    .where('reference', '=', reference)
    .select(['id', 'reference', 'provider', 'kind', 'fund_drive_id', 'status', 'amount', 'reversed'])
    .forUpdate()
    .executeTakeFirst()
  if (!payment) throw new Refusal(refundTexts.missing, { status: 404 })
  if (payment.status !== 'succeeded') throw new Refusal(refundTexts.notPaid)
  return payment
}

/** Spelt out: once Postgres plans without the values, only these words tell it which index fits. */
export const refundOpen = sql<SqlBool>`kind = 'refund' and state = 'open'`

// Tells which refund of ours the provider speaks of. It knows no reference of ours, only numbers of its own.

/** The known facts of a refund of ours that has no number yet. */
type Open = { progress: string; notOurs: string[]; openedAt: Date }
type Listed = Pick<RefundFacts, 'extId' | 'state' | 'at'>

/** Milliseconds that the provider's clock may be behind ours. */
const leeway = 60_000

/**
 * Tells whether a refund that the provider lists can be this one of ours, of the same amount. Once ours was asked for,
 * any can that was not there before. Before that none is ours; but a refund made by hand while ours could not be asked
 * for is the same money, and must not go back twice. A failed one gave nothing back: ours is asked for.
 */
export function canBe({ progress, notOurs, openedAt }: Open, { extId, state, at }: Listed): boolean {
  if (notOurs.includes(extId)) return false
  if (progress !== 'waiting' && progress !== 'office') return true
  return state !== 'failed' && (at === undefined || at.getTime() >= openedAt.getTime() - leeway)
}

type Told = Listed & { amount: number }

/** Finds a refund by the provider's number; else the open one without a number that it can be. */
async function refundMeant(tx: Tx, payment: { id: number; provider: string }, told: Told) {
  const known = await refundOf(tx, payment.provider, told.extId)
  return known ?? (await unnumbered(tx, payment.id, told))
}

const refundOf = (tx: Tx, provider: string, extId: string) =>
  tx
    .selectFrom('reversals')
    .where('provider', '=', provider)
    .where('kind', '=', 'refund')
    .where('ext_id', '=', extId)
    .select(['id', 'state'])
    .executeTakeFirst()

async function unnumbered(tx: Tx, paymentId: number, told: Told) {
  const open = await tx
    .selectFrom('reversals')
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'refund')
    .where('state', '=', 'open')
    .where('ext_id', 'is', null)
    .where('amount', '=', told.amount)
    .select(['id', 'state', 'progress', 'not_ours as notOurs', 'created_at as openedAt'])
    .executeTakeFirst()
  return open && canBe(open, told) ? { id: open.id, state: open.state } : undefined
}

// Losses: more went back than was paid. The part beyond the payment is no part of a gift, so no drive owes it. It left all the same.

/** Books the excess as the platform's loss, once. Returns what was booked now, in cents. */
export async function bookLoss(tx: Tx, reversalId: number, by: string): Promise<number> {
  const { rows } = await sql<{ amount: number; provider: string }>`
    insert into refund_losses (reversal_id, amount, by)
    select v.id, v.excess, ${by}::uuid from reversals v where v.id = ${reversalId}::bigint and v.excess > 0
    on conflict (reversal_id) do nothing
    returning amount, (select p.provider from reversals v join payments p on p.id = v.payment_id where v.id = reversal_id) as provider`.execute(
    tx,
  )
  const [lost] = rows
  if (!lost) return 0
  const { amount, provider } = lost
  await post(tx, 'refund_lost', reversalId, [{ leg: 1, debit: 'losses', credit: clearingOf(provider), amount }])
  return amount
}
