import type { Db, Tx } from '#app/platform/db.server.ts'
import { type Over, overOf } from './opening.ts'

/** How much of a gathering is over now. */
export const overNow = async (db: Db | Tx, gatheringId: string, now: Date): Promise<Over> =>
  overOf(await timesOf(db, gatheringId), now)

/** When the occasions of a gathering are, each by its own clock. */
export const timesOf = (db: Db | Tx, gatheringId: string) =>
  db
    .selectFrom('occasions')
    .where('gathering_id', '=', gatheringId)
    .select(['starts_at as startsAt', 'ends_at as endsAt', 'status', 'zone'])
    .limit(20)
    .execute()
