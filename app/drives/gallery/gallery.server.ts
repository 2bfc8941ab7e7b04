import { type Insertable, sql } from 'kysely'
import { addPicture, forgetPicture, pictureToShow, spare } from '#app/base/pictures/picture.server.ts'
import { driveTexts as drives } from '#app/drives/drive/drive-texts.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { Limit } from '#app/platform/http/limits.server.ts'
import { onceOf } from '#app/platform/jobs/sent-once.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { builtOnce } from '#app/platform/postgres/queries.server.ts'
import type { DB } from '#db/types.ts'
import { type GalleryImage, type GalleryKind, type GalleryVideo, galleryKinds } from './gallery.ts'
import { galleryTexts } from './gallery-says.ts'
import { playerOf, videoAt } from './video.ts'

/** The pictures of a drive, in its owner's order. */
export const imagesOf = (db: Db, driveId: string): Promise<GalleryImage[]> => images(db, { driveId })

const images = builtOnce((db, { driveId }: { driveId: string }) =>
  db
    .selectFrom('fund_drive_images')
    .where('fund_drive_id', '=', driveId)
    .orderBy('display_order')
    .limit(galleryKinds.image.most)
    .select(['id', 'image_url as url', 'caption', 'width', 'height', 'colour']),
)

/** The videos of a drive, in its owner's order. One that we know no player for is left out. */
export async function videosOf(db: Db, driveId: string): Promise<GalleryVideo[]> {
  return (await videos(db, { driveId })).flatMap((row) => {
    const found = playerOf(row.url)
    return found ? [{ ...row, ...found }] : []
  })
}

const videos = builtOnce((db, { driveId }: { driveId: string }) =>
  db
    .selectFrom('fund_drive_videos')
    .where('fund_drive_id', '=', driveId)
    .orderBy('display_order')
    .limit(galleryKinds.video.most)
    .select(['id', 'video_url as url', 'title']),
)

/** Enough for a person who moves thirty pictures with the arrow keys, and no more. */
export const galleryLimits = (ownerId: string): Limit[] => [
  { name: 'gallery', key: ownerId, times: 1200, seconds: 3600 },
]

// The items of a gallery. Pictures and videos are in two lists below their drive, each in the order its owner gives it;
// an item is found through its drive, and one of another drive is missing. Videos are addresses elsewhere, which the
// server knows by their form and never asks. There are two tables, because the specification names them.

/** The gallery's drive, which was found through its owner before. */
export type Gallery = { driveId: string; ownerId: string }
type List = { driveId: string; kind: GalleryKind }
type Item = List & { id: string }

const columns = {
  image: { table: 'fund_drive_images', url: 'image_url', line: 'caption' },
  video: { table: 'fund_drive_videos', url: 'video_url', line: 'title' },
} as const

/** Adds a picture at the end, unless the gallery is full. An upload that is sent twice is there once. */
export async function addImage(db: Db, gallery: Gallery, file: File, key?: string): Promise<{ id: string }> {
  const list = { driveId: gallery.driveId, kind: 'image' as const }
  const once = onceOf(key, file.name, file.size)
  const before = await sentBefore(db, list.driveId, once)
  if (before) return before
  // Refuses a full gallery before the picture is processed; the check under the lock decides.
  await refuseFull(db, list)
  const { url: image_url, ...known } = await addPicture(db, gallery.ownerId, file)
  try {
    return await changing(db, list.driveId, async (tx) => {
      const meanwhile = await sentBefore(tx, list.driveId, once)
      return meanwhile ?? insert(tx, list, { image_url, ...known, once })
    })
  } finally {
    // Forgets the picture unless it is shown now: the gallery was full meanwhile, or the other sending came first.
    await forgetPicture(db, image_url)
  }
}

const sentBefore = async (db: Db | Tx, driveId: string, once: string | null): Promise<{ id: string } | undefined> =>
  once === null
    ? undefined
    : db
        .selectFrom('fund_drive_images')
        .where('fund_drive_id', '=', driveId)
        .where('once', '=', once)
        .select('id')
        .executeTakeFirst()

/** Adds a video at the end by the address that was typed, or says what can be shown. */
export async function addVideo(db: Db, driveId: string, typed: string): Promise<{ id: string }> {
  const list = { driveId, kind: 'video' as const }
  const found = videoAt(typed)
  if (found.is === 'unknown') throw videoRefused(galleryTexts.urlUnknown)
  if (found.is === 'short') throw videoRefused(galleryTexts.urlShort)
  return changing(db, driveId, async (tx) => {
    if (await shownAt(tx, list, found.url)) throw videoRefused(galleryTexts.videoThere)
    return insert(tx, list, { video_url: found.url, title: found.title })
  })
}

