import type { Db, Tx } from '#app/platform/db.server.ts'
import { type Over, overOf } from './opening.ts'

/** Tells how much of a gathering is over now. */
export const overNow = async (db: Db | Tx, gatheringId: string, now: Date): Promise<Over> =>
  overOf(await timesOf(db, gatheringId), now)

/** Selects the times of a gathering's occasions, each in its own zone. */
export const timesOf = (db: Db | Tx, gatheringId: string) =>
  db
    .selectFrom('occasions')
    .where('gathering_id', '=', gatheringId)
    .select(['starts_at as startsAt', 'ends_at as endsAt', 'status', 'zone'])
    .limit(20)
    .execute()
