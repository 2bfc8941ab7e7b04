import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CardText } from '#app/invitations/cards/card.ts'
import { openingOf } from '#app/invitations/occasions/invites.ts'
import { occasionKindWords } from '#app/invitations/occasions/occasion.ts'
import { nextOf } from '#app/invitations/occasions/times.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { cityBeside, clockThere, dayThere } from '#app/kit/zones.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { WovenPattern } from '#app/ui/woven.tsx'
import type { GatheringSeen } from './guest.server.ts'
import { guestPath } from './invitation.ts'
import type { OccasionSeen } from './occasion-seen.server.ts'

/** A card on a page: without the sign at its head. */
export type CardSeen = Omit<CardText, 'sign'>

type InvitationCardProps = {
  card: CardSeen
  /** Leaves room below the card on phones: card.css says what is left out. */
  brief?: boolean
  children?: ReactNode
}

/** The card of an invitation in its style, with its own cloth: the contents of a printed card, and no buttons. Children name the guest. */
export function InvitationCard({ card, brief, children }: InvitationCardProps) {
  const { slug, style, kind, title, hosts, words, facts, image } = card
  const isCorporate = style === 'corporate'
  const opening = <p className="card-opening">{card.opening}</p>
  const organiser = (
    <p className="card-hosts" dir="auto">
      {hosts}
    </p>
  )
  return (
    <header
      className={`card card-${style}${brief ? ' card-brief' : ''}`}
      data-long={title.length > 34 ? '' : undefined}
    >
      {image && style !== 'solemn' && <Photo image={image} />}
      {style === 'celebration' &&
        (image ? (
          <Band slug={slug} />
        ) : (
          <div className="card-cloth">
            <WovenPattern slug={slug} scale={2.4} />
          </div>
        ))}
      <div className="card-sheet">
        {image && style === 'solemn' && <Photo image={image} />}
        {(style === 'celebration' || style === 'school') && <p className="card-kind">{kind}</p>}
        {isCorporate && organiser}
        {isCorporate && <Band slug={slug} />}
        {opening}
        <h1 className="card-title" dir="auto">
          {title}
        </h1>
        {!isCorporate && organiser}
        {words && (
          <p className="card-words" dir="auto">
            {words}
          </p>
        )}
        {style === 'school' && <Band slug={slug} />}
        <Facts facts={facts} />
        {children && <p className="card-for">{children}</p>}
      </div>
      {(style === 'solemn' || style === 'church') && <Band slug={slug} />}
    </header>
  )
}

const unknown = { width: null, height: null, colour: null }
const Photo = ({ image }: { image: string }) => (
  <Picture
    picture={{ url: image, ...unknown }}
    alt=""
    sizes="(min-width: 36rem) 36rem, 100vw"
    first
    className="card-photo"
  />
)

/** The edge of the cloth. */
const Band = ({ slug }: { slug: string }) => (
  <div className="card-band">
    <WovenPattern slug={slug} kind="band" scale={0.6} />
  </div>
)

const Facts = ({ facts }: Pick<CardSeen, 'facts'>) => (
  <dl className="card-facts">
    {facts.map(({ label, lines }) => (
      <div key={label}>
        <dt>{label}</dt>
        {lines.map((line) => (
          <dd key={line} dir="auto">
            {line}
          </dd>
        ))}
      </div>
    ))}
  </dl>
)

type CardGathering = Pick<GatheringSeen, 'slug' | 'style' | 'title' | 'hosts' | 'words' | 'opening' | 'image'> & {
  drive: { slug: string } | null
}
type CardFacts = Pick<OccasionSeen, 'kind' | 'startsAt' | 'zone' | 'place' | 'landmark' | 'standing'>
type GuestCardProps = {
  gathering: CardGathering
  occasions: CardFacts[]
  guest?: { name: string; seats: number | null }
  /** The short card on guests' phones: the answer below it has to be in sight. */
  brief?: boolean
}

/** The card of a gathering: with the guest's name on their own page, without a name for everybody. */
export function GuestCard({ gathering, occasions, guest, brief = false }: GuestCardProps) {
  const { t, i18n } = useLingui()
  const language = knownLanguage(i18n.locale)
  const { kind, startsAt, zone, place, landmark } = nextOf(occasions)
  const time = `${clockThere(language, startsAt, zone)}${cityBeside(zone)}`
  const where = [place, brief ? '' : landmark].filter(Boolean)
  const { drive, style, title, hosts, words, opening, image } = gathering
  const card: CardSeen = {
    // A drive's invitations have the drive's cloth.
    slug: drive?.slug ?? gathering.slug,
    style,
    title,
    hosts,
    words,
    image,
    kind: i18n._(occasionKindWords[kind]),
    opening: opening || i18n._(openingOf(kind, title)),
    facts: [
      { label: t`When`, lines: [dayThere(language, startsAt, zone), time] },
      ...(where.length > 0 ? [{ label: t`Where`, lines: where }] : []),
    ],
  }
  return (
    <InvitationCard card={card} brief={brief}>
      {guest && <ForWhom {...guest} />}
    </InvitationCard>
  )
}

const ForWhom = ({ name, seats }: { name: string; seats: number | null }) =>
  seats === null ? (
    <Trans>
      For <Name of={name} />
    </Trans>
  ) : (
    <Trans>
      For <Name of={name} />, <Plural value={seats} one="# seat" other="# seats" />
    </Trans>
  )

/** A name written from right to left does not turn round the words beside it. */
const Name = ({ of }: { of: string }) => <bdi>{of}</bdi>

/** The guest's card as a picture, to keep or to show. Phones keep it among their photos. */
export const CardFile = ({ link }: { link: string }) => (
  <p>
    <a href={`${guestPath(link)}/card.jpg`} download className="inline-flex min-h-11 items-center text-link underline">
      <Trans>Save the card as a picture</Trans>
    </a>
  </p>
)

/** The tags from which chats show an invitation's link: never a guest's name. */
export function CardPreview({ title, text, picture }: { title: string; text: string; picture: string }) {
  return (
    <>
      <meta property="og:title" content={title} />
      <meta property="og:description" content={text} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

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
        <CardPicture
          src={card}
          size={{ width: 1080, height: 1350 }}
          alt={t`The card as a picture`}
          file={`${slug}-card.jpg`}
          words={<Trans>For a status or a group. It has no name and no link.</Trans>}
        />
        <CardPicture
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

const CardPicture = ({ src, size, alt, file, words }: PictureProps) => (
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
