import { type SqlBool, sql } from 'kysely'
import { data } from 'react-router'
import { type About, decision } from '#app/admin/decision.server.ts'
import type { TasksWaiting } from '#app/admin/desk/task.ts'
import { adminList } from '#app/admin/list.server.ts'
import { recordAccess } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import type { Suspicion } from '#app/drives/comments/comment.ts'
import type { FilterOf } from '#app/kit/list.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { pageOfRows } from '#app/platform/list.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { hiding, type Quarantined, quarantineTexts, releasing } from './quarantine.ts'
import { quarantineView } from './quarantine-list.tsx'

/** Ids are given in the order in which comments come, so they sort like the time. */
const sorts = { came: { by: sql.ref('c.id'), kind: 'number' } } as const

/** The comment that has waited longest comes first. */
export const quarantineList = adminList({
  view: quarantineView,
  noun: 'comment',
  file: 'comments-in-quarantine',
  sorts,
  order: () => 'asc',
  async read(db, { filter, list }, size) {
    const id = { column: sql.ref('c.id'), kind: 'number' } as const
    const { rows, next } = await pageOfRows(asQuarantineRow(found(db, filter)), { sorts, asked: list, id, size })
    return { rows: rows.map(quarantinedOf), next }
  },
  totals: (db, { filter }): Promise<{ count: number }> =>
    found(db, filter)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
})

/** Spelt out: once Postgres plans without the values, it knows the index by these words alone. */
const waits = sql<SqlBool>`c.state = 'quarantined'`

function found(db: Db, { search, drive }: FilterOf<typeof quarantineView.fields>) {
  let query = comments(db).where(waits)
  if (drive) query = query.where('c.fund_drive_id', '=', drive)
  if (!search) return query
  const like = containing(search)
  return query.where(sql<SqlBool>`(c.name ilike ${like} or c.content ilike ${like} or d.title ilike ${like})`)
}

/** Finds one comment, whether it still waits or a person has decided about it meanwhile. */
export async function quarantinedComment(db: Db, id: number): Promise<Quarantined | undefined> {
  const row = await asQuarantineRow(comments(db))
    .where('c.id', '=', id)
    .where('c.suspicion', 'is not', null)
    .executeTakeFirst()
  return row && quarantinedOf(row)
}

const comments = (db: Db) =>
  db.selectFrom('fund_drive_comments as c').innerJoin('fund_drives as d', 'd.id', 'c.fund_drive_id')

/** Adds everything that a line of the list shows. */
const asQuarantineRow = (query: ReturnType<typeof comments>) =>
  query
    .select(['c.id', 'c.name', 'c.content', 'c.created_at', 'c.suspicion', 'd.title', 'd.slug'])
    .$narrowType<{ suspicion: Suspicion }>()

type Row = Awaited<ReturnType<ReturnType<typeof asQuarantineRow>['executeTakeFirstOrThrow']>>

const quarantinedOf = ({ id, name, content, created_at: at, suspicion, title, slug }: Row): Quarantined => ({
  id,
  name,
  content,
  at,
  drive: { title, slug },
  suspicion,
})

/** The waiting comments, one line for each drive. */
export const waitingComments: TasksWaiting = {
  from: sql`fund_drive_comments where state = 'quarantined'`,
  oldest: sql`select d.id::text, min(c.created_at) as at, d.title, count(*)::int as count
    from fund_drive_comments c join fund_drives d on d.id = c.fund_drive_id
    where c.state = 'quarantined' group by d.id order by min(c.created_at)`,
}

/** Finds the comment that a dialog is about, and records the administrator's access. */
export async function commentToDecide(db: Db, id: number, by: Actor): Promise<Quarantined> {
  const comment = await quarantinedComment(db, id)
  if (!comment) throw data(null, { status: 404 })
  await recordAccess(db, { by, noun: 'comment', subject: comment.id })
  return comment
}

/** A comment to decide about, locked: of two who decide at once, the owner too, the second is refused. */
const comment: About<number, { id: number; drive: string }> = {
  noun: 'comment',
  at: ({ params }) => numberIn(params.comment),
  async find(tx, id) {
    const found = await tx
      .selectFrom('fund_drive_comments')
      .where('id', '=', id)
      .select(['id', 'fund_drive_id as drive', 'state'])
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!found) throw new Refusal(quarantineTexts.missing, { status: 404 })
    if (found.state !== 'quarantined') throw new Refusal(quarantineTexts.meanwhile)
    return found
  },
  async after(tx, { drive }) {
    await tell(tx, `drive:${drive}`)
    await tell(tx, 'office:desk')
  },
}

/** Shows a comment that waits to everybody. */
export const releaseComment = decision({
  of: comment,
  act: 'comment released',
  words: releasing,
  run: (tx, found) => setState(tx, found, 'shown'),
})

/** Shows it to nobody but the owner. */
export const hideComment = decision({
  of: comment,
  act: 'comment hidden',
  words: hiding,
  run: (tx, found) => setState(tx, found, 'hidden'),
})

async function setState(tx: Tx, { id, drive }: { id: number; drive: string }, state: 'shown' | 'hidden') {
  await tx
    .updateTable('fund_drive_comments')
    .set({ state, ...(state === 'shown' ? { reviewed_at: new Date() } : {}) })
    .where('id', '=', id)
    .execute()
  return { before: { state: 'quarantined' }, after: { state, drive } }
}
