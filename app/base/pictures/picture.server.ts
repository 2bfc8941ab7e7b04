import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import type { Focus, PictureFile } from '#app/kit/picture.ts'
import { Refusal, type Says, type Words } from '#app/kit/says.ts'
import { faultOf, uploadTexts as uploads } from '#app/kit/uploads.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { type Limit, takeTry } from '#app/platform/http/limits.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { farFile } from '#app/platform/pictures/far-file.server.ts'
import {
  fileTopic,
  forgetFiles,
  type KeptFile,
  keepPicture,
  keysIn,
  sweep,
  wrongFiles,
} from '#app/platform/pictures/media.server.ts'
import { photoPlaces } from './photos.ts'

/** The most pictures of one person. */
const mostPictures = 500

export const pictureTexts = {
  failed: { title: msg`Error uploading image`, tone: 'bad' },
  tooMany: msg`You have ${mostPictures} pictures, and that is the most. Please remove some first.`,
} satisfies Record<string, Says | Words>

// Pictures that owners uploaded. Other rows keep a picture's address; the row here says whose it is.

const folder = 'drives'

/** Stores a picture for its owner. The files are written before the row. */
export async function addPicture(db: Db, ownerId: string, file: File): Promise<PictureFile> {
  await refuseTooMany(db, ownerId)
  const { url, width, height, colour, files } = await keepPicture(folder, file)
  try {
    await db.transaction().execute(async (tx) => {
      // The lock: of two uploads at once the second must see the first one's row, or both would be the last that fits.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`pictures ${ownerId}`}, 0))`.execute(tx)
      await refuseTooMany(tx, ownerId)
      const row = { url, user_id: ownerId, width, height, colour, files: JSON.stringify(files) }
      await tx.insertInto('pictures').values(row).execute()
    })
  } catch (error) {
    await forgetFiles(files)
    throw error
  }
  return { url, width, height, colour }
}

async function refuseTooMany(db: Db | Tx, ownerId: string) {
  const { kept } = await db
    .selectFrom('pictures')
    .where('user_id', '=', ownerId)
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .executeTakeFirstOrThrow()
  if (kept >= mostPictures) throw new Refusal(pictureTexts.tooMany, { status: 422, field: 'image' })
}

/** Returns a row's picture, joined with its data: one from another site has no known size and colour. */
export function pictureOf(
  url: string | null,
  { width, height, colour, focus_x: x, focus_y: y }: Known,
): PictureFile | null {
  if (url === null) return null
  return { url, width, height, colour, focus: x === null || y === null ? null : { x, y } }
}

type Known = Omit<PictureFile, 'url' | 'focus'> & { focus_x: number | null; focus_y: number | null }

/** Stores which point of this person's picture stays in sight where it is cropped; null leaves that to us. */
export async function aim(tx: Tx, ownerId: string, url: string, focus: Focus | null): Promise<void> {
  const kept = await tx
    .updateTable('pictures')
    .set({ focus_x: focus?.x ?? null, focus_y: focus?.y ?? null })
    .where('url', '=', url)
    .where('user_id', '=', ownerId)
    .returning('url')
    .executeTakeFirst()
  if (!kept) throw new Refusal(uploads.notImage, { status: 422, field: 'image' })
}

/** Each upload costs a second of the processor: the limit is enough for a full gallery, and no more. */
export const pictureLimits = (ownerId: string): Limit[] => [{ name: 'picture', key: ownerId, times: 60, seconds: 3600 }]

/**
 * Refuses an address that is no picture of this person; copies one from another site first. The row is locked until the transaction
 * ends: a sweep at this moment must not remove the picture.
 */
export async function refuseForeignPicture(
  tx: Tx,
  ownerId: string,
  url: string | null,
  field = 'image',
): Promise<void> {
  if (url === null) return
  const row = await tx
    .selectFrom('pictures')
    .where('url', '=', url)
    .where('user_id', '=', ownerId)
    .select('url')
    .forKeyShare()
    .executeTakeFirst()
  if (!row) throw new Refusal(uploads.notImage, { status: 422, field })
}

