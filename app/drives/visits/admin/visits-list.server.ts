import { type SqlBool, sql } from 'kysely'
import { adminList } from '#app/admin/list.server.ts'
import { begins } from '#app/drives/visits/visit.server.ts'
import type { FilterOf } from '#app/kit/list.ts'
import { phoneIn } from '#app/kit/phone.ts'
import type { Db } from '#app/platform/db.server.ts'
import { pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { bookedVisitsView } from './visits-list.tsx'

const sorts = {
  asked: { by: sql.ref('v.created_at'), kind: 'moment' },
  date: { by: begins, kind: 'moment' },
} as const satisfies Record<string, Sort>
const id = { column: sql.ref('v.id'), kind: 'uuid' } as const
const over = sql<boolean>`(${begins} <= now())`

/** The visits of all drives, the newest request first. */
export const bookedVisitsList = adminList({
  view: bookedVisitsView,
  noun: 'visit',
  file: 'visits',
  findsPeople: true,
  sorts,
  async read(db, { filter, list }, size) {
    const query = found(db, filter)
      .select(['v.id', 'v.name', 'v.email', 'v.phone', 'v.visit_time as time', 'v.number_of_guests as guests'])
      .select(['v.status', 'v.created_at as bookedAt', sql<string>`v.visit_date::text`.as('date'), over.as('over')])
      .select(['d.slug', 'd.title'])
    const { rows, next } = await pageOfRows(query, { sorts, asked: list, id, size })
    return { rows: rows.map(({ slug, title, ...row }) => ({ ...row, drive: { slug, title } })), next }
  },
  totals: (db, { filter }) =>
    found(db, filter)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .select(sql<number>`count(*) filter (where v.status = 'pending' and not ${over})`.as('unanswered'))
      .executeTakeFirstOrThrow(),
})

function found(db: Db, { search, visits, from, to }: FilterOf<typeof bookedVisitsView.fields>) {
  let query = db.selectFrom('fund_drive_reservations as v').innerJoin('fund_drives as d', 'd.id', 'v.fund_drive_id')
  if (visits) query = query.where(over, '=', visits === 'past')
  if (visits && visits !== 'past' && visits !== 'upcoming') query = query.where('v.status', '=', visits)
  if (from) query = query.where('v.visit_date', '>=', sql<Date>`${from}::date`)
  if (to) query = query.where('v.visit_date', '<=', sql<Date>`${to}::date`)
  if (!search) return query
  const like = containing(search)
  return query.where(
    sql<SqlBool>`(v.name ilike ${like} or v.email ilike ${like} or v.phone = ${phoneIn(search) ?? ''}
      or d.title ilike ${like} or d.slug = ${search})`,
  )
}
