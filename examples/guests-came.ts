import { randomBytes, randomUUID } from 'node:crypto'
import { addDoor, joinDoor } from '#app/invitations/door/doors.server.ts'
import type { DoorEvent } from '#app/invitations/door/event.ts'
import { sync } from '#app/invitations/door/sync.server.ts'
import { rememberGuest } from '#app/invitations/kumbukumbu/guests.server.ts'
import { saveAccount } from '#app/invitations/wrap-up/account.server.ts'
import { addPost } from '#app/invitations/wrap-up/posts.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { daysFromNow } from './days.ts'
import type { ExampleGathering } from './guests.ts'
import { guestsOf, type Of } from './of-gathering.ts'

// Who came to the occasions of the examples that are over: helpers scanned their passes. And what their hosts wrote afterwards.

type Event = Omit<DoorEvent, 'id' | 'nr' | 'phoneAt' | 'kind' | 'undoes'>
/** In minutes: guests come after each other, and by the second door later. */
const [apart, later] = [3, 40]

/** Each door is a phone that joined, and sends in the evening what it did. */
export async function letIn(db: Db, of: Of, example: ExampleGathering): Promise<void> {
  const { doors = [] } = example
  if (doors.length === 0) return
  const startsAt = await startOf(db, of)
  const at = (minutes: number) => new Date(startsAt.getTime() + minutes * 60_000)
  const byDoor = await eventsOf(db, of, example)
  for (const [nr, name] of doors.entries()) {
    const { code } = await addDoor(db, of.mine, { no: 1, name }, at(-60))
    const key = randomBytes(32).toString('base64url')
    await joinDoor(db, { code, key }, at(-45))
    const events = byDoor(nr).map((event, place): DoorEvent => {
      const phoneAt = at(apart * place - 15 + later * nr).getTime()
      return { ...event, id: randomUUID(), nr: place + 1, kind: 'in', undoes: null, phoneAt }
    })
    await sync(db, key, { since: null, events, aheadMs: 0, unsent: 0 }, at(180))
  }
}

const startOf = async (db: Db, { id }: Of): Promise<Date> =>
  (
    await db
      .selectFrom('occasions')
      .where('gathering_id', '=', id)
      .where('no', '=', 1)
      .select('starts_at as at')
      .executeTakeFirstOrThrow()
  ).at

/** What each door did: all come by the first one, and of some families the rest by the second. */
async function eventsOf(db: Db, of: Of, { before = [], walkIns = [] }: ExampleGathering) {
  const named = await guestsOf(db, of)
  const invited = await db
    .selectFrom('invitations as i')
    .innerJoin('occasions as o', 'o.id', 'i.occasion_id')
    .where('o.gathering_id', '=', of.id)
    .where('o.no', '=', 1)
    .select(['i.id', 'i.supporter_id as guest', 'i.state'])
    .execute()
  return (door: number): Event[] => [
    ...before.flatMap(({ name, came }) => {
      const people = [came ?? 0].flat()[door] ?? 0
      const { id, state } = invited.find(({ guest }) => guest === named(name).id)!
      const saw = state === 'yes' ? ('good' as const) : ('unanswered' as const)
      return people > 0 ? [{ invitation: id, people, how: 'scan' as const, saw, name: null }] : []
    }),
    ...(door === 0 ? walkIns : []).map(([name, people]): Event => {
      return { invitation: null, people, how: 'walk-in', saw: 'walk-in', name }
    }),
  ]
}

/** The post, the final account and the host's own book, two days later. */
export async function tellAfter(db: Db, of: Of, example: ExampleGathering): Promise<void> {
  const { occasions, before = [], post, account } = example
  const at = daysFromNow(occasions[0]!.inDays + 2)
  if (post) await addPost(db, of.mine, { key: randomUUID(), words: post, photos: [] }, at)
  if (account) {
    const lines = account.map(([what, shillings]) => ({ what, amount: shillings * 100 }))
    await saveAccount(db, of.mine, { version: 0, lines }, at)
  }
  const named = await guestsOf(db, of)
  for (const { name, remembered } of before)
    if (remembered) await rememberGuest(db, of.mine, named(name).id, remembered, at)
}
