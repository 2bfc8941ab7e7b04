import { galleryLimits } from '#app/features/gallery/gallery.server.ts'
import { says } from '#app/features/gallery/gallery.ts'
import { videoForm } from '#app/features/gallery/gallery-forms.ts'
import { removeVideo } from '#app/features/gallery/videos.server.ts'
import { personContext } from '#app/features/people/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { driveContext } from './context.ts'

export const action = deed({
  form: videoForm,
  done: says.videoRemoved,
  failed: says.videoNotRemoved,
  limits: (_, { context }) => galleryLimits(context.get(personContext)!.id),
  run: async ({ video }, { context }) => {
    const { id, slug } = context.get(driveContext)
    const { before, ...gone } = await removeVideo(db, id, video)
    const gave = { ...gone, before: before ?? '' }
    // Without a script the way back is in the address.
    const go = `/fund-drive/${slug}/video?${new URLSearchParams(gave)}`
    return context.get(askedContext).byScript ? { gave } : { go }
  },
})
