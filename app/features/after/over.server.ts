import type { Db, Tx } from '#app/platform/db.server.ts'
import { type Over, overOf } from './opening.ts'

/** How much of a gathering is over now. */
export async function overNow(db: Db | Tx, gatheringId: string, now: Date): Promise<Over> {
  const occasions = await db
    .selectFrom('occasions')
    .where('gathering_id', '=', gatheringId)
    .select(['starts_at as startsAt', 'ends_at as endsAt', 'status'])
    .limit(20)
    .execute()
  return overOf(occasions, now)
}
