import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { Form, Outlet } from 'react-router'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { videosOf } from '#app/drives/gallery/gallery.server.ts'
import { galleryKinds } from '#app/drives/gallery/gallery.ts'
import { OwnVideos } from '#app/drives/gallery/own-items.tsx'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Part } from '#app/ui/empty-state.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import type { Route } from './+types/video.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  return { slug, videos: await part(context, videosOf(db, id)) }
}

export default function Video({ loaderData: { slug, videos } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { most } = galleryKinds.video
  const base = `/fund-drive/${slug}/video`
  return (
    <section className="grid gap-5" aria-labelledby="video-title">
      <DriveTitle page={t`Video`} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <h2 id="video-title" className="text-2xl">
            <Trans>Video</Trans>
          </h2>
          {videos !== 'failed' && (
            <p className="figures text-muted">
              <Trans>
                {videos.length} of {most}
              </Trans>
            </p>
          )}
        </div>
        <Changing>
          {(videos === 'failed' || videos.length < most) && (
            <Form method="get" action={`${base}/add`} preventScrollReset>
              <Button icon={<Plus aria-hidden="true" className="size-5" />}>
                <Trans>Add Video</Trans>
              </Button>
            </Form>
          )}
        </Changing>
      </div>
      <Part of={videos}>{(videos) => <OwnVideos base={base} videos={videos} />}</Part>
      <Outlet />
    </section>
  )
}
