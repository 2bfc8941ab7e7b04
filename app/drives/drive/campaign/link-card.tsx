import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'
import { cardSize } from '../preview-frame.ts'

/** The whole link that is shared, and what chats and networks show beside it. */
export type LinkCard = { link: string; picture: string; title: string; text: string }

/** The link as people see it in WhatsApp, so that its owner knows before they send it. */
export function LinkCardPreview({ card: { picture, title, text } }: { card: LinkCard }) {
  return (
    <figure className="border-line border-t pt-3 lg:col-span-full">
      <figcaption className="font-semibold text-[0.9375rem]">
        <Trans>This is what people see in WhatsApp</Trans>
      </figcaption>
      <div className="mt-2 max-w-2xl overflow-hidden rounded-control border border-line bg-well sm:flex">
        <CardPicture src={picture} className="sm:w-80" />
        <div className="min-w-0 px-3 py-2.5 sm:self-center">
          <p dir="auto" className="wrap-anywhere line-clamp-2 font-semibold text-[0.9375rem]">
            {title}
          </p>
          <p dir="auto" className="wrap-anywhere mt-1 line-clamp-3 text-muted text-sm">
            {text}
          </p>
        </div>
      </div>
    </figure>
  )
}

/** The picture of a link, with what lies over it. */
export function CardPicture({ src, className, children }: { src: string; className?: string; children?: ReactNode }) {
  const { t } = useLingui()
  return (
    <span className={cx('relative block aspect-[1200/630] w-full shrink-0 overflow-hidden bg-paper', className)}>
      <img
        src={src}
        {...cardSize}
        decoding="async"
        alt={t`Your link in a chat: title and how much has been raised`}
        className="size-full"
      />
      {children}
    </span>
  )
}
