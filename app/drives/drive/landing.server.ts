import { dayAt } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { daysLeft } from './drive.ts'
import { knownDrive } from './for-programs.server.ts'
import { totalsOf } from './totals.ts'

/** The drive that the landing page shows as an example, where there is one. */
const slug = 'heal-mama-achieng'

/** Returns what the landing page shows of the example drive, with its true figures; null while visitors can't open that drive. */
export async function landingDrive(db: Db, now: Date) {
  const row = await knownDrive(db, slug)
    .innerJoin('subscriptions as s', (join) => join.onRef('s.fund_drive_id', '=', 'd.id').on('s.status', '=', 'active'))
    .where('s.remaining_views', '>', 0)
    .innerJoin('open_drives as o', 'o.id', 'd.id')
    .where('o.takes_gifts', '=', true)
    .executeTakeFirst()
  if (!row) return null
  const { id, title, goal_amount: goal, ends } = row
  const { total: raised, donors, percent } = totalsOf(row, goal)
  return { id, slug, title, raised, goal, donors, percent, days: daysLeft(ends, dayAt(now)) }
}
