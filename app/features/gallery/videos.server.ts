import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { says, videosMax } from './gallery.ts'
import { changing, idsIn, moveItem, nextOf, placeAtEnd, putBack } from './order.server.ts'
import { videoAt } from './video.ts'

// The videos of a drive: addresses elsewhere, which the server knows by their form and never asks.

const row = 'fund_drive_videos'

/** Adds a video at the end by the address that was typed, or says what can be shown. */
export async function addVideo(db: Db, driveId: string, typed: string): Promise<{ id: string }> {
  const found = videoAt(typed)
  if (found.is === 'unknown') throw notAdded(says.urlUnknown)
  if (found.is === 'short') throw notAdded(says.urlShort)
  return changing(db, driveId, async (tx) => {
    if (await sameVideo(tx, driveId, found.url)) throw notAdded(says.videoThere)
    return insert(tx, driveId, found)
  })
}

/** Gives a video another title; an empty one is the provider's name again. */
export const setVideoTitle = (db: Db, driveId: string, id: string, title: string): Promise<void> =>
  changing(db, driveId, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable(row)
      .set({ title })
      .where('id', '=', id)
      .where('fund_drive_id', '=', driveId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw missing()
  })

/** Puts a video before another, or at the end. */
export const moveVideo = (db: Db, driveId: string, id: string, before: string | null): Promise<void> =>
  moveItem(db, row, { driveId, id, before }, missing)

/** What it takes to bring a video back to its place. */
export type RemovedVideo = { url: string; title: string; before: string | null }

export const removeVideo = (db: Db, driveId: string, id: string): Promise<RemovedVideo> =>
  changing(db, driveId, async (tx) => {
    const before = await nextOf(tx, row, driveId, id)
    const gone = await tx
      .deleteFrom(row)
      .where('id', '=', id)
      .where('fund_drive_id', '=', driveId)
      .returning(['video_url as url', 'title'])
      .executeTakeFirst()
    if (!gone) throw missing()
    return { ...gone, before }
  })

/** Brings a video back, once however often it is asked for. */
export const restoreVideo = (db: Db, driveId: string, gone: RemovedVideo): Promise<{ id: string }> =>
  changing(db, driveId, async (tx) => {
    const found = videoAt(gone.url)
    if (found.is !== 'video') throw missing()
    const there = await sameVideo(tx, driveId, found.url)
    if (there) return there
    const { id } = await insert(tx, driveId, { url: found.url, title: gone.title })
    await putBack(tx, row, driveId, id, gone.before)
    return { id }
  })

const missing = () => new Refusal(says.videoGone, { status: 404 })
const notAdded = (text: typeof says.urlUnknown) =>
  new Refusal({ ...says.videoNotAdded, text }, { status: 422, field: 'url' })

const sameVideo = (tx: Tx, driveId: string, url: string) =>
  tx.selectFrom(row).where('fund_drive_id', '=', driveId).where('video_url', '=', url).select('id').executeTakeFirst()

async function insert(tx: Tx, driveId: string, { url, title }: { url: string; title: string }) {
  if ((await idsIn(tx, row, driveId)).length >= videosMax) throw notAdded(says.videosFull)
  const display_order = await placeAtEnd(tx, row, driveId)
  return tx
    .insertInto(row)
    .values({ fund_drive_id: driveId, video_url: url, title, display_order })
    .returning('id')
    .executeTakeFirstOrThrow()
}
