import { type SqlBool, sql } from 'kysely'
import { adminList } from '#app/admin/list.server.ts'
import { centsIn } from '#app/kit/amount.ts'
import type { FilterOf } from '#app/kit/list.ts'
import { phoneIn } from '#app/kit/phone.ts'
import { givenEver } from '#app/money/books/admin/revenue.server.ts'
import { chargedBackOf } from '#app/money/donations/donations.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { type ListAsked, pageOfRows } from '#app/platform/list.server.ts'
import { containing, joinedWords } from '#app/platform/postgres/queries.server.ts'
import { nameOf, providers } from '#app/platform/providers/provider.server.ts'
import type { AdminGift, GiftState, GiftTotals } from './gift.ts'
import { giftsView } from './gifts-list.tsx'

const sorts = {
  date: { by: sql.ref('p.created_at'), kind: 'moment' },
  amount: { by: sql.ref('p.amount'), kind: 'number' },
} as const
const id = { column: sql.ref('p.id'), kind: 'number' } as const

type GiftFilter = FilterOf<typeof giftsView.fields>
type AskedGifts = ListAsked<GiftFilter, keyof typeof sorts>

/** All gifts, attempts too. A search is looked up once for the page and its sums. */
export const giftsList = adminList({
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

/** Describes how a list was found, for the log of access: never the name or the address that was looked for. */
function howFound({ search, state, channel, from, to, drive }: GiftFilter) {
  const typed = typedIn(search)
  return {
    ...(typed ? { search: discreetly[typed.is] ?? search } : {}),
    ...Object.fromEntries(Object.entries({ state, channel, from, to, drive }).filter(([, value]) => value)),
  }
}

const discreetly: Partial<Record<Typed['is'], string>> = { words: 'by name or mail', phone: 'by phone' }

type Looked = { ids: number[] | null; totals: GiftTotals }

/** Looks up a search; `ids` is null where there is too much. Undefined where nothing is searched. */
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

/** Tells whether the books have the sums already: of all gifts, of all that came in, or of those of a channel. */
const isOfAll = ({ search, state, from, to, drive }: GiftFilter) =>
  !(search || from || to || drive) && (state === null || state === 'paid')

/** Takes the gifts that came in from the books; the others are few, and are counted at the same moment. */
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
  const { rows, next } = await pageOfRows(query, { sorts, asked: list, id, size })
  const gifts = rows.map(({ driveId, slug, title, channel, ...row }): AdminGift => {
    const drive = driveId === null ? null : { id: driveId, slug: slug!, title: title! }
    return { ...row, channel, drive }
  })
  return { rows: gifts, next }
}

/** Spelt out: once Postgres plans without the values, only these words tell it which indexes fit. */
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

// The text that finds a gift: a reference, a receipt, an amount, or a part of a name or an address.

/** `letters`: the condition that an index can use. Selects all that matches, and more. */
type Typed = { is: 'reference' | 'receipt' | 'phone' | 'amount' | 'words'; matches: Found; letters?: Found }
type Found = ReturnType<typeof sql<SqlBool>>

const receipt = /^H\d{4}-(\d{6,12})$/i

/** Reads a search. Numbers are amounts, or the provider's number of the payment; a text that begins like a reference is one. */
function typedIn(search: string): Typed | undefined {
  if (!search) return undefined
  if (/^don-[\da-f]*$/i.test(search))
    return { is: 'reference', matches: sql<SqlBool>`p.reference like ${`${search.toLowerCase()}%`}` }
  const number = receipt.exec(search)?.[1]
  if (number)
    return {
      is: 'receipt',
      matches: sql<SqlBool>`p.id = (select payment_id from donations where id = ${number}::bigint)`,
    }
  const phone = phoneTyped(search)
  if (phone) return { is: 'phone', matches: byPhone(phone, search) }
  const cents = centsIn(search)
  if (cents !== undefined) return { is: 'amount', matches: byNumber(cents, search) }
  return { is: 'words', matches: byWords(search), letters: withLetters(search) }
}

/** Reads a number that is written like a phone's; the digits of an amount begin otherwise. */
const phoneTyped = (search: string) => (/^(\+|0|254)[\d\s-]{9,}$/.test(search) ? phoneIn(search) : undefined)

/** Selects payments that were asked for on this phone. The provider's number of a payment may look like one. */
const byPhone = (phone: string, search: string) => sql<SqlBool>`p.id in (
  select q.payment_id from mpesa_prompts q where q.phone = ${phone}
  union all select v.id from payments v where v.provider = any(${providers().map(nameOf)}) and v.provider_tx_id = ${search})`

const byNumber = (cents: number, search: string) =>
  sql<SqlBool>`(p.amount = ${cents}::bigint
    or (p.provider = any(${providers().map(nameOf)}) and p.provider_tx_id = ${search}))`

/** Selects payments by M-Pesa’s code or by the account that the payer saw. A name can look like one, so words are searched too. */
function byMpesa(search: string) {
  if (!/^[A-Z0-9]{8,12}$/i.test(search)) return undefined
  const number = search.toUpperCase()
  return sql`select r.payment_id from mpesa_receipts r where r.receipt = ${number} and r.payment_id is not null
    union all select q.payment_id from mpesa_prompts q where q.account = ${number}`
}

/** Searches three letters or more anywhere; fewer only where a name or an address begins with them. */
const likeOf = (search: string, of: (words: string) => string) => (search.length < 3 ? of(search).slice(1) : of(search))

function byWords(search: string) {
  const like = likeOf(search, containing)
  const paid = byMpesa(search)
  return sql<SqlBool>`(p.donor_name ilike ${like} or p.donor_email ilike ${like} ${paid ? sql`or p.id in (${paid})` : sql``})`
}

/**
 * Selects the payments whose giver's name or address has these letters, and some others. Paid gifts are searched as
 * donations, failed ones as attempts. Payments under way are few: all of them are included.
 */
function withLetters(search: string): Found {
  const [name, email] = [likeOf(search, joinedWords), likeOf(search, containing)]
  const paid = byMpesa(search)
  return sql<SqlBool>`p.id in (
    select d.payment_id from donations d where replace(d.donor_name, ' ', 'q') ilike ${name} or d.donor_email ilike ${email}
    union all
    select l.id from payments l where l.kind = 'donation' and l.status in ('failed', 'abandoned', 'mismatch')
      and (replace(l.donor_name, ' ', 'q') ilike ${name} or l.donor_email ilike ${email})
    union all
    select w.id from payments w where w.kind = 'donation' and w.status in ('created', 'pending', 'init_unknown')
    ${paid ? sql`union all ${paid}` : sql``})`
}

/** The most results that are looked up by id; with more, the list is read along instead. */
const mostFound = 10_000
const newest = 5000
const enough = 50

/**
 * Tells whether a search means so many gifts that reading along finds enough of them soon. Looking such words up would
 * gather nearly every gift there is.
 */
async function isBroad(tx: Tx, { is, matches }: Typed): Promise<boolean> {
  if (is !== 'words') return false
  const { rows } = await sql<{ looked: number; found: number }>`
    select count(*)::int as looked, (count(*) filter (where ${matches}))::int as found from (
      select p.id, p.donor_name, p.donor_email from payments p where p.kind = 'donation'
      order by p.created_at desc, p.id desc limit ${newest}::int) p`.execute(tx)
  const { looked, found } = rows[0]!
  return looked === newest && found >= enough
}

/**
 * Runs queries with plans for their very values: a drive with ten gifts and one with a million want different ones.
 * `lookUp` forbids reading the whole table: the database takes words for more common than they are.
 */
const planned = <Done>(db: Db, run: (tx: Tx) => Promise<Done>): Promise<Done> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
      return run(tx)
    })

async function lookUp<Done>(tx: Tx, run: () => Promise<Done>): Promise<Done> {
  await sql`set local enable_seqscan = off`.execute(tx)
  const done = await run()
  await sql`set local enable_seqscan = on`.execute(tx)
  return done
}

/** The name of the payer of `p` as they said; M-Pesa's name of them if they said nothing. */
export const payerOf = sql<string>`coalesce(nullif(p.donor_name, ''), name_at_mpesa(p.id), '')`
