import type { PictureFile } from '#app/kit/picture.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'

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
