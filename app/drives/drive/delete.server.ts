import { forgetPicture } from '#app/base/pictures/picture.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { deleteDrive, type Mine } from './manage.server.ts'
import { managedBy } from './rights.server.ts'
import { isSlug } from './slug.ts'

/**
 * Deletes a drive and then forgets its pictures, unless another drive shows them too. The sweep finds a picture that is
 * added at this very moment.
 */
export async function deleteWithPictures(db: Db, mine: Mine): Promise<void> {
  const pictures = await picturesOf(db, mine)
  await deleteDrive(db, mine)
  for (const url of pictures) await forgetPicture(db, url)
}

async function picturesOf(db: Db, { ownerId, slug }: Mine): Promise<Set<string>> {
  if (!isSlug(slug)) return new Set()
  const rows = await db
    .selectFrom('fund_drives as d')
    .leftJoin('fund_drive_images as i', 'i.fund_drive_id', 'd.id')
    .where('d.slug', '=', slug)
    .where(managedBy('d.id', ownerId, 'delete'))
    .select(['d.image_url as face', 'd.description', 'i.image_url as shown'])
    .limit(1000)
    .execute()
  const told = rows[0]?.description?.matchAll(/\/media\/[\w./-]+/g) ?? []
  const all = [rows[0]?.face, ...rows.map(({ shown }) => shown), ...Array.from(told, ([url]) => url)]
  return new Set(all.filter((url) => typeof url === 'string'))
}
