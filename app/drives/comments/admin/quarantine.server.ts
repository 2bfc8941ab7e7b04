import { sql } from 'kysely'
import type { TasksWaiting } from '#app/admin/desk/task.ts'
import type { Suspicion } from '#app/drives/comments/comment.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { Quarantined } from './quarantine.ts'

/** Finds one comment, whether it still waits or a person has decided about it meanwhile. */
export async function quarantinedComment(db: Db, id: number): Promise<Quarantined | undefined> {
  const row = await asQuarantineRow(comments(db))
    .where('c.id', '=', id)
    .where('c.suspicion', 'is not', null)
    .executeTakeFirst()
  return row && quarantinedOf(row)
}

export const comments = (db: Db) =>
  db.selectFrom('fund_drive_comments as c').innerJoin('fund_drives as d', 'd.id', 'c.fund_drive_id')

/** Adds everything that a line of the list shows. */
export const asQuarantineRow = (query: ReturnType<typeof comments>) =>
  query
    .select(['c.id', 'c.name', 'c.content', 'c.created_at', 'c.suspicion', 'd.title', 'd.slug'])
    .$narrowType<{ suspicion: Suspicion }>()

type Row = Awaited<ReturnType<ReturnType<typeof asQuarantineRow>['executeTakeFirstOrThrow']>>

export const quarantinedOf = ({ id, name, content, created_at: at, suspicion, title, slug }: Row): Quarantined => ({
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
