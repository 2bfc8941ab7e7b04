import type { I18n } from '@lingui/core'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { type Cell, csvAnswer } from '#app/kit/csv.ts'
import { type Fields, type FileColumn, type FileFoot, type FilterOf, filterIn, type Reader } from '#app/kit/list.ts'
import type { Db } from './db.server.ts'

// Long lists, page by page. A page begins where the one before ended, by the sorted value and the id, so the last page
// costs the same as the first; skipping rows by their count would read them all.

/** A sort order of a list. `by` is never null: use coalesce. Its index is (value, id). */
export type Sort = { by: RawBuilder<unknown>; kind: 'number' | 'moment' | 'text' }

/** The order and the page, from the list's address. Any address gives a sensible value. */
export type ListRequest<Name extends string> = { sort: Name; order: 'asc' | 'desc'; after: string | null }

/** Reads ?sort=, ?order= and ?after=. Without a known sort: the first one, descending. */
export function askedFor<Name extends string>(query: URLSearchParams, sorts: Record<Name, Sort>): ListRequest<Name> {
  const names = Object.keys(sorts) as Name[]
  const sort = names.find((name) => name === query.get('sort'))
  const order = sort && query.get('order') !== 'desc' ? 'asc' : 'desc'
  return { sort: sort ?? names[0]!, order, after: query.get('after') }
}

type Listing<Name extends string> = {
  sorts: Record<Name, Sort>
  asked: ListRequest<Name>
  id: { column: RawBuilder<unknown>; kind: 'number' | 'uuid' }
  size?: number
}

/**
 * The filter and order of a list, and its reader: some lists search in the reader's language, and some depend on the
 * reader's rights.
 */
export type ListAsked<Filter, Name extends string = string> = {
  filter: Filter
  list: ListRequest<Name>
  words?: I18n
  lookerId?: string
}
export type PageOfRows<Row> = { rows: Row[]; next: string | null }

/** A list's declaration, without its look. `Of` is its owner, for a list that is not of everything. */
export type Listed<Row, All extends Fields, Name extends string, Totals, Of = unknown> = {
  view: { fields: All; columns: FileColumn<Row>[] }
  sorts: Record<Name, Sort>
  /** The order when the address has none. Descending, if left out. */
  order?: (filter: FilterOf<All>) => 'asc' | 'desc'
  /** Reads a page, and the totals where the same query finds them. */
  read: (
    db: Db,
    asked: ListAsked<FilterOf<All>, Name> & Of,
    size: number,
  ) => Promise<PageOfRows<Row> & { totals?: Totals }>
  /** Reads a longer page for the file, where `read` finds more than the file needs. */
  readFile?: (db: Db, asked: ListAsked<FilterOf<All>, Name> & Of, size: number) => Promise<PageOfRows<unknown>>
  /** The columns of the file, where these are another list's. */
  fileColumns?: FileColumn<never>[]
  /** Reads the totals of all rows found. */
  totals?: (db: Db, asked: ListAsked<FilterOf<All>, Name> & Of) => Promise<Totals>
  size?: number
}

/** Makes a list from its declaration: parses its address, reads its pages, and exports all of it as a file. */
export function listOf<Row, All extends Fields, Name extends string, Totals, Of = unknown>(
  one: Listed<Row, All, Name, Totals, Of>,
) {
  type Wanted = ListAsked<FilterOf<All>, Name>
  const { view, sorts, read, totals } = one
  return {
    view,
    asked(query: URLSearchParams, words?: I18n): Wanted {
      const filter = filterIn(view.fields, query)
      const list = askedFor(query, sorts)
      if (one.order && query.get('sort') !== list.sort) list.order = one.order(filter)
      return { filter, list, ...(words ? { words } : {}) }
    },
    async page(db: Db, asked: Wanted & Of, size = one.size ?? 50): Promise<PageOfRows<Row> & { totals: Totals }> {
      const [page, sums] = await Promise.all([read(db, asked, size), totals?.(db, asked)])
      return { rows: page.rows, next: page.next, totals: (sums ?? page.totals) as Totals }
    },
    csv(db: Db, name: string, asked: Wanted & Of, reader: Reader, foot?: FileFoot): Response {
      const longer = one.readFile ?? read
      const page = (after: string | null) => longer(db, { ...asked, list: { ...asked.list, after } }, 1000)
      const columns = (one.fileColumns ?? view.columns) as FileColumn<unknown>[]
      return tableFile(name, columns, allPages<unknown>(page), reader, foot)
    },
  }
}

type OwnersListed<Row, All extends Fields, Name extends string, Totals> = Listed<
  Row,
  All,
  Name,
  Totals,
  { driveId: string }
> & {
  view: { address: string }
  /** The name of the file, after the drive's address. */
  file: string
}

/**
 * Makes a list of one drive, for the person who manages it: the guard of its pages has found the drive through that
 * person, and has logged an administrator's access or export.
 */
