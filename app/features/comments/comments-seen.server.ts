import type { Db } from '#app/platform/db.server.ts'
import { commentsOf, waitingOf } from './comment.server.ts'

/** What the public page of a drive shows this visitor of its comments, from the newest or from a place further down. */
export async function commentsSeen(
  db: Db,
  driveId: string,
  { visitor, before }: { visitor: string; before: string | null },
) {
  const cursor = before && /^[1-9]\d{0,14}$/.test(before) ? before : null
  const [page, waiting, pinned] = await Promise.all([
    commentsOf(db, driveId, { visitor, before: cursor }),
    cursor ? [] : waitingOf(db, driveId, visitor),
    cursor ? [] : commentsOf(db, driveId, { visitor, pinned: true }).then(({ comments }) => comments),
  ])
  return { ...page, waiting, pinned, cursor, now: Date.now(), key: crypto.randomUUID() as string }
}

export type CommentsSeen = Awaited<ReturnType<typeof commentsSeen>>
