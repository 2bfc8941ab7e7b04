import { sql } from 'kysely'
import { phoneShown } from '#app/kit/phone.ts'
import type { Db } from '#app/platform/db.server.ts'
import { byNumber, type ListAsked, ownersList, pageOfRows } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { recordedView } from './recorded-list.tsx'

const order = byNumber('r.id')

/** The recorded gifts of a drive, including void ones. */
export const recordedList = ownersList({
  view: recordedView,
  file: 'recorded-gifts',
  sorts: order.sorts,
  async read(db, asked, size) {
    const [page, sum] = await Promise.all([found(db, asked, size), recordedSum(db, asked.driveId)])
    return { ...page, totals: { sum } }
  },
  readFile: (db, asked, size) => found(db, asked, size),
})

type Asked = ListAsked<{ search: string }, 'number'> & { driveId: string }

async function found(db: Db, { driveId, filter, list }: Asked, size: number) {
  const like = filter.search ? containing(filter.search) : null
  const all = recordedRows(db).where('r.fund_drive_id', '=', driveId)
  const narrowed = like
    ? all.where(({ or, eb }) =>
        or([eb('r.name', 'ilike', like), eb('r.code', 'ilike', like), eb('r.note', 'ilike', like)]),
      )
    : all
  const { rows, next } = await pageOfRows(narrowed, { ...order, asked: list, size })
  return { rows: rows.map(discreet), next }
}

/** Masks the number: no whole number leaves here, not even in a page's data. */
const discreet = <Row extends { phone: string | null }>(row: Row) => ({
  ...row,
  phone: row.phone && phoneShown(row.phone),
})

/** Returns a drive's recorded gift, for the page that changes it. */
export async function recordedOf(db: Db, driveId: string, id: number) {
  const row = await recordedRows(db)
    .where('r.fund_drive_id', '=', driveId)
    .where('r.id', '=', id)
    .select(['r.version', 'r.receipt'])
    .executeTakeFirst()
  return row && discreet(row)
}

/** Sums the gifts that are not void. */
export async function recordedSum(db: Db, driveId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('recorded_gifts')
    .where('fund_drive_id', '=', driveId)
    .where('voided_at', 'is', null)
    .select(({ fn }) => fn.coalesce(fn.sum<number>('amount'), sql<number>`0`).as('sum'))
    .executeTakeFirstOrThrow()
  return sum
}

const recordedRows = (db: Db) =>
  db
    .selectFrom('recorded_gifts as r')
    .innerJoin('profiles as p', 'p.user_id', 'r.recorded_by')
    .select(['r.id', 'r.amount', 'r.method', 'r.code', 'r.name', 'r.phone', 'r.note', 'r.anonymous'])
    .select(['p.full_name as by', 'r.voided_at as voidedAt', 'r.void_why as voidWhy'])
    .select(sql<string>`r.given_on::text`.as('givenOn'))
    .select(sql<boolean>`r.voided_at is not null and r.voided_by is null`.as('cameThroughUs'))
