import { type SqlBool, sql } from 'kysely'
import { endOfOccasion } from '#app/invitations/occasions/times.ts'
import type { FileColumn, Reader } from '#app/kit/list.ts'
import type { Db } from '#app/platform/db.server.ts'
import { tableFile } from '#app/platform/list.server.ts'
import { fileColumns } from './arrivals-file.ts'
import { type Arrival, closesAfter } from './event.ts'
import { arrivalRows, arrivalsOf } from './sync.server.ts'
import { countedOf, flagsOf, headsOf, partyOf } from './verdict.ts'

// The host's page about doors: the phones, the last arrivals, and guests who were let in twice.

export type DoorSeen = {
  id: string
  name: string
  joined: boolean
  /** The code for joining is good until then. */
  joinUntil: Date
  heardAt: Date | null
  unsent: number
  revoked: boolean
}
export type ArrivalSeen = {
  id: string
  name: string | null
  people: number
  door: string
  at: Date
  saw: Arrival['saw']
}
export type FlagSeen = { id: string; name: string; door: string; at: Date; otherDoor: string; otherAt: Date }

export type DoorsPage = Awaited<ReturnType<typeof doorsPage>>

/** Reads the page of the requested occasion, or of the next one that is not over. */
export async function doorsPage(db: Db, gatheringId: string, asked: number | null, now = new Date()) {
  const occasions = await db
    .selectFrom('occasions')
    .where('gathering_id', '=', gatheringId)
    .orderBy('starts_at')
    .select(['id', 'no', 'name', 'zone', 'starts_at as startsAt', 'ends_at as endsAt', 'status'])
    .limit(20)
    .execute()
  // Doors stay open for a day.
  const isOver = (one: (typeof occasions)[number]) => endOfOccasion(one).getTime() + closesAfter < now.getTime()
  const occasion = occasions.find(({ no }) => no === asked) ?? occasions.find((one) => !isOver(one)) ?? occasions.at(-1)
  const choice = occasions.map(({ no, name }) => ({ no, name }))
  if (!occasion) return { choice, occasion: null }
  const { id, no, name, zone, startsAt } = occasion
  const [doors, story, apart] = await Promise.all([doorsOf(db, id), storyOf(db, id), keptApart(db, id)])
  return { choice, occasion: { no, name, zone, startsAt, over: isOver(occasion) }, doors, ...story, apart }
}

async function doorsOf(db: Db, occasionId: string): Promise<DoorSeen[]> {
  const rows = await db
    .selectFrom('doors')
    .where('occasion_id', '=', occasionId)
    .orderBy('created_at')
    .select(['id', 'name', 'joined_at', 'join_until as joinUntil', 'heard_at as heardAt', 'unsent', 'revoked_at'])
    .limit(200)
    .execute()
  return rows.map(({ joined_at, revoked_at, ...row }) => ({
    ...row,
    joined: joined_at !== null,
    revoked: revoked_at !== null,
  }))
}

async function storyOf(db: Db, occasionId: string) {
  const rows = await arrivalRows(db, occasionId)
    .leftJoin('invitations as i', 'i.id', 'a.invitation_id')
    .leftJoin('supporters as s', 's.id', 'i.supporter_id')
    .select(['d.name as doorName', 's.name as guest', 'i.seats', 'i.state', 'i.adults', 'i.children'])
    .limit(50_000)
    .execute()
  const about = new Map(rows.map((row) => [row.id, row]))
  const counted = countedOf(arrivalsOf(rows))
  const party = (_: string, { id }: Arrival) => {
    const { state, adults, children, seats } = about.get(id)!
    return state === null || seats === null ? 0 : partyOf({ state, adults, children, seats })
  }
  const named = (id: string) => about.get(id)?.guest ?? about.get(id)?.name ?? null
  const door = (id: string) => about.get(id)!.doorName
  const last = counted.slice(-30).reverse()
  return {
    heads: headsOf(counted),
    last: last.map(({ id, people, at, saw }): ArrivalSeen => {
      return { id, name: named(id), people, door: door(id), at: new Date(at), saw }
    }),
    flags: flagsOf(counted, party)
      .slice(-50)
      .map(({ arrival, other }): FlagSeen => {
        const { id, at } = arrival
        const first = { otherDoor: door(other.id), otherAt: new Date(other.at) }
        return { id, name: named(id) ?? '', door: door(id), at: new Date(at), ...first }
      }),
  }
}

/** Counts events that doors made after they were revoked. */
async function keptApart(db: Db, occasionId: string): Promise<number> {
  const { n } = await db
    .selectFrom('arrivals as a')
    .innerJoin('doors as d', 'd.id', 'a.door_id')
    .where('a.occasion_id', '=', occasionId)
    .where(sql<SqlBool>`a.at > d.revoked_at`)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Returns all events at a gathering's doors as a file; those made after a door was revoked are marked. */
export function arrivalsFile(db: Db, { id, slug }: { id: string; slug: string }, reader: Reader): Response {
  return tableFile(`${slug}-arrivals`, fileColumns as FileColumn<FileRow>[], pages(db, id), reader)
}

type FileRow = Awaited<ReturnType<ReturnType<typeof fileRows>['execute']>>[number]
const fileRows = (db: Db, gatheringId: string) =>
  db
    .selectFrom('arrivals as a')
    .innerJoin('doors as d', 'd.id', 'a.door_id')
    .innerJoin('occasions as o', 'o.id', 'a.occasion_id')
    .leftJoin('invitations as i', 'i.id', 'a.invitation_id')
    .leftJoin('supporters as s', 's.id', 'i.supporter_id')
    .where('o.gathering_id', '=', gatheringId)
    .orderBy('a.at')
    .orderBy('a.id')
    .select(['a.id', 'a.at', 'o.name as occasion', 'o.zone', 'd.name as door', 'a.kind', 'a.people', 'a.how', 'a.saw'])
    .select(sql<string>`coalesce(s.name, a.name, '')`.as('name'))
    .select(sql<boolean>`exists (select from arrivals u where u.undoes = a.id)`.as('undone'))
    .select(sql<boolean>`coalesce(a.at > d.revoked_at, false)`.as('apart'))

async function* pages(db: Db, gatheringId: string): AsyncGenerator<FileRow[]> {
  for (let from = 0; ; from += 1000) {
    const rows = await fileRows(db, gatheringId).offset(from).limit(1000).execute()
    yield rows
    if (rows.length < 1000) return
  }
}
