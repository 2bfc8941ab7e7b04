import { galleryLimits } from '#app/features/gallery/gallery.server.ts'
import { says } from '#app/features/gallery/gallery.ts'
import { moveVideoForm } from '#app/features/gallery/gallery-forms.ts'
import { moveVideo } from '#app/features/gallery/videos.server.ts'
import { personContext } from '#app/features/people/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { driveContext } from './context.ts'

export const action = deed({
  form: moveVideoForm,
  failed: says.notMoved,
  limits: (_, { context }) => galleryLimits(context.get(personContext)!.id),
  run: async ({ video, before }, { context }) =>
    void (await moveVideo(db, context.get(driveContext).id, video, before)),
})
