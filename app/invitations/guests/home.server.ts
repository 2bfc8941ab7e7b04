import { sql } from 'kysely'
import { qrPicture } from '#app/base/pictures/qr.server.ts'
import { picturePath } from '#app/invitations/cards/pictures.server.ts'
import type { HostedGathering } from '#app/invitations/occasions/gathering.server.ts'
import { endsAt } from '#app/invitations/occasions/occasion.server.ts'
import type { OccasionKind } from '#app/invitations/occasions/occasion.ts'
import { type OccasionStanding, standingOfOccasion } from '#app/invitations/occasions/times.ts'
import { type Db, db } from '#app/platform/db.server.ts'
import { generalCards } from './card-told.server.ts'
import type { InvitationState } from './invitation.ts'

// The host's first page: how many people come, which tasks wait, and the newest answers.

/** An occasion with its people by answer. Guests without an answer, or with a No, count with the seats of their invitation. */
export type GuestCounts = {
  id: string
  no: number
  kind: OccasionKind
  name: string
  zone: string
  startsAt: Date
  standing: OccasionStanding
  /** Whether anybody with the open link may answer. */
  shared: boolean
  capacity: number | null
  taken: number
  /** The number of guests, each counted once however many people they are. */
  guests: number
  yes: number
  maybe: number
  no_: number
  silent: number
  asked: number
  waiting: number
  offered: number
  /** The party size of the first in line; null if nobody waits. */
  nextNeeds: number | null
}

/** Reads the occasions of a gathering in the order of their days, counting people, not replies. */
export async function countedOccasions(
  db: Db,
  gathering: { id: string; status: 'open' | 'closed' | 'stopped' },
  now = new Date(),
): Promise<GuestCounts[]> {
  const { rows } = await sql<
    Omit<GuestCounts, 'standing'> & { endsAt: Date | null; answersUntil: Date | null; status: 'planned' | 'cancelled' }
  >`select o.id, o.no, o.kind, o.name, o.zone, o.starts_at as "startsAt", o.ends_at as "endsAt",
      o.answers_until as "answersUntil", o.status, o.shared, o.capacity, s.taken, n.*,
      (select w.adults + w.children from invitations w where w.occasion_id = o.id and w.state = 'waiting'
        order by w.waits_since, w.id limit 1) as "nextNeeds"
    from occasions o join occasion_seats s on s.occasion_id = o.id
    cross join lateral (
      select count(*) filter (where i.state <> 'withdrawn') as guests,
        coalesce(sum(i.adults + i.children) filter (where i.state = 'yes'), 0) as yes,
        coalesce(sum(i.adults + i.children) filter (where i.state = 'maybe'), 0) as maybe,
        coalesce(sum(i.adults + i.children) filter (where i.state = 'asked'), 0) as asked,
        coalesce(sum(i.adults + i.children) filter (where i.state = 'waiting'), 0) as waiting,
        coalesce(sum(i.adults + i.children) filter (where i.state = 'offered'), 0) as offered,
        coalesce(sum(i.seats) filter (where i.state = 'no'), 0) as no_,
        coalesce(sum(i.seats) filter (where i.state = 'invited'), 0) as silent
      from invitations i where i.occasion_id = o.id) n
    where o.gathering_id = ${gathering.id} order by ${endsAt('o')} <= now(), o.starts_at, o.no limit 20`.execute(db)
  const open = gathering.status === 'open' ? 'open' : 'closed'
  return rows.map(({ endsAt, answersUntil, status, ...row }) => ({
    ...row,
    standing: standingOfOccasion({ startsAt: row.startsAt, endsAt, answersUntil, status }, open, now),
  }))
}

/** The host's next task; null if there is none. */
export type HostNextStep = {
  step: 'claims' | 'asked' | 'offer' | 'guests' | 'silent'
  count: number
  needs?: number
} | null

/** Returns the most urgent task of the host. */
export async function nextStepOfHost(db: Db, gatheringId: string, occasions: GuestCounts[]): Promise<HostNextStep> {
  const open = occasions.filter(({ standing }) => standing === 'open' || standing === 'late')
  const { rows } = await sql<{ claims: number; all: number }>`
    select count(*) filter (where claimed_phone is not null) as claims, count(*) as all
    from supporters where gathering_id = ${gatheringId} and merged_into is null`.execute(db)
  const { claims, all } = rows[0]!
  const asked = open.reduce((sum, one) => sum + one.asked, 0)
  if (claims > 0) return { step: 'claims', count: claims }
  if (asked > 0) return { step: 'asked', count: asked }
  const stuck = open.find((one) => one.nextNeeds !== null && freeIn(one) > 0)
  if (stuck) return { step: 'offer', count: freeIn(stuck), needs: stuck.nextNeeds! }
  if (all === 0) return { step: 'guests', count: 0 }
  const silent = open.reduce((sum, one) => sum + one.silent, 0)
  return silent > 0 ? { step: 'silent', count: silent } : null
}

const freeIn = ({ capacity, taken }: GuestCounts) => (capacity === null ? 0 : Math.max(0, capacity - taken))

/** Reads the newest answers of guests, the newest first. */
export const newestAnswers = (db: Db, gatheringId: string) =>
  db
    .selectFrom('answers as a')
    .innerJoin('invitations as i', 'i.id', 'a.invitation_id')
    .innerJoin('supporters as s', 's.id', 'i.supporter_id')
    .innerJoin('occasions as o', 'o.id', 'i.occasion_id')
    .where('o.gathering_id', '=', gatheringId)
    .where('a.by', '<>', 'host')
    .orderBy('a.id', 'desc')
    .select(['a.id', 's.name', 's.id as guest', 'a.state', 'a.by', 'a.at', 'o.name as occasion'])
    .select(sql<number>`coalesce(a.adults + a.children, 0)`.as('people'))
    .limit(8)
    .execute()
export type NewAnswer = Awaited<ReturnType<typeof newestAnswers>>[number] & { state: InvitationState }

/** Returns the things that a host shares so that anybody may answer: the link, its QR code, and the card as a picture. */
export async function openLinkHere({ slug, title }: HostedGathering, origin: string) {
  const link = `${origin}/invitation/${slug}`
  const [code, cards] = await Promise.all([qrPicture(link), generalCards(db, slug)])
  const qr = `data:image/png;base64,${code.toString('base64')}`
  return { link, title, qr, picture: cards ? picturePath(slug, 'card', cards.next) : null }
}
