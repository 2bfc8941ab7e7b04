import { type SqlBool, sql } from 'kysely'
import { refText } from '#app/money/public-book/book.ts'
import { refOfGift } from '#app/money/public-book/close.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { byNumber, listOf, pageOfRows } from '#app/platform/list.server.ts'
import { chargedBackOf } from './donations.server.ts'
import { type GivenRow, givenView } from './given-list.tsx'

/** Tells whether a person gave to a drive, as far as we can know that it was them. */
export async function gaveTo(db: Db, slug: string, personId: string): Promise<boolean> {
  const found = db
    .selectFrom('donations as d')
    .innerJoin('fund_drives as f', 'f.id', 'd.fund_drive_id')
    .where('f.slug', '=', slug)
    .where(sql<SqlBool>`d.payment_id in (select given_by(${personId}))`)
    .select('d.id')
    .limit(1)
  return (await found.executeTakeFirst()) !== undefined
}

const order = byNumber('d.id')

/** The list of a person's gifts to all drives, newest first. Their anonymous gifts are included: they know that they gave them. */
export const givenList = listOf<GivenRow, typeof givenView.fields, 'number', undefined, { personId: string }>({
  view: givenView,
  sorts: order.sorts,
  size: 20,
  async read(db, { personId, list }, size) {
    const query = db
      .selectFrom('donations as d')
      .innerJoin('payments as p', 'p.id', 'd.payment_id')
      .innerJoin('fund_drives as f', 'f.id', 'd.fund_drive_id')
      .where(sql<SqlBool>`d.payment_id in (select given_by(${personId}))`)
      .select(['d.id', 'd.amount', 'p.reversed', 'd.anonymous', 'd.message', 'd.receipt', 'd.created_at as at'])
      .select(['f.title', 'f.slug', chargedBackOf('p.id').as('chargedBack')])
    const { rows, next } = await pageOfRows(query, { ...order, asked: list, size })
    return { rows: rows.map((row) => ({ ...row, ref: refText(refOfGift(row.receipt)) })), next }
  },
})
