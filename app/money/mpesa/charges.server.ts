import { msg } from '@lingui/core/macro'
import { type RawBuilder, sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { feeOf, mostChargeBps } from '#app/base/ledger/ledger.ts'
import { post } from '#app/base/ledger/post.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { dayAt } from '#app/kit/time.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'

// The charges in a statement, and the fee that was booked with the money. Whichever comes first, the two together book what was
// charged, once.

type Charged = {
  charged: number
  booked: number
  amount: number | null
  /** The fee of the gift that it is; null while it is none. */
  feeBps: number | null
  lastLine: number | null
}

/** Locks the money of a code: its charges are added up. */
export const lockCharges = (tx: Tx, receipt: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`mpesa charge ${receipt}`}, 0))`.execute(tx)

async function chargedFor(tx: Tx, receipt: string): Promise<Charged> {
  const { rows } = await sql<Charged>`
    select coalesce(sum(l.withdrawn - l.paid_in), 0)::bigint as charged, max(l.id) as "lastLine",
      (coalesce(sum(l.corrected), 0) + coalesce((select coalesce(p.provider_fee, s.provider_fee) from mpesa_receipts r
          left join payments p on p.id = r.payment_id left join suspense s on s.id = r.suspense_id
          where r.receipt = ${receipt}), 0)
        + coalesce((select a.fee from payout_attempts a where a.provider = 'mpesa' and a.provider_code = ${receipt}), 0)
        + coalesce((select s.fee from refund_sends s where s.code = ${receipt}), 0))::bigint as booked,
      (select r.amount from mpesa_receipts r where r.receipt = ${receipt}) as amount,
      (select g.fee_bps from mpesa_receipts r join donations g on g.payment_id = r.payment_id
        where r.receipt = ${receipt}) as "feeBps"
    from mpesa_lines l where l.kind = 'charge' and l.linked = ${receipt} and l.became is not null`.execute(tx)
  return rows[0]!
}

/** Books the difference, either way, between all charges and what is booked. */
async function correct(tx: Tx, line: number, leg: number, by: number): Promise<void> {
  const [debit, credit] =
    by > 0 ? (['provider_fees', 'mpesa_clearing'] as const) : (['mpesa_clearing', 'provider_fees'] as const)
  if (by !== 0) await post(tx, 'fee_corrected', line, [{ leg, debit, credit, amount: Math.abs(by) }])
}

/** Books a charge from a statement; the caller holds the lock. Returns what was booked for it. */
export async function bookCharge(tx: Tx, line: { id: number; receipt: string; cents: number }): Promise<number> {
  const before = await chargedFor(tx, line.receipt)
  const charged = before.charged + line.cents
  const corrected = charged - before.booked
  await correct(tx, line.id, 1, corrected)
  await callAbove(tx, line.receipt, charged, before)
  return corrected
}

/** Locks the money of these codes, in order. A part of a query: `codes` has a column `receipt`. */
export const chargesLocked = (codes: RawBuilder<unknown>) => sql`
  select pg_advisory_xact_lock(hashtextextended('mpesa charge ' || c.receipt, 0))
  from (select receipt from ${codes} where receipt is not null order by receipt) c`

/** Squares the fees of money that was just placed: what a statement charged for it before is not booked again. Little of it was. */
export async function squareCharges(tx: Tx, placed: string[]): Promise<void> {
  if (placed.length === 0) return
  await chargesLocked(sql`unnest(${placed}::text[]) u (receipt)`).execute(tx)
  await squareLocked(tx, placed)
}

/** Squares the fees of codes whose money is locked already. */
export async function squareLocked(tx: Tx, receipts: string[]): Promise<void> {
  if (receipts.length === 0) return
  const { rows } = await sql<{ receipt: string }>`
    select u.receipt from unnest(${receipts}::text[]) u (receipt)
    where exists (select from mpesa_lines l where l.linked = u.receipt and l.kind = 'charge' and l.became is not null)
    order by u.receipt`.execute(tx)
  for (const { receipt } of rows) await squareCharged(tx, receipt)
}

async function squareCharged(tx: Tx, receipt: string): Promise<void> {
  const { charged, booked, lastLine, ...gift } = await chargedFor(tx, receipt)
  if (lastLine === null) return
  await correct(tx, lastLine, 2, charged - booked)
  await sql`update mpesa_lines set corrected = corrected + ${charged - booked}::bigint where id = ${lastLine}::bigint`.execute(
    tx,
  )
  await callAbove(tx, receipt, charged, gift)
}

type Gift = Pick<Charged, 'amount' | 'feeBps'>

/** Calls a person if the charge is more than our share. The charge is true and stays booked. */
async function callAbove(tx: Tx, receipt: string, charged: number, { amount, feeBps }: Gift): Promise<void> {
  if (amount === null) return
  const share = feeOf(amount, mostChargeBps(feeBps ?? 0))
  if (charged > share) await raiseDiscrepancy(tx, 'a tariff above our share', receipt, { amount, fee: charged })
}

const says = {
  past: msg`Please choose today or a later day: what was paid before keeps its tariff.`,
  order: msg`Up to is less than from.`,
  share: msg`This is more than 5% of the smallest payment. Enter a lower fee or a higher amount to start from.`,
  sending: msg`M-Pesa takes it from us: what it sends, nobody else bears.`,
  overlap: msg`A tariff of this day covers some of these amounts already.`,
}

/** The kinds of charges: `paybill` for payments to us by the menu of a phone or a request on it; `b2c` for what M-Pesa sends for us. */
export type What = 'paybill' | 'b2c'

type PaymentAt = { cents: number; at: Date }

/** Returns M-Pesa's charge to us for a payment of so many cents at this moment; 0 if the payer bears it. */
export const tariffOn = async (db: Db | Tx, what: What, cents: number, at: Date): Promise<number> =>
  (await tariffsOn(db, what, [{ cents, at }]))[0]!

/** Returns the charges for many payments, in their order. */
export async function tariffsOn(db: Db | Tx, what: What, payments: PaymentAt[]): Promise<number[]> {
  const [cents, at] = [payments.map((one) => one.cents), payments.map((one) => one.at)]
  const { rows } = await sql<{ fee: number }>`
    select ${tariffOf(what, sql`p.cents`, sql`p.at`)} as fee
    from unnest(${cents}::bigint[], ${at}::timestamptz[]) with ordinality p (cents, at, nr) order by nr`.execute(db)
  return rows.map(({ fee }) => fee)
}

/** The charge for a payment, as a part of a larger query. */
export const tariffOf = (what: What, cents: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql<number>`coalesce((
  select t.fee from mpesa_tariffs t
  where t.what = ${what} and t.bearer = 'business' and ${cents} between t.from_cents and t.to_cents
    and t.since = (select max(o.since) from mpesa_tariffs o
      where o.what = ${what} and o.since <= (${at} at time zone 'Africa/Nairobi')::date)), 0)::bigint`

export type Tariff = { what?: What; bearer: 'payer' | 'business'; from: number; to: number; fee: number; since: string }

/**
 * Adds a row, from today on or from a day to come. Refuses what the business would bear above 5 % of the smallest payment, and two rows for one amount.
 */
export async function addTariff(db: Db, tariff: Tariff, by: Actor, now = new Date()): Promise<void> {
  const { what = 'paybill', bearer, from, to, fee, since } = tariff
  if (since < dayAt(now)) throw new Refusal(says.past, { status: 422, field: 'since' })
  if (to < from) throw new Refusal(says.order, { status: 422, field: 'to' })
  if (what === 'b2c' && bearer === 'payer') throw new Refusal(says.sending, { status: 422, field: 'bearer' })
  if (what === 'paybill' && bearer === 'business' && fee * 20 > from)
    throw new Refusal(says.share, { status: 422, field: 'fee' })
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('mpesa tariffs', 0))`.execute(tx)
    const { rows } = await sql<{ id: number }>`
      insert into mpesa_tariffs (what, bearer, from_cents, to_cents, fee, since, by, created_at)
      values (${what}, ${bearer}, ${from}::bigint, ${to}::bigint, ${fee}::bigint, ${since}::date, ${by.id}::uuid, ${now})
      on conflict do nothing returning id`.execute(tx)
    const [added] = rows
    if (!added) throw new Refusal(says.overlap, { status: 422, field: 'from' })
    await record(tx, { by, act: 'tariff added', noun: 'tariff', subject: added.id, after: { amount: from, fee } })
  })
}
