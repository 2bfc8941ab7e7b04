import { type SqlBool, sql } from 'kysely'
import { adminList } from '#app/admin/list.server.ts'
import type { FilterOf } from '#app/kit/list.ts'
import type { Db } from '#app/platform/db.server.ts'
import { pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { payerOf } from './gifts-list.server.ts'
import { type RefundLine, type RefundTotals, refundsView } from './refunds-list.tsx'

const sorts = {
  date: { by: sql.ref('r.created_at'), kind: 'moment' },
  amount: { by: sql.ref('r.amount'), kind: 'number' },
} as const satisfies Record<string, Sort>
const id = { column: sql.ref('r.id'), kind: 'number' } as const

/** An open refund that waits for a person has a state of its own here. */
const state = sql<
  RefundLine['state']
>`case when r.state = 'open' and r.progress in ('attention', 'by hand') then r.progress else r.state end`

export const refundsList = adminList({
  view: refundsView,
  noun: 'payment',
  file: 'refunds',
  findsPeople: true,
  sorts,
  async read(db, { filter, list }, size) {
    const query = refunds(db, filter)
      .leftJoin('profiles as who', 'who.user_id', 'r.asked_by')
      .select(['r.id', 'r.created_at as at', 'r.done_at as endedAt', 'r.amount', 'r.note', 'r.ext_id as extId'])
      .select(['p.id as payment', 'p.reference', 'p.amount as paid', 'p.donor_email as email'])
      .select(payerOf.as('name'))
      .select(sql<boolean>`p.kind = 'subscription'`.as('isForViews'))
      .select(['p.anonymous', 'd.slug', 'd.title', 'who.full_name as by', state.as('state')])
    const { rows, next } = await pageOfRows(query, { sorts, asked: list, id, size })
    const lineOf = ({ slug, title, ...row }: (typeof rows)[number]): RefundLine => ({
      ...row,
      drive: slug === null ? null : { slug, title: title! },
    })
    return { rows: rows.map(lineOf), next }
  },
  totals: (db, { filter }): Promise<RefundTotals> =>
    refunds(db, filter)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .select([
        sql<number>`coalesce(sum(r.amount) filter (where r.state = 'done'), 0)::bigint`.as('done'),
        sql<number>`coalesce(sum(r.amount) filter (where r.state = 'open'), 0)::bigint`.as('open'),
      ])
      .executeTakeFirstOrThrow(),
})

/** Selects refunds. A chargeback belongs to a dispute, and is listed there. */
function refunds(db: Db, { search, state: wanted }: FilterOf<typeof refundsView.fields>) {
  let query = db
    .selectFrom('reversals as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .leftJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
    .where('r.kind', '=', 'refund')
  if (wanted) query = query.where(state, '=', wanted)
  if (!search) return query
  const like = containing(search)
  return query.where(
    sql<SqlBool>`(p.reference = ${search.toLowerCase()} or r.ext_id = ${search} or p.donor_email ilike ${like}
      or p.donor_name ilike ${like} or d.title ilike ${like})`,
  )
}
