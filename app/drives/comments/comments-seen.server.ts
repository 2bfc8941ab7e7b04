import type { Db } from '#app/platform/db.server.ts'
import { commentsOf, commentsWaiting } from './comment.server.ts'

/** Returns the comments that a drive's public page shows this visitor, from the newest or from a place further down. */
export async function commentsSeen(
  db: Db,
  driveId: string,
  {
    visitor,
    before,
    now = Date.now(),
    key = crypto.randomUUID(),
  }: { visitor: string; before: string | null; now?: number; key?: string },
) {
  const cursor = before && /^[1-9]\d{0,14}$/.test(before) ? before : null
  const [page, waiting, pinned] = await Promise.all([
    commentsOf(db, driveId, { visitor, before: cursor }),
    cursor ? [] : commentsWaiting(db, driveId, visitor),
    cursor ? [] : commentsOf(db, driveId, { visitor, pinned: true }).then(({ comments }) => comments),
  ])
  return { ...page, waiting, pinned, cursor, now, key }
}

export type CommentsSeen = Awaited<ReturnType<typeof commentsSeen>>
