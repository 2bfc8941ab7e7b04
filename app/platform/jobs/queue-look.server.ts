import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'

/** A job that is still to be done: 'given up' is one that nobody tries any more. */
export type JobSeen = {
  key: string
  name: string
  state: 'waiting' | 'running' | 'given up'
  tries: number
  runAt: Date
}

/** What the queue still has of these keys, each '<job>:<key>'. A job that was done is not in it any more. */
export async function jobsNamed(db: Db, keys: string[]): Promise<JobSeen[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<JobSeen>`
    select key, task_identifier as name, attempts::int as tries, run_at as "runAt",
      case when locked_at is not null then 'running' when attempts >= max_attempts then 'given up' else 'waiting' end as state
    from graphile_worker.jobs where key = any(${keys}) order by id`.execute(db)
  return rows
}
