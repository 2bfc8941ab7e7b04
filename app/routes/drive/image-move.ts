import { galleryLimits } from '#app/features/gallery/gallery.server.ts'
import { says } from '#app/features/gallery/gallery.ts'
import { moveImageForm } from '#app/features/gallery/gallery-forms.ts'
import { moveImage } from '#app/features/gallery/images.server.ts'
import { personContext } from '#app/features/people/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { driveContext } from './context.ts'

export const action = deed({
  form: moveImageForm,
  failed: says.notMoved,
  limits: (_, { context }) => galleryLimits(context.get(personContext)!.id),
  run: async ({ image, before }, { context }) =>
    void (await moveImage(db, context.get(driveContext).id, image, before)),
})
