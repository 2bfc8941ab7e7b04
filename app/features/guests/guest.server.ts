import { type SqlBool, sql } from 'kysely'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { Facts } from '../occasions/occasion.server.ts'
import { type Kind, type Standing, type Style, standingOf } from '../occasions/occasion.ts'
import { mostPeople, type Reply, repliesTaken, type State } from './invitation.ts'
import { isLink } from './link.server.ts'

// What a guest's own page says: who is invited by whom, to what, and what they may answer.

/** What everybody reads of a gathering who has a link to it. */
export type GatheringSeen = {
  id: string
  slug: string
  title: string
  hosts: string
  style: Style
  words: string
  image: string | null
  language: Language
  status: 'open' | 'closed'
  /** The full name of the person who made it. */
  hostName: string
  /** The drive that it is for; null for a gathering alone. `gives`: it takes gifts now. */
  drive: { slug: string; title: string; gives: boolean } | null
}

export type OccasionSeen = {
  id: string
  no: number
  kind: Kind
  name: string
  zone: string
  startsAt: Date
  endsAt: Date | null
  place: string
  landmark: string
  mapUrl: string | null
  lat: number | null
  lng: number | null
  travel: string
  dress: string
  programme: string
  streamUrl: string | null
  /** True when the livestream is for everybody, not only for those who hold a link. */
  streamOpen: boolean
  answersUntil: Date | null
  cancelledWhy: string | null
  shared: boolean
  approves: boolean
  waits: boolean
  showsList: boolean
  /** How many come; null where the host does not show it. */
  coming: number | null
  /** Seats that are free now; null where there is no limit. */
  free: number | null
  plusOnes: number
  partyMost: number
  version: number
  /** What was said before of time and place, and what of it changed last; null where nothing changed. */
  was: Facts | null
  standing: Standing
}

export type InvitationSeen = {
  id: string
  state: State
  seats: number
  /** The most people that they may say. */
  most: number
  adults: number | null
  children: number | null
  wish: string
  gives: boolean
  offerUntil: Date | null
  /** Their number in the line; null unless they wait. */
  place: number | null
  /** What they may answer now. */
  replies: Reply[]
  /** They said yes to another day than it is now. */
  otherDay: boolean
  sequence: number
}

/** All that the guest's page needs; undefined for an unknown link and for whatever is stopped, in one and the same way. */
export type GuestSeen = {
  supporter: { id: string; name: string; language: Language; quiet: boolean; listed: boolean; email: string | null }
  gathering: GatheringSeen
  occasions: (OccasionSeen & { invitation: InvitationSeen })[]
}

/** Reads the page of the guest who holds this link. A link that was merged into another goes on working. */
export async function guestOf(db: Db | Tx, link: string, now = new Date()): Promise<GuestSeen | undefined> {
  const found = isLink(link) ? await supporterAt(db, link) : undefined
  const gathering = found && (await gatheringSeen(db, { id: found.gathering_id }))
  if (!found || !gathering) return undefined
  const [occasions, invitations] = await Promise.all([occasionsSeen(db, gathering, now), invitationsOf(db, found.id)])
  const invited = occasions.flatMap((occasion) => {
    const row = invitations.find(({ occasion_id }) => occasion_id === occasion.id)
    return row ? [{ ...occasion, invitation: invitationSeen(row, occasion) }] : []
  })
  if (invited.length === 0) return undefined
  const { id, name, language, quiet_at, listed, email } = found
  const supporter = { id, name, language: knownLanguage(language), quiet: quiet_at !== null, listed, email }
  return { supporter, gathering, occasions: invited }
}

/** What stands on the page of a gathering that everybody may open: the occasions whose shared link is on. */
export async function gatheringAt(db: Db | Tx, slug: string, now = new Date()) {
  const gathering = await gatheringSeen(db, { slug })
  if (!gathering) return undefined
  const occasions = (await occasionsSeen(db, gathering, now)).filter(({ shared }) => shared)
  return occasions.length > 0 ? { gathering, occasions } : undefined
}

