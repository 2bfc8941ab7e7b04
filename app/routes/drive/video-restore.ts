import { galleryLimits } from '#app/features/gallery/gallery.server.ts'
import { says } from '#app/features/gallery/gallery.ts'
import { restoreVideoForm } from '#app/features/gallery/gallery-forms.ts'
import { restoreVideo } from '#app/features/gallery/videos.server.ts'
import { personContext } from '#app/features/people/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { driveContext } from './context.ts'

export const action = deed({
  form: restoreVideoForm,
  done: says.videoBack,
  failed: says.videoNotBack,
  limits: (_, { context }) => galleryLimits(context.get(personContext)!.id),
  run: async (gone, { context }) => {
    const { id, slug } = context.get(driveContext)
    await restoreVideo(db, id, gone)
    return context.get(askedContext).byScript ? {} : { go: `/fund-drive/${slug}/video` }
  },
})
