import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { hostIsHere } from '#app/invitations/occasions/host-here.server.ts'
import { endOfOccasion } from '#app/invitations/occasions/times.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import type { Args } from '#app/platform/form-action.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { doorTexts } from './door.ts'
import { closesAfter, type DoorState, doorMost, opensLater } from './event.ts'
import { keyIn } from './keys.server.ts'

// The doors of an occasion: the host names one, a helper's phone joins it, and the host can shut it.

const day = 86_400_000

/** Names a door. Returns the code by which a phone joins it, which is shown once, and its first moment if that is still to come. */
export const addDoor = (
  db: Db,
  mine: Hosting,
  { no, name }: { no: number; name: string },
  now = new Date(),
): Promise<{ code: string; opens: Date | null; zone: string }> =>
  changingGathering(db, mine, async (tx, gathering) => {
    const occasion = await tx
      .selectFrom('occasions')
      .where('gathering_id', '=', gathering.id)
      .where('no', '=', no)
      .select(['id', 'zone', 'starts_at as startsAt', 'ends_at as endsAt'])
      .executeTakeFirst()
    if (!occasion) throw new Refusal(doorTexts.occasionMissing, { status: 404 })
    if (endOfOccasion(occasion).getTime() + closesAfter < now.getTime()) throw new Refusal(doorTexts.over)
    const there = await tx
      .selectFrom('doors')
      .where('occasion_id', '=', occasion.id)
      .select(['name', 'revoked_at'])
      .execute()
    if (there.some((door) => door.name.toLowerCase() === name.toLowerCase()))
      throw new Refusal(doorTexts.nameTaken, { status: 422, field: 'name' })
    if (there.filter((door) => !door.revoked_at).length >= doorMost.doors) throw new Refusal(doorTexts.manyDoors)
    await keyIn(tx, occasion.id)
    const code = newJoinCode()
    const opens = opensLater(occasion, now)
    // The code's day begins when phones can join: otherwise the code for a distant occasion would expire before.
    const until = new Date((opens ?? now).getTime() + day)
    await tx
      .insertInto('doors')
      .values({ occasion_id: occasion.id, name, join_hash: hashOf(code), join_until: until })
      .execute()
    return { code, opens, zone: occasion.zone }
  })

/** Shuts a door. Its events until now count; later ones are kept apart. */
export const revokeDoor = (db: Db, mine: Hosting, id: string): Promise<void> =>
  changingGathering(db, mine, async (tx, gathering) => {
    const { numUpdatedRows } = await tx
      .updateTable('doors')
      .set({ revoked_at: sql`coalesce(revoked_at, clock_timestamp())`, join_hash: null })
      .where('id', '=', id)
      .where('occasion_id', 'in', (eb) =>
        eb.selectFrom('occasions').where('gathering_id', '=', gathering.id).select('id'),
      )
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal(doorTexts.doorMissing, { status: 404 })
  })

export type Door = NonNullable<Awaited<ReturnType<typeof doorBy>>>

/** Finds the door with this secret, with its occasion. */
export const doorBy = (db: Db | Tx, key: string) => doors(db).where('d.key_hash', '=', hashOf(key)).executeTakeFirst()

const doors = (db: Db | Tx) =>
  db
    .selectFrom('doors as d')
    .innerJoin('occasions as o', 'o.id', 'd.occasion_id')
    .innerJoin('gatherings as g', 'g.id', 'o.gathering_id')
    .select([
      'd.id',
      'd.name',
      'd.joined_at as joinedAt',
      'd.heard_at as heardAt',
      'd.unsent',
      'd.revoked_at as revokedAt',
    ])
    .select(['o.id as occasionId', 'o.name as occasion', 'o.zone', 'o.starts_at as startsAt', 'o.ends_at as endsAt'])
    .select([
      'o.status',
      'o.cancelled_at as cancelledAt',
      'o.walk_ins as walkIns',
      'g.id as gatheringId',
      'g.title',
      'd.key_hash as keyHash',
    ])
    .select(sql<boolean>`g.status = 'stopped' or not ${hostIsHere}`.as('isClosed'))

/** Returns the state of a door now. */
export function stateOfDoor(door: Pick<Door, 'revokedAt' | 'isClosed' | 'startsAt' | 'endsAt'>, now: Date): DoorState {
  if (door.revokedAt) return 'revoked'
  if (door.isClosed) return 'closed'
  if (opensLater(door, now)) return 'early'
  return now.getTime() > endOfOccasion(door).getTime() + closesAfter ? 'over' : 'open'
}

/**
 * Joins a phone by a code. The code is good once, for a day, from when doors open on. Returns for how many seconds the phone is remembered.
 * The phone that used the code may join again with the same secret, also after the occasion and when the door is shut: its first answer, or
 * its cookie, may have been lost, and its events of a time without a network wait on it.
 */
export const joinDoor = (db: Db, asked: { code: string; key: string }, now = new Date()): Promise<number> =>
  inOneGo(db, async (tx) => {
    const keyHash = hashOf(asked.key)
    const door =
      (await doorBy(tx, asked.key)) ??
      (await doors(tx).where('d.join_hash', '=', hashOf(asked.code)).forUpdate('d').executeTakeFirst())
    const isAgain = door?.keyHash?.equals(keyHash) ?? false
    if (!door || (door.keyHash && !isAgain)) throw new Refusal(doorTexts.codeGone, { status: 404 })
    const state = stateOfDoor(door, now)
    if (!isAgain && state === 'early') throw new Refusal(doorTexts.early)
    const joined = isAgain || (state === 'open' && (await join(tx, door.id, { keyHash, now })))
    if (!joined) throw new Refusal(doorTexts.codeGone, { status: 404 })
    await tell(tx, `gathering:${door.gatheringId}`)
    const until = endOfOccasion(door).getTime() + closesAfter + 4 * day
    return Math.ceil(Math.max(until - now.getTime(), shortest) / 1000)
  })

/** In milliseconds. A phone that comes very late has time to send its events. */
const shortest = 3_600_000

async function join(tx: Tx, id: string, { keyHash, now }: { keyHash: Buffer; now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('doors')
    .set({ key_hash: keyHash, joined_at: now, heard_at: now })
    .where('id', '=', id)
    .where('key_hash', 'is', null)
    .where('join_until', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

// The secrets of a door: first the scanned code, then a secret of its own. For both we store only the SHA-256.

const letters = '23456789abcdefghijkmnpqrstuvwxyz'
/** Makes a code of sixty random bits, good once and for a day. */
const newJoinCode = (): string => Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

const cookieName = 'door'
/** Builds a door's cookie. Browsers send it only to doors' calls. */
export const doorCookie = (key: string, seconds: number, isSecure: boolean): string =>
  `${cookieName}=${key}; HttpOnly; SameSite=Strict; Path=/api/door; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`

const doorKeyIn = (header: string | null): string | undefined =>
  /(?:^|;\s*)door=([\w-]{43})(?:;|$)/.exec(header ?? '')?.[1]

// Checks shared by the three calls of a door.

/** Refuses calls from outside our pages. Browsers name the page; other programs are no door. */
export function ownPageOnly({ request, context }: Args): void {
  if (request.headers.get('origin') !== context.get(askedContext).origin)
    throw new Refusal(doorTexts.notFromHere, { status: 403 })
}

/** Returns the secret of the door that calls. */
export function doorKeyOf({ request }: Args): string {
  const key = doorKeyIn(request.headers.get('cookie'))
  if (!key) throw new Refusal(doorTexts.unknownDoor, { status: 401 })
  return key
}
