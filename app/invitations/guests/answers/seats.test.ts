import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { answerShared } from '#app/invitations/guests/add.server.ts'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import { decide, expireOffers, offerSeats } from '#app/invitations/guests/answers/waiting.server.ts'
import { guestOf } from '#app/invitations/guests/guest.server.ts'
import { saveOccasion } from '#app/invitations/occasions/occasion.server.ts'
import { occasionForm } from '#app/invitations/occasions/occasion-forms.ts'
import { brokenBooks } from '#test/books.ts'
import { testDatabase } from '#test/database.ts'
import { occasionTypedBy, someGathering, someGuest } from '#test/gatherings.ts'

// Many guests answer at once: the faults O1 to O6 of test/faults.md. After each the invariants hold.

const db = await testDatabase()
afterEach(async () => expect(await brokenBooks(db)).toEqual([]))

const yes = (adults: number, children = 0) => ({ no: 1, reply: 'yes', adults, children }) as const
const no = { no: 1, reply: 'no', adults: 0, children: 0 } as const
const seats = async (id: string) =>
  (await db.selectFrom('occasion_seats').where('occasion_id', '=', id).select('taken').executeTakeFirstOrThrow()).taken
const stateOf = async (link: string) => (await guestOf(db, link))!.occasions[0]!.invitation
const idOf = async (link: string) => (await stateOf(link)).id

test('O1: 64 parties of one to three ask for the last 20 seats: 20 are taken, the rest wait in line', async () => {
  const host = await someGathering(db, { capacity: '20' })
  const guests = await Promise.all(Array.from({ length: 64 }, (_, nr) => someGuest(db, host, { name: `Guest ${nr}` })))
  const came = await Promise.all(guests.map(({ link }, nr) => answer(db, link, yes(1 + (nr % 3)))))
  expect(await seats(host.occasionId)).toBe(20)
  expect(new Set(came.map(({ state }) => state))).toEqual(new Set(['yes', 'waiting']))
  const places = came.flatMap(({ place }) => place ?? [])
  expect(places.toSorted((a, b) => a - b)).toEqual(places.map((_, nr) => nr + 1))
})

test('O3: an offer is taken as it expires and as the host turns it down: one outcome', async () => {
  const host = await someGathering(db, { capacity: '2' })
  for (let round = 0; round < 8; round++) {
    const [first, second] = [await someGuest(db, host), await someGuest(db, host)]
    await answer(db, first.link, yes(2))
    await answer(db, second.link, yes(2))
    await answer(db, first.link, no)
    const offered = await stateOf(second.link)
    expect(offered.state).toBe('offered')
    const end = offered.offerUntil!
    const formActions = Array.from({ length: 21 }, () => [
      () => answer(db, second.link, yes(2), new Date(end.getTime() - 1)),
      () => expireOffers(db, end),
      () => decide(db, host.id, { invitation: offered.id, decision: 'turn-down' }, end),
    ])
    await Promise.allSettled(formActions.flat().map((formAction) => formAction()))
    const after = await stateOf(second.link)
    expect(await seats(host.occasionId)).toBe(after.state === 'no' ? 0 : 2)
    await answer(db, second.link, no)
  }
})

test('O4: a capacity below what is taken throws nobody out, and when it rises those in line are served, the first that fits [T577]', async () => {
  const host = await someGathering(db, { capacity: '6' })
  const [a, five, two] = [
    await someGuest(db, host, { seats: 6 }),
    await someGuest(db, host, { seats: 5 }),
    await someGuest(db, host),
  ]
  await answer(db, a.link, yes(6))
  await answer(db, five.link, yes(5))
  await answer(db, two.link, yes(2))
  const to = async (capacity: string, version: string) => {
    await saveOccasion(db, host.mine, 1, occasionForm.parse(occasionTypedBy({ capacity, version })))
    await offerSeats(db, host)
  }
  await to('4', '1')
  expect([(await stateOf(a.link)).state, await seats(host.occasionId)]).toEqual(['yes', 6])
  await to('8', '2')
  expect((await stateOf(five.link)).place).toBe(1)
  expect([(await stateOf(five.link)).state, (await stateOf(two.link)).state]).toEqual(['waiting', 'offered'])
  await to('13', '3')
  expect((await stateOf(five.link)).state).toBe('offered')
})

