import { sql } from 'kysely'
import { endOfOccasion } from '#app/invitations/occasions/times.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { type Door, stateOfDoor } from './doors.server.ts'
import { type Arrival, closesAfter, type DoorLine, type Synced } from './event.ts'
import { publicKeys } from './keys.server.ts'

// The news for a door. Changes are found by transaction ids, not by times: changes of a transaction that was open at the door's last call
// are sent again.

/** Reads all news in one view of the database, so that the next call begins where this answer ends. */
export const changesFor = (
  db: Db,
  door: Door,
  since: string | null,
  now: Date,
): Promise<Omit<Synced, 'taken' | 'now'>> =>
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
