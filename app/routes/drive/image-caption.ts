import { galleryLimits } from '#app/features/gallery/gallery.server.ts'
import { says } from '#app/features/gallery/gallery.ts'
import { captionForm } from '#app/features/gallery/gallery-forms.ts'
import { setCaption } from '#app/features/gallery/images.server.ts'
import { personContext } from '#app/features/people/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { driveContext } from './context.ts'

export const action = deed({
  form: captionForm,
  failed: says.captionNotKept,
  limits: (_, { context }) => galleryLimits(context.get(personContext)!.id),
  run: async ({ image, caption }, { context }) => {
    await setCaption(db, context.get(driveContext).id, image, caption)
    // Where a script runs the field says so itself: a toast for every line would be too many.
    return context.get(askedContext).byScript ? {} : { says: says.captionKept }
  },
})