/** Returns this person's picture, locked until the transaction ends; undefined when it is gone, or not theirs. */
export const pictureToShow = (tx: Tx, ownerId: string, url: string): Promise<PictureFile | undefined> =>
  tx
    .selectFrom('pictures')
    .where('url', '=', url)
    .where('user_id', '=', ownerId)
    .select(['url', 'width', 'height', 'colour'])
    .forKeyShare()
    .executeTakeFirst()

/** Puts off the sweep of a picture that is no longer shown: it can be brought back for a day. */
export async function spare(tx: Tx, url: string): Promise<void> {
  await tx.updateTable('pictures').set({ created_at: new Date() }).where('url', '=', url).execute()
}

/** Forgets the picture in a job, after the transaction has committed. */
export const letGoLater = (tx: Tx, url: string) => enqueue(tx, 'let-go-picture', { url }, { key: url })

/** Forgets a picture, row and files, unless something still shows it. Called after the row that showed it has committed. */
export async function forgetPicture(db: Db, url: string | null): Promise<void> {
  if (!url?.startsWith('/media/')) return
  await forgetUnused(db, sql`p.url = ${url}`)
}

/** Forgets unused pictures older than a day: uploads whose form was never sent, and those of deleted drives. Run by cron. */
export const sweepPictures = (db: Db): Promise<number> => forgetUnused(db, sql`p.created_at < now() - interval '1 day'`)

/** Removes files that belong to no picture, which a crash between files and row leaves. Run by cron. */
export const sweepFiles = (db: Db): Promise<number> =>
  sweep(folder, async (names) => {
    const { rows } = await sql<{ name: string }>`
      select n.name from unnest(${names}::text[]) n(name) where exists (
        select from pictures p where p.url >= '/media/' || n.name || '-' and p.url < '/media/' || n.name || '.'
      )`.execute(db)
    return new Set(rows.map(({ name }) => name))
  })

async function forgetUnused(db: Db, which: ReturnType<typeof sql>): Promise<number> {
  const gone = await db.transaction().execute(async (tx) => {
    const { rows: locked } = await sql<{ url: string }>`
      select p.url from pictures p where ${which} and ${unused} order by p.url limit 500 for update skip locked`.execute(
      tx,
    )
    // A second check under the lock: a row that began to show a picture before has committed by now, and a later one finds the
    // picture gone.
    const { rows } = await sql<{ files: KeptFile[] }>`
      delete from pictures p where p.url = any(${locked.map(({ url }) => url)}::text[]) and ${unused}
      returning files`.execute(tx)
    return rows
  })
  await forgetFiles(gone.flatMap((row) => row.files))
  return gone.length
}

const unused = sql`not exists (select from fund_drives d where d.image_url = p.url)
  and not exists (select from fund_drive_images i where i.image_url = p.url)
  and not exists (select from gatherings g where g.image_url = p.url)
  and not exists (select from post_photos o where o.image_url = p.url)
  and not exists (select from payout_receipts c where c.photo_url = p.url and c.undone_at is null)
  and not exists (select from update_photos o where o.image_url = p.url)
  and not exists (select from fund_drives d where d.user_id = p.user_id and strpos(d.description, p.url) > 0)`

