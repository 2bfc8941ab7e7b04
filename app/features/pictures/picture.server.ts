import { sql } from 'kysely'
import type { Picture } from '#app/kit/picture.ts'
import { Refusal } from '#app/kit/says.ts'
import { says } from '#app/kit/uploads.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { Limit } from '#app/platform/limits.server.ts'
import { forgetFiles, type KeptFile, keepPicture } from '#app/platform/media.server.ts'

// Pictures that owners uploaded. Whoever shows one keeps its address; the row here says whose it is.

const folder = 'drives'

/** Keeps a picture for its owner. The files are there before the row says so. */
export async function addPicture(db: Db, ownerId: string, file: File): Promise<Picture> {
  const { url, width, height, colour, files } = await keepPicture(folder, file)
  try {
    await db
      .insertInto('pictures')
      .values({ url, user_id: ownerId, width, height, colour, files: JSON.stringify(files) })
      .execute()
  } catch (error) {
    await forgetFiles(files)
    throw error
  }
  return { url, width, height, colour }
}

/** What a row shows, joined with what is known of it: one from elsewhere has no size and no colour that we know. */
export function pictureOf(
  url: string | null,
  { width, height, colour }: { width: number | null; height: number | null; colour: string | null },
): Picture | null {
  return url === null ? null : { url, width, height, colour }
}

/** Each upload costs a second of the processor: enough for a full gallery, and no more. */
export const pictureLimits = (ownerId: string): Limit[] => [{ name: 'picture', key: ownerId, times: 60, seconds: 3600 }]

/**
 * Refuses an address of ours that is no picture of this person; an address elsewhere is nobody's. The row is held until
 * the transaction ends: a sweep at this moment must not take the picture away.
 */
export async function refuseForeignPicture(
  tx: Tx,
  ownerId: string,
  url: string | null,
  field = 'image',
): Promise<void> {
  if (!url?.startsWith('/media/')) return
  const row = await tx
    .selectFrom('pictures')
    .where('url', '=', url)
    .where('user_id', '=', ownerId)
    .select('url')
    .forKeyShare()
    .executeTakeFirst()
  if (!row) throw new Refusal(says.notImage, { status: 422, field })
}

/** What is known of this person's picture, held until the transaction ends; undefined when it is gone, or not theirs. */
export const pictureToShow = (tx: Tx, ownerId: string, url: string): Promise<Picture | undefined> =>
  tx
    .selectFrom('pictures')
    .where('url', '=', url)
    .where('user_id', '=', ownerId)
    .select(['url', 'width', 'height', 'colour'])
    .forKeyShare()
    .executeTakeFirst()

/** Puts off the sweep of a picture that is no longer shown: for a day it can be brought back. */
export async function spare(tx: Tx, url: string): Promise<void> {
  await tx.updateTable('pictures').set({ created_at: new Date() }).where('url', '=', url).execute()
}

/** Forgets a picture, row and files, unless something still shows it. Called after what showed it has committed. */
export async function letGo(db: Db, url: string | null): Promise<void> {
  if (!url?.startsWith('/media/')) return
  await forgetUnused(db, sql`p.url = ${url}`)
}

/** Forgets the pictures of a day ago and before that nothing shows. By the clock. */
export const sweepPictures = (db: Db): Promise<number> => forgetUnused(db, sql`p.created_at < now() - interval '1 day'`)

async function forgetUnused(db: Db, which: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ files: KeptFile[] }>`
    delete from pictures where url in (
      select p.url from pictures p
      where ${which}
        and not exists (select from fund_drives d where d.image_url = p.url)
        and not exists (select from fund_drive_images i where i.image_url = p.url)
        and not exists (select from fund_drives d where d.user_id = p.user_id and strpos(d.description, p.url) > 0)
      order by p.url limit 500 for update skip locked
    ) returning files`.execute(db)
  await forgetFiles(rows.flatMap((row) => row.files))
  return rows.length
}
