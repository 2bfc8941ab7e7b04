import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'
import { pledgePath } from './pledge.ts'
import { withdrawReminders } from './tell.server.ts'
import { renewLink, tokenOf } from './token.server.ts'

// Counts gifts for a pledge. Payments only know the pledge that they were begun for.

/**
 * Counts arrived gifts for the pledges that they were begun for. A repeat with the same gifts changes nothing, so the job that
 * announces arrivals may be interrupted and run again.
 */
export const countArrived = (db: Db, { donationIds }: { donationIds: number[] }): Promise<void> =>
  inOneGo(db, async (tx) => {
    const { rows } = await sql<{ donationId: number; pledgeId: number }>`
      select d.id as "donationId", p.pledge_id as "pledgeId"
      from donations d join payments p on p.id = d.payment_id
      where d.id = any(${donationIds}::bigint[]) and p.pledge_id is not null
      order by p.id for share of p`.execute(tx)
    // In one order everywhere, so that two jobs do not wait for each other in a circle.
    for (const one of rows.toSorted((a, b) => a.pledgeId - b.pledgeId))
      await countTowardsPledge(tx, { ...one, byGiver: true })
  })

/** Locks the pledge: of parts that come at once each sees the rest that the one before has left. */
export async function lockPledge(tx: Tx, pledgeId: number): Promise<void> {
  await sql`select from pledges where id = ${pledgeId}::bigint for update`.execute(tx)
}

/** Counts as much as is left of both the gift and the pledge. The gift is locked by now, so that it can't be refunded meanwhile. */
export async function countTowardsPledge(
  tx: Tx,
  { donationId, pledgeId, byGiver = false }: { donationId: number; pledgeId: number; byGiver?: boolean },
): Promise<boolean> {
  await lockPledge(tx, pledgeId)
  const { numAffectedRows } = await sql`
    insert into pledge_parts (pledge_id, donation_id, by_giver, amount)
    select g.id, d.id, ${byGiver}, least(d.amount - p.reversed, g.amount - g.paid)
    from pledges g, donations d join payments p on p.id = d.payment_id
    where g.id = ${pledgeId}::bigint and d.id = ${donationId}::bigint and d.fund_drive_id = g.fund_drive_id
      and least(d.amount - p.reversed, g.amount - g.paid) > 0
    on conflict (donation_id) do nothing`.execute(tx)
  return became(tx, pledgeId, numAffectedRows)
}

/** Returns true when a part was written: a waiting reminder would ask for the wrong sum, so it is withdrawn. */
async function became(tx: Tx, pledgeId: number, written: bigint | undefined): Promise<boolean> {
  if (!written) return false
  await withdrawReminders(tx, pledgeId)
  return true
}

/** Counts a gift that was recorded before, and is locked by now. */
export async function countRecorded(
  tx: Tx,
  { recordedId, pledgeId }: { recordedId: number; pledgeId: number },
): Promise<boolean> {
  await lockPledge(tx, pledgeId)
  const { numAffectedRows } = await sql`
    insert into pledge_parts (pledge_id, recorded_id, amount)
    select g.id, r.id, least(r.amount, g.amount - g.paid)
    from pledges g, recorded_gifts r
    where g.id = ${pledgeId}::bigint and r.id = ${recordedId}::bigint and r.fund_drive_id = g.fund_drive_id
      and r.voided_at is null and g.amount > g.paid
    on conflict (recorded_id) do nothing`.execute(tx)
  return became(tx, pledgeId, numAffectedRows)
}

/** An open pledge of the phone that paid. The giver may say that the gift is for it. */
export type Offered = { amount: number; rest: number }

/**
 * Returns the pledge to ask about on the page of the payment. It is never assumed: one phone gives for many people. Undefined if the
 * payment was begun for a pledge, and for another browser than the payer's.
 */
export async function offeredTo(db: Db, reference: string, visitor: string): Promise<Offered | undefined> {
  const found = await offer(db, reference, visitor).executeTakeFirst()
  return found && { amount: found.amount, rest: found.amount - found.paid }
}

/** Counts the gift when the giver says yes. Returns false when the pledge, or the gift, is gone by now. */
export const countOffered = (db: Db, reference: string, visitor: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await sql`select from payments where reference = ${reference} for share`.execute(tx)
    const found = await offer(tx, reference, visitor).executeTakeFirst()
    return found !== undefined && countTowardsPledge(tx, { ...found, byGiver: true })
  })

/** Returns the page of the pledge that a payment was begun for, for the browser that began it: the link is its giver's secret. */
export async function pledgePageOf(db: Db, reference: string, visitor: string): Promise<string | null> {
  const row = await db
    .selectFrom('payments as p')
    .innerJoin('pledges as g', 'g.id', 'p.pledge_id')
    .innerJoin('mpesa_prompts as q', 'q.payment_id', 'p.id')
    .where('p.reference', '=', reference)
    .where('q.visitor', '=', visitor)
    .select(['g.id', 'g.client_key'])
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  await renewLink(db, row)
  return pledgePath(tokenOf(row.client_key))
}

/** SQL: the money came from this phone, by M-Pesa's own code, or by the prompt that it answered. A typed number proves nothing. */
const paidByPhone = sql<boolean>`(
  exists (select from mpesa_receipts r where r.payment_id = p.id and r.tail = right(g.phone, 3))
  or (exists (select from mpesa_prompts q where q.payment_id = p.id and q.state = 'paid' and q.phone = g.phone)
    and not exists (select from mpesa_receipts r where r.payment_id = p.id and r.tail is not null)))`

const offer = (db: Db | Tx, reference: string, visitor: string) =>
  db
    .selectFrom('payments as p')
    .innerJoin('donations as d', 'd.payment_id', 'p.id')
    .innerJoin('pledges as g', (join) =>
      join.onRef('g.fund_drive_id', '=', 'd.fund_drive_id').onRef('g.phone', '=', 'p.donor_phone'),
    )
    .leftJoin('pledge_parts as x', 'x.donation_id', 'd.id')
    .where('p.reference', '=', reference)
    .where('p.returned', '=', visitor)
    .where('p.pledge_id', 'is', null)
    .whereRef('p.reversed', '<', 'p.amount')
    .where('x.id', 'is', null)
    .where('g.state', '=', 'open')
    .where(paidByPhone)
    .select(['d.id as donationId', 'g.id as pledgeId', 'g.amount', 'g.paid'])
    .orderBy('g.id')
    .limit(1)
