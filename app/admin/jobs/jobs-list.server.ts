import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { whyLineForm } from '#app/admin/decision-forms.ts'
import type { TasksWaiting } from '#app/admin/desk/task.ts'
import { adminList } from '#app/admin/list.server.ts'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { type FailedJob, jobsView, jobTexts } from './jobs-list.tsx'

/** The form: the job, the reason, and the password. */
export const jobForm = whyLineForm.extend({ job: z.string().regex(/^\d{1,18}$/) })

// The failed jobs of the queue: they have used all their attempts. An administrator has to find out why.

type Decided = { by: Actor; why: string }

/** Schedules a failed job once more, with all its attempts. */
export const tryJobAgain = (db: Db, id: string, { by, why }: Decided): Promise<void> =>
  deciding(db, id, async (tx, name) => {
    await sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`.execute(tx)
    await record(tx, { by, act: 'job tried again', noun: 'job', subject: id, before: { job: name }, why })
  })

/** Removes a failed job from the queue: its work stays undone. */
export const dropJob = (db: Db, id: string, { by, why }: Decided): Promise<void> =>
  deciding(db, id, async (tx, name) => {
    await sql`select graphile_worker.complete_jobs(array[${id}::bigint])`.execute(tx)
    await record(tx, { by, act: 'job dropped', noun: 'job', subject: id, before: { job: name }, why })
  })

/** Lets only one of two simultaneous decisions happen: the other waits for this lock, and then finds no failed job. */
const deciding = (db: Db, id: string, does: (tx: Tx, name: string) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`failed job ${id}`}, 0))`.execute(tx)
    const { rows } = await sql<{ name: string }>`select task_identifier as name from graphile_worker.jobs
      where id = ${id}::bigint and attempts >= max_attempts and locked_at is null`.execute(tx)
    if (!rows[0]) throw new Refusal(jobTexts.noJob)
    await does(tx, rows[0].name)
  })

const failed = sql`graphile_worker.jobs where attempts >= max_attempts and locked_at is null`
export const failedJobs: TasksWaiting = {
  from: failed,
  oldest: sql`select id::text, created_at as at, task_identifier as title from ${failed} order by id`,
}

const sorts = {
  since: { by: sql.ref('j.since'), kind: 'moment' },
  last: { by: sql.ref('j.last'), kind: 'moment' },
  tries: { by: sql.ref('j.tries'), kind: 'number' },
  name: { by: sql.ref('j.name'), kind: 'text' },
} as const satisfies Record<string, Sort>

/** The oldest first. A job's payload is only ids, and is not shown. */
export const jobsList = adminList({
  view: jobsView,
  noun: 'job',
  file: 'failed-jobs',
  recordsAccess: false,
  sorts,
  order: () => 'asc',
  async read(db, { filter, list }, size) {
    const id = { column: sql.ref('j.id'), kind: 'number' } as const
    const { rows, next } = await pageOfRows(found(db, filter.search).selectAll(), { sorts, asked: list, id, size })
    return { rows: rows.map((row): FailedJob => ({ ...row, id: String(row.id) })), next }
  },
  totals: (db, { filter }): Promise<{ count: number }> =>
    found(db, filter.search)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
})

function found(db: Db, search: string) {
  const failed = sql<Omit<FailedJob, 'id'> & { id: number }>`(
    select id, task_identifier as name, attempts::int as tries, created_at as since, updated_at as last,
      left(coalesce(last_error, ''), 300) as error
    from graphile_worker.jobs where attempts >= max_attempts and locked_at is null)`
  const like = containing(search)
  return db
    .selectFrom(failed.as<'j'>('j'))
    .where(search ? sql<SqlBool>`(j.name ilike ${like} or j.error ilike ${like})` : sql<SqlBool>`true`)
}
