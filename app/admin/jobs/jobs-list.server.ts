import { type SqlBool, sql } from 'kysely'
import { adminList } from '#app/admin/list.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/search.server.ts'
import type { FailedJob } from './jobs.ts'
import { jobsView } from './jobs-list.tsx'

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
  looks: false,
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
