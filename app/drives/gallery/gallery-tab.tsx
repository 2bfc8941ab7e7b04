import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type MouseEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Carousel } from '#app/ui/carousel.tsx'
import { cx } from '#app/ui/cx.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { useDialogEntry } from '#app/ui/use-dialog-entry.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { type GalleryImage, type GalleryVideo, pictureAt, pictureIn, pictureTo } from './gallery.ts'
import { VideoCard } from './video-card.tsx'

type GalleryProps = { images: GalleryImage[]; videos: GalleryVideo[] }

/** Shows visitors a gallery: pictures that grow when they are touched, and videos that wait to be asked. */
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
 * Tells which picture is enlarged. Without a script, and in a new window, a click leads to the picture's own address;
 * with one that address is the dialog's place in the history, so that Back closes it.
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

type OnePictureProps = { images: GalleryImage[]; at: number }

/** Shows one picture at its own address, large: its caption, the ones beside it and the way back are links. */
function OnePicture({ images, at }: OnePictureProps) {
  const { t } = useLingui()
  const image = images[at]!
  const name = t`Picture ${at + 1} of ${images.length}`
  const way = 'inline-flex min-h-11 items-center gap-1 text-link'
  return (
    <section id={pictureAt} aria-labelledby="picture-name" className="grid scroll-mt-20 gap-3">
      <h2 id="picture-name" className="text-xl">
        {name}
      </h2>
      <figure className="grid gap-2">
        <Picture
          picture={image}
          alt={image.caption || name}
          sizes="(min-width: 64rem) 43rem, 100vw"
          fallback={<PictureMissing />}
          className="aspect-[4/3] max-h-[75svh] w-full rounded-card bg-well"
          fit="object-contain"
        />
        {image.caption && <figcaption dir="auto">{image.caption}</figcaption>}
      </figure>
      <nav aria-label={t`Pictures`} className="flex flex-wrap items-center justify-between gap-x-6">
        {at > 0 && (
          <Link to={pictureTo(at - 1)} preventScrollReset className={way}>
            <ChevronLeft aria-hidden="true" className="size-5" />
            <Trans>Previous picture</Trans>
          </Link>
        )}
        {at < images.length - 1 && (
          <Link to={pictureTo(at + 1)} preventScrollReset className={way}>
            <Trans>Next picture</Trans>
            <ChevronRight aria-hidden="true" className="size-5" />
          </Link>
        )}
      </nav>
      <Link to="?tab=gallery#tabs" preventScrollReset className={cx(way, 'justify-self-start')}>
        <Trans>All pictures</Trans>
      </Link>
    </section>
  )
}

const PictureMissing = () => (
  <span className="grid size-full place-items-center p-3 text-center text-muted text-sm">
    <Trans>This picture could not be loaded.</Trans>
  </span>
)

type LightboxProps = { images: GalleryImage[]; start: number; onClose: () => void }

/** Pictures as large as the screen: fingers, arrow keys and buttons go from one to the next, Escape goes back. */
function Lightbox({ images, start, onClose }: LightboxProps) {
  const { t } = useLingui()
  const dialog = useRef<HTMLDialogElement>(null)
  // The pictures come into a dialog that is open: before that there is no width to go to the right one by.
  const [shown, setShown] = useState(false)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    setShown(true)
    // Back removes the dialog from the page: closing it first returns the focus to where it was.
    return () => element?.close()
  }, [])
  useEffect(() => {
    // The keys that lead from one to the next work at once.
    if (shown) dialog.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [shown])
  // A browser tells late that the dialog has closed: by then it may be open again.
  const closed = () => dialog.current?.open || onClose()
  const outside = (event: PointerEvent) => event.target === event.currentTarget && dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      aria-label={t`Pictures, enlarged`}
      onClose={closed}
      onPointerDown={outside}
      className="dialog m-auto h-dvh max-h-none w-full max-w-none overflow-hidden bg-paper p-0 text-ink backdrop:bg-veil"
    >
      {shown && (
        <Carousel
          label={t`Pictures`}
          start={start}
          controls="absolute inset-x-3 bottom-3"
          className="h-full [&>div:first-child]:h-full [&>div:first-child]:rounded-none"
          slides={images.map((image, at) => ({
            key: image.id,
            content: <Large image={image} at={at} of={images.length} />,
          }))}
        />
      )}
      <form method="dialog">
        <button
          type="submit"
          aria-label={t`Close`}
          className="absolute top-3 right-3 grid size-11 place-items-center rounded-badge bg-card text-ink shadow-float hover:bg-well"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </form>
    </dialog>
  )
}

function Large({ image, at, of }: { image: GalleryImage; at: number; of: number }) {
  const { t } = useLingui()
  return (
    <figure className="flex h-full flex-col">
      <Picture
        picture={{ ...image, colour: null }}
        alt={image.caption || t`Picture ${at + 1} of ${of}`}
        sizes="100vw"
        fallback={
          <p className="grid size-full place-items-center text-muted">
            <Trans>This picture could not be loaded.</Trans>
          </p>
        }
        className="min-h-0 w-full flex-1"
        fit="object-contain"
      />
      {/* The buttons, and the dots or the number, are below it. */}
      <figcaption dir="auto" className="min-h-14 px-4 pt-3 pb-14 text-center">
        {image.caption}
      </figcaption>
    </figure>
  )
}
