import { sql } from 'kysely'
import { Refusal } from '#app/kit/says.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { changesFor } from './changes.server.ts'
import { doorTexts } from './door.ts'
import { type Door, doorBy } from './doors.server.ts'
import type { DoorEvent, SyncAsked, Synced } from './event.ts'
import { doorMost } from './event.ts'

// The call of a door: it sends its events and gets the news. An event that comes twice, late or in another order is stored once.

/** Stores a door's events, and returns the news. A shut door may still send, but gets no news of guests. */
export async function sync(db: Db, key: string, asked: SyncAsked, now = new Date()): Promise<Synced> {
  const taken = await inOneGo(db, async (tx) => {
    const door = await lockDoor(tx, key)
    return keep(tx, door, asked, now)
  })
  const door = await doorBy(db, key)
  if (!door) throw new Refusal(doorTexts.unknownDoor, { status: 401 })
  return { ...(await changesFor(db, door, asked.since, now)), taken, now: now.getTime() }
}

/** Ends a phone's time as a door; its events stay. */
export const leave = (db: Db, key: string): Promise<void> =>
  inOneGo(db, async (tx) => {
    const door = await lockDoor(tx, key)
    await tx
      .updateTable('doors')
      .set({ revoked_at: sql`coalesce(revoked_at, clock_timestamp())`, unsent: 0 })
      .where('id', '=', door.id)
      .execute()
    await tell(tx, `gathering:${door.gatheringId}`)
  })

/** Locks the door: if two tabs send one event, the later one finds it. */
async function lockDoor(tx: Tx, key: string): Promise<Door> {
  const door = await doorBy(tx, key)
  if (!door) throw new Refusal(doorTexts.unknownDoor, { status: 401 })
  await tx.selectFrom('doors').where('id', '=', door.id).select('id').forUpdate().execute()
  return door
}

/** Stores events; returns the ids not to send again. Events without room, and undos of events not received yet, wait on the phone. */
async function keep(tx: Tx, door: Door, { events, aheadMs, unsent }: SyncAsked, now: Date): Promise<string[]> {
  const sorted = [...new Map(events.map((one) => [one.id, one])).values()].sort((a, b) => a.nr - b.nr)
  const fitting = await withRoom(tx, door, sorted, now)
  const ready = fitting.length > 0 ? await whoseStartIsThere(tx, door.id, fitting) : []
  const added = ready.length > 0 ? await insert(tx, door, ready, { aheadMs, now }) : 0
  if (ready.length > 0) await refuseOthers(tx, door.id, ready)
  const isNews = added > 0 || unsent !== door.unsent || now.getTime() - (door.heardAt?.getTime() ?? 0) > 60_000
  await tx.updateTable('doors').set({ heard_at: now, ahead_ms: aheadMs, unsent }).where('id', '=', door.id).execute()
  if (isNews) await tell(tx, `gathering:${door.gatheringId}`)
  return ready.map(({ id }) => id)
}

async function whoseStartIsThere(tx: Tx, doorId: string, events: DoorEvent[]): Promise<DoorEvent[]> {
  const undone = events.flatMap(({ undoes }) => undoes ?? [])
  if (undone.length === 0) return events
  const stored = await tx
    .selectFrom('arrivals')
    .where('door_id', '=', doorId)
    .where('kind', '=', 'in')
    .where('id', 'in', undone)
    .select('id')
    .execute()
  const there = new Set([...stored.map(({ id }) => id), ...events.flatMap(({ id, kind }) => (kind === 'in' ? id : []))])
  return events.filter(({ undoes }) => undoes === null || there.has(undoes))
}

type Clock = { aheadMs: number; now: Date }

