import { sql } from 'kysely'
import { endOfOccasion } from '#app/invitations/occasions/times.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { doorTexts } from './door.ts'
import { type Door, doorBy, stateOfDoor } from './doors.server.ts'
import {
  type Arrival,
  closesAfter,
  type DoorEvent,
  type DoorLine,
  doorMost,
  type SyncAsked,
  type Synced,
} from './event.ts'
import { publicKeys } from './keys.server.ts'

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

// The news for a door. Changes are found by transaction ids, not by times: changes of a transaction that was open at the door's last call
// are sent again.

/** Reads all news in one view of the database, so that the next call begins where this answer ends. */
const changesFor = (db: Db, door: Door, since: string | null, now: Date): Promise<Omit<Synced, 'taken' | 'now'>> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { rows } = await sql<{
        xmin: string
      }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`.execute(tx)
      const state = stateOfDoor(door, now)
      const isOpen = state === 'open'
      const own = { id: door.id, name: door.name, lastNr: await lastNrOf(tx, door.id) }
      const about = { since: rows[0]!.xmin, door: own, state, whole: since === null }
      const none = { lines: [], arrivals: [], count: 0, doors: [] }
      const [news, occasion] = await Promise.all([
        isOpen ? newsOf(tx, door, since) : none,
        occasionOf(tx, door, isOpen),
      ])
      return { ...about, ...news, occasion }
    })

async function lastNrOf(tx: Tx, doorId: string): Promise<number> {
  const { nr } = await tx
    .selectFrom('arrivals')
    .where('door_id', '=', doorId)
    .select(({ fn }) => fn.max('nr').as('nr'))
    .executeTakeFirstOrThrow()
  return nr ?? 0
}

async function newsOf(tx: Tx, door: Door, since: string | null) {
  const lines = await linesOf(tx, door.occasionId, since)
  const arrivals = await arrivalsSince(tx, door.occasionId, since)
  const { count } = await tx
    .selectFrom('invitations')
    .where('occasion_id', '=', door.occasionId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const doors = await tx
    .selectFrom('doors')
    .where('occasion_id', '=', door.occasionId)
    .orderBy('created_at')
    .select(['id', 'name'])
    .limit(200)
    .execute()
  return { lines, arrivals, count, doors: doors.map(({ id, name }): [string, string] => [id, name]) }
}

/** Returns changed guests, at most as many as a gathering can have. */
async function linesOf(tx: Tx, occasionId: string, since: string | null): Promise<DoorLine[]> {
  const rows = await tx
    .selectFrom('invitations as i')
    .innerJoin('supporters as s', 's.id', 'i.supporter_id')
    .where('i.occasion_id', '=', occasionId)
    .$if(since !== null, (query) => query.where('i.touched', '>=', since))
    .select(['i.id', 'i.code', 'i.pass_version', 'i.seats', 'i.state', 'i.adults', 'i.children', 's.name'])
    .select(sql<string>`coalesce(right(s.phone, 4), '')`.as('lastFour'))
    .select('i.ended_at as ended')
    .limit(10_000)
    .execute()
  return rows.map(({ ended, ...row }): DoorLine => {
    const { id, code, pass_version: version, seats, state, adults, children, name, lastFour } = row
    const line = [id, code, version, seats, state, adults, children, name, lastFour] as const
    return ended ? [...line, ended.getTime()] : [...line]
  })
}

const arrivalsSince = async (tx: Tx, occasionId: string, since: string | null): Promise<Arrival[]> =>
  arrivalsOf(
    await arrivalRows(tx, occasionId)
      .$if(since !== null, (query) => query.where('a.touched', '>=', since))
      .limit(50_000)
      .execute(),
  )

/** Selects the events at an occasion's doors, in order, without those that a door made after it was revoked. */
export const arrivalRows = (tx: Db | Tx, occasionId: string) =>
  tx
    .selectFrom('arrivals as a')
    .innerJoin('doors as d', 'd.id', 'a.door_id')
    .where('a.occasion_id', '=', occasionId)
    .where(({ or, eb }) => or([eb('d.revoked_at', 'is', null), eb('a.at', '<=', eb.ref('d.revoked_at'))]))
    .orderBy('a.at')
    .orderBy('a.received_at')
    .orderBy('a.id')
    .select(['a.id', 'a.door_id as door', 'a.kind', 'a.undoes', 'a.invitation_id as invitation', 'a.people', 'a.how'])
    .select(['a.saw', 'a.name', 'a.at', 'a.received_at as received'])

export const arrivalsOf = (rows: Awaited<ReturnType<ReturnType<typeof arrivalRows>['execute']>>): Arrival[] =>
  rows.map((row) => ({ ...row, at: row.at.getTime(), received: row.received.getTime() }))

async function occasionOf(tx: Tx, door: Door, isOpen: boolean): Promise<Synced['occasion']> {
  const [keys, others] = isOpen ? await Promise.all([publicKeys(tx, door.occasionId), otherKeys(tx, door)]) : [[], []]
  return {
    id: door.occasionId,
    name: door.occasion,
    title: door.title,
    zone: door.zone,
    startsAt: door.startsAt.getTime(),
    until: endOfOccasion(door).getTime() + closesAfter,
    cancelled: door.status === 'cancelled',
    cancelledAt: door.cancelledAt?.getTime() ?? null,
    walkIns: door.walkIns,
    keys: keys.map((key) => key.toString('base64url')),
    others,
  }
}

async function otherKeys(tx: Tx, door: Door): Promise<Synced['occasion']['others']> {
  const rows = await tx
    .selectFrom('occasions as o')
    .innerJoin('occasion_keys as k', 'k.occasion_id', 'o.id')
    .where('o.gathering_id', '=', door.gatheringId)
    .where('o.id', '<>', door.occasionId)
    .orderBy('o.no')
    .select(['o.id', 'o.name', 'o.starts_at as startsAt', 'k.public'])
    .limit(100)
    .execute()
  const all = new Map<string, Synced['occasion']['others'][number]>()
  for (const { id, name, startsAt, public: key } of rows) {
    const other = all.get(id) ?? { name, startsAt: startsAt.getTime(), keys: [] }
    all.set(id, { ...other, keys: [...other.keys, key.toString('base64url')] })
  }
  return [...all.values()]
}
