import { type SqlBool, sql } from 'kysely'
import type { Suspicion } from '#app/features/comments/comment.ts'
import { idIn } from '#app/kit/ids.ts'
import { oneLine } from '#app/kit/lines.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type Asked, askedFor, pageOf } from '#app/platform/listing.server.ts'
import { containing } from '#app/platform/search.server.ts'
import type { Held, HeldFilter } from './held.ts'

/** Numbers are given in the order in which comments come, so they stand for the time. */
const sorts = { came: { by: sql.ref('c.id'), kind: 'number' } } as const
export type HeldAsked = { filter: HeldFilter; list: Asked<keyof typeof sorts> }

/** What the address of the list asks for: what has waited longest comes first, unless it is sorted otherwise. */
export function heldAsked(query: URLSearchParams): HeldAsked {
  const list = askedFor(query, sorts)
  if (query.get('sort') !== list.sort) list.order = 'asc'
  const search = oneLine(query.get('search') ?? '').slice(0, 100)
  return { filter: { search, drive: idIn(query.get('drive')) }, list }
}

/** A page of the comments that wait, and how many the filter finds in all. */
export async function heldComments(db: Db, { filter, list }: HeldAsked, size = 50) {
  const id = { column: sql.ref('c.id'), kind: 'number' } as const
  const [{ rows, next }, { count }] = await Promise.all([
    pageOf(dressed(found(db, filter)), { sorts, asked: list, id, size }),
    found(db, filter)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { comments: rows.map(heldOf), next, count }
}

/** One comment, whether it still waits or somebody has decided about it meanwhile. */
export async function heldComment(db: Db, id: number): Promise<Held | undefined> {
  const row = await dressed(comments(db)).where('c.id', '=', id).where('c.suspicion', 'is not', null).executeTakeFirst()
  return row && heldOf(row)
}

const comments = (db: Db) =>
  db.selectFrom('fund_drive_comments as c').innerJoin('fund_drives as d', 'd.id', 'c.fund_drive_id')

/** Spelt out: once Postgres plans without the values, it knows the index by these words alone. */
const waits = sql<SqlBool>`c.state = 'quarantined'`

function found(db: Db, { search, drive }: HeldFilter) {
  let query = comments(db).where(waits)
  if (drive) query = query.where('c.fund_drive_id', '=', drive)
  if (!search) return query
  const like = containing(search)
  return query.where(sql<SqlBool>`(c.name ilike ${like} or c.content ilike ${like} or d.title ilike ${like})`)
}

const dressed = (query: ReturnType<typeof comments>) =>
  query
    .select(['c.id', 'c.name', 'c.content', 'c.created_at', 'c.suspicion', 'd.title', 'd.slug'])
    .$narrowType<{ suspicion: Suspicion }>()

type Row = Awaited<ReturnType<ReturnType<typeof dressed>['executeTakeFirstOrThrow']>>

const heldOf = ({ id, name, content, created_at: at, suspicion, title, slug }: Row): Held => ({
  ...{ id, name, content, at, drive: { title, slug } },
  suspicion,
})
