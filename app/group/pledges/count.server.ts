import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { mayManage } from '#app/drives/drive/manage.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { openFor } from './manage.server.ts'
import { pledgePath, pledgeTexts } from './pledge.ts'
import type { GiftKind } from './pledge-forms.ts'
import { withdrawReminders } from './tell.server.tsx'
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
async function lockPledge(tx: Tx, pledgeId: number): Promise<void> {
  await sql`select from pledges where id = ${pledgeId}::bigint for update`.execute(tx)
}

/** Counts as much as is left of both the gift and the pledge. The gift is locked by now, so that it can't be refunded meanwhile. */
async function countTowardsPledge(
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
async function countRecorded(
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

// Gifts that were not begun for a pledge: by Paybill, by card, or in cash that was recorded before. People of the drive say which of
// them was for a pledge.

/** The most gifts shown at once; others are found by a name or a code. */
const mostShown = 50

/** A gift that counts for no pledge yet. The name is null if its giver is anonymous, or none is known. */
export type Choosable = {
  kind: GiftKind
  id: number
  name: string | null
  isAnonymous: boolean
  /** The rest of it after refunds. */
  amount: number
  /** The channel of a gift that came through us, the method of one that was recorded. */
  way: string
  at: Date
}

/** The giver of a donation `d`, as the owner sees them among the gifts. */
const giverSeen = sql<
  string | null
>`case when d.anonymous then null else coalesce(nullif(d.donor_name, ''), name_at_mpesa(d.payment_id)) end`

/** Returns a drive's such gifts, the newest first. */
export async function choosableFor(db: Db, driveId: string, search: string): Promise<Choosable[]> {
  const [like, code] = [containing(search), search.replace(/[\s-]/g, '').toUpperCase()]
  const [gift, recorded] = search
    ? [
        sql`and (${giverSeen} ilike ${like} or exists (select from mpesa_receipts m where m.payment_id = p.id and m.receipt = ${code}))`,
        sql`and (r.name ilike ${like} or r.code = ${code})`,
      ]
    : [sql``, sql``]
  const { rows } = await sql<Choosable>`
    (select 'gift' as kind, d.id, ${giverSeen} as name, d.anonymous as "isAnonymous", d.amount - p.reversed as amount,
       d.channel as way, d.created_at as at
     from donations d join payments p on p.id = d.payment_id
     where d.fund_drive_id = ${driveId} and d.amount > p.reversed ${gift}
       and not exists (select from pledge_parts k where k.donation_id = d.id)
     order by d.id desc limit ${mostShown})
    union all
    (select 'recorded', r.id, nullif(r.name, ''), r.anonymous, r.amount, r.method, (r.given_on + time '12:00') at time zone 'Africa/Nairobi'
     from recorded_gifts r
     where r.fund_drive_id = ${driveId} and r.voided_at is null ${recorded}
       and not exists (select from pledge_parts k where k.recorded_id = r.id)
     order by r.id desc limit ${mostShown})
    order by at desc limit ${mostShown}`.execute(db)
  return rows
}

type Chosen = { driveId: string; by: Actor; pledgeId: number; kind: GiftKind; id: number }

/** Counts the gift for the pledge, up to the open rest. Refuses a gift that counts already. */
export const countChosen = (db: Db, chosen: Chosen): Promise<void> =>
  inOneGo(db, async (tx) => {
    const { driveId, by, pledgeId } = chosen
    if (!(await mayManage(tx, by.id, driveId, 'record'))) throw new Refusal(pledgeTexts.driveMissing, { status: 404 })
    if (!(await openFor(tx, driveId, pledgeId))) throw new Refusal(pledgeTexts.gone, { status: 404 })
    // The gift is locked before the pledge, as everywhere, so that it can't be refunded meanwhile.
    if (!(await lockGift(tx, chosen))) throw new Refusal(pledgeTexts.notChosen)
    const { rows } = await sql`
      select from pledges where id = ${pledgeId}::bigint and fund_drive_id = ${driveId} and state = 'open' for update`.execute(
      tx,
    )
    if (rows.length === 0) throw new Refusal(pledgeTexts.gone, { status: 404 })
    const { kind, id } = chosen
    const counted = await (kind === 'gift'
      ? countTowardsPledge(tx, { pledgeId, donationId: id })
      : countRecorded(tx, { pledgeId, recordedId: id }))
    if (!counted) throw new Refusal(pledgeTexts.notChosen)
    await record(tx, { by, act: 'gift chosen', noun: 'pledge', subject: pledgeId, after: { [kind]: id } })
    await tell(tx, `drive:${driveId}`)
  })

/** Locks a gift. Returns false if the drive has no such gift. */
const lockGift = async (tx: Tx, { driveId, kind, id }: Pick<Chosen, 'driveId' | 'kind' | 'id'>): Promise<boolean> =>
  (kind === 'gift'
    ? await sql`
        select from payments p join donations d on d.payment_id = p.id
        where d.id = ${id}::bigint and d.fund_drive_id = ${driveId} for share of p`.execute(tx)
    : await sql`
        select from recorded_gifts where id = ${id}::bigint and fund_drive_id = ${driveId} for share`.execute(tx)
  ).rows.length > 0

// The gifts that count for a pledge, as people of the drive see them, and how to take off one that was chosen by mistake.

type About = {
  /** Null if its giver is anonymous, or none is known. */
  name: string | null
  isAnonymous: boolean
  way: string
  at: Date
}
export type PledgePart = {
  id: number
  kind: GiftKind
  /** The part of the gift that counts. */
  amount: number
  /** True if its giver said that it is for this pledge, which people of the drive can't change. */
  isGivers: boolean
  /** The gift; null if nobody of the drive may know which one it is: it would reveal the giver of an anonymous gift or pledge. */
  about: About | null
}

const mostParts = 200

/** Returns the parts of a pledge, the newest first. */
export async function partsOfPledge(db: Db, driveId: string, pledgeId: number): Promise<PledgePart[]> {
  const { rows } = await sql<Omit<PledgePart, 'about'> & About & { isHidden: boolean }>`
    select k.id, case when k.donation_id is null then 'recorded' else 'gift' end as kind, k.amount,
      coalesce(${giverSeen}, nullif(r.name, '')) as name,
      coalesce(d.anonymous, r.anonymous) as "isAnonymous", coalesce(d.channel, r.method) as way,
      coalesce(d.created_at, (r.given_on + time '12:00') at time zone 'Africa/Nairobi') as at,
      k.by_giver as "isGivers", k.by_giver and (g.anonymous or d.anonymous) as "isHidden"
    from pledge_parts k join pledges g on g.id = k.pledge_id
      left join donations d on d.id = k.donation_id
      left join recorded_gifts r on r.id = k.recorded_id
    where k.pledge_id = ${pledgeId}::bigint and g.fund_drive_id = ${driveId}
    order by k.id desc limit ${mostParts}`.execute(db)
  return rows.map(({ isHidden, name, isAnonymous, way, at, ...part }) => ({
    ...part,
    about: isHidden ? null : { name, isAnonymous, way, at },
  }))
}

type Taken = { driveId: string; by: Actor; pledgeId: number; partId: number }

/**
 * Takes a gift off the pledge; the gift stays given. A part is named by its own number, so a page opened earlier does not take off
 * the same gift when it was chosen again.
 */
export const takeOff = (db: Db, taken: Taken): Promise<void> =>
  inOneGo(db, async (tx) => {
    const { driveId, by, pledgeId, partId } = taken
    if (!(await mayManage(tx, by.id, driveId, 'record'))) throw new Refusal(pledgeTexts.driveMissing, { status: 404 })
    const part = await partOf(tx, taken)
    if (!part) throw new Refusal(pledgeTexts.notCounting, { status: 404 })
    if (part.isGivers) throw new Refusal(pledgeTexts.giversOwn)
    // The gift is locked before the pledge, as everywhere: a refund at this moment removes its part, too.
    await lockGift(tx, { driveId, kind: part.kind, id: part.giftId })
    await lockPledge(tx, pledgeId)
    const gone = await tx.deleteFrom('pledge_parts').where('id', '=', partId).returning('amount').executeTakeFirst()
    if (!gone) throw new Refusal(pledgeTexts.notCounting, { status: 404 })
    // Waiting reminders ask for the old rest.
    await withdrawReminders(tx, pledgeId)
    const before = { [part.kind]: part.giftId, amount: gone.amount }
    await record(tx, { by, act: 'gift taken off', noun: 'pledge', subject: pledgeId, before })
    await tell(tx, `drive:${driveId}`)
  })

async function partOf(tx: Tx, { driveId, pledgeId, partId }: Taken) {
  const { rows } = await sql<{ kind: GiftKind; giftId: number; isGivers: boolean }>`
    select case when k.donation_id is null then 'recorded' else 'gift' end as kind,
      coalesce(k.donation_id, k.recorded_id) as "giftId", k.by_giver as "isGivers"
    from pledge_parts k join pledges g on g.id = k.pledge_id
    where k.id = ${partId}::bigint and k.pledge_id = ${pledgeId}::bigint and g.fund_drive_id = ${driveId}`.execute(tx)
  return rows[0]
}
