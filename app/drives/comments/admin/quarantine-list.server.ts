import { type SqlBool, sql } from 'kysely'
import { adminList } from '#app/admin/list.server.ts'
import type { FilterOf } from '#app/kit/list.ts'
import type { Db } from '#app/platform/db.server.ts'
import { pageOfRows } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { asQuarantineRow, comments, quarantinedOf } from './quarantine.server.ts'
import { quarantineView } from './quarantine-list.tsx'

/** Ids are given in the order in which comments come, so they sort like the time. */
const sorts = { came: { by: sql.ref('c.id'), kind: 'number' } } as const

/** The comment that has waited longest comes first. */
export const quarantineList = adminList({
  view: quarantineView,
  noun: 'comment',
  file: 'comments-in-quarantine',
  sorts,
  order: () => 'asc',
  async read(db, { filter, list }, size) {
    const id = { column: sql.ref('c.id'), kind: 'number' } as const
    const { rows, next } = await pageOfRows(asQuarantineRow(found(db, filter)), { sorts, asked: list, id, size })
    return { rows: rows.map(quarantinedOf), next }
  },
  totals: (db, { filter }): Promise<{ count: number }> =>
    found(db, filter)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
})

/** Spelt out: once Postgres plans without the values, it knows the index by these words alone. */
const waits = sql<SqlBool>`c.state = 'quarantined'`

function found(db: Db, { search, drive }: FilterOf<typeof quarantineView.fields>) {
  let query = comments(db).where(waits)
  if (drive) query = query.where('c.fund_drive_id', '=', drive)
  if (!search) return query
  const like = containing(search)
  return query.where(sql<SqlBool>`(c.name ilike ${like} or c.content ilike ${like} or d.title ilike ${like})`)
}
