import { sql } from 'kysely'
import type { Db, Tx } from './db.server.ts'

/** Every job by name, with what it carries. The handlers stand in app/jobs.server.ts. */
export type Jobs = {
  'mail-verify': { userId: string }
  'mail-already-have-an-account': { userId: string }
  'mail-reset-password': { userId: string }
  'mail-password-changed': { userId: string }
  'mail-two-factor-changed': { userId: string; on: boolean }
}

/** Adds a job. Inside a transaction it exists only if that commits. A key makes a second job of the same key replace the first. */
export const enqueue = <Name extends keyof Jobs>(
  tx: Tx | Db,
  name: Name,
  carries: Jobs[Name],
  options: { key: string; runAt?: Date },
) =>
  sql`select graphile_worker.add_job(${name}, ${JSON.stringify(carries)}::json, job_key => ${`${name}:${options.key}`}, max_attempts => 12, run_at => ${options.runAt ?? null}::timestamptz)`.execute(
    tx,
  )
