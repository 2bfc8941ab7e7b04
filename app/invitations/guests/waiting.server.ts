import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'

// The guests who wait for a place, in the order of the line, and those who ask to come.

/** The most guests shown at once: a host decides about the first. */
const mostShown = 200

export type WaitingGuest = {
  /** The id of the invitation. */
  id: string
  guest: string
  name: string
  state: 'asked' | 'waiting' | 'offered'
  adults: number
  children: number
  /** The guest's number in the line, as on their own page; null for a guest who asks or has an offer. */
  place: number | null
  offerUntil: Date | null
}
/** The waiting guests of one occasion. */
export type WaitingFor = {
  no: number
  name: string
  zone: string
  /** The free seats; null if there is no limit. */
  free: number | null
  people: number
  rows: WaitingGuest[]
}

/** Reads the occasions with guests who wait or ask. */
export async function waitingGuests(db: Db, gatheringId: string): Promise<WaitingFor[]> {
  const { rows } = await sql<WaitingGuest & Omit<WaitingFor, 'rows'>>`
    select * from (
      select o.no, o.name as occasion, o.zone, greatest(0, o.capacity - t.taken) as free, i.id, s.id as guest, s.name, i.state,
        i.adults, i.children, i.offer_until as "offerUntil", o.starts_at,
        case when i.state = 'waiting' then row_number() over (partition by o.id, i.state order by i.waits_since, i.id)
          end as place,
        row_number() over (partition by o.id order by i.state <> 'asked', i.waits_since, i.id) as nr,
        sum(i.adults + i.children) over (partition by o.id) as people
      from invitations i join occasions o on o.id = i.occasion_id join occasion_seats t on t.occasion_id = o.id
        join supporters s on s.id = i.supporter_id
      where o.gathering_id = ${gatheringId} and o.status = 'planned' and i.state in ('asked', 'waiting', 'offered')) w
    where nr <= ${mostShown} order by starts_at, no, nr`.execute(db)
  const found = new Map<number, WaitingFor>()
  for (const row of rows as unknown as (WaitingGuest & Omit<WaitingFor, 'rows' | 'name'> & { occasion: string })[]) {
    const { no, occasion, zone, free, people, ...one } = row
    const known = found.get(no) ?? { no, name: occasion, zone, free, people, rows: [] }
    found.set(no, known)
    const { id, guest, name, state, adults, children, place, offerUntil } = one
    known.rows.push({ id, guest, name, state, adults, children, place, offerUntil })
  }
  return [...found.values()]
}
