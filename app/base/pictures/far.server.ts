import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/limits.server.ts'
import { farFile } from '#app/platform/pictures/far-file.server.ts'
import { addPicture, pictureLimits } from './picture.server.ts'

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
