import { type SqlBool, sql } from 'kysely'
import { channels } from '#app/features/donations/donation.ts'
import { idIn } from '#app/kit/ids.ts'
import { oneLine } from '#app/kit/lines.ts'
import { isDay } from '#app/kit/time.ts'
import { givenEver } from '#app/office/books/given.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { type Asked, askedFor, pageOf } from '#app/platform/listing.server.ts'
import { type Gift, type GiftFilter, type GiftState, type GiftTotals, giftStates } from './gift.ts'
import { isBroad, lookUp, mostFound, planned, typedIn } from './gifts-search.server.ts'

const sorts = {
  date: { by: sql.ref('p.created_at'), kind: 'moment' },
  amount: { by: sql.ref('p.amount'), kind: 'number' },
} as const
const id = { column: sql.ref('p.id'), kind: 'number' } as const

export type AskedGifts = { filter: GiftFilter; asked: Asked<keyof typeof sorts> }

/** What the address of the list asks for. Whatever stands there, something sensible comes of it. */
export function giftsAsked(query: URLSearchParams): AskedGifts {
  const text = (name: string) => oneLine(query.get(name) ?? '').slice(0, 100)
  const day = (name: string) => (isDay(text(name)) ? text(name) : '')
  return {
    filter: {
      search: text('search'),
      state: giftStates.find((one) => one === query.get('state')) ?? null,
      channel: channels.find((one) => one === query.get('channel')) ?? null,
      ...{ from: day('from'), to: day('to'), drive: idIn(query.get('drive')) },
    },
    asked: askedFor(query, sorts),
  }
}

/** How a list was found, as the log of looks keeps it: never the name or the address that was looked for. */
export function howFound({ search, state, channel, from, to, drive }: GiftFilter) {
  const typed = typedIn(search)
  return {
    ...(typed ? { search: typed.is === 'words' ? 'by name or mail' : search } : {}),
    ...Object.fromEntries(Object.entries({ state, channel, from, to, drive }).filter(([, value]) => value)),
  }
}

type Found = { gifts: Gift[]; next: string | null; totals: GiftTotals }

/** A page of all gifts, attempts too, and what all that is found comes to. */
export async function officeGifts(db: Db, { filter, asked }: AskedGifts): Promise<Found> {
  const kept = isOfAll(filter) ? await keptTotals(db, filter) : undefined
  return planned(db, async (tx) => {
    const found = await foundBy(tx, filter)
    const page = await giftsPage(tx, { filter, asked, found })
    return { ...page, totals: kept ?? found?.totals ?? (await sumUp(tx, filter)) }
  })
}

/** The list without its sums, in longer pages, for a file. */
export const giftsFor = (db: Db, wanted: AskedGifts, size: number): Promise<{ rows: Gift[]; next: string | null }> =>
  planned(db, async (tx) => {
    const { gifts, next } = await giftsPage(tx, { ...wanted, found: await foundBy(tx, wanted.filter), size })
    return { rows: gifts, next }
  })

type Looked = { ids: number[] | null; totals: GiftTotals }

/** What was searched for, looked up; `ids` is null where there is too much of it. Undefined where nothing is searched. */
async function foundBy(tx: Tx, filter: GiftFilter): Promise<Looked | undefined> {
  const typed = typedIn(filter.search)
  if (!typed) return undefined
  const read = () =>
    filtered(tx, filter)
      .where(typed.matches)
      .select(['p.id', 'p.status', 'p.amount', 'p.reversed'])
      .limit(mostFound + 1)
      .execute()
  const rows = (await isBroad(tx, typed)) ? await read() : await lookUp(tx, read)
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

/** True where the books have the sums already: of all gifts, or of all that came in. */
const isOfAll = ({ search, state, channel, from, to, drive }: GiftFilter) =>
  !(search || channel || from || to || drive) && (state === null || state === 'paid')

/** What came in is what the books say; how many did not is few, and is counted at the same moment. */
async function keptTotals(db: Db, { state }: GiftFilter): Promise<GiftTotals> {
  const given = await givenEver(db, async (tx) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from payments where kind = 'donation' and status <> 'succeeded'`.execute(tx)
    return rows[0]!.count
  })
  const count = given.gifts + (state === 'paid' ? 0 : given.beside)
  return { count, more: false, paid: given.gross, refunded: given.back }
}

type Wanted = AskedGifts & { found: Looked | undefined; size?: number }

async function giftsPage(tx: Tx, { filter, asked, found, size = 50 }: Wanted) {
  if (found?.ids?.length === 0) return { gifts: [], next: null }
  const typed = typedIn(filter.search)
  const ids = found?.ids
  const query = filtered(tx, filter)
    .$if(Boolean(ids), (of) => of.where(sql<SqlBool>`p.id = any(${ids}::bigint[])`))
    .$if(Boolean(typed && !ids), (of) => of.where(typed!.matches))
    .leftJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
    .select(['p.id', 'p.reference', 'p.provider_tx_id as providerId', 'p.created_at as at', 'p.status', 'p.channel'])
    .select(['p.donor_name as name', 'p.donor_email as email', 'p.anonymous', 'p.amount', 'p.reversed'])
    .select(['d.id as driveId', 'd.slug', 'd.title'])
  const { rows, next } = await pageOf(query, { sorts, asked, id, size })
  const gifts = rows.map(({ driveId, slug, title, channel, ...row }): Gift => {
    const drive = driveId === null ? null : { id: driveId, slug: slug!, title: title! }
    return { ...row, channel, drive }
  })
  return { gifts, next }
}

/** Spelt out: once Postgres plans without the values, it knows the indexes by these words alone. */
const states: Record<GiftState, ReturnType<typeof sql<SqlBool>>> = {
  paid: sql<SqlBool>`p.status = 'succeeded'`,
  waiting: sql<SqlBool>`p.status in ('created', 'pending')`,
  failed: sql<SqlBool>`p.status in ('failed', 'abandoned', 'init_unknown')`,
  held: sql<SqlBool>`p.status = 'mismatch'`,
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
