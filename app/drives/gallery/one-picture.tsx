import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { cx } from '#app/ui/cx.ts'
import { Picture } from '#app/ui/picture.tsx'
import { type GalleryImage, pictureAt, pictureTo } from './gallery.ts'

type OnePictureProps = { images: GalleryImage[]; at: number }

/** One picture at its own address, large: its caption, the ones beside it and the way back are links. */
export function OnePicture({ images, at }: OnePictureProps) {
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

export const PictureMissing = () => (
  <span className="grid size-full place-items-center p-3 text-center text-muted text-sm">
    <Trans>This picture could not be loaded.</Trans>
  </span>
)
