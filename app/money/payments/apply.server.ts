import { type RawBuilder, sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import type { Payment } from '#app/base/ledger/paid-for.ts'
import { clearingOf, post } from '#app/base/ledger/post.server.ts'
import { type Db, inOneGo, plannedEachTime, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { inBatchesOrAlone } from '#app/platform/postgres/batches.server.ts'
import { isMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { bookedTogether, kindOfPayment } from './paid-for.server.ts'
import { feeToUs, isAsAsked, type PaymentDetails } from './payment.ts'
import { clash, keepUnplaced, type UnplacedWhy } from './suspense.server.ts'

/** A payment's result, as the provider says. */
export type ApplyResult = { provider: string; reference: string; facts: PaymentDetails }

/**
 * The outcome of a result. `already`: it was applied before. `waiting`: nothing to apply yet. `failed`: the payer did
 * not pay, so far. `unplaced`: money came in that fits no payment; it waits in suspense for a person. `clash`: the
 * provider gave one number to two payments, and nothing was applied.
 */
export type Applied = 'applied' | 'already' | 'waiting' | 'failed' | 'unplaced' | 'clash'

/**
 * THE ONE FUNCTION that books money. The webhook, the page the payer comes back to and the reconciliation all call it,
 * as often as they like and at the same time: the first applies it, the others find it applied. Results that come at
 * the same moment share a transaction, all or nothing.
 */
export const applyResult = (db: Db, provider: string, reference: string, facts: PaymentDetails): Promise<Applied> =>
  applyOne(db, { provider, reference, facts })

const applyOne = inBatchesOrAlone<Db, ApplyResult, Applied>(
  applyResults,
  async (db, result) => (await applyResults(db, [result]))[0]!,
  { ways: 2, most: 50 },
)

/**
 * Applies results with as many statements as one needs. Results in order are booked; for others the reason decides.
 * Among many, a result stays undefined if its payment is locked or unknown, or if an earlier one has the same payment
 * or provider number: it is left to be applied alone, so that no other waits with it.
 */
function applyResults(db: Db, results: ApplyResult[]): Promise<(Applied | undefined)[]> {
  return inOneGo(db, (tx) => applyWithin(tx, results))
}

/** Applies results within a transaction that does more. `waits`: for a payment that is locked, as one alone does. */
export async function applyWithin(
  tx: Tx,
  results: ApplyResult[],
  { waits = results.length === 1 } = {},
): Promise<(Applied | undefined)[]> {
  const applied = new Map<ApplyResult, Applied | undefined>()
  const firsts = firstOfEach(results)
  const payments = await lock(tx, firsts, { waits })
  const inOrder: Ordered[] = []
  for (const result of firsts) {
    const known = payments.get(result.reference)
    const payment = known?.provider === result.provider ? known : undefined
    if (!payment && !waits) continue
    const reason = reasonOf(payment, result.facts)
    if (reason) applied.set(result, await end(tx, result, payment, reason))
    else inOrder.push({ result, payment: payment!, driveId: payment!.fund_drive_id!, facts: result.facts })
  }
  const settled = await settle(tx, inOrder)
  for (const one of inOrder)
    applied.set(one.result, settled.has(one.payment.id) ? 'applied' : await clash(tx, one.payment, one.facts))
  return results.map((one) => applied.get(one))
}

type Ordered = { result: ApplyResult; payment: Payment; driveId: string; facts: PaymentDetails }

/** Keeps each payment once, and each provider's number once. */
function firstOfEach(results: ApplyResult[]): ApplyResult[] {
  const seen = new Set<string>()
  return results.filter(({ provider, reference, facts }) => {
    const names = [`of ${reference}`, `${provider} ${facts.providerId}`]
    const isFirst = !names.some((one) => seen.has(one))
    for (const one of names) seen.add(one)
    return isFirst
  })
}

/**
 * Locks the payments, which closes the race of webhook and returning payer. Locks their drives first, so that a drive
 * deleted at this moment is either gone or stays. Among many, payments that are locked elsewhere are left out.
 */
async function lock(tx: Tx, results: ApplyResult[], { waits }: { waits: boolean }): Promise<Map<string, Payment>> {
  const references = sql.val(results.map(({ reference }) => reference))
  const payments = waits ? await lockWaiting(tx, references) : await lockFree(tx, references)
  return new Map(payments.map((payment) => [payment.reference, payment]))
}

const drivesLocked = (references: RawBuilder<unknown>) => sql`
    select id from fund_drives
    where id in (select fund_drive_id from payments where reference = any(${references}::text[]))
    order by id for key share`

async function lockWaiting(tx: Tx, references: RawBuilder<unknown>): Promise<Payment[]> {
  await drivesLocked(references).execute(tx)
  return tx
    .selectFrom('payments')
    .where('reference', '=', sql<string>`any(${references}::text[])`)
    .selectAll()
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** One statement will do: what another transaction has locked is left out, so nothing is read that changed during a wait. */
async function lockFree(tx: Tx, references: RawBuilder<unknown>): Promise<Payment[]> {
  const { rows } = await sql<Payment>`${plannedEachTime}
    with drives as materialized (${drivesLocked(references)} skip locked)
    select p.* from payments p
    where p.reference = any(${references}::text[]) and p.kind in (${sql.join(bookedTogether())})
      and (p.fund_drive_id is null or p.fund_drive_id in (select id from drives))
    order by p.id for update of p skip locked`.execute(tx)
  return rows
}

/** True also of reversed payments: money that was refunded had been paid first. */
const isMoney = ({ state }: PaymentDetails) => state === 'success' || state === 'reversed'

/** Tells whether money is a second one: each request on a phone brings its own; a page of the provider's is paid once. */
const isAnother = (payment: Payment, { providerId }: PaymentDetails) =>
  isMobileMoney(payment.provider) && payment.provider_tx_id !== providerId

/** Returns why a result is not in order; undefined if its money can be booked. */
function reasonOf(
  payment: Payment | undefined,
  facts: PaymentDetails,
): UnplacedWhy | 'settled' | 'unplaced' | 'not paid' | undefined {
  if (!payment) return isMoney(facts) ? 'unknown reference' : 'not paid'
  const isOver = payment.status === 'succeeded' || payment.status === 'mismatch'
  if (isOver && isMoney(facts) && isAnother(payment, facts)) return 'paid twice'
  if (payment.status === 'succeeded') return 'settled'
  if (payment.status === 'mismatch') return 'unplaced'
  if (!isMoney(facts)) return 'not paid'
  if (facts.currency !== 'KES') return 'wrong currency'
  if (!isAsAsked(payment.amount, facts)) return 'wrong amount'
  return payment.fund_drive_id ? undefined : 'drive is gone'
}

/** Handles a result that is not in order. */
function end(
  tx: Tx,
  { provider, reference, facts }: ApplyResult,
  payment: Payment | undefined,
  reason: NonNullable<ReturnType<typeof reasonOf>>,
): Promise<Applied> | Applied {
  if (reason === 'unplaced') return 'unplaced'
  if (reason === 'settled') return again(tx, payment!, facts)
  if (reason === 'not paid') return payment ? note(tx, payment, facts) : 'waiting'
  return keepUnplaced(tx, { provider, reference, why: reason, payment }, facts)
}

/** Books payments whose number no other payment has. Returns their ids. */
async function settle(tx: Tx, inOrder: Ordered[]): Promise<Set<number>> {
  if (inOrder.length === 0) return new Set()
  const ids = await markPaid(tx, inOrder)
  const settled = inOrder.filter(({ payment }) => ids.has(payment.id))
  for (const kind of new Set(settled.map(({ payment }) => payment.kind)))
    await kindOfPayment(kind).book(
      tx,
      settled
        .filter(({ payment }) => payment.kind === kind)
        .map(({ payment, driveId, facts }) => ({
          payment,
          driveId,
          channel: facts.channel,
          providerFee: feeToUs(payment.amount, facts),
        })),
    )
  // The money went back before we heard that it had come: what went back is compared now, before a person withdraws it.
  if (settled.some(({ facts }) => facts.state === 'reversed'))
    await enqueue(tx, 'compare-back', {}, { key: 'clock', maxTries: 3 })
  return ids
}

/**
 * Marks payments as paid. Another payment of the same number is looked up by the index, gift by gift: a young table has
 * no statistics, and Postgres would rather read all of it for each gift.
 */
async function markPaid(tx: Tx, inOrder: Ordered[]): Promise<Set<number>> {
  const each = <Value>(of: (one: Ordered) => Value) => sql.val(inOrder.map(of))
  const { rows } = await sql<{ id: number }>`
    update payments p set status = 'succeeded', settled_at = now(), failure = null, next_check_at = null,
      provider_tx_id = f.number, provider_fee = f.fee, channel = f.channel, updated_at = now()
    from unnest(${each(({ payment }) => payment.id)}::bigint[], ${each(({ payment }) => payment.provider)}::text[],
      ${each(({ facts }) => facts.providerId)}::text[], ${each(({ payment, facts }) => feeToUs(payment.amount, facts))}::bigint[],
      ${each(({ facts }) => facts.channel)}::text[]) f (id, provider, number, fee, channel)
    left join lateral (
      select other.id from payments other
      where other.provider = f.provider and other.provider_tx_id = f.number collate "C" and other.id <> f.id limit 1
    ) other on true
    where p.id = f.id and other.id is null returning p.id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Handles a result that was applied before. Only the provider's fee may be news; money that came a second time is for a person. */
async function again(tx: Tx, payment: Payment, facts: PaymentDetails): Promise<Applied> {
  if (isMoney(facts) && facts.providerId !== payment.provider_tx_id)
    await raiseDiscrepancy(tx, 'two payments under one reference', payment.reference, {
      providerId: payment.provider_tx_id,
      other: facts.providerId,
      amount: facts.amount,
    })
  const fee = isMoney(facts) ? feeToUs(payment.amount, facts) : null
  if (payment.provider_fee !== null || fee === null || facts.providerId !== payment.provider_tx_id) return 'already'
  await tx.updateTable('payments').set({ provider_fee: fee }).where('id', '=', payment.id).execute()
  const { event, feeLeg: leg } = kindOfPayment(payment.kind)
  await post(tx, event, payment.id, [
    { leg, debit: 'provider_fees', credit: clearingOf(payment.provider), amount: fee },
  ])
  return 'already'
}

/** Notes a failure; other payments wait. A success that comes later still counts, however late. */
async function note(tx: Tx, payment: Payment, { state, why }: PaymentDetails): Promise<Applied> {
  if (state !== 'failed') return 'waiting'
  await tx
    .updateTable('payments')
    .set({ status: 'failed', failure: why?.slice(0, 500) ?? null, updated_at: sql<Date>`now()` })
    .where('id', '=', payment.id)
    .execute()
  return 'failed'
}
