import { sql } from 'kysely'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { record } from '../audit/audit.server.ts'
import type { Actor } from '../audit/audit.ts'
import { says } from './jobs.ts'

// The graveyard of the queue: jobs that were tried as often as they may be. Somebody has to look at why.

export type FailedJob = { id: string; name: string; tries: number; since: Date; last: Date; error: string }

const most = 100

/** The oldest first. What a job carries is ids only, and not shown. */
export async function failedJobs(db: Db): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id::text, task_identifier as name, attempts::int as tries, created_at as since, updated_at as last,
      left(coalesce(last_error, ''), 300) as error
    from graphile_worker.jobs where attempts >= max_attempts and locked_at is null order by id limit ${most}`.execute(
    db,
  )
  return rows
}

type Decided = { by: Actor; why: string }

/** Has a failed job tried once more, from the beginning. */
export const tryJobAgain = (db: Db, id: string, { by, why }: Decided): Promise<void> =>
  deciding(db, id, async (tx, name) => {
    await sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`.execute(tx)
    await record(tx, { by, act: 'job tried again', noun: 'job', subject: id, before: { job: name }, why })
  })

/** Takes a failed job away for good: what it was to do stays undone. */
export const dropJob = (db: Db, id: string, { by, why }: Decided): Promise<void> =>
  deciding(db, id, async (tx, name) => {
    await sql`select graphile_worker.complete_jobs(array[${id}::bigint])`.execute(tx)
    await record(tx, { by, act: 'job dropped', noun: 'job', subject: id, before: { job: name }, why })
  })

/** Of two who decide at once one does: the other waits here, and then finds no failed job. */
const deciding = (db: Db, id: string, does: (tx: Tx, name: string) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`failed job ${id}`}, 0))`.execute(tx)
    const { rows } = await sql<{ name: string }>`select task_identifier as name from graphile_worker.jobs
      where id = ${id}::bigint and attempts >= max_attempts and locked_at is null`.execute(tx)
    if (!rows[0]) throw new Refusal(says.noJob)
    await does(tx, rows[0].name)
  })