/** The supporter who holds a link now: of one that was merged, the one that stayed. */
export const supporterAt = (db: Db | Tx, link: string) =>
  db
    .selectFrom('supporters as l')
    .innerJoin('supporters as s', (on) => on.on(sql<SqlBool>`s.id = coalesce(l.merged_into, l.id)`))
    .where('l.link', '=', link)
    .select(['s.id', 's.gathering_id', 's.name', 's.language', 's.quiet_at', 's.listed', 's.email', 's.origin'])
    .executeTakeFirst()

async function gatheringSeen(db: Db | Tx, by: { id: string } | { slug: string }): Promise<GatheringSeen | undefined> {
  const row = await db
    .selectFrom('gatherings as g')
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .innerJoin('profiles as p', 'p.user_id', 'g.user_id')
    .leftJoin('fund_drives as d', 'd.id', 'g.fund_drive_id')
    .where('id' in by ? 'g.id' : 'g.slug', '=', 'id' in by ? by.id : by.slug)
    .where('g.status', '<>', 'stopped')
    .where('u.deleted_at', 'is', null)
    .where('u.suspended_at', 'is', null)
    .select(['g.id', 'g.slug', 'g.title', 'g.hosts', 'g.style', 'g.words', 'g.image_url as image', 'g.language'])
    .select(['g.status', 'p.full_name as hostName', 'd.slug as driveSlug', 'd.title as driveTitle'])
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

/** The occasions of a gathering in their order, as its guests may read them. */
async function occasionsSeen(
  db: Db | Tx,
  gathering: { id: string; status: 'open' | 'closed' },
  now: Date,
): Promise<OccasionSeen[]> {
  const rows = await db
    .selectFrom('occasions as o')
    .innerJoin('occasion_seats as s', 's.occasion_id', 'o.id')
    .where('o.gathering_id', '=', gathering.id)
    .orderBy('o.starts_at')
    .orderBy('o.no')
    .selectAll('o')
    .select(sql<number | null>`greatest(0, o.capacity - s.taken)`.as('free'))
    .select(
      sql<number>`(select coalesce(sum(i.adults + i.children), 0) from invitations i
        where i.occasion_id = o.id and i.state = 'yes')`.as('coming'),
    )
    .select(
      sql<OccasionSeen['was']>`(select c.was from occasion_changes c where c.occasion_id = o.id
        order by c.version desc limit 1)`.as('was'),
    )
    .limit(20)
    .execute()
  return rows.map((row) => ({ ...occasionIn(row, gathering.status, now), was: row.was }))
}

type Row = Awaited<ReturnType<typeof rowsAre>>[number]
const rowsAre = (db: Db) => db.selectFrom('occasions as o').selectAll('o').execute()

/** One row as it is read. */
function occasionIn(row: Row & { free: number | null; coming: number }, gathering: 'open' | 'closed', now: Date) {
  const times = { startsAt: row.starts_at, endsAt: row.ends_at, answersUntil: row.answers_until }
  return {
    id: row.id,
    no: row.no,
    kind: row.kind,
    name: row.name,
    zone: row.zone,
    ...times,
    place: row.place,
    landmark: row.landmark,
    mapUrl: row.map_url,
    lat: row.lat,
    lng: row.lng,
    travel: row.travel,
    dress: row.dress,
    programme: row.programme,
    streamUrl: row.stream_url,
    streamOpen: row.stream_open,
    cancelledWhy: row.cancelled_why,
    shared: row.shared,
    approves: row.approves,
    waits: row.waits,
    showsList: row.shows_list,
    coming: row.shows_count ? row.coming : null,
    free: row.capacity === null ? null : row.free,
    plusOnes: row.plus_ones,
    partyMost: row.party_most,
    version: row.version,
    dayVersion: row.day_version,
    standing: standingOf({ ...times, status: row.status }, gathering, now),
  }
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
    .execute()

function invitationSeen(
  row: Awaited<ReturnType<typeof invitationsOf>>[number],
  occasion: OccasionSeen & { dayVersion?: number },
): InvitationSeen {
  const { id, state, seats, adults, children, wish, gives, place, sequence, answered_version } = row
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
  }
}
