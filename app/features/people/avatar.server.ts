import type { Db } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live.server.ts'
import { addressOf, forget, type Kept, keepSquare, keyOf, sweep } from '#app/platform/media.server.ts'

const folder = 'avatars'
/** WebP for the pages; JPEG for what reads nothing else, such as mail programs. */
const copies: Kept[] = [
  { width: 96, format: 'webp' },
  { width: 256, format: 'webp' },
  { width: 96, format: 'jpg' },
  { width: 256, format: 'jpg' },
]

/** Makes the picture the person's face and removes the one before. The file is there before the row says so. */
export async function changeAvatar(db: Db, userId: string, file: File): Promise<string> {
  const name = await keepSquare(folder, file, copies)
  const address = addressOf(keyOf(name, copies[0]!))
  try {
    await exchange(db, userId, address)
  } catch (error) {
    await forget(name, copies)
    throw error
  }
  return address
}

/** Takes the person's face away; having none is no fault. */
export const removeAvatar = (db: Db, userId: string): Promise<void> => exchange(db, userId, null)

/** Removes the files of faces that no profile shows any more, a day after they were written. */
export const sweepAvatars = (db: Db): Promise<number> =>
  sweep(folder, async (names) => {
    const rows = await db
      .selectFrom('profiles')
      .select('avatar_url')
      .where(
        'avatar_url',
        'in',
        names.map((name) => addressOf(keyOf(name, copies[0]!))),
      )
      .execute()
    return new Set(rows.map((row) => nameIn(row.avatar_url)!))
  })

/** Forgets the files of a face that no row shows any more. */
export async function forgetAvatar(address: string | null): Promise<void> {
  const name = nameIn(address)
  if (name) await forget(name, copies)
}

async function exchange(db: Db, userId: string, address: string | null) {
  const before = await db.transaction().execute(async (tx) => {
    // The lock: of two uploads at once the second must see the first one's file, or that file would be left behind.
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
