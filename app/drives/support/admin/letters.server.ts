import { sql } from 'kysely'
import type { TasksWaiting } from '#app/admin/desk/task.ts'
import type { Letter } from '#app/drives/support/letter.ts'
import type { Db } from '#app/platform/db.server.ts'

// Support messages, as administrators look through them.

/** Finds one support message, open or closed. */
export async function letterNumbered(db: Db, id: number): Promise<Letter | undefined> {
  const row = await asLetterRow(letters(db)).where('l.id', '=', id).executeTakeFirst()
  return row && letterOf(row)
}

export const letters = (db: Db) =>
  db.selectFrom('support_letters as l').leftJoin('fund_drives as d', 'd.id', 'l.fund_drive_id')

/** Adds everything that a line of the list shows. */
export const asLetterRow = (query: ReturnType<typeof letters>) =>
  query
    .select(['l.id', 'l.reason', 'l.message', 'l.email', 'l.created_at', 'l.closed_at', 'l.state'])
    .select(['d.title', 'd.slug'])

type Row = Awaited<ReturnType<ReturnType<typeof asLetterRow>['executeTakeFirstOrThrow']>>

export const letterOf = ({
  id,
  reason,
  message,
  email,
  created_at: at,
  closed_at: closedAt,
  state,
  title,
  slug,
}: Row) =>
  ({
    id,
    message,
    email,
    at,
    closedAt,
    reason,
    state,
    drive: title === null || slug === null ? null : { title, slug },
  }) satisfies Letter

export const waitingLetters: TasksWaiting = {
  from: sql`support_letters where state = 'open'`,
  oldest: sql`select l.id::text, l.created_at as at, coalesce(d.title, left(l.message, 80)) as title
    from support_letters l left join fund_drives d on d.id = l.fund_drive_id
    where l.state = 'open' order by l.id`,
}
