import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import { addOccasion } from '#app/invitations/occasions/occasion.server.ts'
import { occasionForm } from '#app/invitations/occasions/occasion-forms.ts'
import { forgetGuest } from '#app/privacy/forget-guest.server.ts'
import { brokenBooks } from '#test/books.ts'
import { testDatabase } from '#test/database.ts'
import { dayIn, occasionTypedBy, someGathering, someGuest } from '#test/gatherings.ts'
import { oneRow, setRows } from '#test/rows.ts'
import { answerShared } from './add.server.ts'
import { guestOf } from './guest.server.ts'
import { guestsList } from './guests-list.server.ts'
import { countedOccasions, newestAnswers, nextStepOfHost } from './home.server.ts'
import { answerFor, keepApart, mergeGuest, replaceLink, saveGuest, setSeats } from './host.server.ts'
import { guestStory } from './story.server.ts'

// What hosts see of their guests, and do to them.

const db = await testDatabase()
afterEach(async () => expect(await brokenBooks(db)).toEqual([]))

const yes = (adults: number) => ({ no: 1, reply: 'yes' as const, adults, children: 0 })
const person = (own: object = {}) => ({
  name: 'Mama Njeri',
  phone: null,
  email: null,
  groups: [],
  note: '',
  cardName: null,
  ...own,
})
const taken = async ({ occasionId }: { occasionId: string }) =>
  (await oneRow('occasion_seats', { occasion_id: occasionId })).taken
const storyOf = async (host: { id: string }, id: string) => (await guestStory(db, host.id, id, true))!
/** What the seats say, and what the invitations come to. */
const heldBySum = async (host: { occasionId: string }) => {
  const { rows } = await sql<{ held: number }>`select coalesce(sum(adults + children), 0) as held from invitations
    where occasion_id = ${host.occasionId} and state in ('yes', 'offered')`.execute(db)
  return rows[0]!.held
}
const page = (host: { id: string }, query = '', whole = true, size = 50) =>
  guestsList.page(
    db,
    { ...guestsList.asked(new URLSearchParams(query)), gatheringId: host.id, whole, seesGifts: true },
    size,
  )

