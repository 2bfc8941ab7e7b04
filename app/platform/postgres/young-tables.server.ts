import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'

/** Seconds until the next run while there are few payments. Cron alone runs once a minute, and a burst may be over by then. */
const again = 10

/**
 * Analyzes the young tables of gifts, so that Postgres has statistics before its own minute is over. Any process may
 * call it at any time. Returns how many tables were analyzed.
 */
export async function analyzeYoung(db: Db): Promise<number> {
  const { rows } = await sql<{ counted: number; young: boolean }>`select counted, young from analyze_young()`.execute(
    db,
  )
  const { counted, young } = rows[0]!
  if (young)
    await enqueue(db, 'analyze-young', {}, { key: 'clock', maxTries: 3, runAt: new Date(Date.now() + again * 1000) })
  return counted
}
