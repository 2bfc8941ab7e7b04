import { personContext } from '#app/features/people/session.server.ts'
import { addPicture, pictureLimits } from '#app/features/pictures/picture.server.ts'
import { says } from '#app/features/pictures/picture.ts'
import { pictureForm } from '#app/features/pictures/picture-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

/** Keeps a picture and tells its address; the form that the picture belongs to is sent later, with the address in it. */
export const action = deed({
  form: pictureForm,
  failed: says.failed,
  limits: (_, { context }) => pictureLimits(context.get(personContext)!.id),
  run: async ({ image }, { context }) => {
    const { url, width, height, colour } = await addPicture(db, context.get(personContext)!.id, image)
    return { gave: { url, width: width!, height: height!, colour: colour! } }
  },
})
