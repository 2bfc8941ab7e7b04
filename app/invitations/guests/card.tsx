import type { ReactNode } from 'react'
import type { CardText } from '#app/invitations/cards/card.ts'
import { Picture } from '#app/ui/picture.tsx'
import { WovenPattern } from '#app/ui/woven.tsx'

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
