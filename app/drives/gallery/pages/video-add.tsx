import { useLingui } from '@lingui/react/macro'
import { driveContext } from '#app/drives/drive/pages/context.ts'
import { ownersOnly } from '#app/drives/drive/pages/looking.server.ts'
import { DriveTitle } from '#app/drives/drive/pages/page-title.tsx'
import { AddVideo } from '#app/drives/gallery/add-video.tsx'
import { galleryLimits } from '#app/drives/gallery/gallery.server.ts'
import { addVideoForm } from '#app/drives/gallery/gallery-forms.ts'
import { galleryTexts } from '#app/drives/gallery/gallery-says.ts'
import { addVideo } from '#app/drives/gallery/items.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/video-add.ts'

export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

export const action = deed({
  form: addVideoForm,
  page: true,
  done: galleryTexts.video.added,
  failed: galleryTexts.video.notAdded,
  limits: (_, { context }) => galleryLimits(context.get(personContext)!.id),
  run: async ({ url }, { context }) => {
    const { id, slug } = context.get(driveContext)
    await addVideo(db, id, url)
    return { go: `/fund-drive/${slug}/video` }
  },
})

export default function Add({ params, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <DriveTitle page={t`Add Video`} />
      <AddVideo base={`/fund-drive/${params.slug}/video`} first={actionData} />
    </>
  )
}