async function insert(tx: Tx, door: Door, events: DoorEvent[], clock: Clock): Promise<number> {
  const ids = [...new Set(events.flatMap(({ invitation }) => invitation ?? []))]
  const known = new Set(ids.length > 0 ? await ofOccasion(tx, door.occasionId, ids) : [])
  const when = await momentsOf(tx, door, events, clock)
  const rows = events.map((event) => ({
    id: event.id,
    occasion_id: door.occasionId,
    door_id: door.id,
    nr: event.nr,
    kind: event.kind,
    undoes: event.undoes,
    invitation_id: event.invitation && known.has(event.invitation) ? event.invitation : null,
    people: event.kind === 'undo' ? 0 : event.people,
    how: event.how,
    saw: event.saw,
    name: event.name,
    phone_at: new Date(event.phoneAt),
    at: when(event),
    received_at: clock.now,
  }))
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('arrivals')
    .values(rows)
    .onConflict((clash) => clash.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

const ofOccasion = async (tx: Tx, occasionId: string, ids: string[]) =>
  (
    await tx
      .selectFrom('invitations')
      .where('occasion_id', '=', occasionId)
      .where('id', 'in', ids)
      .select('id')
      .execute()
  ).map(({ id }) => id)

/**
 * Computes when each event happened by our clock: the phone's time less its lead, but after it joined and before now. The phone's numbers
 * give the order, whatever happened to its clock meanwhile.
 */
async function momentsOf(tx: Tx, door: Door, events: DoorEvent[], { aheadMs, now }: Clock) {
  const near = await tx
    .selectFrom('arrivals')
    .where('door_id', '=', door.id)
    .select(({ fn }) => [
      fn.max('at').filterWhere('nr', '<', events[0]!.nr).as('before'),
      fn.min('at').filterWhere('nr', '>', events.at(-1)!.nr).as('after'),
    ])
    .executeTakeFirstOrThrow()
  const latest = Math.min(now.getTime(), near.after?.getTime() ?? Number.POSITIVE_INFINITY)
  let earliest = Math.max(door.joinedAt!.getTime(), near.before?.getTime() ?? 0)
  const found = new Map<number, Date>()
  for (const { nr, phoneAt } of events) {
    earliest = Math.min(latest, Math.max(earliest, phoneAt - aheadMs))
    found.set(nr, new Date(earliest))
  }
  return ({ nr }: DoorEvent) => found.get(nr)!
}

/** Refuses events that differ from those stored under the same ids and numbers. */
async function refuseOthers(tx: Tx, doorId: string, events: DoorEvent[]): Promise<void> {
  const stored = await tx
    .selectFrom('arrivals')
    .where('door_id', '=', doorId)
    .where((eb) =>
      eb.or([
        eb(
          'id',
          'in',
          events.map(({ id }) => id),
        ),
        eb('undoes', 'in', [...events.flatMap(({ undoes }) => undoes ?? []), '00000000-0000-0000-0000-000000000000']),
      ]),
    )
    .select(['id', 'nr', 'kind', 'undoes', 'people', 'how', 'saw', 'invitation_id as invitation'])
    .execute()
  const same = (event: DoorEvent) =>
    stored.some(
      (one) =>
        one.id === event.id &&
        one.nr === event.nr &&
        one.kind === event.kind &&
        one.undoes === event.undoes &&
        one.saw === event.saw &&
        (one.kind === 'undo' || one.people === event.people) &&
        (one.invitation === null || one.invitation === event.invitation),
    )
  // An event undone twice counts as undone once.
  const undoneBefore = (event: DoorEvent) =>
    event.kind === 'undo' && stored.some(({ undoes, id }) => undoes === event.undoes && id !== event.id)
  if (!events.every((event) => same(event) || undoneBefore(event)))
    throw new Refusal(doorTexts.repeated, { status: 409 })
}

// Limits on a door's events. No real door lets in thousands of people an hour: events above the limit wait on the phone, and the host sees
// that they wait. Nothing is refused, and the door still gets its news.

/** Returns the events that are stored already or have room, in order. An undo of an event without room waits with it. */
async function withRoom(tx: Tx, door: Door, events: DoorEvent[], now: Date): Promise<DoorEvent[]> {
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
    events: Math.min(doorMost.eventsAnHour - lately, doorMost.eventsOfDoor - all),
    walkIns: (seats === null ? doorMost.walkIns : Math.max(doorMost.walkInsAnyway, 2 * seats)) - walkIns,
  }
}
