import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { type SqlBool, sql } from 'kysely'
import { isSlug } from '#app/drives/drive/slug.ts'
import type { CardGuest, CardText } from '#app/invitations/cards/card.ts'
import { picturePath } from '#app/invitations/cards/pictures.server.ts'
import { hostIsHere } from '#app/invitations/occasions/host-here.server.ts'
import { invitesTo, openingOf } from '#app/invitations/occasions/invites.ts'
import { occasionKindWords } from '#app/invitations/occasions/occasion.ts'
import { endOfOccasion } from '#app/invitations/occasions/times.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { wordsIn } from '#app/kit/words.ts'
import { cityBeside, clockThere, dayThere } from '#app/kit/zones.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isDrawable } from '#app/platform/pictures/lettering.server.ts'
import type { GatheringSeen } from './guest.server.ts'
import { isLink } from './link.server.ts'
import type { OccasionSeen } from './occasion-seen.server.ts'

// The texts of a gathering's pictures, in its own language: the same for every viewer.

/** The cards for everybody, one per occasion. `next`: the card to show if none is asked for by its version. */
type GeneralCards = {
  cards: CardText[]
  next: CardText
  /** Anyone who knows the slug may see the card, not only people who were shown its address. */
  shared: boolean
}

export async function generalCards(db: Db, slug: string, now = new Date()): Promise<GeneralCards | undefined> {
  const row = isSlug(slug) ? await gatherings(db).where('g.slug', '=', slug).executeTakeFirst() : undefined
  if (!row) return undefined
  const gathering = toldOf(row)
  const occasions = await occasionsOf(db, row.id)
  const shared = occasions.filter((one) => one.shared)
  const shown = nextOf(shared.length > 0 ? shared : occasions, now)
  if (!shown) return undefined
  const cards = occasions.map((one) => told(gathering, one).card)
  return { cards, next: told(gathering, shown).card, shared: shared.length > 0 }
}

/** Returns the addresses of the pictures of an occasion's card, as guests get them. */
export const picturesOf = (gathering: Told, occasion: ToldOf) => {
  const { card } = told(gathering, occasion)
  return { card: picturePath(gathering.slug, 'card', card), preview: picturePath(gathering.slug, 'preview', card) }
}

/** Returns the preview that chats show beside a link to the gathering, in the gathering's own language for every reader. */
export function previewOfCard(gathering: Told, occasion: ToldOf) {
  const { card, words } = told(gathering, occasion)
  const { title, hosts } = gathering
  const invites = gathering.opening
    ? `${[gathering.opening, title, hosts].join(' · ')}.`
    : invitesTo(words, { kind: occasion.kind, hosts, title })
  const facts = card.facts.map(({ lines }) => `${lines.join(', ')}.`)
  return { title, text: [invites, ...facts].join(' '), picture: picturePath(gathering.slug, 'preview', card) }
}

/** Returns the address of the small picture of the next occasion; undefined if there is no occasion. */
export async function previewPath(db: Db, slug: string): Promise<string | undefined> {
  const found = await generalCards(db, slug)
  return found && picturePath(slug, 'preview', found.next)
}

/** The texts of a guest's pictures. `thanks`: the card of thanks; null before thanks are sent. */
type GuestsCard = { card: CardText; guest: CardGuest; thanks: { card: CardText; guest: CardGuest } | null }

export async function guestsCard(db: Db, link: string, now = new Date()): Promise<GuestsCard | undefined> {
  const row = isLink(link)
    ? await gatherings(db)
        .innerJoin('supporters as s', 's.gathering_id', 'g.id')
        .innerJoin('supporters as l', (on) => on.on(sql<SqlBool>`s.id = coalesce(l.merged_into, l.id)`))
        .where('l.link', '=', link)
        .select(['s.id as supporter', 's.origin', 's.thanked_at'])
        .select(sql<string>`coalesce(s.card_name, s.name)`.as('name'))
        .select(
          sql<string | null>`(select m.words from message_lines n join messages m on m.id = n.message_id
            where n.supporter_id = s.id and m.kind = 'thanks' and n.state not in ('skipped', 'failed')
            order by n.id desc limit 1)`.as('thanks'),
        )
        .executeTakeFirst()
    : undefined
  if (!row) return undefined
  const invited = await occasionsOf(db, row.id, row.supporter)
  const shown = nextOf(invited, now)
  if (!shown) return undefined
  const { card, words } = told(toldOf(row), shown)
  const seats = Math.max(...invited.map((one) => one.seats))
  // The hosts are told of a name that can't be drawn; no card says “For” alone.
  const name = isDrawable(row.name) ? row.name : ''
  const below = row.origin === 'shared' ? '' : words._(msg`${plural(seats, { one: '# seat', other: '# seats' })}`)
  const over = invited.every((one) => one.status === 'cancelled' || endOfOccasion(one) <= now)
  const own = row.thanks
  const isThanked = own !== null || row.thanked_at !== null || over
  const thanks = isThanked ? { card: thanked(card, words, own), guest: { name, below: '' } } : null
  return { card, guest: { name: name && words._(msg`For ${name}`), below }, thanks }
}

