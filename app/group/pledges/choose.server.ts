import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { mayManage } from '#app/drives/drive/rights.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'
import { containing } from '#app/platform/search.server.ts'
import { countRecorded, countTowardsPledge } from './count.server.ts'
import { openFor } from './manage.server.ts'
import { pledgeTexts } from './pledge.ts'
import type { GiftKind } from './pledge-forms.ts'

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
export const giverSeen = sql<
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
export const lockGift = async (
  tx: Tx,
  { driveId, kind, id }: Pick<Chosen, 'driveId' | 'kind' | 'id'>,
): Promise<boolean> =>
  (kind === 'gift'
    ? await sql`
        select from payments p join donations d on d.payment_id = p.id
        where d.id = ${id}::bigint and d.fund_drive_id = ${driveId} for share of p`.execute(tx)
    : await sql`
        select from recorded_gifts where id = ${id}::bigint and fund_drive_id = ${driveId} for share`.execute(tx)
  ).rows.length > 0
