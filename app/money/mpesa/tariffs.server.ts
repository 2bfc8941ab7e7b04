import { msg } from '@lingui/core/macro'
import { type RawBuilder, sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { Refusal } from '#app/kit/says.ts'
import { dayAt } from '#app/kit/time.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'

const says = {
  past: msg`Please choose today or a later day: what was paid before keeps its tariff.`,
  order: msg`Up to is less than from.`,
  share: msg`This is more than our 5% of the smallest payment. Enter a lower fee or a higher amount to start from.`,
  sending: msg`M-Pesa takes it from us: what it sends, nobody else bears.`,
  overlap: msg`A tariff of this day covers some of these amounts already.`,
}

/** The kinds of charges: `paybill` for payments to us by the menu of a phone or a request on it; `b2c` for what M-Pesa sends for us. */
export type What = 'paybill' | 'b2c'

type Charged = { cents: number; at: Date }

/** Returns M-Pesa's charge to us for a payment of so many cents at this moment; 0 if the payer bears it. */
export const tariffOn = async (db: Db | Tx, what: What, cents: number, at: Date): Promise<number> =>
  (await tariffsOn(db, what, [{ cents, at }]))[0]!

/** Returns the charges for many payments, in their order. */
export async function tariffsOn(db: Db | Tx, what: What, payments: Charged[]): Promise<number[]> {
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
 * Adds a row, from today on or from a day to come. Refuses what the business would bear above our share of the smallest
 * payment, and two rows for one amount.
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
