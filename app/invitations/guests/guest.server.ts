import { type SqlBool, sql } from 'kysely'
import type { SeatsBy } from '#app/invitations/guests/answers/seats.server.ts'
import { repliesTaken } from '#app/invitations/guests/answers/seats.ts'
import { hostIsHere } from '#app/invitations/occasions/host-here.server.ts'
import type { Newcomers, Sign, Style } from '#app/invitations/occasions/occasion.ts'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { type InvitationState, mostPeople, type Reply } from './invitation.ts'
import { isLink } from './link.server.ts'
import { type OccasionSeen, occasionsSeen } from './occasion-seen.server.ts'

// The contents of a guest's own page: who invites whom to what, and which answers are open.

/** The fields of a gathering that every holder of a link may read. */
export type GatheringSeen = {
  id: string
  slug: string
  title: string
  hosts: string
  style: Style
  words: string
  /** The first line of the card in the hosts' words; empty: the words for the kind of occasion. */
  opening: string
  sign: Sign
  image: string | null
  language: Language
  status: 'open' | 'closed'
  /** The treatment of a person on the open link who is not on the list yet. */
  newcomers: Newcomers
  /** The full name of the person who made the gathering. */
  hostName: string
  /** The number by which guests may reach the hosts; null if they gave none. */
  contact: string | null
  /** The drive of the gathering; null for a gathering alone. `gives`: the drive takes gifts now. */
  drive: { slug: string; title: string; gives: boolean } | null
}

export type InvitationSeen = {
  id: string
  state: InvitationState
  seats: number
  /** The largest party that the guest may enter. */
  most: number
  adults: number | null
  children: number | null
  wish: string
  gives: boolean
  offerUntil: Date | null
  /** The guest's number in the line; null unless waiting. */
  place: number | null
  /** The answers that the guest may give now. */
  replies: Reply[]
  /** The guest said yes to another day than the present one. */
  otherDay: boolean
  sequence: number
  /** The author of the last answer; null if there is none. */
  by: SeatsBy | null
  /** The guest asked to come, and the hosts said No. */
  turnedDown: boolean
}

/** The guest, without number and address: links get forwarded. */
type SupporterSeen = {
  id: string
  name: string
  quiet: boolean
  listed: boolean
  hasEmail: boolean
  /** The hosts have the guest's number. */
  hasPhone: boolean
  /** The guest came by the open link and wrote their own name. */
  byShare: boolean
}

/** The contents of a guest's page; undefined for unknown links and for everything that is stopped, without a difference. */
export type GuestSeen = {
  supporter: SupporterSeen
  gathering: GatheringSeen
  occasions: (OccasionSeen & { invitation: InvitationSeen })[]
}

/** Reads the page of the guest who holds this link. A link that was merged into another keeps working. */
export async function guestOf(db: Db | Tx, link: string, now = new Date()): Promise<GuestSeen | undefined> {
  const found = isLink(link) ? await supporterAt(db, link) : undefined
  const gathering = found && (await gatheringSeen(db, { id: found.gathering_id }))
  if (!found || !gathering) return undefined
  const [occasions, invitations] = await Promise.all([occasionsSeen(db, gathering, now), invitationsOf(db, found.id)])
  const invited = occasions.flatMap((occasion) => {
    const row = invitations.find(({ occasion_id }) => occasion_id === occasion.id)
    // An earlier time or place is shown only to guests who knew it.
    const was = row?.knew ? occasion.was : null
    return row ? [{ ...occasion, was, invitation: invitationSeen(row, occasion) }] : []
  })
  if (invited.length === 0) return undefined
  const { id, name, quiet_at, listed, email, origin } = found
  const kept = { hasEmail: email !== null, hasPhone: numberOf(found) !== null, byShare: origin === 'shared' }
  return { supporter: { id, name, quiet: quiet_at !== null, listed, ...kept }, gathering, occasions: invited }
}

/** Reads the page of a gathering that everybody may open: the occasions whose shared link is on. */
export async function gatheringAt(db: Db | Tx, slug: string, now = new Date()) {
  const gathering = await gatheringSeen(db, { slug })
  if (!gathering) return undefined
  const occasions = (await occasionsSeen(db, gathering, now)).filter(({ shared }) => shared).map(forEverybody)
  return occasions.length > 0 ? { gathering, occasions } : undefined
}

/** Hides guests' names, and a livestream that is not for all: only holders of a link see them. */
const forEverybody = ({ streamUrl, ...occasion }: OccasionSeen): OccasionSeen => ({
  ...occasion,
  names: [],
  streamUrl: occasion.streamOpen ? streamUrl : null,
})