describe('a host', () => {
  test('counts people, not replies', async () => {
    const host = await someGathering(db, { capacity: '20' })
    const [a, b] = [await someGuest(db, host, { seats: 4 }), await someGuest(db, host, { seats: 3 })]
    await someGuest(db, host, { seats: 2 })
    await answer(db, a.link, { ...yes(3), children: 1 })
    await answer(db, b.link, { no: 1, reply: 'no', adults: 0, children: 0 })
    const [counted] = await countedOccasions(db, { id: host.id, status: 'open' })
    expect(counted).toMatchObject({ yes: 4, no_: 3, silent: 2, taken: 4, capacity: 20, guests: 3 })
    expect(await newestAnswers(db, host.id)).toMatchObject([{ state: 'no' }, { state: 'yes', people: 4 }])
    expect(await nextStepOfHost(db, host.id, [counted!])).toEqual({ step: 'silent', count: 2 })
  })

  test('is told what waits: a number that is known, who asks, and a party that does not fit what is free', async () => {
    const host = await someGathering(db, { capacity: '6', shared: 'on', partyMost: '5' })
    const next = async () => nextStepOfHost(db, host.id, await countedOccasions(db, { id: host.id, status: 'open' }))
    expect(await next()).toEqual({ step: 'guests', count: 0 })
    const { link } = await someGuest(db, host, { phone: '+254712345001', seats: 4 })
    await answer(db, link, yes(4))
    const five = { ...yes(5), name: 'Otieno', phone: '+254712345002', language: 'en' }
    expect(await answerShared(db, host.slug, five)).toMatchObject({ state: 'waiting' })
    expect(await next()).toEqual({ step: 'offer', count: 2, needs: 5 })
    await answerShared(db, host.slug, { ...yes(1), name: 'N.', phone: '+254712345001', language: 'en' })
    expect(await next()).toEqual({ step: 'claims', count: 1 })
  })

  test('answers for a guest, also beyond their seats, and not beyond the room', async () => {
    const host = await someGathering(db, { capacity: '5', waits: '' })
    const { id } = await someGuest(db, host, { seats: 1 })
    expect(await answerFor(db, host.mine, id, yes(5))).toMatchObject({ state: 'yes' })
    const other = await someGuest(db, host)
    await expect(answerFor(db, host.mine, other.id, yes(1))).rejects.toThrow('full')
    expect((await storyOf(host, id)).invited[0]).toMatchObject({ state: 'yes', steps: [{ by: 'host', people: 5 }] })
    expect(await taken(host)).toBe(5)
  })

  test('takes an invitation back, and its seats are free; invites to a further occasion', async () => {
    const host = await someGathering(db, { capacity: '5' })
    await addOccasion(db, host.mine, occasionForm.parse(occasionTypedBy({ name: 'The wedding' })))
    const { id, link } = await someGuest(db, host, { seats: 3 })
    await answer(db, link, yes(3))
    await setSeats(db, host.mine, id, { no: 2, seats: 2 })
    await setSeats(db, host.mine, id, { no: 1, seats: 0 })
    expect(await taken(host)).toBe(0)
    expect((await storyOf(host, id)).invited.map(({ state, seats }) => [state, seats])).toEqual([
      ['withdrawn', 3],
      ['invited', 2],
    ])
    await setSeats(db, host.mine, id, { no: 1, seats: 4 })
    expect((await guestOf(db, link))?.occasions.map(({ no }) => no)).toEqual([1, 2])
  })

  test('reads on the list who is no longer invited', async () => {
    const host = await someGathering(db)
    await someGuest(db, host, { name: 'Achola' })
    const { id } = await someGuest(db, host, { name: 'Baraka' })
    await setSeats(db, host.mine, id, { no: 1, seats: 0 })
    const { rows } = await page(host)
    expect(rows.map(({ name, answers, uninvited }) => [name, answers.length, uninvited])).toEqual([
      ['Achola', 1, false],
      ['Baraka', 0, true],
    ])
  })

  test('saves who a guest is once; an older window and a number that is taken are refused', async () => {
    const host = await someGathering(db)
    await someGuest(db, host, { phone: '+254712345010' })
    const { id } = await someGuest(db, host)
    await saveGuest(db, host.mine, id, { ...person({ groups: ['Choir'] }), version: 1 })
    await expect(saveGuest(db, host.mine, id, { ...person(), version: 1 })).rejects.toThrow('another window')
    const taken = { ...person({ phone: '+254712345010' }), version: 2 }
    await expect(saveGuest(db, host.mine, id, taken)).rejects.toMatchObject({ field: 'phone' })
  })

  test('replaces a link that was passed on: the old one opens nothing (O11)', async () => {
    const host = await someGathering(db)
    const { id, link } = await someGuest(db, host)
    await replaceLink(db, host.mine, id)
    expect(await guestOf(db, link)).toBeUndefined()
    expect(await guestOf(db, (await storyOf(host, id)).link!)).toMatchObject({ supporter: { id } })
    await expect(answer(db, link, yes(1))).rejects.toMatchObject({ status: 404 })
  })

  test('forgets a guest: name, numbers and link are gone, the seats stay counted', async () => {
    const host = await someGathering(db)
    const { id, link } = await someGuest(db, host, { phone: '+254712345020', email: 'njeri@example.org' })
    await answer(db, link, { ...yes(2), wish: 'Hongera' })
    await forgetGuest(db, host.mine, id)
    expect(await guestOf(db, link)).toBeUndefined()
    const kept = await db.selectFrom('supporters').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
    expect(kept).toMatchObject({ name: 'Forgotten guest', phone: null, email: null, note: '', once: null })
    expect((await storyOf(host, id)).invited[0]).toMatchObject({ wish: '', state: 'yes' })
    expect(await taken(host)).toBe(2)
  })

  test('finds nothing of another host’s guests', async () => {
    const [host, other] = [await someGathering(db), await someGathering(db)]
    const { id } = await someGuest(db, host)
    const missing = { status: 404 }
    expect(await guestStory(db, other.id, id, true)).toBeUndefined()
    await expect(setSeats(db, other.mine, id, { no: 1, seats: 2 })).rejects.toMatchObject(missing)
    await expect(answerFor(db, other.mine, id, yes(1))).rejects.toMatchObject(missing)
    await expect(replaceLink(db, other.mine, id)).rejects.toMatchObject(missing)
    await expect(forgetGuest(db, other.mine, id)).rejects.toMatchObject(missing)
    await expect(mergeGuest(db, other.mine, id, '+254712345030')).rejects.toMatchObject(missing)
    await expect(mergeGuest(db, { ...host.mine, personId: other.personId }, id, '')).rejects.toMatchObject(missing)
  })
})

