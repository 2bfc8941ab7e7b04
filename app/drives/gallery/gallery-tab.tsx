import { Trans, useLingui } from '@lingui/react/macro'
import { type MouseEvent, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { useDialogEntry } from '#app/ui/use-dialog-entry.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { type GalleryImage, type GalleryVideo, pictureIn, pictureTo } from './gallery.ts'
import { Lightbox } from './lightbox.tsx'
import { OnePicture, PictureMissing } from './one-picture.tsx'
import { VideoCard } from './video-card.tsx'

type GalleryProps = { images: GalleryImage[]; videos: GalleryVideo[] }

/** What visitors see of a gallery: pictures that grow when they are touched, and videos that wait to be asked. */
export function GalleryTab({ images, videos }: GalleryProps) {
  const [asked] = useSearchParams()
  const one = pictureIn(asked, images.length)
  if (images.length === 0 && videos.length === 0)
    return (
      <EmptyState
        title={<Trans>No pictures or videos yet</Trans>}
        text={<Trans>Pictures and videos of this fundraiser appear here as soon as its organiser adds some.</Trans>}
      />
    )
  if (one !== undefined) return <OnePicture images={images} at={one} />
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
  const scripted = useHydrated()
  const { open, enlarge, close } = useEnlarged()
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">
        <Trans>Pictures</Trans>
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4">
        {images.map((image, at) => (
          <li key={image.id} className="min-w-0">
            <Link
              to={pictureTo(at)}
              preventScrollReset
              aria-haspopup={scripted ? 'dialog' : undefined}
              onClick={(event) => enlarge(event, at)}
              className="group block rounded-card no-underline"
            >
              <Picture
                picture={image}
                alt={image.caption || t`Picture ${at + 1} of ${images.length}`}
                sizes="(min-width: 1200px) 384px, (min-width: 640px) 33vw, 50vw"
                fallback={<PictureMissing />}
                className="aspect-square rounded-card bg-well"
                fit="object-cover transition-transform duration-200 group-hover:scale-103"
              />
              {image.caption && (
                <span dir="auto" aria-hidden="true" className="mt-1.5 line-clamp-2 block text-muted text-sm">
                  {image.caption}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {open !== undefined && <Lightbox images={images} start={open} onClose={close} />}
    </section>
  )
}

/**
 * Which picture is enlarged. Without a script, and in a new window, a click leads to the picture's own address; with one that
 * address is the dialog's place in the history, so that Back closes it.
 */
function useEnlarged() {
  const [open, setOpen] = useState<number>()
  const last = useRef<number>(undefined)
  const entry = useDialogEntry('', {
    show: () => setOpen(last.current),
    hide: () => setOpen(undefined),
    ready: last.current !== undefined,
  })
  const enlarge = (event: MouseEvent, at: number) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    last.current = at
    setOpen(at)
    entry.enter(pictureTo(at))
  }
  const close = () => {
    setOpen(undefined)
    entry.leave()
  }
  return { open, enlarge, close }
}
