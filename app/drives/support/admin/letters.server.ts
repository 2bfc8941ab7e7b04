import { sql } from 'kysely'
import { type About, decision } from '#app/admin/decision.server.ts'
import type { TasksWaiting } from '#app/admin/desk/task.ts'
import { type Letter, letterTexts } from '#app/drives/support/letter.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { closing } from './decisions.ts'

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

/** An open support message. Of two administrators at once, the second waits for the lock, and is refused. */
const letter: About<number, { id: number }> = {
  noun: 'letter',
  at: ({ params }) => numberIn(params.letter),
  async find(tx, id) {
    const found = await tx
      .selectFrom('support_letters')
      .where('id', '=', id)
      .select(['id', 'state'])
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!found) throw new Refusal(letterTexts.missing, { status: 404 })
    if (found.state !== 'open') throw new Refusal(letterTexts.meanwhile)
    return found
  },
  after: (tx) => tell(tx, 'office:desk'),
}

/** Closes a support message with a reason that the audit log keeps. */
export const closeLetter = decision({
  of: letter,
  act: 'letter closed',
  words: closing,
  async run(tx, { id }) {
    const closed = { state: 'closed', closed_at: sql<Date>`now()` } as const
    await tx.updateTable('support_letters').set(closed).where('id', '=', id).execute()
    return { before: { state: 'open' }, after: { state: 'closed' } }
  },
})