type Gathering = NonNullable<Awaited<ReturnType<ReturnType<typeof gatherings>['executeTakeFirst']>>>
type Occasion = Awaited<ReturnType<typeof occasionsOf>>[number]

const gatherings = (db: Db) =>
  db
    .selectFrom('gatherings as g')
    .leftJoin('fund_drives as d', 'd.id', 'g.fund_drive_id')
    .where('g.status', '<>', 'stopped')
    .where(hostIsHere)
    .select(['g.id', 'g.slug', 'd.slug as drive', 'g.style', 'g.title', 'g.hosts', 'g.words', 'g.language'])
    .select(['g.opening', 'g.sign', 'g.image_url'])

/** Reads the occasions of a gathering in their order; with a guest, only those that the guest is invited to. */
async function occasionsOf(db: Db, gatheringId: string, supporter?: string) {
  const rows = await db
    .selectFrom('occasions as o')
    .leftJoin('invitations as i', (on) =>
      on
        .onRef('i.occasion_id', '=', 'o.id')
        .on('i.state', '<>', 'withdrawn')
        .on(sql<SqlBool>`i.supporter_id = ${supporter ?? null}`),
    )
    .where('o.gathering_id', '=', gatheringId)
    .orderBy('o.starts_at')
    .orderBy('o.no')
    .select(['o.kind', 'o.zone', 'o.starts_at as startsAt', 'o.ends_at as endsAt', 'o.place', 'o.landmark', 'o.status'])
    .select(['o.shared', 'i.seats'])
    .limit(20)
    .execute()
  return rows.flatMap(({ seats, ...row }) => (supporter && seats === null ? [] : [{ ...row, seats: seats ?? 0 }]))
}

/** Returns the next occasion, which people look for; if none is to come, the first. */
const nextOf = (occasions: Occasion[], now: Date): Occasion | undefined =>
  occasions.find((one) => one.status === 'planned' && endOfOccasion(one) > now) ?? occasions[0]

/** The fields of a gathering and of an occasion that a card shows. */
type Told = Pick<
  GatheringSeen,
  'slug' | 'style' | 'title' | 'hosts' | 'words' | 'language' | 'opening' | 'sign' | 'image'
> & {
  drive: { slug: string } | null
}
type ToldOf = Pick<OccasionSeen, 'kind' | 'startsAt' | 'zone' | 'place' | 'landmark'>

const toldOf = ({ drive, language, image_url: image, ...row }: Gathering): Told => ({
  ...row,
  image,
  language: knownLanguage(language),
  drive: drive === null ? null : { slug: drive },
})

function told(gathering: Told, { kind, startsAt, zone, place, landmark }: ToldOf): { card: CardText; words: I18n } {
  const { slug, drive, style, title, hosts, language, image, sign } = gathering
  const words = wordsIn(language, catalogues[language])
  const time = `${clockThere(language, startsAt, zone)}${cityBeside(zone)}`
  const where = [place, landmark].filter(Boolean)
  const card = {
    // A drive's invitations have the drive's cloth.
    slug: drive?.slug ?? slug,
    style,
    kind: words._(occasionKindWords[kind]),
    opening: gathering.opening || words._(openingOf(kind, title)),
    title,
    hosts,
    words: gathering.words,
    facts: [
      { label: words._(msg`When`), lines: [dayThere(language, startsAt, zone), time] },
      ...(where.length > 0 ? [{ label: words._(msg`Where`), lines: where }] : []),
    ],
    image,
    sign,
  }
  return { card, words }
}

/** Returns the card of thanks: the hosts' own words or the usual ones, and no day. */
const thanked = (card: CardText, words: I18n, own: string | null): CardText => ({
  ...card,
  opening: card.title,
  title: words._(msg({ message: 'Asante', comment: 'The large word on a card of thanks. It is the same in English.' })),
  words: own || words._(msg`Thank you for standing with us`),
  facts: [],
})
