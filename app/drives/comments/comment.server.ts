import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { lockedDrive, shutRefusal } from '#app/drives/drive/active.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { Limit } from '#app/platform/http/limits.server.ts'
import { household, isNear, shortAddress } from '#app/platform/http/network-address.server.ts'
import { onceOf } from '#app/platform/jobs/sent-once.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { builtOnce } from '#app/platform/postgres/queries.server.ts'
import { chosen } from '#app/platform/settings/choices.server.ts'
import { type CommentPage, type CommentState, commentsAtOnce, commentTexts, type Suspicion } from './comment.ts'
import type { commentForm } from './comment-forms.ts'
import { lettersOf, suspicionOf, tellingLength } from './suspicion.ts'

type Posted = { id: number; driveId: string; state: CommentState | 'deleted' }

/**
 * Posts a comment below an active drive. What looks like spam is kept too, but waits for the owner. A form that is sent
 * twice posts once, and both are told the same. `also` is done in the same transaction, each time the form is sent.
 */
export const postComment = (
  db: Db,
  slug: string,
  typed: z.output<typeof commentForm>,
  visitor: string,
  also: (tx: Tx, commentId: number) => Promise<void> = async () => {},
): Promise<Posted> =>
  db.transaction().execute(async (tx) => {
    const posted = await post(tx, slug, typed, visitor)
    await also(tx, posted.id)
    return posted
  })

async function post(
  tx: Tx,
  slug: string,
  { name, content, key }: z.output<typeof commentForm>,
  visitor: string,
): Promise<Posted> {
  const drive = await openDrive(tx, slug)
  const fingerprint = createHash('sha256')
    .update(lettersOf(content) || content)
    .digest('base64url')
  // Comments with the same words queue up: sent ten times at once, each would find none before it.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`comment ${fingerprint}`}, 0))`.execute(tx)
  const once = onceOf(key, visitor, name, content)
  const before = once && (await sentBefore(tx, drive.id, once))
  if (before) return before
  const suspicion = suspicionOf(content) ?? (await isRepeated(tx, content, fingerprint, visitor))
  const state: CommentState = suspicion ? 'quarantined' : 'shown'
  const { id } = await tx
    .insertInto('fund_drive_comments')
    .values({
      fund_drive_id: drive.id,
      name,
      content,
      state,
      suspicion: suspicion ?? null,
      visitor,
      fingerprint,
      once,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tell(tx, `drive:${drive.id}`)
  if (suspicion) await tell(tx, 'office:desk')
  return { id, driveId: drive.id, state }
}

async function sentBefore(tx: Tx, driveId: string, once: string): Promise<Posted | undefined> {
  const row = await tx
    .selectFrom('fund_drive_comments')
    .where('fund_drive_id', '=', driveId)
    .where('once', '=', once)
    .select(['id', 'state'])
    .executeTakeFirst()
  return row && { id: row.id, driveId, state: row.state }
}

/**
 * Counts a visitor's like once, and returns the number of likes. One statement: the row of the like decides who counts,
 * and the count is incremented in place, so that likes at the same moment are never lost.
 */
export async function likeComment(db: Db, slug: string, commentId: number, visitor: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const drive = await openDrive(tx, slug)
    const { rows } = await sql<{ likes: number }>`
      with liked as (
        insert into comment_likes (comment_id, visitor)
        select id, ${visitor} from fund_drive_comments
        where id = ${commentId} and fund_drive_id = ${drive.id} and state = 'shown'
        on conflict do nothing returning comment_id
      )
      update fund_drive_comments c set likes = c.likes + 1 from liked where c.id = liked.comment_id
      returning c.likes`.execute(tx)
    if (rows[0]) {
      await tell(tx, `drive:${drive.id}`)
      return rows[0].likes
    }
    const comment = await tx
      .selectFrom('fund_drive_comments')
      .where('id', '=', commentId)
      .where('fund_drive_id', '=', drive.id)
      .where('state', '=', 'shown')
      .select('likes')
      .executeTakeFirst()
    if (!comment) throw new Refusal(commentTexts.missing, { status: 404 })
    return comment.likes
  })
}

/** Shows or hides a comment of one's own drive; one of another drive is missing. */
export const setCommentState = (db: Db, driveId: string, commentId: number, state: 'shown' | 'hidden') =>
  db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('fund_drive_comments')
      .set({ state, ...(state === 'shown' ? { reviewed_at: new Date() } : {}) })
      .where('id', '=', commentId)
      .where('fund_drive_id', '=', driveId)
      .where('state', '<>', 'deleted')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal(commentTexts.missing, { status: 404 })
    await tell(tx, `drive:${driveId}`)
    await tell(tx, 'office:desk')
  })

/** Returns what visitors see, newest first: the pinned comments, or all others. Marks those that this visitor has liked. */
export async function commentsOf(
  db: Db,
  driveId: string,
  {
    visitor,
    before,
    limit = commentsAtOnce,
    pinned = false,
  }: { visitor: string; before?: string | null; limit?: number; pinned?: boolean },
): Promise<CommentPage> {
  // One extra row tells that there are more.
  const asked = { driveId, visitor, most: limit + 1 }
  // An invalid place is ignored: then the list begins at its beginning.
  const place = /^[1-9]\d{0,14}$/.test(before ?? '') ? Number(before) : undefined
  const query = pinned ? pinnedOnes : place === undefined ? newest : older
  const rows = await query(db, { ...asked, before: place ?? 0 })
  const comments = rows.slice(0, limit).map((row) => ({ ...row, liked: Boolean(row.liked) }))
  return { comments, next: rows.length > limit ? String(comments.at(-1)!.id) : null }
}

