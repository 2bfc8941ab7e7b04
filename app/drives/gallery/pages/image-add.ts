import { pictureLimits } from '#app/base/pictures/picture.server.ts'
import { driveContext } from '#app/drives/drive/pages/context.ts'
import { addImageForm } from '#app/drives/gallery/gallery-forms.ts'
import { galleryTexts } from '#app/drives/gallery/gallery-says.ts'
import { addImage } from '#app/drives/gallery/items.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: addImageForm,
  done: galleryTexts.image.added,
  failed: galleryTexts.image.notAdded,
  limits: (_, { context }) => pictureLimits(context.get(personContext)!.id),
  run: async ({ image, key }, { context }) => {
    const mine = { driveId: context.get(driveContext).id, ownerId: context.get(personContext)!.id }
    return { gave: await addImage(db, mine, image, key) }
  },
})
