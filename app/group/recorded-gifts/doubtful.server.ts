import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { fewest, type RecordedDoubt, rarely, times } from './doubtful.ts'

type Asked = { driveId: string; amount: number }

/** Returns why an amount may be a slip; undefined if it is usual. */
export async function doubtOf(tx: Tx, { driveId, amount }: Asked): Promise<RecordedDoubt | undefined> {
  if (amount > rarely) return 'much'
  const { rows } = await sql<{ isMoreThanGoal: boolean; isLargest: boolean }>`
    select d.collect_donations and d.goal_amount > 0 and ${amount}::bigint > d.goal_amount as "isMoreThanGoal",
      (select count(*) from (select from ${giftsTo(driveId)} g limit ${fewest}) f) >= ${fewest}
        and not exists (select from ${giftsTo(driveId)} g where g.amount * ${times}::int > ${amount}::bigint) as "isLargest"
    from fund_drives d where d.id = ${driveId}`.execute(tx)
  const { isMoreThanGoal, isLargest } = rows[0]!
  return isMoreThanGoal ? 'goal' : isLargest ? 'largest' : undefined
}

const giftsTo = (driveId: string) => sql`(
  select amount from donations where fund_drive_id = ${driveId}
  union all
  select amount from recorded_gifts where fund_drive_id = ${driveId} and voided_at is null)`
