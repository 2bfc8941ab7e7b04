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
  addWork(tx, [
    {
      name,
      carries,
      key: `${name}:${key}`,
      run_at: runAt,
      tries: maxTries,
      queue: inTurn ? name : undefined,
      flags: yields ? [yielding] : undefined,
    },
  ])

/** Adds many jobs in one statement, each with its own key. */
export const enqueueAll = <Name extends keyof Jobs>(
  tx: Tx | Db,
  jobs: { name: Name; carries: Jobs[Name]; key: string; runAt?: Date }[],
) =>
  addWork(
    tx,
    jobs.map(({ name, carries, key, runAt }) => ({ name, carries, key: `${name}:${key}`, run_at: runAt, tries })),
  )

/** A job as the function `add_work` of the database reads it. */
type Spec = {
  name: string
  carries: unknown
  key: string
  run_at: Date | undefined
  tries: number
  queue?: string | undefined
  flags?: string[] | undefined
}

/** The database has one function for it, which its triggers call, too. */
const addWork = (tx: Tx | Db, specs: Spec[]) => sql`select add_work(${JSON.stringify(specs)}::json)`.execute(tx)

/** Deletes jobs that used all their attempts 90 days ago: they stayed for administrators, and nobody tried them again. Returns how many. */
export async function sweepJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    select count(*)::int as gone from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '90 days'))`.execute(db)
  return rows[0]!.gone
}

/** A job that is not done yet: 'given up' means that no attempts are left. */
type JobSeen = {
  key: string
  name: string
  state: 'waiting' | 'running' | 'given up'
  tries: number
  runAt: Date
}

/** Returns the jobs of these keys, each '<job>:<key>', in the queue and on their way to it. A finished job is in neither. */
export async function jobsNamed(db: Db, keys: string[]): Promise<JobSeen[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<JobSeen>`
    select key, task_identifier as name, attempts::int as tries, run_at as "runAt",
      case when locked_at is not null then 'running' when attempts >= max_attempts then 'given up' else 'waiting' end as state
    from (select key, task_identifier, attempts, max_attempts, run_at, locked_at, 0 as place, id from graphile_worker.jobs
      union all select spec ->> 'key', spec ->> 'name', 0, (spec ->> 'tries')::smallint, (spec ->> 'run_at')::timestamptz, null, 1, id from job_outbox) j
    where key = any(${keys}) order by place, id`.execute(db)
  return rows
}
