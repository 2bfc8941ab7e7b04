import { galleryLimits } from '#app/features/gallery/gallery.server.ts'
import { says } from '#app/features/gallery/gallery.ts'
import { imageForm } from '#app/features/gallery/gallery-forms.ts'
import { removeImage } from '#app/features/gallery/images.server.ts'
import { personContext } from '#app/features/people/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { driveContext } from './context.ts'

export const action = deed({
  form: imageForm,
  done: says.imageRemoved,
  failed: says.imageNotRemoved,
  limits: (_, { context }) => galleryLimits(context.get(personContext)!.id),
  run: async ({ image }, { context }) => {
    const { id, slug } = context.get(driveContext)
    const { before, ...gone } = await removeImage(db, id, image)
    const gave = { ...gone, before: before ?? '' }
    // Without a script the way back is in the address.
    const go = `/fund-drive/${slug}/images?${new URLSearchParams(gave)}`
    return context.get(askedContext).byScript ? { gave } : { go }
  },
})
