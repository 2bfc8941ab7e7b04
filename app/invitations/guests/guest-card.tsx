import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { occasionKindWords } from '#app/invitations/occasions/occasion.ts'
import { openingOf } from '#app/invitations/occasions/opening.ts'
import { nextOf } from '#app/invitations/occasions/times.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { cityBeside, clockThere, dayThere } from '#app/kit/zones.ts'
import { type CardSeen, InvitationCard } from './card.tsx'
import type { GatheringSeen } from './guest.server.ts'
import type { OccasionSeen } from './occasion-seen.server.ts'

type Card = Pick<GatheringSeen, 'slug' | 'style' | 'title' | 'hosts' | 'words' | 'opening' | 'image'> & {
  drive: { slug: string } | null
}
type Facts = Pick<OccasionSeen, 'kind' | 'startsAt' | 'zone' | 'place' | 'landmark' | 'standing'>
type GuestCardProps = {
  gathering: Card
  occasions: Facts[]
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
