import { type SqlBool, sql } from 'kysely'
import { adminList } from '#app/admin/list.server.ts'
import { pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { type DiscrepancyRows, discrepancyQuery } from './discrepancies.server.ts'
import { kindsCalled } from './discrepancies.ts'
import { discrepanciesView } from './discrepancies-list.tsx'

const sorts = {
  opened: { by: sql.ref('b.created_at'), kind: 'moment' },
  seen: { by: sql.ref('b.seen_at'), kind: 'moment' },
  kind: { by: sql.ref('b.kind'), kind: 'text' },
} as const satisfies Record<string, Sort>
const id = { column: sql.ref('b.id'), kind: 'number' } as const

/** Open discrepancies begin with the oldest, closed ones with the newest. */
export const discrepanciesList = adminList({
  view: discrepanciesView,
  noun: 'break',
  file: 'differences',
  recordsAccess: false,
  sorts,
  order: ({ state }) => (state === 'open' ? 'asc' : 'desc'),
  read(db, { filter: { state, search }, list, words }, size) {
    const kinds = search && words ? kindsCalled(search, words) : []
    const query = discrepancyQuery(db).where('b.state', '=', state).where(foundBy(search, kinds)) as DiscrepancyRows
    return pageOfRows(query, { sorts, asked: list, id, size })
  },
  totals: (db, { filter: { state, search }, words }): Promise<{ count: number }> =>
    db
      .selectFrom('discrepancies as b')
      .where('b.state', '=', state)
      .where(foundBy(search, search && words ? kindsCalled(search, words) : []))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
})

/**
 * Matches everything that a line shows: the kind in the reader's words, the subject (a drive by its title), the note,
 * the facts.
 */
function foundBy(search: string, kinds: string[]) {
  if (!search) return sql<SqlBool>`true`
  const like = containing(search)
  const drives = sql`(select d.id::text from fund_drives d where d.title ilike ${like})`
  return sql<SqlBool>`(b.kind = any(${kinds}) or b.kind ilike ${like} or b.subject ilike ${like} or b.note ilike ${like}
    or b.facts::text ilike ${like} or b.subject in ${drives} or b.facts ->> 'drive' in ${drives})`
}
