import { expect, test } from 'vitest'
import { brokenBy } from '#test/broken-by.ts'
import { testDatabase } from '#test/database.ts'
import { someComing, someDoor } from '#test/doors.ts'
import { dayIn, someGathering, someGuest } from '#test/gatherings.ts'
import { brokenInvariants } from './checks.ts'
import { guestRules } from './checks-guests.ts'

// Each rule of guests, and what breaks it. G4 and G10 are among those of money: see checks.test.ts.

const db = await testDatabase({ asOwner: true })
const host = await someGathering(db, { day: dayIn(1), capacity: '10' })
const guest = await someComing(db, host)
await someGuest(db, host, { name: 'Baba Otieno' })
const [door] = [await someDoor(db, host), await someDoor(db, host, 'Gate B')]
const came = door.lets(guest.invitation)
await door.sends([came])
await door.sends([door.undoes(came)])

const offered = (ended: string) =>
  `update invitations set state = 'offered', waits_since = now(), offer_until = now() - interval '${ended}' where state = 'yes'`
const waiting = (people: number) =>
  `update invitations set state = 'waiting', waits_since = now(), adults = ${people} where state = 'yes'`
const line = (began: string) => `
  insert into messages (gathering_id, kind) select id, 'note' from gatherings;
  insert into message_lines (message_id, supporter_id, way, state, at)
    select m.id, s.id, 'mail', 'sending', now() - interval '${began}' from messages m, supporters s`

const broken: [id: string, statement: string][] = [
  ['G1', 'update occasion_seats set taken = taken + 1'],
  ['G1', `update invitations set adults = adults + 1 where state = 'yes'`],
  ['G1', 'update occasion_seats set taken = 0'],
  ['G2', offered('6 minutes')],
  ['G3', waiting(10).replace('set ', 'set children = 0, ').concat('; update occasion_seats set taken = 0')],
  ['G5', "update arrivals set undoes = gen_random_uuid() where kind = 'undo'"],
  ['G5', `update arrivals a set door_id = d.id from doors d where a.kind = 'undo' and d.id <> a.door_id`],
  ['G6', line('21 minutes')],
  ['G7', 'update invitations set in_calendar = true'],
  ['G8', 'delete from occasion_seats'],
  ['G8', 'update occasion_keys set retired_at = now()'],
  ['G9', `update invitations set state = 'maybe' where state = 'yes'`],
  ['G9', 'delete from answers'],
]

test('guests that are right break no rule', async () => {
  expect(await brokenInvariants(db)).toEqual([])
})

test.each(broken)('%s is seen when it is broken: %s', async (id, statement) => {
  expect(await brokenBy(db, statement)).toContain(id)
})

test.each([
  ['G2', offered('4 minutes')],
  ['G3', waiting(11)],
  ['G6', line('19 minutes')],
])('%s is not broken yet: %s', async (id, statement) => {
  expect(await brokenBy(db, statement)).not.toContain(id)
})

test('no rule of guests is without what breaks it', () => {
  expect([...new Set([...broken.map(([id]) => id), 'G4', 'G10'])].sort()).toEqual(guestRules.map(({ id }) => id).sort())
})