export function ownersList<Row, All extends Fields, Name extends string, Totals>(
  one: OwnersListed<Row, All, Name, Totals>,
) {
  const list = listOf(one)
  return {
    address: one.view.address,
    async page(db: Db, driveId: string, query = new URLSearchParams(), words?: I18n, size?: number) {
      const asked = { ...list.asked(query, words), driveId }
      return { ...(await list.page(db, asked, size)), filter: asked.filter }
    },
    csv(db: Db, { id, slug }: { id: string; slug: string }, query: URLSearchParams, reader: Reader, foot?: FileFoot) {
      const asked = { ...list.asked(query, reader.words), driveId: id }
      return list.csv(db, `${slug}-${one.file}`, asked, reader, foot)
    },
  }
}

/** Exports rows as a table for a spreadsheet: the columns that have a plain value. */
export function tableFile<Row>(
  name: string,
  columns: FileColumn<Row>[],
  pages: AsyncIterable<Row[]>,
  reader: Reader,
  foot?: FileFoot,
): Response {
  const plain = columns.flatMap(({ head, fileHead, plain: of }) => (of ? [{ head: fileHead ?? head, of }] : []))
  async function* lines(): AsyncGenerator<Cell[][]> {
    for await (const rows of pages) yield rows.map((row) => plain.map(({ of }) => of(row, reader)))
    const below = await foot?.()
    if (below) yield [plain.map((_, at) => (at === 0 ? below : ''))]
  }
  return csvAnswer(
    name,
    plain.map(({ head }) => reader.words._(head)),
    lines(),
  )
}

/** The only order of a list sorted by number. */
export function byNumber(column: string) {
  const by = sql.ref(column)
  return { sorts: { number: { by, kind: 'number' } }, id: { column: by, kind: 'number' } } as const
}

/** Returns the number that such a list's page begins after. */
export const pageNumberIn = (after: string | null): number | undefined => {
  const place = placeIn(after, 'number', 'number')
  return place && Number(place.id)
}

/** Returns a page of the query's rows, and where the next one begins; null when there is none. */
export async function pageOfRows<DB, TB extends keyof DB, Row, Name extends string>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { sorts, asked, id, size = 50 }: Listing<Name>,
): Promise<{ rows: Row[]; next: string | null }> {
  const { by, kind } = sorts[asked.sort]
  const place = placeIn(asked.after, kind, id.kind)
  const ordered = query
    .select([sql<string>`(${keyOf[kind](by)})::text`.as('sort_key'), sql<string>`${id.column}::text`.as('sort_id')])
    .$if(by !== id.column, (sorted) => sorted.orderBy(by, asked.order))
    .orderBy(id.column, asked.order)
    .limit(size + 1)
  const beyond = asked.order === 'asc' ? sql`>` : sql`<`
  const at = place && idOf(place.id, id.kind)
  const from = !place
    ? ordered
    : by === id.column
      ? ordered.where(sql<boolean>`${by} ${beyond} ${at}`)
      : ordered.where(sql<boolean>`(${by}, ${id.column}) ${beyond} (${meantBy[kind](place.key)}, ${at})`)
  const found = (await from.execute()) as (Row & { sort_key: string; sort_id: string })[]
  const rows = found.slice(0, size)
  const last = rows.at(-1)
  const next = found.length > size && last ? written([last.sort_key, last.sort_id]) : null
  return { rows: rows.map(({ sort_key, sort_id, ...row }) => row as unknown as Row), next }
}

/** Reads all of a list in pages of a thousand, for a file. */
export async function* allPages<Row>(page: (after: string | null) => Promise<{ rows: Row[]; next: string | null }>) {
  for (let after: string | null = null; ; ) {
    const { rows, next } = await page(after)
    yield rows
    if (next === null) return
    after = next
  }
}

/** Timestamps are whole microseconds: as text they would depend on the session, and as milliseconds rows would be skipped. */
const keyOf = {
  number: (by: RawBuilder<unknown>) => by,
  text: (by: RawBuilder<unknown>) => by,
  moment: (by: RawBuilder<unknown>) => sql`(extract(epoch from ${by}) * 1000000)::bigint`,
}
const meantBy = {
  number: (key: string) => sql`${key}::bigint`,
  text: (key: string) => sql`${key}::text`,
  moment: (key: string) => sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`,
}
const idOf = (id: string, kind: 'number' | 'uuid') => (kind === 'number' ? sql`${id}::bigint` : sql`${id}::uuid`)

const whole = /^-?\d{1,17}$/
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const written = (place: [string, string]) => Buffer.from(JSON.stringify(place)).toString('base64url')

/** Parses the place in an address; undefined for one that none of our pages made. */
function placeIn(after: string | null, kind: Sort['kind'], idKind: 'number' | 'uuid') {
  if (!after || after.length > 2000) return undefined
  try {
    const [key, id] = JSON.parse(Buffer.from(after, 'base64url').toString()) as unknown[]
    if (typeof key !== 'string' || typeof id !== 'string') return undefined
    if (kind === 'text' ? key.includes('\0') : !whole.test(key)) return undefined
    return (idKind === 'number' ? whole : uuid).test(id) ? { key, id } : undefined
  } catch {
    return undefined
  }
}