describe('two entries that are one guest', () => {
  const twice = async (own: Record<string, string> = {}) => {
    const host = await someGathering(db, { shared: 'on', capacity: '20', ...own })
    const known = await someGuest(db, host, { phone: '+254712345040', seats: 4 })
    const shared = { ...yes(2), name: 'Njeri', phone: '+254712345040', language: 'en', email: 'njeri@example.org' }
    const { link } = await answerShared(db, host.slug, shared)
    const claiming = (await guestOf(db, link))!.supporter.id
    return { host, known, claiming, link }
  }

  test('become one by the number that both have: the later answer counts, and the merged link goes on working [T579]', async () => {
    const { host, known, claiming, link } = await twice()
    await answer(db, known.link, yes(4))
    await answer(db, link, yes(3))
    expect(await taken(host)).toBe(7)
    expect(await mergeGuest(db, host.mine, claiming, '')).toEqual({ into: known.id })
    expect(await taken(host)).toBe(3)
    for (const one of [link, known.link])
      expect(await guestOf(db, one)).toMatchObject({
        supporter: { id: known.id },
        occasions: [{ invitation: { state: 'yes', adults: 3, seats: 4 } }],
      })
    await answer(db, link, yes(2))
    expect(await taken(host)).toBe(2)
    expect(await storyOf(host, known.id)).toMatchObject({ email: 'njeri@example.org', claimed: null })
    const list = await page(host)
    expect(list.rows).toHaveLength(1)
  })

  test('keep the earlier one’s seats when it answered last, and a link merged twice still works', async () => {
    const { host, known, claiming, link } = await twice()
    await answer(db, known.link, { no: 1, reply: 'no', adults: 0, children: 0 })
    await mergeGuest(db, host.mine, claiming, known.link)
    expect(await taken(host)).toBe(0)
    const third = await someGuest(db, host, { phone: '+254712345041' })
    await mergeGuest(db, host.mine, known.id, `https://harambee.test/i/${third.link}`)
    expect((await guestOf(db, link))?.supporter.id).toBe(third.id)
    await expect(mergeGuest(db, host.mine, third.id, link)).rejects.toMatchObject({ field: 'with' })
  })

  test('keep what the guest chose with either: to be named to other guests, to get no more messages [T1649]', async () => {
    const host = await someGathering(db)
    const [one, other] = [await someGuest(db, host), await someGuest(db, host, { phone: '+254712345671' })]
    await answer(db, one.link, { ...yes(1), listed: true })
    const quiet_at = new Date('2026-11-01T08:00:00Z')
    await setRows('supporters', { id: one.id }, { quiet_at })
    await mergeGuest(db, host.mine, one.id, '0712345671')
    expect(await oneRow('supporters', { id: other.id })).toMatchObject({ listed: true, quiet_at })
  })

  test('stay two when the host says that it is someone else', async () => {
    const { host, claiming, link } = await twice()
    await keepApart(db, host.mine, claiming)
    expect(await storyOf(host, claiming)).toMatchObject({ claimed: null, phone: null, same: null })
    expect((await guestOf(db, link))?.supporter.id).toBe(claiming)
  })

  test('merged while both answer, twenty at a time: seats and answers agree', async () => {
    const { host, known, claiming, link } = await twice()
    const all = Array.from({ length: 20 }, (_, nr) =>
      nr === 7 ? mergeGuest(db, host.mine, claiming, '') : answer(db, nr % 2 ? link : known.link, yes(1 + (nr % 4))),
    )
    const ended = await Promise.allSettled(all)
    expect(ended[7]!.status).toBe('fulfilled')
    expect(await taken(host)).toBe(await heldBySum(host))
    expect((await guestOf(db, link))?.supporter.id).toBe(known.id)
  })
})

