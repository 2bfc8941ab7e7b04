import { randomBytes, randomUUID } from 'node:crypto'
import { addDoor, joinDoor } from '#app/invitations/door/doors.server.ts'
import type { DoorEvent, SyncAsked } from '#app/invitations/door/event.ts'
import { sync } from '#app/invitations/door/sync.server.ts'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { dayIn, someGathering, someGuest } from './gatherings.ts'

// What tests of doors are about: an occasion that is tomorrow, a door that a phone joined, and what it did.

export const tomorrow = { day: dayIn(1) }

export const someOccasion = (db: Db, own: Record<string, string> = {}) => someGathering(db, { ...tomorrow, ...own })
type Host = Awaited<ReturnType<typeof someGathering>>

/** A guest who comes, with the id and the code of their invitation. */
export async function someComing(
  db: Db,
  host: Host,
  { adults = 2, name = 'Mama Njeri', phone = null }: { adults?: number; name?: string; phone?: string | null } = {},
) {
  const guest = await someGuest(db, host, { name, phone, seats: adults })
  await answer(db, guest.link, { no: 1, reply: 'yes', adults, children: 0 })
  const row = await db
    .selectFrom('invitations')
    .where('supporter_id', '=', guest.id)
    .select(['id', 'code'])
    .executeTakeFirstOrThrow()
  return { ...guest, invitation: row.id, code: row.code }
}

/** A door that a phone has joined. */
export async function someDoor(db: Db, { mine }: Host, name = 'Main gate') {
  const { code } = await addDoor(db, mine, { no: 1, name })
  const key = randomBytes(32).toString('base64url')
  await joinDoor(db, { code, key })
  let nr = 0
  /** People are let in at this door; `ago`: how many minutes since, by the phone's clock. */
  const lets = (invitation: string | null, own: Partial<DoorEvent> & { ago?: number } = {}): DoorEvent => {
    const { ago = 0, ...more } = own
    nr += 1
    const made = { id: randomUUID(), nr, kind: 'in', undoes: null, invitation, people: 2, how: 'scan', saw: 'good' }
    return { ...made, name: null, phoneAt: Date.now() - ago * 60_000, ...more } as DoorEvent
  }
  const undoes = (event: DoorEvent) => lets(event.invitation, { kind: 'undo', undoes: event.id, people: 0 })
  const sends = (events: DoorEvent[] = [], asked: Partial<SyncAsked> = {}, now?: Date) =>
    sync(db, key, { since: null, events, aheadMs: 0, unsent: 0, ...asked }, now)
  return { key, code, name, lets, undoes, sends }
}
