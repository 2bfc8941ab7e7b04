import { faultOf } from '#app/kit/uploads.ts'
import type { Db } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/limits.server.ts'
import { addPicture, pictureLimits } from './picture.server.ts'

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
