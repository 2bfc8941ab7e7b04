import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { keepingOn } from '#app/platform/jobs/keeping-on.server.ts'
import { askReceipt, isResting } from './asks.server.ts'
import { openRail } from './begin.server.ts'

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
