import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { adminList } from '#app/admin/list.server.ts'
import { canDecide } from '#app/base/approvals/approvals.server.ts'
import type { FilterOf } from '#app/kit/list.ts'
import { type Destination, methodText } from '#app/money/payouts/payout.ts'
import type { PayoutState } from '#app/money/payouts/states.ts'
import { phoneInstead, reachSeen } from '#app/people/accounts/people.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type ListAsked, pageOfRows } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import type { DB } from '#db/types.ts'
import type { PayoutListed, Totals } from './payout-admin.ts'
import { adminPayoutsView } from './payouts-list.tsx'

// The lists of withdrawals for administrators: those that wait, and all of them.

/** The sorts of the list, the newest first. Requests are numbered in the order in which they come, so numbers represent the time. */
export const payoutSorts = {
  asked: { by: sql.ref('o.id'), kind: 'number' },
  amount: { by: sql.ref('o.amount'), kind: 'number' },
} as const
type Filter = Partial<FilterOf<typeof adminPayoutsView.fields>>
export type AskedPayouts = ListAsked<Filter, keyof typeof payoutSorts>

const payouts = (db: Db) =>
  db
    .selectFrom('payout_requests as o')
    .innerJoin('profiles as p', 'p.user_id', 'o.user_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .innerJoin('fund_drives as d', 'd.id', 'o.fund_drive_id')
    .innerJoin('withdrawal_methods as m', 'm.id', 'o.withdrawal_method_id')
    .leftJoinLateral(
      (make) =>
        make
          .selectFrom('payout_attempts as x')
          .whereRef('x.payout_id', '=', 'o.id')
          .select(['x.n', 'x.state', 'x.reference', 'x.provider_code', 'x.fee'])
          .orderBy('x.n', 'desc')
          .limit(1)
          .as('a'),
      (join) => join.onTrue(),
    )
    .leftJoin('payout_approvals as y', (join) =>
      join
        .onRef('y.payout_id', '=', 'o.id')
        .onRef('y.version', '=', 'o.version')
        .on((make) => canDecide(make.ref('y.by'))),
    )
    .leftJoin('profiles as z', 'z.user_id', 'y.by')

const shown = [
  ...(['o.id', 'o.user_id', 'o.fund_drive_id', 'o.amount', 'o.fee', 'o.net', 'o.status', 'o.notes'] as const),
  ...([
    'o.destination',
    'o.created_at',
    'o.updated_at',
    'p.full_name',
    'u.email',
    'u.suspended_at',
    'd.title',
    'd.slug',
  ] as const),
  ...(['m.created_at as method_since', 'm.removed_at as method_gone', 'a.n', 'a.state', 'a.reference'] as const),
  ...(['a.provider_code', 'a.fee as sending_cost', 'y.by as approved_by', 'z.full_name as approver'] as const),
] as const

/** Reads a page of the list, with only the end of the numbers that money goes to. */
export async function payoutsIn(db: Db, { filter, list }: AskedPayouts, size = 50) {
  const { rows, next } = await pageOfRows(
    payouts(db)
      .where((make) => wanted(make, filter))
      .select(shown)
      .select(phoneInstead.as('phone')),
    { sorts: payoutSorts, asked: list, id: { column: sql.ref('o.id'), kind: 'number' }, size },
  )
  return { rows: rows.map(rowOf), next }
}

/** Reads one withdrawal, with its full destination: not for a page. */
export async function payoutOf(db: Db, id: number) {
  const row = await payouts(db).where('o.id', '=', id).select(shown).select(phoneInstead.as('phone')).executeTakeFirst()
  return row && { payout: rowOf(row), to: row.destination as unknown as Destination }
}

type Row = Awaited<ReturnType<typeof oneRow>>
const oneRow = (db: Db) => payouts(db).select(shown).select(phoneInstead.as('phone')).executeTakeFirstOrThrow()

function rowOf(row: Row): PayoutListed {
  const to = row.destination as unknown as Destination
  return {
    id: row.id,
    ownerId: row.user_id,
    driveId: row.fund_drive_id,
    suspended: row.suspended_at !== null,
    owner: row.full_name,
    email: reachSeen(row),
    title: row.title,
    slug: row.slug,
    amount: row.amount,
    fee: row.fee,
    net: row.net,
    notes: row.notes,
    status: row.status,
    type: to.type,
    method: methodText(to),
    methodSince: row.method_since,
    methodGone: row.method_gone !== null,
    at: row.created_at,
    changed: row.updated_at,
    attempt:
      row.n === null
        ? null
        : {
            n: row.n,
            state: row.state!,
            reference: row.reference!,
            code: row.provider_code ?? '',
            fee: row.sending_cost,
          },
    approval: row.approved_by && row.status === 'processing' ? { by: row.approved_by, name: row.approver ?? '' } : null,
  }
}
const sumsOf = (db: Db, filter: Filter) =>
  db
    .selectFrom('payout_requests as o')
    .where((make) => wanted(make, filter))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(sum(o.amount), 0)::bigint`.as('amount'))
    .select(sql<number>`coalesce(sum(o.fee), 0)::bigint`.as('fee'))
    .select(sql<number>`coalesce(sum(o.net), 0)::bigint`.as('net'))

/** Sums the requests that wait and those that are on their way, in one query. */
export async function openTotalsIn(db: Db, filter: Filter): Promise<Record<'processing' | 'approved', Totals>> {
  const rows = await sumsOf(db, { ...filter, state: null })
    .where('o.status', 'in', ['processing', 'approved'])
    .groupBy('o.status')
    .select('o.status')
    .execute()
  const of = (state: PayoutState) => {
    const { count, amount, fee, net } = rows.find(({ status }) => status === state) ?? none
    return { count, amount, fee, net }
  }
  return { processing: of('processing'), approved: of('approved') }
}
const none: Totals = { count: 0, amount: 0, fee: 0, net: 0 }

type Make = ExpressionBuilder<{ o: DB['payout_requests'] }, 'o'>

function wanted(make: Pick<Make, 'and'>, { search, state, from, to, drive }: Filter) {
  const all: Expression<SqlBool>[] = []
  if (state) all.push(sql<SqlBool>`o.status = ${state}`)
  if (drive) all.push(sql<SqlBool>`o.fund_drive_id = ${drive}`)
  if (from) all.push(sql<SqlBool>`o.created_at >= ${from}::date::timestamp at time zone 'Africa/Nairobi'`)
  if (to) all.push(sql<SqlBool>`o.created_at < (${to}::date + 1)::timestamp at time zone 'Africa/Nairobi'`)
  if (search) all.push(found(search))
  return make.and(all)
}

/** The shape of a transfer's names, here and at the provider. A drive's address can begin like one. */
const named = /^(pay-\d+-\d+-[\da-f]{16}|TRF_\w+)$/

/** Finds a withdrawal by its number or a transfer's name; by any other words through its owner and drive. */
function found(search: string) {
  const id = /^\d{1,15}$/.test(search) ? Number(search) : -1
  const exact = sql<SqlBool>`(o.id = ${id}
    or o.id in (select v.payout_id from payout_attempts v where v.reference = ${search} or v.provider_code = ${search}))`
  if (named.test(search)) return exact
  const like = containing(search)
  return sql<SqlBool>`(${exact}
    or o.user_id in (select v.user_id from profiles v where v.full_name ilike ${like})
    or o.user_id in (select v.id from users v where v.email ilike ${like})
    or o.fund_drive_id in (select v.id from fund_drives v where v.title ilike ${like} or v.slug ilike ${like}))`
}

export const adminPayoutsList = adminList({
  view: adminPayoutsView,
  noun: 'payout',
  file: 'payouts',
  sorts: payoutSorts,
  read: payoutsIn,
  totals: (db, { filter }): Promise<Totals> => sumsOf(db, filter).executeTakeFirstOrThrow(),
})
