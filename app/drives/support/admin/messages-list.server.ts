import { type SqlBool, sql } from 'kysely'
import { adminList } from '#app/admin/list.server.ts'
import type { FilterOf } from '#app/kit/list.ts'
import type { Db } from '#app/platform/db.server.ts'
import { pageOfRows } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { asSupportMessageRow, supportMessageOf, supportMessages } from './messages.server.ts'
import { supportMessagesView } from './messages-list.tsx'

const sorts = { came: { by: sql.ref('m.id'), kind: 'number' } } as const

/** Open messages begin with the oldest, closed ones with the newest. */
export const supportMessagesList = adminList({
  view: supportMessagesView,
  noun: 'letter',
  file: 'reports-and-questions',
  sorts,
  order: ({ state }) => (state === 'open' ? 'asc' : 'desc'),
  async read(db, { filter, list }, size) {
    const id = { column: sql.ref('m.id'), kind: 'number' } as const
    const { rows, next } = await pageOfRows(asSupportMessageRow(found(db, filter)), { sorts, asked: list, id, size })
    return { rows: rows.map(supportMessageOf), next }
  },
  totals: (db, { filter }): Promise<{ count: number }> =>
    found(db, filter)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
})

function found(db: Db, { search, drive, state }: FilterOf<typeof supportMessagesView.fields>) {
  let query = supportMessages(db).where('m.state', '=', state)
  if (drive) query = query.where('m.fund_drive_id', '=', drive)
  if (!search) return query
  const like = containing(search)
  return query.where(sql<SqlBool>`(m.message ilike ${like} or m.email ilike ${like} or d.title ilike ${like})`)
}
