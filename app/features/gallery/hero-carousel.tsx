import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Picture as Shown } from '#app/kit/picture.ts'
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
  /** How wide it stands on the page, for the browser to choose a copy. */
  sizes?: string
  className?: string
}

/** The drive's pictures, its own image first, in a box that never changes its size; the drive's cloth without any. */
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
      <Picture
        picture={image}
        alt={image.caption || t`Picture ${at + 1} of ${shown.length}`}
        sizes={sizes}
        first={at === 0}
        onFail={() => setFailed((before) => [...before, image.url])}
        className={box}
      />
    ),
  }))
  return (
    <div className={cx('overflow-hidden rounded-card', className)}>
      {slides.length > 1 && <Carousel label={t`Pictures of this fundraiser`} slides={slides} />}
      {slides.length === 1 && slides[0]!.content}
      {slides.length === 0 && (
        <div className={box}>
          <WovenPattern slug={slug} scale={2} className="block size-full" />
        </div>
      )}
    </div>
  )
}

/** So many pictures turn in the hero; the others are in the gallery. */
const heroMax = 8

const box = 'aspect-[8/5] w-full bg-well sm:aspect-[16/9] lg:aspect-[4/3]'
