import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'

/** Seconds until they are looked at again while there are few payments. The clock alone comes once a minute, and a burst may be over by then. */
const again = 10

/**
 * Has Postgres count the young tables of gifts, so that it has something to plan by before its own minute is over. Any
 * process may ask at any time. Returns how many were counted.
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
