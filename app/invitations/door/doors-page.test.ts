import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { forgetSupporters } from '#app/privacy/forget-supporters.server.ts'
import { testDatabase } from '#test/database.ts'
import { someComing, someDoor, someOccasion } from '#test/doors.ts'
import { timePasses } from '#test/time.ts'
import { addDoor, revokeDoor } from './doors.server.ts'
import { arrivalsFile, type DoorsPage, doorsPage } from './doors-page.server.ts'

const reader = { words: wordsIn('en'), language: 'en' } as const
const db = await testDatabase()

type Host = Awaited<ReturnType<typeof someOccasion>>
const seen = async (host: Host, no: number | null = null) =>
  (await doorsPage(db, host.id, no)) as Extract<DoorsPage, { doors: unknown }>
const joinedBefore = (id: string) => timePasses('1 hour', { doors: { occasion_id: id } })

test('the host sees who came where, newest first, without what was taken back', async () => {
  const host = await someOccasion(db)
  const [guest, other] = [await someComing(db, host), await someComing(db, host, { name: 'Otieno' })]
  const gate = await someDoor(db, host)
  const wrong = gate.lets(other.invitation)
  await gate.sends([gate.lets(guest.invitation), wrong, gate.undoes(wrong)], { unsent: 3 })
  await gate.sends([gate.lets(null, { name: 'Baba Amina', people: 1, how: 'walk-in', saw: 'walk-in' })], { unsent: 3 })
  const { heads, last, flags, doors, apart } = await seen(host)
  expect([heads, flags, apart]).toEqual([3, [], 0])
  expect(last.map(({ name, people, door, saw }) => [name, people, door, saw])).toEqual([
    ['Baba Amina', 1, 'Main gate', 'walk-in'],
    ['Mama Njeri', 2, 'Main gate', 'good'],
  ])
  expect(doors.map(({ name, joined, unsent, revoked }) => [name, joined, unsent, revoked])).toEqual([
    ['Main gate', true, 3, false],
  ])
})

test('a pass that two doors let in is named with both doors and both times', async () => {
  const host = await someOccasion(db)
  const guest = await someComing(db, host)
  const [a, b] = [await someDoor(db, host), await someDoor(db, host, 'Gate B')]
  await joinedBefore(host.occasionId)
  await a.sends([a.lets(guest.invitation, { ago: 4 })])
  await b.sends([b.lets(guest.invitation, { ago: 9 })])
  const { flags, heads } = await seen(host)
  expect(flags.map(({ name, door, otherDoor }) => [name, door, otherDoor])).toEqual([
    ['Mama Njeri', 'Main gate', 'Gate B'],
  ])
  expect(flags[0]!.at.getTime()).toBeGreaterThan(flags[0]!.otherAt.getTime())
  expect(heads).toBe(4)
})

test('what a door did after it was shut is not counted, said, and marked in the file', async () => {
  const host = await someOccasion(db)
  const guest = await someComing(db, host)
  const door = await someDoor(db, host)
  const { id } = (await seen(host)).doors[0]!
  const before = door.lets(guest.invitation)
  await door.sends([before])
  await revokeDoor(db, host.mine, id)
  await new Promise((resolve) => setTimeout(resolve, 20))
  await door.sends([door.lets(guest.invitation, { saw: 'again' })])
  const { heads, apart, doors } = await seen(host)
  expect([heads, apart, doors[0]!.revoked]).toEqual([2, 1, true])
  const lines = (await arrivalsFile(db, host, reader).text()).trim().split('\r\n')
  expect(lines.slice(1).map((line) => line.split(',').slice(1))).toEqual([
    ['Ruracio of Wanjiku', 'Main gate', 'Mama Njeri', '2', 'On the list', ''],
    ['Ruracio of Wanjiku', 'Main gate', 'Mama Njeri', '2', 'Had come before', 'After the door was shut'],
  ])
})

test('a name that is a formula is none in the file, and two doors of an occasion have two names', async () => {
  const host = await someOccasion(db)
  const door = await someDoor(db, host)
  await door.sends([door.lets(null, { name: '=cmd|1', how: 'walk-in', saw: 'walk-in' })])
  expect(await arrivalsFile(db, host, reader).text()).toContain("'=cmd|1")
  await expect(addDoor(db, host.mine, { no: 1, name: 'MAIN GATE' })).rejects.toMatchObject({ field: 'name' })
})

test('a guest who is forgotten leaves no name at the doors, and what was counted stays', async () => {
  const host = await someOccasion(db)
  const guest = await someComing(db, host, { name: 'Mama Njeri' })
  const door = await someDoor(db, host)
  await door.sends([
    door.lets(guest.invitation, { name: 'Mama Njeri' }),
    door.lets(null, { name: 'mama njeri', how: 'walk-in', saw: 'walk-in' }),
    door.lets(null, { name: 'Baba Amina', how: 'walk-in', saw: 'walk-in' }),
  ])
  const { since } = await door.sends()
  await db.transaction().execute((tx) => forgetSupporters(tx, [guest.id], { now: new Date(), comes: true }))
  const { last, heads } = await seen(host)
  expect([heads, last.map(({ name }) => name).sort()]).toEqual([6, ['Baba Amina', 'Forgotten guest', null]])
  const told = await door.sends([], { since })
  expect([told.lines.map(([, , , , , , , name]) => name), told.arrivals.map(({ name }) => name)]).toEqual([
    ['Forgotten guest'],
    expect.arrayContaining([null, null]),
  ])
  const { rows } = await sql`select from arrivals where lower(name) = 'mama njeri'`.execute(db)
  expect(rows).toEqual([])
})
