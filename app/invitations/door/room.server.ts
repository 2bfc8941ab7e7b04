import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import type { Door } from './doors.server.ts'
import { type DoorEvent, most } from './event.ts'

// How much of what a door sends is stored. Nobody stands at a door for thousands of people an hour: what is more waits on its phone,
// and the host sees that it waits. Nothing is refused, and what others did is told all the same.

/** The events that are stored already or have room, in their order; what takes back an event that has none waits with it. */
export async function withRoom(tx: Tx, door: Door, events: DoorEvent[], now: Date): Promise<DoorEvent[]> {
  if (events.length === 0) return []
  const room = await roomOf(tx, door, events, now)
  const left = new Set<string>()
  return events.filter((event) => {
    if (room.stored.has(event.id)) return true
    const isWalkIn = event.kind === 'in' && event.how === 'walk-in'
    const fits = room.events > 0 && !(isWalkIn && room.walkIns <= 0) && !left.has(event.undoes ?? '')
    if (!fits) left.add(event.id)
    else {
      room.events--
      if (isWalkIn) room.walkIns--
    }
    return fits
  })
}

async function roomOf(tx: Tx, door: Door, events: DoorEvent[], now: Date) {
  const { rows } = await sql<{ stored: string[]; lately: number; all: number; walkIns: number; seats: number | null }>`
    select array(select id from arrivals where id = any(${events.map(({ id }) => id)}::uuid[]))::text[] as stored,
      count(*) filter (where a.received_at > ${now}::timestamptz - interval '1 hour')::int as lately, count(*)::int as all,
      (select count(*)::int from arrivals w where w.occasion_id = ${door.occasionId} and w.how = 'walk-in' and w.kind = 'in') as "walkIns",
      (select capacity from occasions where id = ${door.occasionId}) as seats
    from arrivals a where a.door_id = ${door.id}`.execute(tx)
  const { stored, lately, all, walkIns, seats } = rows[0]!
  return {
    stored: new Set(stored),
    events: Math.min(most.eventsAnHour - lately, most.eventsOfDoor - all),
    walkIns: (seats === null ? most.walkIns : Math.max(most.walkInsAnyway, 2 * seats)) - walkIns,
  }
}