/** True if an administrator has hidden the picture that this file is a copy of. */
export async function isHiddenPicture(db: Db, key: string): Promise<boolean> {
  const name = new RegExp(`^${folder}/[0-9a-f]{32}(?=-)`).exec(key)?.[0]
  if (!name) return false
  const { rows } = await sql`
    select from payout_receipts where hidden_at is not null and split_part(photo_url, '-', 1) = ${`/media/${name}`} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Notifies the caches that a picture was hidden. */
export const tellHidden = (tx: Tx, url: string) => tell(tx, fileTopic(url.replace('/media/', '')))

/**
 * Returns the faults: a row whose file is missing or another, a file without a row, a drive, a gallery, a card or a post that shows a
 * picture that is gone. Reads every file: for tests and for checks after a restored backup.
 */
export async function pictureBreaks(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('pictures').select(['url', 'files']).execute()
  const files = rows.flatMap((row) => row.files as KeptFile[])
  const missing = await wrongFiles(files)
  const known = new Set(files.map(({ key }) => key))
  const strays = (await keysIn(folder)).filter((key) => !known.has(key))
  const { rows: shown } = await sql<{ url: string }>`
    select image_url as url from (
      select image_url from fund_drives union select image_url from fund_drive_images
      union select image_url from gatherings union select image_url from post_photos
      union select photo_url from payout_receipts where undone_at is null
      union select image_url from update_photos
    ) s where image_url like '/media/%' and not exists (select from pictures p where p.url = s.image_url)`.execute(db)
  return [
    ...missing.map((key) => `${key} is missing or not what was kept`),
    ...strays.map((key) => `${key} belongs to no picture`),
    ...shown.map(({ url }) => `${url} is shown and no picture`),
  ]
}

// Pictures on other sites, given by an owner as an address. We fetch each once, check it like an upload and serve our own copy: the
// other server neither learns who visits us nor changes the checked picture.

/** Returns the address to store for a form's picture: our own as it is, or that of our copy of another site's. */
export const keptImage = async (db: Db, ownerId: string, image: string | null): Promise<string | null> =>
  image && /^https:\/\//i.test(image) ? keepFar(db, ownerId, image) : image

/** Returns the address of our copy. A picture that this person had fetched before is not fetched again. */
export async function keepFar(db: Db, ownerId: string, address: string, field = 'image'): Promise<string> {
  const known = await copyOf(db, ownerId, address)
  if (known) return known
  await takeTry(pictureLimits(ownerId))
  const file = await farFile(address, { field })
  const { url } = await addPicture(db, ownerId, file).catch((error) => {
    throw error instanceof Refusal ? new Refusal(error.says, { status: error.status, field }) : error
  })
  await db.updateTable('pictures').set({ source: address }).where('url', '=', url).execute()
  return url
}

const copyOf = async (db: Db, ownerId: string, address: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('pictures')
      .where('user_id', '=', ownerId)
      .where('source', '=', address)
      .select('url')
      .limit(1)
      .executeTakeFirst()
  )?.url

/**
 * Stores the picture in a form's field `file` and puts its address into `image`, or into the field `at`: when another field is in
 * fault, nobody has to choose it again. A picture that nothing shows in the end is swept. Returns true if there was one.
 */
export async function keepSentAlong(db: Db, ownerId: string, fields: FormData, at = 'image'): Promise<boolean> {
  const file = fields.get('file')
  // A file field that is left empty sends a file without a name.
  if (!(file instanceof File) || (file.size === 0 && file.name === '')) {
    fields.delete('file')
    return false
  }
  // The form reports it, with whatever else is wrong in it.
  if (faultOf(file)) return false
  await takeTry(pictureLimits(ownerId))
  const { url } = await addPicture(db, ownerId, file)
  fields.delete('file')
  fields.set(at, url)
  return true
}

/** Stores a photo sent with the form, without a script, and puts its address into the first free field. */
export async function keepPhotoAlong(db: Db, personId: string, fields: FormData): Promise<void> {
  const no = photoPlaces.find((one) => !fields.get(`photo${one}`))
  if (!no || !(await keepSentAlong(db, personId, fields, `photo${no}`))) return
  fields.set(`alt${no}`, String(fields.get('alt') ?? ''))
  fields.delete('alt')
}

// Pictures in a text, many at once.

/**
 * Checks that all these addresses of ours are pictures of this person. Their rows are locked until the transaction ends: a sweep at
 * this moment must not remove one.
 */
export async function holdsPictures(tx: Tx, ownerId: string, urls: string[]): Promise<boolean> {
  if (urls.length === 0) return true
  const rows = await tx
    .selectFrom('pictures')
    .where('user_id', '=', ownerId)
    .where('url', 'in', urls)
    .select('url')
    // A fixed order, so that two texts with common pictures don't wait for each other.
    .orderBy('url')
    .forKeyShare()
    .execute()
  return rows.length === urls.length
}

/** Returns what is known of these pictures, by address. A removed one is missing. */
export async function picturesAt(db: Db, urls: string[]): Promise<Map<string, PictureFile>> {
  if (urls.length === 0) return new Map()
  const rows = await db
    .selectFrom('pictures')
    .where('url', 'in', urls)
    .select(['url', 'width', 'height', 'colour'])
    .execute()
  return new Map(rows.map((row) => [row.url, row]))
}
