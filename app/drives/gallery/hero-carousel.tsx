import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PictureFile as Shown } from '#app/kit/picture.ts'
import { Carousel } from '#app/ui/carousel.tsx'
import { cx } from '#app/ui/cx.ts'
import { Picture } from '#app/ui/picture.tsx'
import { WovenPattern } from '#app/ui/woven.tsx'
import type { GalleryImage } from './gallery.ts'

type HeroProps = {
  slug: string
  title: string
  /** The drive's own image; it leaves the row when it can't be fetched. */
  picture: Shown | null
  images: GalleryImage[]
  /** How wide it is on the page, for the browser to choose a copy. */
  sizes?: string
  className?: string
}

/** The drive's pictures, its own image first, in a box that never changes its size; the drive's cloth without any. The buttons lie on the edge below. */
export function HeroCarousel({ slug, title, picture, images, sizes = '100vw', className }: HeroProps) {
  const { t } = useLingui()
  const [failed, setFailed] = useState<string[]>([])
  const own = picture && { ...picture, id: 'own', caption: title }
  const shown = [...(own ? [own] : []), ...images.filter((image) => image.url !== picture?.url)]
    .slice(0, heroMax)
    .filter((image) => !failed.includes(image.url))
  const slides = shown.map((image, at) => ({
    key: image.id,
    content: (
      <div className="relative">
        <Picture
          picture={image}
          alt={image.caption || t`Picture ${at + 1} of ${shown.length}`}
          sizes={sizes}
          first={at === 0}
          onFail={() => setFailed((before) => [...before, image.url])}
          className={box}
        />
        {image !== own && image.caption && <Caption text={image.caption} />}
      </div>
    ),
  }))
  return (
    <div className={cx('rounded-card', slides.length < 2 && 'overflow-hidden', className)}>
      {slides.length > 1 && (
        <Carousel label={t`Pictures of this fundraiser`} slides={slides} controls="absolute inset-x-3 top-full" />
      )}
      {slides.length === 1 && slides[0]!.content}
      {slides.length === 0 && (
        <div className={box}>
          <WovenPattern slug={slug} scale={2} className="block size-full" />
        </div>
      )}
    </div>
  )
}

/** The picture has this text already: the caption here is only for the eye. */
const Caption = ({ text }: { text: string }) => (
  <p aria-hidden="true" className="pointer-events-none absolute inset-x-3 bottom-3 flex">
    <span dir="auto" className="truncate rounded-control bg-paper/90 px-2 text-ink text-sm">
      {text}
    </span>
  </p>
)

/** The most pictures that turn in the hero; the others are in the gallery. */
const heroMax = 8

/** The height on a low screen, such as one that is enlarged, leaves room for what the page is about. */
const box =
  'aspect-[13/6] max-h-[45svh] [@media(max-height:26rem)]:max-h-[28svh] w-full bg-well sm:aspect-[16/9] lg:aspect-[4/3] [@media(min-width:64rem)_and_(min-height:40rem)]:max-h-[65svh]'
