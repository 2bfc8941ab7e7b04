import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import { replacePass } from '#app/invitations/guests/host.server.ts'
import { brokenBooks } from '#test/books.ts'
import { chance } from '#test/chance.ts'
import { testDatabase } from '#test/database.ts'
import { someComing, someDoor, someOccasion } from '#test/doors.ts'
import { oneRow } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { addDoor, joinDoor, revokeDoor } from './doors.server.ts'
import { closesAfter, type DoorEvent, type DoorLine, doorMost } from './event.ts'
import { leave } from './sync.server.ts'
import { countedOf, flagsOf, headsOf, verdictOf } from './verdict.ts'

const db = await testDatabase()
afterEach(async () => expect(await brokenBooks(db)).toEqual([]))

const stored = (occasionId: string) =>
  db.selectFrom('arrivals').where('occasion_id', '=', occasionId).orderBy('at').orderBy('nr').selectAll().execute()
const inside = async (occasionId: string) => {
  const { n } = await db
    .selectFrom('people_inside')
    .where('occasion_id', '=', occasionId)
    .select(({ fn }) => fn.sum<number>('people').as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}
/** Their phones joined three hours ago. */
const joinedBefore = (id: string) => timePasses('3 hours', { doors: { occasion_id: id } })
type Host = Awaited<ReturnType<typeof someOccasion>>
const doorOf = async (occasionId: string) =>
  (await db.selectFrom('doors').where('occasion_id', '=', occasionId).select('id').executeTakeFirstOrThrow()).id
const refused = (asked: Promise<unknown>) =>
  asked.then(
    () => 'taken',
    ({ status }: { status?: number }) => status,
  )

describe('joining', () => {
  test('a code lets one phone in, and that one again; nobody else, and nobody a day later', async () => {
    const host = await someOccasion(db)
    const { code } = await addDoor(db, host.mine, { no: 1, name: 'Gate' })
    const keys = Array.from({ length: 12 }, () => randomUUID())
    const came = await Promise.all(keys.map((key) => refused(joinDoor(db, { code, key }))))
    expect(came.filter((one) => one === 'taken')).toHaveLength(1)
    const key = keys[came.indexOf('taken')]!
    expect(await refused(joinDoor(db, { code, key }))).toBe('taken')
    const late = await addDoor(db, host.mine, { no: 1, name: 'Late' })
    const day = new Date(Date.now() + 24 * 3_600_000 + 1000)
    expect(await refused(joinDoor(db, { code: late.code, key: randomUUID() }, day))).toBe(404)
  })

  test('a code that was made long before is good for a day from when doors open, and the host is told when that is', async () => {
    const far = await someOccasion(db, { day: '2027-06-10' })
    const { code, opens, zone } = await addDoor(db, far.mine, { no: 1, name: 'Gate' })
    expect([opens?.toISOString(), zone]).toEqual(['2027-06-08T07:00:00.000Z', 'Africa/Nairobi'])
    const opened = (minutes: number) => new Date(opens!.getTime() + minutes * 60_000)
    const tried = (when: Date, one = code) => refused(joinDoor(db, { code: one, key: randomUUID() }, when))
    expect(await tried(opened(-1))).toBe(409)
    const second = await addDoor(db, far.mine, { no: 1, name: 'Gate B' })
    expect(await tried(opened(24 * 60 + 1), second.code)).toBe(404)
    expect(await tried(opened(24 * 60 - 1))).toBe('taken')
    const near = await someOccasion(db)
    expect((await addDoor(db, near.mine, { no: 1, name: 'Gate' })).opens).toBeNull()
  })

  test('a phone that lost its cookie is let in again when the occasion is over, and when the door is shut, and sends what it did', async () => {
    for (const [name, end] of [
      ['Over', () => timePasses('9 days')],
      ['Shut', async (host: Host) => revokeDoor(db, host.mine, await doorOf(host.occasionId))],
    ] as const) {
      const host = await someOccasion(db)
      const guest = await someComing(db, host)
      const door = await someDoor(db, host, name)
      const event = door.lets(guest.invitation)
      await end(host)
      expect(await refused(joinDoor(db, { code: door.code, key: randomUUID() })), name).toBe(404)
      expect(await joinDoor(db, { code: door.code, key: door.key }), name).toBeGreaterThanOrEqual(3600)
      expect((await door.sends([event])).taken, name).toEqual([event.id])
    }
  })

  test('not before two days ahead, and at most twelve doors', async () => {
    const far = await someOccasion(db, { day: '2027-06-01' })
    const made = await addDoor(db, far.mine, { no: 1, name: 'Gate' })
    expect(await refused(joinDoor(db, { code: made.code, key: randomUUID() }))).toBe(409)
    for (let nr = 1; nr < doorMost.doors; nr++) await addDoor(db, far.mine, { no: 1, name: `Gate ${nr}` })
    expect(await refused(addDoor(db, far.mine, { no: 1, name: 'One more' }))).toBe(409)
    expect(await refused(addDoor(db, { ...far.mine, personId: randomUUID() }, { no: 1, name: 'Not mine' }))).toBe(404)
  })
})

describe('what a door is told', () => {
  test('first everybody, then what is new: answers, names and what other doors did', async () => {
    const host = await someOccasion(db)
    const [guest] = [await someComing(db, host), await someComing(db, host, { name: 'Otieno' })]
    const [a, b] = [await someDoor(db, host), await someDoor(db, host, 'Gate B')]
    const all = await a.sends()
    expect([all.whole, all.lines.length, all.count, all.state, all.occasion.keys.length]).toEqual([
      true,
      2,
      2,
      'open',
      1,
    ])
    expect(all.lines.find(([id]) => id === guest.invitation)).toContain('Mama Njeri')
    // Transactions of other tests are open at the same time, and what is known already may be told again.
    let { since } = all
    const again = async () => {
      const told = await a.sends([], { since })
      since = told.since
      return told.lines
    }
    await expect.poll(again).toEqual([])
    await answer(db, guest.link, { no: 1, reply: 'no', adults: 0, children: 0 })
    await b.sends([b.lets(guest.invitation)])
    const news = await a.sends([], { since })
    expect([news.lines.map(([id, , , , state]) => [id, state]), news.arrivals.length]).toEqual([
      [[guest.invitation, 'no']],
      1,
    ])
    await db.updateTable('supporters').set({ name: 'Forgotten guest' }).where('id', '=', guest.id).execute()
    const later = await a.sends([], { since: news.since })
    expect(later.lines.map(([, , , , , , , name]) => name)).toEqual(['Forgotten guest'])
  })

  test('O11: a pass that the host replaced is red at a door that has heard of it, and its code is nobody’s', async () => {
    const host = await someOccasion(db)
    const guest = await someComing(db, host)
    const door = await someDoor(db, host)
    const all = await door.sends()
    const [[id, oldCode, oldVersion]] = all.lines as [DoorLine]
    await replacePass(db, host.mine, guest.id, 1)
    const { lines } = await door.sends([], { since: all.since })
    const [[, code, version, seats, state, adults, children, name, lastFour, ended = 0]] = lines as [DoorLine]
    expect([version, code === oldCode]).toEqual([oldVersion + 1, false])
    const known = { id, code, version, seats, state, adults, children, name, lastFour, ended }
    expect(Math.abs(Date.now() - ended)).toBeLessThan(60_000)
    const met = (shown: number) =>
      verdictOf(
        {
          what: 'pass',
          pass: { tag: 1, invitation: id, version: shown, seats },
          signed: { by: 'us' },
          guest: known,
        },
        [],
        { cancelled: false },
      )
    expect([met(oldVersion), met(version)].map(({ colour, word }) => [colour, word])).toEqual([
      ['red', 'replaced'],
      ['green', 'welcome'],
    ])
    // A pass says in one byte which it is.
    await db.updateTable('invitations').set({ pass_version: 255 }).where('id', '=', id).execute()
    await expect(replacePass(db, host.mine, guest.id, 1)).rejects.toThrow('replaced too often')
    const stranger = await someOccasion(db)
    await expect(replacePass(db, stranger.mine, guest.id, 1)).rejects.toMatchObject({ status: 404 })
    await expect(replacePass(db, host.mine, guest.id, 2)).rejects.toMatchObject({ status: 404 })
  })

  test('what was committed late is not missed', async () => {
    const host = await someOccasion(db)
    const guest = await someComing(db, host)
    const door = await someDoor(db, host)
    await db.transaction().execute(async (slow) => {
      await sql`update invitations set seats = 9, touched = pg_current_xact_id() where id = ${guest.invitation}`.execute(
        slow,
      )
      const before = await door.sends()
      // Another transaction begins and ends meanwhile.
      await sql`select pg_current_xact_id()`.execute(db)
      const still = await door.sends([], { since: before.since })
      expect(still.lines.map(([, , , seats]) => seats)).not.toContain(9)
      Object.assign(door, { since: still.since })
    })
    const { since } = door as unknown as { since: string }
    expect((await door.sends([], { since })).lines.map(([, , , seats]) => seats)).toEqual([9])
  })

  test('nothing of guests once the day after is over, or while the host is shut out; what it did is taken all the same', async () => {
    const host = await someOccasion(db)
    const guest = await someComing(db, host)
    const door = await someDoor(db, host)
    const { starts_at: starts } = await oneRow('occasions', { id: host.occasionId })
    const late = new Date(starts.getTime() + 6 * 3_600_000 + closesAfter + 1000)
    const over = await door.sends([door.lets(guest.invitation)], {}, late)
    expect([over.state, over.lines, over.occasion.keys, over.taken.length]).toEqual(['over', [], [], 1])
    await sql`update users set suspended_at = now(), suspended_why = 'A test' where id = ${host.personId}`.execute(db)
    const shut = await door.sends([door.lets(guest.invitation)])
    expect([shut.state, shut.lines, shut.taken.length]).toEqual(['closed', [], 1])
  })

  test('a phone that let go of its door, or never was one, is told nothing', async () => {
    const host = await someOccasion(db)
    const door = await someDoor(db, host)
    await leave(db, door.key)
    expect((await door.sends()).state).toBe('revoked')
    expect(await refused(leave(db, 'x'.repeat(43)))).toBe(401)
  })
})

describe('what a door sends', () => {
  test('O12: the same pass at two doors without a network: both are kept and counted, the later one flagged', async () => {
    const host = await someOccasion(db)
    const guest = await someComing(db, host)
    const [a, b] = [await someDoor(db, host), await someDoor(db, host, 'Gate B')]
    await joinedBefore(host.occasionId)
    const [first, later] = [b.lets(guest.invitation, { ago: 9 }), a.lets(guest.invitation, { ago: 4 })]
    await a.sends([later])
    await b.sends([first])
    for (const door of [a, b]) {
      const { arrivals } = await door.sends()
      const flags = flagsOf(countedOf(arrivals), () => 2)
      expect(flags.map(({ arrival, other }) => [arrival.id, other.id])).toEqual([[later.id, first.id]])
      expect(headsOf(countedOf(arrivals))).toBe(4)
    }
    expect(await inside(host.occasionId)).toBe(4)
  })

  test('O16: clocks that are minutes or a day off, or are moved: nothing is refused, and the order is right', async () => {
    const host = await someOccasion(db)
    const guest = await someComing(db, host)
    const order: string[] = []
    for (const [nr, off] of [10, -10, 1440, -1440].entries()) {
      const door = await someDoor(db, host, `Gate ${nr}`)
      await joinedBefore(host.occasionId)
      const event = door.lets(guest.invitation, { ago: 60 - 10 * nr - off })
      order.push(event.id)
      expect((await door.sends([event], { aheadMs: off * 60_000 })).taken).toEqual([event.id])
    }
    expect((await stored(host.occasionId)).map(({ id }) => id)).toEqual(order)
    // Moved while it was offline: what it did earlier stays earlier, and nothing is in the time to come.
    const moved = await someDoor(db, host, 'Moved')
    const events = [60 * 24, -60 * 24, 5].map((ago) => moved.lets(guest.invitation, { ago }))
    await moved.sends(events)
    const rows = (await stored(host.occasionId)).filter(({ id }) => events.some((event) => event.id === id))
    expect(rows.map(({ nr }) => nr)).toEqual([1, 2, 3])
    expect(rows.every(({ at }) => at.getTime() <= Date.now())).toBe(true)
  })

  test('O18: sent five times, in pieces, shuffled and by two tabs at once: each is there once', async () => {
    const host = await someOccasion(db)
    const guest = await someComing(db, host)
    const door = await someDoor(db, host)
    const events: DoorEvent[] = []
    for (let nr = 0; nr < 20; nr++) {
      const event = door.lets(guest.invitation)
      events.push(event, door.undoes(event), door.lets(guest.invitation))
    }
    const taken = new Set<string>()
    const luck = chance()
    for (let round = 0; round < 5; round++) {
      const shuffled = events
        .map((event) => [luck.next(), event] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, event]) => event)
      const pieces = [shuffled.slice(0, 20), shuffled.slice(20, 40), shuffled.slice(40), shuffled]
      const answers = await Promise.all(pieces.map((piece) => door.sends(piece)))
      for (const id of answers.flatMap((one) => one.taken)) taken.add(id)
    }
    expect([taken.size, (await stored(host.occasionId)).length, await inside(host.occasionId)]).toEqual([60, 60, 40])
  })

  test('two calls of one phone at once: what it did first stays first, though its clock was moved in between [T491]', async () => {
    const host = await someOccasion(db)
    const guest = await someComing(db, host)
    const doors = await Promise.all(Array.from({ length: 12 }, (_, nr) => someDoor(db, host, `Gate ${nr}`)))
    await joinedBefore(host.occasionId)
    const calls = doors.flatMap((door) => {
      const [first, moved] = [door.lets(guest.invitation), door.lets(guest.invitation, { ago: 120 })]
      return [door.sends([first]), door.sends([moved])]
    })
    await Promise.all(calls)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from arrivals a join arrivals b
      on b.door_id = a.door_id and b.nr > a.nr and b.at < a.at where a.occasion_id = ${host.occasionId}`.execute(db)
    expect(rows[0]!.n).toBe(0)
  })

  test('O19: taken back without a network while another door lets in: both are kept, and the count is right', async () => {
    const host = await someOccasion(db)
    const guest = await someComing(db, host)
    const [a, b] = [await someDoor(db, host), await someDoor(db, host, 'Gate B')]
    const first = a.lets(guest.invitation)
    await a.sends([first])
    const undo = a.undoes(first)
    await b.sends([b.lets(guest.invitation, { saw: 'again' })])
    await a.sends([undo])
    expect([(await stored(host.occasionId)).length, await inside(host.occasionId)]).toEqual([3, 2])
    // Taken back a second time it is taken back once.
    const again = a.undoes(first)
    expect((await a.sends([again])).taken).toEqual([again.id])
    expect(await inside(host.occasionId)).toBe(2)
  })

  test('what takes back something that has not come yet waits on the phone', async () => {
    const host = await someOccasion(db)
    const guest = await someComing(db, host)
    const door = await someDoor(db, host)
    const event = door.lets(guest.invitation)
    const undo = door.undoes(event)
    expect((await door.sends([undo])).taken).toEqual([])
    expect((await door.sends([undo, event])).taken).toHaveLength(2)
  })

  test('O20: a door is shut with 40 unsent: what it did before counts, what came later is kept apart', async () => {
    const host = await someOccasion(db)
    const guest = await someComing(db, host)
    const door = await someDoor(db, host)
    const id = await doorOf(host.occasionId)
    await timePasses('1 hour', { doors: { id } })
    const events = Array.from({ length: 40 }, (_, nr) => door.lets(guest.invitation, { ago: 39 - nr, people: 1 }))
    await revokeDoor(db, host.mine, id)
    await timePasses('19.5 minutes', { doors: { id } })
    const { state, taken, lines } = await door.sends(events)
    expect([state, taken.length, lines]).toEqual(['revoked', 40, []])
    expect([(await stored(host.occasionId)).length, await inside(host.occasionId)]).toEqual([40, 20])
    const other = await someDoor(db, host, 'Gate B')
    expect((await other.sends()).arrivals).toHaveLength(20)
  })

  test('a number that comes again with something else is refused, and so is the event of another door', async () => {
    const host = await someOccasion(db)
    const guest = await someComing(db, host)
    const [a, b] = [await someDoor(db, host), await someDoor(db, host, 'Gate B')]
    const event = a.lets(guest.invitation)
    await a.sends([event])
    for (const other of [
      { ...event, id: randomUUID() },
      { ...event, people: 1 },
      { ...event, saw: 'over' as const },
    ])
      expect(await refused(a.sends([other]))).toBe(409)
    expect(await refused(b.sends([event]))).toBe(409)
    expect(await stored(host.occasionId)).toHaveLength(1)
  })

  test('who is on no list of this occasion is kept without an invitation', async () => {
    const [host, other] = [await someOccasion(db), await someOccasion(db)]
    const elsewhere = await someComing(db, other)
    const door = await someDoor(db, host)
    await door.sends([
      door.lets(randomUUID()),
      door.lets(elsewhere.invitation),
      door.lets(null, { name: 'Baba Otieno' }),
    ])
    expect((await stored(host.occasionId)).map((row) => row.invitation_id)).toEqual([null, null, null])
  })
})

describe('how much a door stores', () => {
  const walkIns = (door: Awaited<ReturnType<typeof someDoor>>, many: number) =>
    Array.from({ length: many }, () =>
      door.lets(null, { how: 'walk-in', saw: 'walk-in', name: 'Somebody new', people: 1 }),
    )

  test('of walk-ins, twice as many as there are seats; what is more waits on the phone, and scans go on', async () => {
    const host = await someOccasion(db, { capacity: '300' })
    const guest = await someComing(db, host)
    const [a, b] = [await someDoor(db, host), await someDoor(db, host, 'Gate B')]
    for (let batch = 0; batch < 3; batch++) expect((await a.sends(walkIns(a, 200))).taken).toHaveLength(200)
    const [more, scan] = [walkIns(b, 1), b.lets(guest.invitation)]
    const { taken } = await b.sends([...more, b.undoes(more[0]!), scan])
    expect(taken).toEqual([scan.id])
    expect((await stored(host.occasionId)).filter(({ how }) => how === 'walk-in')).toHaveLength(600)
  })

  test('of anything, three thousand an hour; what was stored and comes again is taken, and what others did is told', async () => {
    const host = await someOccasion(db)
    const door = await someDoor(db, host)
    const first = walkIns(door, 200)
    await door.sends(first)
    await sql`insert into arrivals (id, occasion_id, door_id, nr, kind, people, how, saw, phone_at, at, received_at)
      select gen_random_uuid(), a.occasion_id, a.door_id, 1000 + one, 'in', 1, 'code', 'good', a.phone_at, a.at, a.received_at
      from (select * from arrivals where id = ${first[0]!.id}) a, generate_series(1, 2800) as more (one)`.execute(db)
    const late = walkIns(door, 3).map((event) => ({ ...event, nr: event.nr + 4000 }))
    const told = await door.sends([first[0]!, ...late])
    expect([told.taken, told.state]).toEqual([[first[0]!.id], 'open'])
    const later = new Date(Date.now() + 3_700_000)
    expect((await door.sends(late, {}, later)).taken).toHaveLength(3)
  })
})
