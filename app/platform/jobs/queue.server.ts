import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'

/**
 * Every job by name, with its payload: ids, never names, addresses or tokens. Each noun adds its own in its declared.ts; the
 * handlers are in app/jobs.server.ts.
 */
// biome-ignore lint/suspicious/noEmptyInterface: each noun adds its own
export interface Jobs {}

/** The attempts of a job before it counts as failed. The pauses between them grow from 3 seconds to 6 hours: 16 hours in all. */
const tries = 12

/** The flag of a job that yields: see startWorker. */
export const yielding = 'yields'

type How = { key: string; runAt?: Date; maxTries?: number; yields?: boolean; inTurn?: boolean }

/**
 * Adds a job. Inside a transaction it exists only if that commits. A second job with the same key replaces the first. One that
 * yields waits a few seconds while its worker's process has something more urgent to do. One that goes in turn waits until the
 * previous one of its name is over, in any process, and takes no other job's place meanwhile.
 */
export const enqueue = <Name extends keyof Jobs>(
  tx: Tx | Db,
  name: Name,
  carries: Jobs[Name],
  { key, runAt, maxTries = tries, yields = false, inTurn = false }: How,
) =>
  sql`select from graphile_worker.add_job(${name}, ${JSON.stringify(carries)}::json, job_key => ${`${name}:${key}`},
    max_attempts => ${maxTries}::int, run_at => ${runAt ?? null}::timestamptz, queue_name => ${inTurn ? name : null}::text,
    flags => ${yields ? [yielding] : null}::text[])`.execute(tx)

/** Adds many jobs in one statement, each with its own key. */
export function enqueueAll<Name extends keyof Jobs>(
  tx: Tx | Db,
  jobs: { name: Name; carries: Jobs[Name]; key: string; runAt?: Date }[],
) {
  const each = (of: (job: (typeof jobs)[number]) => unknown) => sql.val(jobs.map(of))
  return sql`
    select from graphile_worker.add_jobs((
      select array_agg(row (j.name, j.carries, null, j.run_at, ${tries}::int, j.key, null, null)::graphile_worker.job_spec)
      from unnest(${each(({ name }) => name)}::text[], ${each(({ carries }) => JSON.stringify(carries))}::json[],
        ${each(({ runAt = null }) => runAt)}::timestamptz[], ${each(({ name, key }) => `${name}:${key}`)}::text[])
        j (name, carries, run_at, key)
    ))`.execute(tx)
}

/** A job that is not done yet: 'given up' means that no attempts are left. */
type JobSeen = {
  key: string
  name: string
  state: 'waiting' | 'running' | 'given up'
  tries: number
  runAt: Date
}

/** Returns the queue's jobs of these keys, each '<job>:<key>'. A finished job is no longer in the queue. */
export async function jobsNamed(db: Db, keys: string[]): Promise<JobSeen[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<JobSeen>`
    select key, task_identifier as name, attempts::int as tries, run_at as "runAt",
      case when locked_at is not null then 'running' when attempts >= max_attempts then 'given up' else 'waiting' end as state
    from graphile_worker.jobs where key = any(${keys}) order by id`.execute(db)
  return rows
}
