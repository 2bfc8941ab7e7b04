import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type PictureFile as Shown, srcsetOf } from '#app/kit/picture.ts'
import { cx } from './cx.ts'

type PictureProps = {
  picture: Shown
  alt: string
  /** Its width on the page, as the browser expects it: '(min-width: 768px) 50vw, 100vw'. */
  sizes: string
  /** Marks the first picture of the page, fetched before everything else. */
  first?: boolean
  /** The content to show if it can't be fetched; without one the place is empty. */
  fallback?: ReactNode
  /** Called when it can't be fetched, for a place that closes up without it. */
  onFail?: () => void
  /** The box's class, which gives it its size. */
  className?: string
  /** The class of the picture in the box. A cropped picture keeps heads: they are near its upper edge. */
  fit?: string
}

const smaller = ['avif', 'webp'] as const

/** A picture in a fixed box: in its own colour until it has loaded, in the smallest copy that is sharp. */
export function Picture({
  picture,
  alt,
  sizes,
  first,
  fallback,
  onFail,
  className,
  fit = 'object-cover object-[50%_25%]',
}: PictureProps) {
  const { url, width, height, colour, focus } = picture
  const [failed, setFailed] = useState<string>()
  const image = useRef<HTMLImageElement>(null)
  const fail = useRef(onFail)
  fail.current = onFail
  useEffect(() => {
    if (failed === url) fail.current?.()
  }, [failed, url])
  useEffect(() => {
    // The picture may have failed before this script ran.
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(url)
  }, [url])
  if (failed === url) return fallback ? <div className={cx('overflow-hidden', className)}>{fallback}</div> : null
  return (
    <picture className={cx('block overflow-hidden', className)} style={colour ? { background: colour } : undefined}>
      {smaller.map((format) => {
        const srcset = srcsetOf(url, format)
        return srcset && <source key={format} type={`image/${format}`} srcSet={srcset} sizes={sizes} />
      })}
      <img
        ref={image}
        src={url}
        srcSet={srcsetOf(url, 'jpg')}
        sizes={sizes}
        alt={alt}
        width={width ?? undefined}
        height={height ?? undefined}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailed(url)}
        style={focus ? { objectPosition: `${focus.x}% ${focus.y}%` } : undefined}
        className={cx('size-full', fit)}
      />
    </picture>
  )
}
