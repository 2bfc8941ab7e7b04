import { type SqlBool, sql, type UpdateObject } from 'kysely'
import { lockedDrive } from '#app/drives/drive/active.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { Limit } from '#app/platform/http/limits.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import type { DB } from '#db/types.ts'
import { commentTexts, mostPinned } from './comment.ts'

// The owner's actions on a comment besides showing and hiding it, and a visitor's report.

/** Answers a comment, or takes the answer away when it is empty. One answer per comment; the last one counts. */
export const replyTo = (db: Db, driveId: string, commentId: number, reply: string | null): Promise<void> =>
  changing(db, driveId, commentId, { reply, replied_at: reply === null ? null : new Date() })

/** Says thank you for a comment, or takes that back. */
export const thankForComment = (db: Db, driveId: string, commentId: number, on: boolean): Promise<void> =>
  changing(db, driveId, commentId, { thanked_at: on ? new Date() : null })

/** Puts a visible comment above the others, or back among them. */
export const pin = (db: Db, driveId: string, commentId: number, on: boolean): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (on) await refuseManyPinned(tx, driveId, commentId)
    await change(tx, driveId, commentId, { pinned_at: on ? new Date() : null })
  })

/** Locks the drive: otherwise two pins at once would each find room. */
async function refuseManyPinned(tx: Tx, driveId: string, commentId: number) {
  await tx.selectFrom('fund_drives').where('id', '=', driveId).select('id').forNoKeyUpdate().execute()
  const { pinned } = await tx
    .selectFrom('fund_drive_comments')
    .where('fund_drive_id', '=', driveId)
    .where('pinned_at', 'is not', null)
    .where('state', '=', 'shown')
    .where('id', '<>', commentId)
    .select(({ fn }) => fn.countAll<number>().as('pinned'))
    .executeTakeFirstOrThrow()
  if (pinned >= mostPinned) throw new Refusal(commentTexts.manyPinned)
}

/** Deletes a comment. For a day it can be brought back; after that it is removed permanently. */
export const deleteComment = (db: Db, driveId: string, commentId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await commentOf(tx, driveId, commentId)
    if (row.state === 'deleted') return
    const values = { state: 'deleted' as const, deleted_from: row.state, deleted_at: new Date() }
    await tx.updateTable('fund_drive_comments').set(values).where('id', '=', commentId).execute()
    await told(tx, driveId)
  })

/** Brings a deleted comment back to where it was. One that is there already stays as it is. */
export const restoreComment = (db: Db, driveId: string, commentId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await commentOf(tx, driveId, commentId)
    await sql`
      update fund_drive_comments set state = deleted_from, deleted_from = null, deleted_at = null
      where id = ${commentId} and state = 'deleted'`.execute(tx)
    await told(tx, driveId)
  })

/** Locks a comment of this drive: a deletion and a restore at once run one after the other. */
async function commentOf(tx: Tx, driveId: string, commentId: number) {
  const row = await tx
    .selectFrom('fund_drive_comments')
    .where('id', '=', commentId)
    .where('fund_drive_id', '=', driveId)
    .select(['state', 'suspicion', 'reviewed_at'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal(commentTexts.missing, { status: 404 })
  return row
}

/** Removes comments that were deleted a day ago. Run by cron. */
export async function sweepComments(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('fund_drive_comments')
    .where('state', '=', 'deleted')
    .where(sql<SqlBool>`deleted_at < now() - interval '1 day'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Notes that a visitor finds a comment improper, once per visitor. It then waits for the owner and the administrators,
 * unless one of them has approved it before: else anybody could empty a person's page.
 */
export const reportComment = (db: Db, slug: string, commentId: number, visitor: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const drive = await lockedDrive(tx, slug)
    if (!drive) throw new Refusal(commentTexts.driveMissing, { status: 404 })
    const row = await commentOf(tx, drive.id, commentId)
    // Two visitors may report the comment, one after the other.
    const reported = row.state === 'quarantined' && row.suspicion === 'reported'
    if (row.state !== 'shown' && !reported) throw new Refusal(commentTexts.missing, { status: 404 })
    await tx
      .insertInto('comment_reports')
      .values({ comment_id: commentId, visitor })
      .onConflict((same) => same.doNothing())
      .execute()
    if (row.reviewed_at || reported) return
    const values = { state: 'quarantined', suspicion: 'reported' } as const
    await tx.updateTable('fund_drive_comments').set(values).where('id', '=', commentId).execute()
    await told(tx, drive.id)
  })

/** Allows few reports an hour: a report hides what a person wrote. */
export const reportLimits = (visitor: string, address: string): Limit[] => [
  { name: 'comment-report', key: visitor, times: 3, seconds: 3600 },
  { name: 'comment-report-network', key: address, times: 200, seconds: 3600 },
]

export const answerLimits = (ownerId: string): Limit[] => [
  { name: 'comment-answer', key: ownerId, times: 300, seconds: 3600 },
]

const changing = (db: Db, driveId: string, commentId: number, values: Values): Promise<void> =>
  db.transaction().execute((tx) => change(tx, driveId, commentId, values))

type Values = UpdateObject<DB, 'fund_drive_comments'>

/** Changes only visible comments: a reply to a hidden one would be lost. The comment counts as approved from then on. */
async function change(tx: Tx, driveId: string, commentId: number, values: Values) {
  const { numUpdatedRows } = await tx
    .updateTable('fund_drive_comments')
    .set({ ...values, reviewed_at: new Date() })
    .where('id', '=', commentId)
    .where('fund_drive_id', '=', driveId)
    .where('state', '=', 'shown')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal(commentTexts.missing, { status: 404 })
  await told(tx, driveId)
}

async function told(tx: Tx, driveId: string) {
  await tell(tx, `drive:${driveId}`)
  await tell(tx, 'office:desk')
}
