import { type SqlBool, sql } from 'kysely'
import { type About, decision } from '#app/admin/decision.server.ts'
import type { TasksWaiting } from '#app/admin/desk/task.ts'
import { adminList } from '#app/admin/list.server.ts'
import { type SupportMessage, supportMessageTexts } from '#app/drives/support/message.ts'
import type { FilterOf } from '#app/kit/list.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { pageOfRows } from '#app/platform/list.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { closing, supportMessagesView } from './messages-list.tsx'

const sorts = { came: { by: sql.ref('m.id'), kind: 'number' } } as const

/** Open messages begin with the oldest, closed ones with the newest. */
export const supportMessagesList = adminList({
  view: supportMessagesView,
  noun: 'letter',
  file: 'reports-and-questions',
  sorts,
  order: ({ state }) => (state === 'open' ? 'asc' : 'desc'),
  async read(db, { filter, list }, size) {
    const id = { column: sql.ref('m.id'), kind: 'number' } as const
    const { rows, next } = await pageOfRows(asSupportMessageRow(found(db, filter)), { sorts, asked: list, id, size })
    return { rows: rows.map(supportMessageOf), next }
  },
  totals: (db, { filter }): Promise<{ count: number }> =>
    found(db, filter)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
})

function found(db: Db, { search, drive, state }: FilterOf<typeof supportMessagesView.fields>) {
  let query = supportMessages(db).where('m.state', '=', state)
  if (drive) query = query.where('m.fund_drive_id', '=', drive)
  if (!search) return query
  const like = containing(search)
  // The number, alone or as its writer was told it: "Report 1042".
  const number = /^\D*(\d{1,15})$/.exec(search)?.[1] ?? null
  return query.where(
    sql<SqlBool>`(m.message ilike ${like} or m.email ilike ${like} or d.title ilike ${like} or m.id = ${number}::bigint)`,
  )
}

// Support messages, as administrators look through them.

/** Finds one support message, open or closed. */
export async function supportMessageNumbered(db: Db, id: number): Promise<SupportMessage | undefined> {
  const row = await asSupportMessageRow(supportMessages(db)).where('m.id', '=', id).executeTakeFirst()
  return row && supportMessageOf(row)
}

const supportMessages = (db: Db) =>
  db.selectFrom('support_messages as m').leftJoin('fund_drives as d', 'd.id', 'm.fund_drive_id')

/** Adds everything that a line of the list shows. */
const asSupportMessageRow = (query: ReturnType<typeof supportMessages>) =>
  query
    .select([
      'm.id',
      'm.reason',
      'm.message',
      'm.from_giver as fromGiver',
      'm.email',
      'm.created_at',
      'm.closed_at',
      'm.state',
    ])
    .select(['d.title', 'd.slug'])

type Row = Awaited<ReturnType<ReturnType<typeof asSupportMessageRow>['executeTakeFirstOrThrow']>>

const supportMessageOf = ({
  id,
  reason,
  message,
  fromGiver,
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
    fromGiver,
    email,
    at,
    closedAt,
    reason,
    state,
    drive: title === null || slug === null ? null : { title, slug },
  }) satisfies SupportMessage

export const waitingSupportMessages: TasksWaiting = {
  from: sql`support_messages where state = 'open'`,
  oldest: sql`select m.id::text, m.created_at as at, coalesce(d.title, left(m.message, 80)) as title
    from support_messages m left join fund_drives d on d.id = m.fund_drive_id
    where m.state = 'open' order by m.id`,
}

/** An open support message. Of two administrators at once, the second waits for the lock, and is refused. */
const supportMessage: About<number, { id: number }> = {
  noun: 'letter',
  at: ({ params }) => numberIn(params.message),
  async find(tx, id) {
    const found = await tx
      .selectFrom('support_messages')
      .where('id', '=', id)
      .select(['id', 'state'])
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!found) throw new Refusal(supportMessageTexts.missing, { status: 404 })
    if (found.state !== 'open') throw new Refusal(supportMessageTexts.meanwhile)
    return found
  },
  after: (tx) => tell(tx, 'office:desk'),
}

/** Closes a support message with a reason that the audit log keeps. */
export const closeSupportMessage = decision({
  of: supportMessage,
  act: 'letter closed',
  words: closing,
  async run(tx, { id }) {
    const closed = { state: 'closed', closed_at: sql<Date>`now()` } as const
    await tx.updateTable('support_messages').set(closed).where('id', '=', id).execute()
    return { before: { state: 'open' }, after: { state: 'closed' } }
  },
})
