import { msg } from '@lingui/core/macro'
import { type SqlBool, sql } from 'kysely'
import { data } from 'react-router'
import { z } from 'zod'
import { type About, decision } from '#app/admin/decision.server.ts'
import { decisionForm } from '#app/admin/decision-forms.ts'
import { adminList } from '#app/admin/list.server.ts'
import type { FilterOf } from '#app/kit/list.ts'
import { Refusal } from '#app/kit/says.ts'
import { writeOffIn } from '#app/money/payouts/decide.server.ts'
import { payoutTexts as payoutSays } from '#app/money/payouts/payout.ts'
import type { Db } from '#app/platform/db.server.ts'
import { pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { type DebtTotals, debtsView } from './debts-list.tsx'
import { type Debt, debtTexts, hopelessAfter } from './payout-admin.ts'

// The drives that owe: money went back that their owners had withdrawn.

/** Returns what one drive owes; undefined if it owes nothing. */
export const debtOf = (db: Db, driveId: string): Promise<Debt | undefined> =>
  owingNow(db, driveId).selectAll().executeTakeFirst()

/** Counts the drives that owe. */
export async function countDebts(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${owing()}) o where o.debt > 0`.execute(db)
  return rows[0]!.n
}

/** Computes debts. Credits that are not folded into the wallet yet have paid their part already. */
const owing = (only: string | null = null) => sql`
  select w.fund_drive_id as id, coalesce(w.debt_since, date_trunc('day', now())) as since,
    (w.debt - coalesce((select sum(x.credit) from wallet_deltas x where x.fund_drive_id = w.fund_drive_id), 0))::bigint as debt
  from wallets w where w.debt > 0 and (${only}::uuid is null or w.fund_drive_id = ${only}::uuid)`

/** Selects the drives that owe, with the facts for the list and the decision. */
export const owingNow = (db: Db, only?: string) =>
  db.selectFrom(
    sql<Debt>`(
      select d.id as "driveId", d.slug, d.title, o.debt, o.since, gift.at as "lastGift",
        (select count(*) from payout_requests r
          where r.fund_drive_id = d.id and r.status in ('waiting', 'processing', 'approved')) as "openRequests",
        greatest(o.since, gift.at) < now() - make_interval(days => ${hopelessAfter}) as hopeless
      from (${owing(only)}) o join fund_drives d on d.id = o.id
        left join lateral (
          select created_at as at from donations g where g.fund_drive_id = d.id order by g.id desc limit 1) gift on true
      where o.debt > 0)`.as<'o'>('o'),
  )

/** A drive that owes, and is not the administrator's own: no administrator forgives their own debt for the platform. */
const debtor: About<string, { id: string }> = {
  noun: 'drive',
  at({ params: { drive: id } }) {
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id ?? '')) throw data(null, { status: 404 })
    return id!
  },
  async find(tx, id, by) {
    const own = tx.selectFrom('fund_drives').where('id', '=', id).where('user_id', '=', by.id).select('id')
    if (await own.executeTakeFirst()) throw new Refusal(debtTexts.own, { status: 403 })
    const owing = await tx.selectFrom('wallets').where('fund_drive_id', '=', id).select('debt').executeTakeFirst()
    if (!owing?.debt) throw new Refusal(payoutSays.nothingOwed, { status: 404 })
    return { id }
  },
  after: (tx) => tell(tx, 'office:disputes'),
}

const writingOff = {
  page: () => '/admin/disputes/debts',
  done: { title: msg`The debt is written off` },
  failed: { title: msg`Failed to write the debt off`, tone: 'bad' as const },
}

/** The form that writes a debt off, as much as was shown. */
const writeOffForm = decisionForm.extend({ debt: z.coerce.number().int().catch(0) })

/** Writes off what a drive owes, as much as was shown. */
export const giveUpDebt = decision({
  of: debtor,
  act: 'debt written off',
  words: writingOff,
  form: writeOffForm,
  async run(tx, { id }, { by, why, debt }) {
    const gone = await writeOffIn(tx, id, { by: by.id, note: why })
    if (gone !== debt) throw new Refusal(debtTexts.debtChanged)
    return { before: { debt: gone }, after: { debt: 0 } }
  },
})

const sorts = {
  since: { by: sql.ref('o.since'), kind: 'moment' },
  debt: { by: sql.ref('o.debt'), kind: 'number' },
} as const satisfies Record<string, Sort>
const id = { column: sql.ref('o.driveId'), kind: 'uuid' } as const

/** The list of debts, the oldest first. */
export const debtsList = adminList({
  view: debtsView,
  noun: 'drive',
  file: 'debts',
  recordsAccess: false,
  found: ({ search, state }) => ({ ...(search && { search }), ...(state && { state }), mark: 'owes' }),
  sorts,
  order: () => 'asc',
  read: (db, { filter, list }, size) =>
    pageOfRows(owingNow(db).where(foundBy(filter)).selectAll(), { sorts, asked: list, id, size }),
  totals: (db, { filter }): Promise<DebtTotals> =>
    owingNow(db)
      .where(foundBy(filter))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .select(sql<number>`coalesce(sum(o.debt), 0)::bigint`.as('sum'))
      .executeTakeFirstOrThrow(),
})

function foundBy({ search, state }: FilterOf<typeof debtsView.fields>) {
  const like = containing(search)
  const hopeless = state === 'hopeless' ? sql`o.hopeless` : sql`true`
  return search
    ? sql<SqlBool>`(${hopeless} and (o.title ilike ${like} or o.slug ilike ${like}))`
    : sql<SqlBool>`${hopeless}`
}
