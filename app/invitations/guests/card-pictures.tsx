import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'

type CardPicturesProps = {
  slug: string
  /** The occasion that the pictures tell of, and what there is to choose from. */
  no: number
  occasions: { no: number; name: string }[]
  pictures: { card: string; preview: string }
}

/** Both pictures of a gathering, as guests and chats get them. */
export function CardPictures({ slug, no, occasions, pictures: { card, preview } }: CardPicturesProps) {
  const { t } = useLingui()
  const choices = occasions.map((one) => ({ id: String(one.no), to: `?occasion=${one.no}`, label: one.name }))
  return (
    <Card
      title={<Trans>Pictures to send</Trans>}
      text={<Trans>Made from what is saved. Each guest’s own card has their name on it, too.</Trans>}
      level={2}
    >
      {choices.length > 1 && (
        <div className="mb-5">
          <FilterLinks label={t`Occasion`} choices={choices} current={String(no)} />
        </div>
      )}
      <div className="grid items-start gap-6 *:min-w-0 sm:grid-cols-2">
        <Picture
          src={card}
          size={{ width: 1080, height: 1350 }}
          alt={t`The card as a picture`}
          file={`${slug}-card.jpg`}
          words={<Trans>For a status or a group. It has no name and no link.</Trans>}
        />
        <Picture
          src={preview}
          size={{ width: 1200, height: 630 }}
          alt={t`The picture beside the link`}
          file={`${slug}-preview.jpg`}
          words={<Trans>Chats show it beside the link of the invitation.</Trans>}
        />
      </div>
    </Card>
  )
}

type PictureProps = {
  src: string
  size: { width: number; height: number }
  alt: string
  file: string
  words: ReactNode
}

const Picture = ({ src, size, alt, file, words }: PictureProps) => (
  <figure className="grid gap-3">
    <img src={src} alt={alt} {...size} loading="lazy" className="h-auto w-full rounded-control border border-line" />
    <figcaption className="grid gap-3">
      <p className="text-muted text-sm">{words}</p>
      <a href={src} download={file} className={buttonClass({ variant: 'secondary' })}>
        <Download aria-hidden="true" className="size-4" />
        <Trans>Download</Trans>
      </a>
    </figcaption>
  </figure>
)
