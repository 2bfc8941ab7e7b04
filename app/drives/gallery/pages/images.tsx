import { Trans, useLingui } from '@lingui/react/macro'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { imagesOf } from '#app/drives/gallery/gallery.server.ts'
import { galleryKinds } from '#app/drives/gallery/gallery.ts'
import { OwnImages } from '#app/drives/gallery/own-items.tsx'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { Part } from '#app/ui/empty-state.tsx'
import type { Route } from './+types/images.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  return { slug, images: await part(context, imagesOf(db, id)) }
}

export default function Images({ loaderData: { slug, images } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { most } = galleryKinds.image
  return (
    <section className="grid gap-5" aria-labelledby="images-title">
      <DriveTitle page={t`Images`} />
      <div>
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <h2 id="images-title" className="text-2xl">
            <Trans>Images</Trans>
          </h2>
          {images !== 'failed' && (
            <p className="figures text-muted">
              <Trans>
                {images.length} of {most}
              </Trans>
            </p>
          )}
        </div>
        <p className="mt-1.5 max-w-[64ch] text-muted">
          <Trans>
            A caption appears below its picture and is read aloud to those who can’t see it. It saves automatically. The
            first pictures rotate at the top of your page.
          </Trans>
        </p>
      </div>
      <Part of={images}>{(images) => <OwnImages base={`/fund-drive/${slug}/images`} images={images} />}</Part>
    </section>
  )
}
