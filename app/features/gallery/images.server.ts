import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { onceOf } from '#app/platform/jobs/sent-once.server.ts'
import { addPicture, letGo, pictureToShow, spare } from '../pictures/picture.server.ts'
import { type GalleryImage, imagesMax, says } from './gallery.ts'
import { changing, idsIn, moveItem, nextOf, placeAtEnd, putBack } from './order.server.ts'

// The pictures of a drive's gallery. Each is found through its drive: one of another drive is missing.

const row = 'fund_drive_images'

/** Whose gallery it is: the drive, found through its owner before. */
export type Gallery = { driveId: string; ownerId: string }

/** Adds a picture at the end, unless the gallery is full. An upload that is sent twice is there once. */
export async function addImage(
  db: Db,
  { driveId, ownerId }: Gallery,
  file: File,
  key?: string,
): Promise<{ id: string }> {
  const once = onceOf(key, file.name, file.size)
  const before = await sentBefore(db, driveId, once)
  if (before) return before
  // A full gallery says so before the picture is worked on; what is true under the lock decides.
  await refuseFull(db, driveId)
  const picture = await addPicture(db, ownerId, file)
  try {
    return await changing(db, driveId, async (tx) => {
      const meanwhile = await sentBefore(tx, driveId, once)
      if (meanwhile) return meanwhile
      await refuseFull(tx, driveId)
      return insert(tx, driveId, { ...picture, caption: '' }, once)
    })
  } finally {
    // Goes unless it is shown now: the gallery was full meanwhile, or the other sending came first.
    await letGo(db, picture.url)
  }
}

const sentBefore = async (db: Db | Tx, driveId: string, once: string | null): Promise<{ id: string } | undefined> =>
  once === null
    ? undefined
    : db.selectFrom(row).where('fund_drive_id', '=', driveId).where('once', '=', once).select('id').executeTakeFirst()

export const setCaption = (db: Db, driveId: string, id: string, caption: string): Promise<void> =>
  changing(db, driveId, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable(row)
      .set({ caption })
      .where('id', '=', id)
      .where('fund_drive_id', '=', driveId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw missing()
  })

/** Puts a picture before another, or at the end. */
export const moveImage = (db: Db, driveId: string, id: string, before: string | null): Promise<void> =>
  moveItem(db, row, { driveId, id, before }, missing)

/** What it takes to bring a picture back to its place. */
export type RemovedImage = { url: string; caption: string; before: string | null }

/** Takes a picture out. Its files stay for a day, so that it can be brought back; then the sweep finds them unused. */
export const removeImage = (db: Db, driveId: string, id: string): Promise<RemovedImage> =>
  changing(db, driveId, async (tx) => {
    const before = await nextOf(tx, row, driveId, id)
    const gone = await tx
      .deleteFrom(row)
      .where('id', '=', id)
      .where('fund_drive_id', '=', driveId)
      .returning(['image_url as url', 'caption'])
      .executeTakeFirst()
    if (!gone) throw missing()
    await spare(tx, gone.url)
    return { ...gone, before }
  })

/** Brings a picture back, once however often it is asked for, unless another person's or swept by now. */
export const restoreImage = (db: Db, { driveId, ownerId }: Gallery, gone: RemovedImage): Promise<{ id: string }> =>
  changing(db, driveId, async (tx) => {
    const there = await tx
      .selectFrom(row)
      .where('fund_drive_id', '=', driveId)
      .where('image_url', '=', gone.url)
      .select('id')
      .executeTakeFirst()
    if (there) return there
    await refuseFull(tx, driveId)
    const picture = await pictureToShow(tx, ownerId, gone.url)
    if (!picture) throw missing()
    const { id } = await insert(tx, driveId, { ...picture, caption: gone.caption })
    await putBack(tx, row, driveId, id, gone.before)
    return { id }
  })

const missing = () => new Refusal(says.imageGone, { status: 404 })

async function refuseFull(tx: Db | Tx, driveId: string): Promise<void> {
  const ids = await idsIn(tx, row, driveId)
  if (ids.length >= imagesMax) throw new Refusal(says.galleryFull, { field: 'image' })
}

const insert = async (tx: Tx, driveId: string, image: Omit<GalleryImage, 'id'>, once: string | null = null) =>
  tx
    .insertInto(row)
    .values({
      fund_drive_id: driveId,
      image_url: image.url,
      caption: image.caption,
      width: image.width,
      height: image.height,
      colour: image.colour,
      once,
      display_order: await placeAtEnd(tx, row, driveId),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
