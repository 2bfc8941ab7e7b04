import type { Db, Tx } from '#app/platform/db.server.ts'
import { type Over, overOf } from './opening.ts'

/** The zone of a gathering: that of its first occasion. */
export async function zoneOf(db: Db, gatheringId: string): Promise<string> {
  const first = await db
    .selectFrom('occasions')
    .where('gathering_id', '=', gatheringId)
    .orderBy('starts_at')
    .orderBy('id')
    .select('zone')
    .executeTakeFirst()
  return first?.zone ?? 'Africa/Nairobi'
}

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
