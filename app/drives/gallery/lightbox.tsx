import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Carousel } from '#app/ui/carousel.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { GalleryImage } from './gallery.ts'

type LightboxProps = { images: GalleryImage[]; start: number; onClose: () => void }

/** Pictures as large as the screen: fingers, arrow keys and buttons go from one to the next, Escape goes back. */
export function Lightbox({ images, start, onClose }: LightboxProps) {
  const { t } = useLingui()
  const dialog = useRef<HTMLDialogElement>(null)
  // The pictures come into a dialog that is open: before that there is no width to go to the right one by.
  const [shown, setShown] = useState(false)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    setShown(true)
    // Back takes it off the page: closed before, it gives the focus back to where it was.
    return () => element?.close()
  }, [])
  useEffect(() => {
    // The keys that lead from one to the next work at once.
    if (shown) dialog.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [shown])
  // A browser tells late that it has closed: by then it may be open again.
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