type Place = { driveId: string; visitor: string; most: number; before: number }
const newest = builtOnce((db, place: Place) => seenByAll(db, place).where('c.pinned_at', 'is', null), ['createdAt'])
const older = builtOnce(
  (db, place: Place) => seenByAll(db, place).where('c.pinned_at', 'is', null).where('c.id', '<', place.before),
  ['createdAt'],
)
const pinnedOnes = builtOnce(
  (db, place: Place) => seenByAll(db, place).where('c.pinned_at', 'is not', null),
  ['createdAt'],
)

const seenByAll = (db: Db, { driveId, visitor, most }: Place) =>
  commentsBelow(db, driveId)
    .where('c.state', '=', 'shown')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('comment_likes as l')
          .whereRef('l.comment_id', '=', 'c.id')
          .where('l.visitor', '=', visitor)
          .select('l.visitor'),
      ).as('liked'),
    )
    .orderBy('c.id', 'desc')
    .limit(most)

/** Returns this visitor's comments that wait for the owner: they must not look lost to their author. */
const commentsWaiting = (db: Db, driveId: string, visitor: string) => waiting(db, { driveId, visitor })

const waiting = builtOnce(
  (db, { driveId, visitor }: { driveId: string; visitor: string }) =>
    db
      .selectFrom('fund_drive_comments')
      .where('fund_drive_id', '=', driveId)
      .where('visitor', '=', visitor)
      .where('state', '=', 'quarantined')
      .orderBy('id', 'desc')
      .limit(5)
      .select(['id', 'name', 'content', 'created_at as createdAt']),
  ['createdAt'],
)

/** How many comments of a drive are in this state. */
export const countComments = async (db: Db, driveId: string, state: CommentState = 'shown'): Promise<number> =>
  (await commentCounts(db, driveId))[state]

/** How many comments there are in each state. */
export async function commentCounts(db: Db, driveId: string): Promise<Record<CommentState, number>> {
  const [row] = await counts(db, { driveId })
  return row ?? { shown: 0, quarantined: 0, hidden: 0 }
}

const counts = builtOnce((db, { driveId }: { driveId: string }) =>
  db.selectFrom('comment_counts').where('fund_drive_id', '=', driveId).select(['shown', 'quarantined', 'hidden']),
)

/** Wide limits: thousands of phones may share one address of their network. */
export const commentLimits = (address: string): Limit[] => [
  { often: true, name: 'comment', key: address, times: chosen('COMMENTS_IN_TEN_MINUTES'), seconds: 600 },
]
async function openDrive(tx: Tx, slug: string): Promise<{ id: string }> {
  const drive = await lockedDrive(tx, slug)
  if (!drive) throw await shutRefusal(tx, slug, commentTexts.driveMissing)
  return drive
}

/** Tells whether the same text came within a day: from the same visitor, or from anybody if it is too long for chance. */
async function isRepeated(
  tx: Tx,
  content: string,
  fingerprint: string,
  visitor: string,
): Promise<Suspicion | undefined> {
  let same = tx
    .selectFrom('fund_drive_comments')
    .where('fingerprint', '=', fingerprint)
    .where('created_at', '>', sql<Date>`clock_timestamp() - interval '1 day'`)
    .select('id')
    .limit(1)
  if (lettersOf(content).length < tellingLength) same = same.where('visitor', '=', visitor)
  return (await same.executeTakeFirst()) ? 'repeated' : undefined
}

/** The comments of a drive, whatever their state, with what the owner did with each. */
export const commentsBelow = (db: Db, driveId: string) =>
  db
    .selectFrom('fund_drive_comments as c')
    .where('c.fund_drive_id', '=', driveId)
    .select(['c.id', 'c.name', 'c.content', 'c.likes', 'c.created_at as createdAt', 'c.reply'])
    .select([sql<boolean>`c.thanked_at is not null`.as('thanked'), sql<boolean>`c.pinned_at is not null`.as('pinned')])

/**
 * A browser that drops its cookie, or takes another name, is a new visitor: so the network is limited, as a whole and
 * for each comment. In IPv6: what a visitor owns (/64), and the network around it (/48).
 */
export const likeLimits = (address: string, comment: string | number): Limit[] => {
  const own: Limit = { often: true, name: 'like', key: address, times: 240, seconds: 60 }
  // A proxy on this machine or network hides the visitor: everybody may share its address.
  if (isNear(address)) return [own]
  const network = shortAddress(address)
  return [
    own,
    { often: true, name: 'like-network', key: network, times: 960, seconds: 60 },
    // Both parts are shortened here: a key of an address alone is shortened where it is counted.
    { often: true, name: 'like-comment', key: `${household(address)} ${comment}`, times: 60, seconds: 86_400 },
    { often: true, name: 'like-comment-network', key: `${network} ${comment}`, times: 300, seconds: 86_400 },
  ]
}

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
