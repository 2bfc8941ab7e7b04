import { mediaAddress } from '#app/kit/picture.ts'
import type { Db } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { forget, keepSquare, keyOfMedia, type Squares, sweep } from '#app/platform/pictures/media.server.ts'

const folder = 'avatars'
/** WebP for pages; JPEG for programs that can't read WebP, such as mail programs. */
const squares: Squares = { widths: [96, 256], formats: ['webp', 'jpg'] }
/** The file in the profile; the names of the others follow from it. */
const first = { width: 96, format: 'webp' } as const

/** Makes the picture the person's face and removes the previous one. The file is written before the row names it. */
export async function changeAvatar(db: Db, userId: string, file: File): Promise<string> {
  const name = await keepSquare(folder, file, squares)
  const address = mediaAddress(keyOfMedia(name, first))
  try {
    await exchange(db, userId, address)
  } catch (error) {
    await forget(name, squares)
    throw error
  }
  return address
}

/** Removes the person's face; having none is no error. */
export const removeAvatar = (db: Db, userId: string): Promise<void> => exchange(db, userId, null)

/** Removes files of faces that no profile shows any more, a day after they were written. */
export const sweepAvatars = (db: Db): Promise<number> =>
  sweep(folder, async (names) => {
    const rows = await db
      .selectFrom('profiles')
      .select('avatar_url')
      .where(
        'avatar_url',
        'in',
        names.map((name) => mediaAddress(keyOfMedia(name, first))),
      )
      .execute()
    return new Set(rows.map((row) => nameIn(row.avatar_url)!))
  })

/** Deletes the files of a face that no row shows any more. */
export async function forgetAvatar(address: string | null): Promise<void> {
  const name = nameIn(address)
  if (name) await forget(name, squares)
}

async function exchange(db: Db, userId: string, address: string | null) {
  const before = await db.transaction().execute(async (tx) => {
    // The lock: if two uploads run at once, the second must see the first one's file, or that file would be left behind.
    const row = await tx
      .selectFrom('profiles')
      .select('avatar_url')
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('profiles')
      .set({ avatar_url: address, updated_at: new Date() })
      .where('user_id', '=', userId)
      .execute()
    await tell(tx, `person:${userId}`)
    return row.avatar_url
  })
  await forgetAvatar(before)
}

const nameIn = (address: string | null) => address?.match(/^\/media\/(avatars\/[0-9a-f]{32})-/)?.[1]