/** Gives an item another line of words. */
export const setLine = (db: Db, item: Item, line: string): Promise<void> =>
  changing(db, item.driveId, async (tx) => {
    const { table, line: its } = columns[item.kind]
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set({ [its]: line })
      .where('id', '=', item.id)
      .where('fund_drive_id', '=', item.driveId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw gone(item)
  })

/** Puts an item before another, or at the end. */
export const moveItem = (db: Db, item: Item, before: string | null): Promise<void> =>
  changing(db, item.driveId, async (tx) => {
    if (!(await idsIn(tx, item)).includes(item.id)) throw gone(item)
    await putBefore(tx, item, before)
  })

/** The data that brings an item back to its place. */
export type Removed = { url: string; line: string; before: string | null }

/** Takes an item out. The files of a picture stay for a day, so that it can be brought back; then the sweep finds them unused. */
export const removeItem = (db: Db, item: Item): Promise<Removed> =>
  changing(db, item.driveId, async (tx) => {
    const its = columns[item.kind]
    const ids = await idsIn(tx, item)
    const { rows } = await sql<{ url: string; line: string }>`
      delete from ${sql.table(its.table)} where ${is(item)}
      returning ${sql.ref(its.url)} as url, ${sql.ref(its.line)} as line`.execute(tx)
    if (!rows[0]) throw gone(item)
    if (item.kind === 'image') await spare(tx, rows[0].url)
    return { ...rows[0], before: ids[ids.indexOf(item.id) + 1] ?? null }
  })

/** Brings an item back, once however often it is asked for, unless its picture is another person's or swept by now. */
export const restoreItem = (
  db: Db,
  kind: GalleryKind,
  { driveId, ownerId }: Gallery,
  { url, line, before }: Removed,
): Promise<{ id: string }> =>
  changing(db, driveId, async (tx) => {
    const list = { driveId, kind }
    const row = kind === 'image' ? await imageAgain(tx, ownerId, url) : videoAgain(url)
    if (!row) throw gone(list)
    const there = await shownAt(tx, list, row[columns[kind].url]!)
    if (there) return there
    const { id } = await insert(tx, list, { ...row, [columns[kind].line]: line })
    // Moves the item back to its place; without its old neighbour it stays at the end.
    if (before && (await idsIn(tx, list)).includes(before)) await putBefore(tx, { ...list, id }, before)
    return { id }
  })

type Row = Partial<Omit<Insertable<DB['fund_drive_images'] & DB['fund_drive_videos']>, 'id' | 'fund_drive_id'>>

async function imageAgain(tx: Tx, ownerId: string, address: string): Promise<Row | undefined> {
  const picture = await pictureToShow(tx, ownerId, address)
  if (!picture) return undefined
  const { url: image_url, ...known } = picture
  return { image_url, ...known }
}

function videoAgain(address: string): Row | undefined {
  const found = videoAt(address)
  return found.is === 'video' ? { video_url: found.url } : undefined
}

/**
 * Runs a change of a drive's gallery and notifies its pages. The lock on the drive's row closes three races: two items
 * when there is room for one, two items for the same place, and two orders that are written into each other.
 */
const changing = <Done>(db: Db, driveId: string, change: (tx: Tx) => Promise<Done>): Promise<Done> =>
  db.transaction().execute(async (tx) => {
    const drive = await tx
      .selectFrom('fund_drives')
      .where('id', '=', driveId)
      .select('id')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!drive) throw new Refusal(drives.missing, { status: 404 })
    const done = await change(tx)
    await tell(tx, `drive:${driveId}`)
    return done
  })

/** The ids of a list, first to last. */
async function idsIn(tx: Db | Tx, { driveId, kind }: List): Promise<string[]> {
  const found = await tx
    .selectFrom(columns[kind].table)
    .where('fund_drive_id', '=', driveId)
    .orderBy('display_order')
    .select('id')
    .execute()
  return found.map(({ id }) => id)
}

/**
 * Moves an item before another, or to the end. The caller names one place, not the whole order: so what another window
 * added, removed or moved in the meantime stays as it is.
 */
async function putBefore(tx: Tx, item: Item, before: string | null): Promise<void> {
  if (item.id === before) return
  const others = (await idsIn(tx, item)).filter((other) => other !== item.id)
  const at = before === null ? others.length : others.indexOf(before)
  // Another window removed the item to move before: that window's order is shown, and nothing is guessed.
  if (at < 0) throw new Refusal({ ...galleryTexts.notMoved, text: galleryTexts.changedElsewhere })
  const order = others.toSpliced(at, 0, item.id)
  await sql`
    update ${sql.table(columns[item.kind].table)} r set display_order = o.place
    from unnest(${order}::uuid[]) with ordinality o (id, place)
    where r.id = o.id and r.fund_drive_id = ${item.driveId} and r.display_order <> o.place`.execute(tx)
}

/** Puts a new one at the end of its list, unless that is full. */
async function insert(tx: Tx, list: List, row: Row): Promise<{ id: string }> {
  await refuseFull(tx, list)
  const last = tx
    .selectFrom(columns[list.kind].table)
    .where('fund_drive_id', '=', list.driveId)
    .select(({ fn, lit }) => sql<number>`coalesce(${fn.max('display_order')}, ${lit(0)}) + 1`.as('place'))
  return tx
    .insertInto(columns[list.kind].table)
    .values({ ...row, fund_drive_id: list.driveId, display_order: last })
    .returning('id')
    .executeTakeFirstOrThrow()
}

async function refuseFull(tx: Db | Tx, list: List): Promise<void> {
  if ((await idsIn(tx, list)).length < galleryKinds[list.kind].most) return
  throw list.kind === 'image'
    ? new Refusal(galleryTexts.image.full, { field: 'image' })
    : videoRefused(galleryTexts.video.full)
}

const shownAt = (tx: Tx, { driveId, kind }: List, url: string): Promise<{ id: string } | undefined> => {
  const { table, url: its } = columns[kind]
  return tx.selectFrom(table).where('fund_drive_id', '=', driveId).where(its, '=', url).select('id').executeTakeFirst()
}

const is = ({ id, driveId }: Item) => sql`id = ${id} and fund_drive_id = ${driveId}`
const gone = ({ kind }: List) => new Refusal(galleryTexts[kind].gone, { status: 404 })
const videoRefused = (text: typeof galleryTexts.urlUnknown) =>
  new Refusal({ ...galleryTexts.video.notAdded, text }, { status: 422, field: 'url' })
