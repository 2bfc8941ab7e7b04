import { Trans, useLingui } from '@lingui/react/macro'
import { type MouseEvent, useState } from 'react'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { GalleryImage, GalleryVideo } from './gallery.ts'
import { Lightbox } from './lightbox.tsx'
import { VideoCard } from './video-card.tsx'

type GalleryProps = { images: GalleryImage[]; videos: GalleryVideo[] }

/** What visitors see of a gallery: pictures that grow when they are touched, and videos that wait to be asked. */
export function GalleryTab({ images, videos }: GalleryProps) {
  if (images.length === 0 && videos.length === 0)
    return (
      <EmptyState
        title={<Trans>No pictures or videos yet</Trans>}
        text={<Trans>Pictures and videos of this fundraiser appear here as soon as its organiser adds some.</Trans>}
      />
    )
  return (
    <div className="grid gap-8">
      {images.length > 0 && <Images images={images} />}
      {videos.length > 0 && (
        <section className="grid gap-3">
          <h2 className="text-xl">
            <Trans>Videos</Trans>
          </h2>
          <ul className="grid gap-5 sm:grid-cols-2">
            {videos.map((video) => (
              <li key={video.id} className="min-w-0">
                <VideoCard video={video} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Images({ images }: Pick<GalleryProps, 'images'>) {
  const { t } = useLingui()
  const [open, setOpen] = useState<number>()
  // A click that asks for a new window gets one; without a script every click leads to the picture itself.
  const enlarge = (event: MouseEvent, at: number) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOpen(at)
  }
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">
        <Trans>Pictures</Trans>
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4">
        {images.map((image, at) => (
          <li key={image.id} className="min-w-0">
            <a
              href={image.url}
              aria-haspopup="dialog"
              onClick={(event) => enlarge(event, at)}
              className="group block rounded-card no-underline"
            >
              <Picture
                picture={image}
                alt={image.caption || t`Picture ${at + 1} of ${images.length}`}
                sizes="(min-width: 1200px) 384px, (min-width: 640px) 33vw, 50vw"
                fallback={<Missing />}
                className="aspect-square rounded-card bg-well"
                fit="object-cover transition-transform duration-200 group-hover:scale-103"
              />
              {image.caption && (
                <span dir="auto" aria-hidden="true" className="mt-1.5 line-clamp-2 block text-muted text-sm">
                  {image.caption}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      {open !== undefined && <Lightbox images={images} start={open} onClose={() => setOpen(undefined)} />}
    </section>
  )
}

const Missing = () => (
  <span className="grid size-full place-items-center p-3 text-center text-muted text-sm">
    <Trans>This picture could not be loaded.</Trans>
  </span>
)