/** Finds the supporter who holds a link now: for a merged one, the supporter that remained. */
export const supporterAt = (db: Db | Tx, link: string) =>
  db
    .selectFrom('supporters as l')
    .innerJoin('supporters as s', (on) => on.on(sql<SqlBool>`s.id = coalesce(l.merged_into, l.id)`))
    .where('l.link', '=', link)
    .select(['s.id', 's.gathering_id', 's.name', 's.quiet_at', 's.listed', 's.email', 's.origin', 's.seen_on'])
    .select(['s.phone', 's.claimed_phone'])
    .executeTakeFirst()

/** Returns the hosts' number of a guest, or the number that the guest claimed while another guest had it. */
export const numberOf = (supporter: { phone: string | null; claimed_phone: string | null }): string | null =>
  supporter.phone ?? supporter.claimed_phone

async function gatheringSeen(db: Db | Tx, by: { id: string } | { slug: string }): Promise<GatheringSeen | undefined> {
  const row = await db
    .selectFrom('gatherings as g')
    .innerJoin('profiles as p', 'p.user_id', 'g.user_id')
    .leftJoin('fund_drives as d', 'd.id', 'g.fund_drive_id')
    .where('id' in by ? 'g.id' : 'g.slug', '=', 'id' in by ? by.id : by.slug)
    .where('g.status', '<>', 'stopped')
    .where(hostIsHere)
    .select(['g.id', 'g.slug', 'g.title', 'g.hosts', 'g.style', 'g.words', 'g.image_url as image', 'g.language'])
    .select([
      'g.opening',
      'g.sign',
      'g.status',
      'g.newcomers',
      'g.contact',
      'p.full_name as hostName',
      'd.slug as driveSlug',
      'd.title as driveTitle',
    ])
    .select(
      sql<boolean>`exists (select from open_drives o where o.id = d.id and o.takes_gifts)
        and (d.end_date is null or d.end_date >= (now() at time zone 'Africa/Nairobi')::date)`.as('gives'),
    )
    .executeTakeFirst()
  if (!row) return undefined
  const { driveSlug, driveTitle, gives, status, language, ...rest } = row
  const drive = driveSlug && driveTitle ? { slug: driveSlug, title: driveTitle, gives } : null
  return { ...rest, language: knownLanguage(language), status: status === 'closed' ? 'closed' : 'open', drive }
}

const invitationsOf = (db: Db | Tx, supporterId: string) =>
  db
    .selectFrom('invitations as i')
    .innerJoin('supporters as s', 's.id', 'i.supporter_id')
    .where('i.supporter_id', '=', supporterId)
    .where('i.state', '<>', 'withdrawn')
    .select(['i.id', 'i.occasion_id', 'i.state', 'i.seats', 'i.adults', 'i.children', 'i.wish', 'i.gives', 's.origin'])
    .select(['i.offer_until', 'i.answered_version', 'i.sequence'])
    .select(
      sql<number | null>`case when i.state = 'waiting' then (select count(*) from invitations w
        where w.occasion_id = i.occasion_id and w.state = 'waiting' and (w.waits_since, w.id) <= (i.waits_since, i.id))
        end`.as('place'),
    )
    .select(
      sql<SeatsBy | null>`(select a.by from answers a where a.invitation_id = i.id order by a.id desc limit 1)`.as(
        'by',
      ),
    )
    .select(isTurnedDown.as('turnedDown'))
    .select(knewBefore.as('knew'))
    .execute()

/** For an invitation `i`: true if the hosts answered No to a guest who asked. */
export const isTurnedDown = sql<boolean>`i.state = 'no' and 'no host,asked guest' is not distinct from (
  select string_agg(n.state || ' ' || n.by, ',' order by n.id desc)
  from (select * from answers where invitation_id = i.id order by id desc limit 2) n)`

/** True for a guest who answered, was written to or opened the page before time or place last changed. */
const knewBefore = sql<boolean>`exists (
  select from (select max(c.at) as at from occasion_changes c where c.occasion_id = i.occasion_id) c
  where s.sent_at < c.at or s.seen_on < (c.at at time zone 'Africa/Nairobi')::date
    or exists (select from answers a where a.invitation_id = i.id and a.at <= c.at))`

function invitationSeen(
  row: Awaited<ReturnType<typeof invitationsOf>>[number],
  occasion: OccasionSeen & { dayVersion?: number },
): InvitationSeen {
  const { id, state, seats, adults, children, wish, gives, place, sequence, answered_version, by, turnedDown } = row
  return {
    id,
    state,
    seats,
    most: mostPeople(row, occasion),
    adults,
    children,
    wish,
    gives,
    offerUntil: row.offer_until,
    place,
    replies: repliesTaken(state, occasion.standing),
    otherDay: state === 'yes' && (answered_version ?? 0) < (occasion.dayVersion ?? 0),
    sequence,
    by,
    turnedDown,
  }
}
