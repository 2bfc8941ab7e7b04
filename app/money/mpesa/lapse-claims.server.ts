import { sql } from 'kysely'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { keepingOn } from '#app/platform/jobs/keeping-on.server.ts'
import { askReceipt, isResting } from './asks.server.ts'
import { openRail } from './begin.server.ts'
import { claimHours } from './claim.ts'
import { textUnmatched } from './claim-told.server.ts'
import { settleClaims } from './claims.server.ts'

// Jobs of cron about claims: they ask M-Pesa about the codes, and end claims by what became known, or by time.

const atOnce = 500
/**
 * Days after which nobody needs the phone of a claim, nor what else a settled one says of its giver. A claim about a placed
 * gift lapses then, too; one about money without a place waits for as long as the money does.
 */
const kept = 30

/** Run by cron: settles claims whose money became known, ends those that nobody listed in time, and removes names from old ones. */
export async function lapseClaims(db: Db): Promise<number> {
  const { rows } = await sql<{ receipt: string }>`
    select distinct c.receipt from claims c join mpesa_receipts r on r.receipt = c.receipt and r.state <> 'heard'
    where c.state = 'waiting' limit ${atOnce}`.execute(db)
  const each = keepingOn()
  for (const { receipt } of rows) await each.go(() => inOneGo(db, (tx) => settleClaims(tx, receipt)))
  const lapsed = await db.transaction().execute(lapse)
  await sql`
    update claims set phone = null, visitor = null, name = case when settled_at is null then name else '' end,
      message = case when settled_at is null then message else '' end
    where created_at < now() - make_interval(days => ${kept})
      and (phone is not null or visitor is not null or (settled_at is not null and (name <> '' or message <> '')))`.execute(
    db,
  )
  each.end()
  return lapsed
}

async function lapse(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update claims set state = 'lapsed', settled_at = now()
    where (state = 'waiting' and created_at < now() - make_interval(hours => ${claimHours}))
      or (state = 'desk' and created_at < now() - make_interval(days => ${kept})
        and receipt in (select receipt from mpesa_receipts where payment_id is not null)) returning id`.execute(tx)
  await textUnmatched(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.length
}

/**
 * Run by cron: asks M-Pesa about codes that givers claim and that nobody told us of. Once each, as anybody can type a code; if
 * there is a list, only after it had the time to name the code.
 */
export async function askClaimed(db: Db): Promise<number> {
  const proves = (await openRail(db))?.capabilities().proves ?? []
  if (!proves.includes('status') || (await isResting(db))) return 0
  const { rows } = await sql<{ receipt: string }>`
    select receipt from claims c where state = 'waiting'
      and created_at < now() - make_interval(secs => ${proves.includes('list') ? 360 : 5})
      and not exists (select from mpesa_receipts r where r.receipt = c.receipt)
      and not exists (select from mpesa_asks a where a.what = 'status' and a.subject = c.receipt)
    group by receipt order by min(created_at) limit 40`.execute(db)
  const each = keepingOn()
  for (const { receipt } of rows) await each.go(() => askReceipt(db, receipt))
  each.end()
  return rows.length
}
