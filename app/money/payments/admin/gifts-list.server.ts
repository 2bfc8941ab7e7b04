import { type SqlBool, sql } from 'kysely'
import { officeList } from '#app/admin/list.server.ts'
import type { FilterOf } from '#app/kit/list.ts'
import { givenEver } from '#app/money/books/admin/given.server.ts'
import { chargedBackOf } from '#app/money/donations/gone-back.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { type ListAsked, pageOf } from '#app/platform/list.server.ts'
import type { Gift, GiftState, GiftTotals } from './gift.ts'
import { giftsView } from './gifts-list.tsx'
import { isBroad, lookUp, mostFound, planned, type Typed, typedIn } from './gifts-search.server.ts'
import { payerOf } from './payer.server.ts'

const sorts = {
  date: { by: sql.ref('p.created_at'), kind: 'moment' },
  amount: { by: sql.ref('p.amount'), kind: 'number' },
} as const
const id = { column: sql.ref('p.id'), kind: 'number' } as const

type GiftFilter = FilterOf<typeof giftsView.fields>
type AskedGifts = ListAsked<GiftFilter, keyof typeof sorts>

/** All gifts, attempts too. What is searched for is looked up once for the page and its sums. */
export const giftsList = officeList({
  view: giftsView,
  noun: 'donation',
  file: 'donations',
  found: howFound,
  sorts,
  async read(db, asked, size) {
    const kept = isOfAll(asked.filter) ? await keptTotals(db, asked.filter) : undefined
    return planned(db, async (tx) => {
      const found = await foundBy(tx, asked.filter)
      const page = await giftsPage(tx, { ...asked, found, size })
      return { ...page, totals: kept ?? found?.totals ?? (await sumUp(tx, asked.filter)) }
    })
  },
  readFile: (db, asked, size) =>
    planned(db, async (tx) => giftsPage(tx, { ...asked, found: await foundBy(tx, asked.filter), size })),
})

/** How a list was found, as the log of looks keeps it: never the name or the address that was looked for. */
function howFound({ search, state, channel, from, to, drive }: GiftFilter) {
  const typed = typedIn(search)
  return {
    ...(typed ? { search: discreetly[typed.is] ?? search } : {}),
    ...Object.fromEntries(Object.entries({ state, channel, from, to, drive }).filter(([, value]) => value)),
  }
}

const discreetly: Partial<Record<Typed['is'], string>> = { words: 'by name or mail', phone: 'by phone' }

type Looked = { ids: number[] | null; totals: GiftTotals }

/** What was searched for, looked up; `ids` is null where there is too much of it. Undefined where nothing is searched. */
async function foundBy(tx: Tx, filter: GiftFilter): Promise<Looked | undefined> {
  const typed = typedIn(filter.search)
  if (!typed) return undefined
  const broad = await isBroad(tx, typed)
  const read = () =>
    filtered(tx, filter)
      .where(typed.matches)
      .$if(Boolean(typed.letters && !broad), (query) => query.where(typed.letters!))
      .select(['p.id', 'p.status', 'p.amount', 'p.reversed'])
      .limit(mostFound + 1)
      .execute()
  const rows = broad ? await read() : await lookUp(tx, read)
  if (rows.length > mostFound)
    return { ids: null, totals: { count: mostFound, more: true, paid: null, refunded: null } }
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
  const paid = sum(({ status, amount }) => (status === 'succeeded' ? amount : 0))
  const refunded = sum(({ reversed }) => reversed)
  return { ids: rows.map((row) => row.id), totals: { count: rows.length, more: false, paid, refunded } }
}

async function sumUp(tx: Tx, filter: GiftFilter): Promise<GiftTotals> {
  const row = await filtered(tx, filter)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(p.amount) filter (where p.status = 'succeeded'), 0)::bigint`.as('paid'),
      sql<number>`coalesce(sum(p.reversed), 0)::bigint`.as('refunded'),
    ])
    .executeTakeFirstOrThrow()
  return { ...row, more: false }
}

/** True where the books have the sums already: of all gifts, of all that came in, or of those of a channel. */
const isOfAll = ({ search, state, from, to, drive }: GiftFilter) =>
  !(search || from || to || drive) && (state === null || state === 'paid')

/** What came in is what the books say; how many did not is few, and is counted at the same moment. */
async function keptTotals(db: Db, { state, channel }: GiftFilter): Promise<GiftTotals> {
  const given = await givenEver(db, channel, async (tx) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from payments where kind = 'donation' and status <> 'succeeded'
        ${channel ? sql`and channel = ${channel}` : sql``}`.execute(tx)
    return rows[0]!.count
  })
  const count = given.gifts + (state === 'paid' ? 0 : given.beside)
  return { count, more: false, paid: given.gross, refunded: given.back }
}

type Wanted = AskedGifts & { found: Looked | undefined; size: number }

async function giftsPage(tx: Tx, { filter, list, found, size }: Wanted) {
  if (found?.ids?.length === 0) return { rows: [], next: null }
  const typed = typedIn(filter.search)
  const ids = found?.ids
  const query = filtered(tx, filter)
    .$if(Boolean(ids), (of) => of.where(sql<SqlBool>`p.id = any(${ids}::bigint[])`))
    .$if(Boolean(typed && !ids), (of) => of.where(typed!.matches))
    .leftJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
    .select(['p.id', 'p.reference', 'p.provider_tx_id as providerId', 'p.created_at as at', 'p.status', 'p.channel'])
    .select(['p.donor_email as email', 'p.anonymous', 'p.amount', 'p.reversed', payerOf.as('name')])
    .select(chargedBackOf('p.id').as('chargedBack'))
    .select(['d.id as driveId', 'd.slug', 'd.title'])
  const { rows, next } = await pageOf(query, { sorts, asked: list, id, size })
  const gifts = rows.map(({ driveId, slug, title, channel, ...row }): Gift => {
    const drive = driveId === null ? null : { id: driveId, slug: slug!, title: title! }
    return { ...row, channel, drive }
  })
  return { rows: gifts, next }
}

/** Spelt out: once Postgres plans without the values, it knows the indexes by these words alone. */
const states: Record<GiftState, ReturnType<typeof sql<SqlBool>>> = {
  paid: sql<SqlBool>`p.status = 'succeeded'`,
  waiting: sql<SqlBool>`p.status in ('created', 'pending')`,
  failed: sql<SqlBool>`p.status in ('failed', 'abandoned', 'init_unknown')`,
  unplaced: sql<SqlBool>`p.status = 'mismatch'`,
  refunded: sql<SqlBool>`p.reversed > 0`,
}

function filtered(tx: Tx, { state, channel, from, to, drive }: GiftFilter) {
  let query = tx.selectFrom('payments as p').where(sql<SqlBool>`p.kind = 'donation'`)
  if (state) query = query.where(states[state])
  if (channel) query = query.where('p.channel', '=', channel)
  if (drive) query = query.where('p.fund_drive_id', '=', drive)
  if (from) query = query.where(sql<SqlBool>`p.created_at >= ${from}::date::timestamp at time zone 'Africa/Nairobi'`)
  if (to) query = query.where(sql<SqlBool>`p.created_at < (${to}::date + 1)::timestamp at time zone 'Africa/Nairobi'`)
  return query
}
