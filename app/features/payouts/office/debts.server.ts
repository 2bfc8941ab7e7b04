import { sql } from 'kysely'
import { record } from '#app/features/audit/audit.server.ts'
import type { Actor } from '#app/features/audit/audit.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { inOneGo } from '#app/platform/in-one-go.server.ts'
import { tell } from '#app/platform/live.server.ts'
import { writeOffIn } from '../decide.server.ts'
import { says as payoutSays } from '../payout.ts'
import { type Debt, hopelessAfter, says } from './debts.ts'

const most = 200

/** The drives that owe, the oldest debt first. What waits to be folded has paid its part already. */
export async function debtsNow(db: Db, only?: string): Promise<{ debts: Debt[]; sum: number; count: number }> {
  const { rows } = await sql<Debt & { sum: number; count: number }>`
    with owing as materialized (
      select w.fund_drive_id, coalesce(w.debt_since, now()) as since,
        w.debt - coalesce((select sum(x.credit) from wallet_deltas x where x.fund_drive_id = w.fund_drive_id), 0) as debt
      from wallets w where w.debt > 0 and (${only ?? null}::uuid is null or w.fund_drive_id = ${only ?? null}::uuid)
    )
    select d.id as "driveId", d.slug, d.title, o.debt::bigint as debt, o.since, gift.at as "lastGift",
      (select count(*) from payout_requests r where r.fund_drive_id = d.id and r.status in ('processing', 'approved')) as "openRequests",
      greatest(o.since, gift.at) < now() - make_interval(days => ${hopelessAfter}) as hopeless,
      (sum(o.debt) over ())::bigint as sum, count(*) over () as count
    from owing o join fund_drives d on d.id = o.fund_drive_id
      left join lateral (select created_at as at from donations g where g.fund_drive_id = d.id order by g.id desc limit 1) gift on true
    where o.debt > 0 order by o.since, d.id limit ${most}::int`.execute(db)
  return {
    debts: rows.map(({ sum: _, count: __, ...debt }) => debt),
    sum: rows[0]?.sum ?? 0,
    count: rows[0]?.count ?? 0,
  }
}

/** What one drive owes; undefined when it owes nothing. */
export const debtOf = async (db: Db, driveId: string): Promise<Debt | undefined> =>
  (await debtsNow(db, driveId)).debts[0]

type WriteOff = { why: string; debt: number }

/** An administrator gives up what a drive owes, as much as was shown. The line in the log stands with it or not at all. */
export const giveUpDebt = (db: Db, driveId: string, { why, debt }: WriteOff, by: Actor): Promise<void> =>
  inOneGo(db, async (tx) => {
    await refuseOwn(tx, driveId, by)
    const owing = await tx.selectFrom('wallets').where('fund_drive_id', '=', driveId).select('debt').executeTakeFirst()
    if (!owing?.debt) throw new Refusal(payoutSays.nothingOwed, { status: 404 })
    const gone = await writeOffIn(tx, driveId, { by: by.id, note: why })
    if (gone !== debt) throw new Refusal(says.debtChanged)
    const about = { by, act: 'debt written off', noun: 'drive', subject: driveId, why } as const
    await record(tx, { ...about, before: { debt: gone }, after: { debt: 0 } })
    await tell(tx, 'office:disputes')
  })

/** Nobody gives up for the platform what they owe it themselves. */
async function refuseOwn(tx: Tx, driveId: string, by: Actor): Promise<void> {
  const own = tx.selectFrom('fund_drives').where('id', '=', driveId).where('user_id', '=', by.id).select('id')
  if (await own.executeTakeFirst()) throw new Refusal(says.own, { status: 403 })
}
