import { type SqlBool, sql } from 'kysely'
import { record } from '#app/features/audit/audit.server.ts'
import type { Actor } from '#app/features/audit/audit.ts'
import { oneLine } from '#app/kit/lines.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { type Asked, askedFor, pageOf, type Sort } from '#app/platform/listing.server.ts'
import { containing } from '#app/platform/search.server.ts'
import { says } from './jobs.ts'

// The graveyard of the queue: jobs that were tried as often as they may be. Somebody has to look at why.

export type FailedJob = { id: string; name: string; tries: number; since: Date; last: Date; error: string }

const sorts = {
  since: { by: sql.ref('j.since'), kind: 'moment' },
  last: { by: sql.ref('j.last'), kind: 'moment' },
  tries: { by: sql.ref('j.tries'), kind: 'number' },
  name: { by: sql.ref('j.name'), kind: 'text' },
} as const satisfies Record<string, Sort>
const id = { column: sql.ref('j.id'), kind: 'number' } as const

export type JobsAsked = { search: string; list: Asked<keyof typeof sorts> }

/** The oldest first, unless the address sorts otherwise. */
export function jobsAsked(query: URLSearchParams): JobsAsked {
  const list = askedFor(query, sorts)
  if (!query.get('sort')) list.order = 'asc'
  return { search: oneLine(query.get('search') ?? '').slice(0, 100), list }
}

/** A page of them, and how many are found. What a job carries is ids only, and not shown. */
export async function failedJobs(db: Db, { search, list }: JobsAsked, size = 50) {
  const [page, { count }] = await Promise.all([
    pageOf(found(db, search).selectAll(), { sorts, asked: list, id, size }),
    found(db, search)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { jobs: page.rows.map((row): FailedJob => ({ ...row, id: String(row.id) })), next: page.next, count }
}

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
