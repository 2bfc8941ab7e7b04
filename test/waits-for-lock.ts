import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { until } from './launch.ts'

/**
 * Waits until someone on the database of this test waits for a lock, or until what they do has ended without one. A pause
 * instead of it is too short on a busy machine: they come when the lock is gone, and a missing lock is not noticed.
 */
export async function waitsForLock(db: Db, does: Promise<unknown>): Promise<void> {
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  does.then(end, end)
  const waits = async () =>
    // What others wait for is hidden in pg_stat_activity from the role of the product.
    (
      await sql`select from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`.execute(db)
    ).rows.length > 0
  await until(async () => hasEnded || (await waits()), 'somebody waits for a lock')
}
