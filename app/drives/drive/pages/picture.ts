import { keepFar } from '#app/base/pictures/far.server.ts'
import { addPicture, pictureLimits, pictureTexts } from '#app/base/pictures/picture.server.ts'
import { anyPictureForm } from '#app/base/pictures/picture-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

/** Keeps a picture, from the device or from an address elsewhere, and tells our address of it; the form that the picture belongs to is sent later, with the address in it. */
export const action = deed({
  form: anyPictureForm,
  failed: pictureTexts.failed,
  limits: ({ image }, { context }) => (image ? pictureLimits(context.get(personContext)!.id) : []),
  run: async ({ image, address }, { context }) => {
    const ownerId = context.get(personContext)!.id
    const url = image ? (await addPicture(db, ownerId, image)).url : await keepFar(db, ownerId, address!, 'address')
    return { gave: { url } }
  },
})
