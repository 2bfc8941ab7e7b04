import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { enterGuests, guestPasteOf } from '#app/invitations/guests/import/import.server.ts'
import { enterForm } from '#app/invitations/guests/import/import.ts'
import { rememberGuest } from '#app/invitations/kumbukumbu/guests.server.ts'
import { gatheringToRead } from '#app/invitations/occasions/gathering.server.ts'
import { gatheringContext } from '#app/invitations/occasions/pages/context.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { badIds } from '#test/bad-places.ts'
import { testDatabase } from '#test/database.ts'
import { ask, type Fields, sendTo } from '#test/form-actions.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { somePerson } from '#test/make.ts'
import { action, loader } from './guests-from-book.tsx'
import { loader as importing } from './guests-import.tsx'

// Whom a host remembers is a source for their next list of guests: chosen households are looked at as a list that was pasted.

const db = await testDatabase()
afterEach(() => db.deleteFrom('rate_limits').execute())

type Host = Awaited<ReturnType<typeof someGathering>>
async function asHost({ personId, slug }: Host) {
  const gathering = (await gatheringToRead(db, { id: personId, isAdmin: false }, slug))!
  return (context: Parameters<NonNullable<NonNullable<Parameters<typeof ask>[1]>['set']>>[0]) => {
    context.set(gatheringContext, gathering)
    context.set(personContext, { id: personId } as never)
  }
}
const writes = (owner: string, households: { name: string; phone?: string; people?: number }[]) =>
  db
    .insertInto('remembered')
    .values(households.map((one) => ({ ...one, user_id: owner })))
    .returning('id')
    .execute()
async function sends(host: Host, fields: Fields) {
  const { status, headers, answer } = await sendTo(action, fields, { set: await asHost(host) })
  const list = Number(/\?list=(\d+)$/.exec(headers.get('location') ?? '')?.[1])
  return { status, answer, list }
}
const looksAt = async (host: Host, list: number) => (await guestPasteOf(db, host.id, list))!

test('those who are chosen are looked at, and then they are guests', async () => {
  const host = await someGathering(db)
  await someGuest(db, host, { name: 'Amina', phone: '+254712380001' })
  // The reader of lists writes one kind of quote.
  const odd = ['"Quoted", with; signs', '=cmd|calc!A1', 'Mama Njeri x4 0712 000 000', 'Ng’ang’a & family']
  const ids = await writes(host.personId, [
    { name: 'Amina', phone: '+254712380001', people: 3 },
    { name: 'Baraka', phone: '+254712380002', people: 4 },
    { name: 'Chebet', people: 200 },
    ...odd.map((name) => ({ name })),
    { name: 'Not chosen', people: 2 },
  ])
  const { status, list } = await sends(host, { 'household[]': ids.slice(0, -1).map(({ id }) => id) })
  expect(status).toBe(303)
  const { rows, unread } = await looksAt(host, list)
  expect(unread).toEqual([])
  expect(rows.map(({ name, phone, seats, is }) => [name, phone, seats, is])).toEqual(
    expect.arrayContaining([
      ['Amina', '+254712380001', 3, 'there'],
      ['Baraka', '+254712380002', 4, 'new'],
      ['Chebet', null, null, 'new'],
      ['"Quoted", with; signs', null, null, 'new'],
      ['cmd|calc!A1', null, null, 'new'],
      ['Mama Njeri x4 0712 000 000', null, null, 'new'],
      ["Ng'ang'a & family", null, null, 'new'],
    ]),
  )
  expect(rows).toHaveLength(7)
  const asked = enterForm.parse({ list: String(list), seats: '2', 'occasions[]': ['1'], vouched: 'on' })
  expect(await enterGuests(db, host.mine, asked)).toBe(6)
  const baraka = await sql<{
    seats: number
  }>`select i.seats from invitations i join supporters s on s.id = i.supporter_id
    where s.gathering_id = ${host.id} and s.name = 'Baraka'`.execute(db)
  expect(baraka.rows).toEqual([{ seats: 4 }])
})

test('all of the book, or all that were found', async () => {
  const host = await someGathering(db)
  const many = Array.from({ length: 260 }, (_, nr) => ({ name: `Household ${nr} of ${nr % 2 ? 'Nyeri' : 'Kisumu'}` }))
  await writes(host.personId, many)
  const names = async (fields: Fields) => (await looksAt(host, (await sends(host, fields)).list)).rows.length
  expect(await names({ all: 'on' })).toBe(260)
  expect(await names({ all: 'on', search: 'nyeri' })).toBe(130)
  // A page has 200, which a form can carry.
  const { data } = await ask(loader, { path: '/', set: await asHost(host) })
  const { rows, next } = data as { rows: { id: string }[]; next: string | null }
  expect([rows.length, next]).toEqual([200, expect.any(String)])
  expect(await names({ 'household[]': rows.map(({ id }) => id) })).toBe(200)
  const { data: page } = await ask(importing, { path: '/', set: await asHost(host) })
  expect(page).toMatchObject({ book: 260 })
})

test('nobody chosen, odd ids and another person’s household are refused with words', async () => {
  const host = await someGathering(db)
  const other = await someGathering(db)
  const theirs = await someGuest(db, other)
  await rememberGuest(db, other.mine, theirs.id, '')
  const [foreign] = await writes((await somePerson(db)).id, [{ name: 'Foreign' }])
  await writes(host.personId, [{ name: 'Mine' }])
  const noText: Fields[] = [{}, { all: '' }, { 'household[]': [] }, { all: 'on', search: 'nobody has this name' }]
  for (const fields of [...noText, ...[...badIds(), foreign!.id, theirs.id].map((id) => ({ 'household[]': id }))]) {
    await db.deleteFrom('rate_limits').execute()
    const { status, answer } = await sends(host, fields)
    expect([fields, status, answer?.errors?.['household[]']]).toEqual([
      fields,
      422,
      'Please choose at least one household.',
    ])
  }
})
