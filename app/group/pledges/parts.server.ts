import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { mayManage } from '#app/drives/drive/rights.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'
import { giverSeen, lockGift } from './choose.server.ts'
import { lockPledge } from './count.server.ts'
import { pledgeTexts } from './pledge.ts'
import type { GiftKind } from './pledge-forms.ts'
import { withdrawReminders } from './tell.server.ts'

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

const mostShown = 200

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
    order by k.id desc limit ${mostShown}`.execute(db)
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
