import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

// Long lists, page by page. A page begins where the one before ended, by the sorted value and the id, so the last costs
// what the first does; counting rows to skip would read them all.

/** What a list can be sorted by. Never null: say coalesce. Its index is (value, id). */
export type Sort = { by: RawBuilder<unknown>; kind: 'number' | 'moment' | 'text' }

/** How a list is asked for, as its address carries it. Whatever stands there, something sensible comes of it. */
export type Asked<Name extends string> = { sort: Name; order: 'asc' | 'desc'; after: string | null }

/** Reads ?sort=, ?order= and ?after=. Without a sort that is known: the first one, downwards. */
export function askedFor<Name extends string>(query: URLSearchParams, sorts: Record<Name, Sort>): Asked<Name> {
  const names = Object.keys(sorts) as Name[]
  const sort = names.find((name) => name === query.get('sort'))
  const order = sort && query.get('order') !== 'desc' ? 'asc' : 'desc'
  return { sort: sort ?? names[0]!, order, after: query.get('after') }
}

type Listing<Name extends string> = {
  sorts: Record<Name, Sort>
  asked: Asked<Name>
  id: { column: RawBuilder<unknown>; kind: 'number' | 'uuid' }
  size?: number
}

/** A page of the query's rows, and where the next one begins; null when there is none. */
export async function pageOf<DB, TB extends keyof DB, Row, Name extends string>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { sorts, asked, id, size = 50 }: Listing<Name>,
): Promise<{ rows: Row[]; next: string | null }> {
  const { by, kind } = sorts[asked.sort]
  const place = placeIn(asked.after, kind, id.kind)
  const ordered = query
    .select([sql<string>`(${keyOf[kind](by)})::text`.as('sort_key'), sql<string>`${id.column}::text`.as('sort_id')])
    .orderBy(by, asked.order)
    .orderBy(id.column, asked.order)
    .limit(size + 1)
  const beyond = asked.order === 'asc' ? sql`>` : sql`<`
  const from = place
    ? ordered.where(
        sql<boolean>`(${by}, ${id.column}) ${beyond} (${meantBy[kind](place.key)}, ${idOf(place.id, id.kind)})`,
      )
    : ordered
  const found = (await from.execute()) as (Row & { sort_key: string; sort_id: string })[]
  const rows = found.slice(0, size)
  const last = rows.at(-1)
  const next = found.length > size && last ? written([last.sort_key, last.sort_id]) : null
  return { rows: rows.map(({ sort_key, sort_id, ...row }) => row as unknown as Row), next }
}

/** All of a list in pages of a thousand, for a file. */
export async function* allPages<Row>(page: (after: string | null) => Promise<{ rows: Row[]; next: string | null }>) {
  for (let after: string | null = null; ; ) {
    const { rows, next } = await page(after)
    yield rows
    if (next === null) return
    after = next
  }
}

/** Moments go in whole microseconds: as text they would depend on the session, and as milliseconds rows would be skipped. */
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

/** The place that an address names; one that none of our pages gave is none. */
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