test('O6: the deadline passes while the form is open: Yes is refused by our clock, No is taken [T578]', async () => {
  const host = await someGathering(db)
  const { link } = await someGuest(db, host)
  const until = new Date(Date.now() + 60_000)
  await db.updateTable('occasions').set({ answers_until: until }).where('id', '=', host.occasionId).execute()
  await answer(db, link, yes(3), new Date(until.getTime() - 1000))
  const late = new Date(until.getTime() + 1000)
  await expect(answer(db, link, { ...no, reply: 'maybe', adults: 1 }, late)).rejects.toThrow('day for answers')
  await answer(db, link, yes(2), late)
  await expect(answer(db, link, yes(3), late)).rejects.toThrow('day for answers')
  expect((await answer(db, link, no, late)).state).toBe('no')
  await expect(answer(db, link, yes(1), late)).rejects.toThrow('day for answers')
})

describe('the line', () => {
  test('an offer that nobody takes ends: once at the end of the line, twice as a No', async () => {
    const host = await someGathering(db, { capacity: '1' })
    const [a, b, c] = [await someGuest(db, host), await someGuest(db, host), await someGuest(db, host)]
    for (const { link } of [a, b, c]) await answer(db, link, yes(1))
    await answer(db, a.link, no)
    const end = async (link: string) => expireOffers(db, (await stateOf(link)).offerUntil!)
    await end(b.link)
    expect([(await stateOf(b.link)).place, (await stateOf(c.link)).state]).toEqual([1, 'offered'])
    await end(c.link)
    await end(b.link)
    expect([(await stateOf(b.link)).state, (await stateOf(c.link)).state]).toEqual(['no', 'offered'])
    await answer(db, c.link, yes(1))
    expect(await seats(host.occasionId)).toBe(1)
  })

  test('a party that grows and does not fit keeps its seats', async () => {
    const host = await someGathering(db, { capacity: '4' })
    const [a, b] = [await someGuest(db, host), await someGuest(db, host)]
    await answer(db, a.link, yes(2))
    await answer(db, b.link, yes(2))
    await expect(answer(db, a.link, yes(3))).rejects.toThrow('no room')
    expect(await stateOf(a.link)).toMatchObject({ state: 'yes', adults: 2 })
  })

  test('where the host wants no waitlist a Yes is refused when it is full', async () => {
    const host = await someGathering(db, { capacity: '1', waits: '' })
    const [a, b] = [await someGuest(db, host), await someGuest(db, host)]
    await answer(db, a.link, yes(1))
    await expect(answer(db, b.link, yes(1))).rejects.toThrow('It is full')
    expect((await stateOf(b.link)).state).toBe('invited')
  })

  test('the host offers out of turn, only what is free', async () => {
    const host = await someGathering(db, { capacity: '3' })
    const [a, b] = [await someGuest(db, host), await someGuest(db, host)]
    await answer(db, a.link, yes(2))
    await answer(db, b.link, yes(2))
    const offer = { invitation: await idOf(b.link), decision: 'offer' } as const
    await expect(decide(db, host.id, offer)).rejects.toThrow('not so many')
    await answer(db, a.link, yes(1))
    expect((await stateOf(b.link)).state).toBe('offered')
    await expect(decide(db, host.id, offer)).rejects.toThrow('another window')
    await expect(decide(db, crypto.randomUUID(), offer)).rejects.toMatchObject({ status: 404 })
  })
})

describe('the link that everybody shares', () => {
  const shared = { no: 1, reply: 'yes', adults: 2, children: 0, name: 'Otieno', language: 'en' } as const

  test('with approval an answer asks, and the host approves it or turns it down', async () => {
    const host = await someGathering(db, { capacity: '2', shared: 'on', approves: 'on' })
    const [a, b] = [
      await answerShared(db, host.slug, { ...shared, phone: '+254712000001' }),
      await answerShared(db, host.slug, { ...shared, phone: '+254712000002' }),
    ]
    expect([a.state, await seats(host.occasionId)]).toEqual(['asked', 0])
    await decide(db, host.id, { invitation: await idOf(a.link), decision: 'approve' })
    await decide(db, host.id, { invitation: await idOf(b.link), decision: 'approve' })
    expect([(await stateOf(a.link)).state, (await stateOf(b.link)).state]).toEqual(['yes', 'waiting'])
  })

  test('64 with one number at once: one has it, the others claim it, and a form that is sent twice makes one guest [T582]', async () => {
    const host = await someGathering(db, { shared: 'on' })
    const phone = '+254712345000'
    const key = crypto.randomUUID()
    const send = (nr: number) => answerShared(db, host.slug, { ...shared, phone, ...(nr % 2 ? { key } : {}) })
    await Promise.all(Array.from({ length: 64 }, (_, nr) => send(nr)))
    const { rows } = await sql<{
      held: number
      claimed: number
    }>`select count(phone) as held, count(claimed_phone) as claimed
      from supporters where gathering_id = ${host.id}`.execute(db)
    expect(rows[0]).toEqual({ held: 1, claimed: 32 })
  })
})
