import { msg } from '@lingui/core/macro'
import { type SqlBool, sql } from 'kysely'
import { data } from 'react-router'
import { writeOffIn } from '#app/features/payouts/decide.server.ts'
import { says as payoutSays } from '#app/features/payouts/payout.ts'
import { oneLine } from '#app/kit/lines.ts'
import { Refusal } from '#app/kit/says.ts'
import { type About, decision } from '#app/office/decision.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type Asked, askedFor, pageOf, type Sort } from '#app/platform/listing.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { containing } from '#app/platform/search.server.ts'
import { writeOffForm } from './debt-forms.ts'
import { type Debt, hopelessAfter, says } from './debts.ts'

// The drives that owe: money went back that their owners had withdrawn.

const sorts = {
  since: { by: sql.ref('o.since'), kind: 'moment' },
  debt: { by: sql.ref('o.debt'), kind: 'number' },
} as const satisfies Record<string, Sort>
const id = { column: sql.ref('o.driveId'), kind: 'uuid' } as const

export type DebtFilter = { search: string; state: 'hopeless' | null }
export type DebtsAsked = DebtFilter & { list: Asked<keyof typeof sorts> }

/** The oldest debt first, unless the address sorts otherwise. */
export function debtsAsked(query: URLSearchParams): DebtsAsked {
  const list = askedFor(query, sorts)
  if (!query.get('sort')) list.order = 'asc'
  const search = oneLine(query.get('search') ?? '').slice(0, 100)
  return { search, state: query.get('state') === 'hopeless' ? 'hopeless' : null, list }
}

/** A page of them, and what all that is found comes to. */
export async function debtsOf(db: Db, { list, ...filter }: DebtsAsked, size = 50) {
  const owing = () => owingNow(db).where(foundBy(filter))
  const [page, totals] = await Promise.all([
    pageOf(owing().selectAll(), { sorts, asked: list, id, size }),
    owing()
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .select(sql<number>`coalesce(sum(o.debt), 0)::bigint`.as('sum'))
      .executeTakeFirstOrThrow(),
  ])
  return { debts: page.rows, next: page.next, totals }
}

/** What one drive owes; undefined when it owes nothing. */
export const debtOf = (db: Db, driveId: string): Promise<Debt | undefined> =>
  owingNow(db, driveId).selectAll().executeTakeFirst()

/** How many drives owe. */
export async function countDebts(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${owing()}) o where o.debt > 0`.execute(db)
  return rows[0]!.n
}

/** What waits to be folded has paid its part already. */
const owing = (only: string | null = null) => sql`
  select w.fund_drive_id as id, coalesce(w.debt_since, date_trunc('day', now())) as since,
    (w.debt - coalesce((select sum(x.credit) from wallet_deltas x where x.fund_drive_id = w.fund_drive_id), 0))::bigint as debt
  from wallets w where w.debt > 0 and (${only}::uuid is null or w.fund_drive_id = ${only}::uuid)`

const owingNow = (db: Db, only?: string) =>
  db.selectFrom(
    sql<Debt>`(
      select d.id as "driveId", d.slug, d.title, o.debt, o.since, gift.at as "lastGift",
        (select count(*) from payout_requests r
          where r.fund_drive_id = d.id and r.status in ('processing', 'approved')) as "openRequests",
        greatest(o.since, gift.at) < now() - make_interval(days => ${hopelessAfter}) as hopeless
      from (${owing(only)}) o join fund_drives d on d.id = o.id
        left join lateral (
          select created_at as at from donations g where g.fund_drive_id = d.id order by g.id desc limit 1) gift on true
      where o.debt > 0)`.as<'o'>('o'),
  )

function foundBy({ search, state }: DebtFilter) {
  const like = containing(search)
  const hopeless = state === 'hopeless' ? sql`o.hopeless` : sql`true`
  return search
    ? sql<SqlBool>`(${hopeless} and (o.title ilike ${like} or o.slug ilike ${like}))`
    : sql<SqlBool>`${hopeless}`
}

/** A drive that owes, not the administrator's own: nobody gives up for the platform what they owe it themselves. */
const debtor: About<string, { id: string }> = {
  noun: 'drive',
  at({ params: { drive: id } }) {
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id ?? '')) throw data(null, { status: 404 })
    return id!
  },
  async find(tx, id, by) {
    const own = tx.selectFrom('fund_drives').where('id', '=', id).where('user_id', '=', by.id).select('id')
    if (await own.executeTakeFirst()) throw new Refusal(says.own, { status: 403 })
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

/** An administrator gives up what a drive owes, as much as was shown. */
export const giveUpDebt = decision({
  ...{ of: debtor, act: 'debt written off', words: writingOff, form: writeOffForm },
  async run(tx, { id }, { by, why, debt }) {
    const gone = await writeOffIn(tx, id, { by: by.id, note: why })
    if (gone !== debt) throw new Refusal(says.debtChanged)
    return { before: { debt: gone }, after: { debt: 0 } }
  },
})
