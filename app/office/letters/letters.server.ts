import { type SqlBool, sql } from 'kysely'
import type { Letter, LetterState } from '#app/features/support/letter.ts'
import { idIn } from '#app/kit/ids.ts'
import { oneLine } from '#app/kit/lines.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type Asked, askedFor, pageOf } from '#app/platform/listing.server.ts'
import { containing } from '#app/platform/search.server.ts'

// What people wrote to support, as administrators look through it.

const sorts = { came: { by: sql.ref('l.id'), kind: 'number' } } as const
export type LetterFilter = { search: string; drive: string | null; state: LetterState }
export type LettersAsked = { filter: LetterFilter; list: Asked<keyof typeof sorts> }

/** What the address asks for: open ones begin with the oldest, closed ones with the newest. */
export function lettersAsked(query: URLSearchParams): LettersAsked {
  const state: LetterState = query.get('state') === 'closed' ? 'closed' : 'open'
  const list = askedFor(query, sorts)
  if (!query.get('sort') && state === 'open') list.order = 'asc'
  const search = oneLine(query.get('search') ?? '').slice(0, 100)
  return { filter: { search, drive: idIn(query.get('drive')), state }, list }
}

/** A page of the letters, and how many the filter finds in all. */
export async function lettersFound(db: Db, { filter, list }: LettersAsked, size = 50) {
  const id = { column: sql.ref('l.id'), kind: 'number' } as const
  const [{ rows, next }, { count }] = await Promise.all([
    pageOf(dressed(found(db, filter)), { sorts, asked: list, id, size }),
    found(db, filter)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { letters: rows.map(letterOf), next, count }
}

/** One letter, open or closed. */
export async function letterNumbered(db: Db, id: number): Promise<Letter | undefined> {
  const row = await dressed(letters(db)).where('l.id', '=', id).executeTakeFirst()
  return row && letterOf(row)
}

const letters = (db: Db) =>
  db.selectFrom('support_letters as l').leftJoin('fund_drives as d', 'd.id', 'l.fund_drive_id')

function found(db: Db, { search, drive, state }: LetterFilter) {
  let query = letters(db).where('l.state', '=', state)
  if (drive) query = query.where('l.fund_drive_id', '=', drive)
  if (!search) return query
  const like = containing(search)
  return query.where(sql<SqlBool>`(l.message ilike ${like} or l.email ilike ${like} or d.title ilike ${like})`)
}

const dressed = (query: ReturnType<typeof letters>) =>
  query
    .select(['l.id', 'l.reason', 'l.message', 'l.email', 'l.created_at', 'l.closed_at', 'l.state'])
    .select(['d.title', 'd.slug'])

type Row = Awaited<ReturnType<ReturnType<typeof dressed>['executeTakeFirstOrThrow']>>

const letterOf = ({ id, reason, message, email, created_at: at, closed_at: closedAt, state, title, slug }: Row) =>
  ({
    ...{ id, message, email, at, closedAt, reason, state },
    drive: title === null || slug === null ? null : { title, slug },
  }) satisfies Letter