describe('the list', () => {
  test('is by name, in pages, narrowed by its address, and counts people', async () => {
    const host = await someGathering(db)
    const names = ['amina', 'Baraka', 'Chebet', 'Daudi', 'Ekai']
    const made = []
    for (const [nr, name] of names.entries()) made.push(await someGuest(db, host, { name, phone: `+25471234510${nr}` }))
    await saveGuest(db, host.mine, made[1]!.id, { ...person({ name: 'Baraka', groups: ['Choir'] }), version: 1 })
    await answer(db, made[2]!.link, yes(3))
    const first = await page(host, '', true, 2)
    expect(first.rows.map(({ name }) => name)).toEqual(['amina', 'Baraka'])
    const second = await page(host, `after=${first.next}`, true, 2)
    expect(second.rows.map(({ name }) => name)).toEqual(['Chebet', 'Daudi'])
    expect(first.totals).toMatchObject({ guests: 5, people: [{ yes: 3, maybe: 0, silent: 12 }] })
    const named = async (query: string) => (await page(host, query)).rows.map(({ name }) => name)
    expect(await named('answer=yes')).toEqual(['Chebet'])
    expect(await named('occasion=1&answer=invited')).toHaveLength(4)
    expect(await named('occasion=2')).toEqual([])
    expect(await named('group=Choir')).toEqual(['Baraka'])
    expect(await named('q=0712345103')).toEqual(['Daudi'])
    expect(await named('q=CHEB')).toEqual(['Chebet'])
    expect(await named('answer=everything&occasion=99&after=x')).toHaveLength(5)
  })

  test('counts people for each occasion: who comes to two is not two people', async () => {
    const host = await someGathering(db)
    await addOccasion(db, host.mine, occasionForm.parse(occasionTypedBy({ name: 'The evening', day: dayIn(31) })))
    const { link } = await someGuest(db, host, { name: 'Amina', occasions: [1, 2] })
    await answer(db, link, yes(3))
    await answer(db, link, { ...yes(2), no: 2 })
    const people = [
      { occasion: 'Ruracio of Wanjiku', yes: 3, maybe: 0, silent: 0, came: 0 },
      { occasion: 'The evening', yes: 2, maybe: 0, silent: 0, came: 0 },
    ]
    expect((await page(host)).totals).toMatchObject({ guests: 1, people })
    expect((await page(host, 'occasion=2')).totals).toMatchObject({ guests: 1, people: [people[1]] })
  })

  test('gives hosts whole numbers and administrators masked ones', async () => {
    const host = await someGathering(db)
    const { id } = await someGuest(db, host, { phone: '+254712345200', email: 'amina@example.org' })
    expect((await page(host)).rows[0]).toMatchObject({ phone: '0712 345 200', email: 'amina@example.org' })
    expect((await page(host, '', false)).rows[0]).toMatchObject({ phone: '0712 … 200', email: '…' })
    const seen = await guestStory(db, host.id, id, false)
    expect(seen).toMatchObject({ phone: '0712 … 200', email: '…', link: null })
  })
})
