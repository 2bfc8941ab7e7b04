import { sql } from 'kysely'
import { endsAt, type OccasionFields } from '#app/invitations/occasions/occasion.server.ts'
import type { OccasionKind } from '#app/invitations/occasions/occasion.ts'
import { type OccasionStanding, standingOfOccasion } from '#app/invitations/occasions/times.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'

// The fields of an occasion that guests may read.

export type OccasionSeen = {
  id: string
  no: number
  kind: OccasionKind
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
  /** The guests who come and want their names shown, if the host shows a list. */
  names: string[]
  /** The number of people who come; null if the host does not show it. */
  coming: number | null
  /** The free seats; null if there is no limit. */
  free: number | null
  plusOnes: number
  partyMost: number
  version: number
  /** The former time and place before the last change; null if nothing changed. */
  was: OccasionFields | null
  standing: OccasionStanding
}

/** Reads the occasions of a gathering for its guests: those to come first, in the order of their days. */
export async function occasionsSeen(
  db: Db | Tx,
  gathering: { id: string; status: 'open' | 'closed' },
  now: Date,
): Promise<OccasionSeen[]> {
  const rows = await db
    .selectFrom('occasions as o')
    .innerJoin('occasion_seats as s', 's.occasion_id', 'o.id')
    .where('o.gathering_id', '=', gathering.id)
    .orderBy(sql`${endsAt('o')} <= ${now}`)
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
    .select(
      sql<string[]>`array(select distinct g.name from invitations i join supporters g on g.id = i.supporter_id
        where i.occasion_id = o.id and o.shows_list and i.state = 'yes' and g.listed order by 1 limit 200)`.as('names'),
    )
    .limit(20)
    .execute()
  return rows.map((row) => ({ ...occasionIn(row, gathering.status, now), was: row.was, names: row.names }))
}

type Row = Awaited<ReturnType<typeof rowsAre>>[number]
const rowsAre = (db: Db) => db.selectFrom('occasions as o').selectAll('o').execute()

/** Converts one row. */
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
    standing: standingOfOccasion({ ...times, status: row.status }, gathering, now),
  }
}
