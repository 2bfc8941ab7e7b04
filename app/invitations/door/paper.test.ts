import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { readPdf, seen } from '#test/pdf-read.ts'
import { isSigned, publicKeys } from './keys.server.ts'
import { cardsFile, listFile } from './paper.server.ts'
import { passIn } from './pass.ts'

// Paper for a door, read back as a program that prints it does.

const db = await testDatabase()

type Made = Awaited<ReturnType<typeof someGathering>>
const origin = 'https://harambee.example'
const noTries = () => db.deleteFrom('rate_limits').execute()

async function asked(kind: 'cards' | 'list', gathering: Made, query = '', whole = true) {
  await noTries()
  const wanted = { gathering, personId: gathering.personId, query: new URLSearchParams(query) }
  const reader = { words: wordsIn('en', catalogues.en), language: 'en', whole } as const
  const file = await (kind === 'cards' ? cardsFile(db, { ...wanted, origin }) : listFile(db, { ...wanted, ...reader }))
  return file && readPdf(Buffer.from(await file.arrayBuffer()))
}
const invitations = (occasionId: string) =>
  db
    .selectFrom('invitations as i')
    .innerJoin('supporters as s', 's.id', 'i.supporter_id')
    .where('occasion_id', '=', occasionId)
    .select(['i.id', 'i.code', 'i.seats', 's.name'])
    .execute()

const names = ['Gĩthũngũri wa Njoroge', 'Ẹniọla Aṣa', 'Ŋũgĩ wa Thĩong’o', 'Kɔfi Ɓala', 'Mama Njeri & family']

test('each guest’s card has their name with all its marks, seats, code, and a QR code that is a pass of ours', async () => {
  const gathering = await someGathering(db)
  for (const [nr, name] of [...names, ...names].entries())
    await someGuest(db, gathering, { name: nr < 5 ? name : `${name} ${nr}`, seats: nr + 1 })
  const guests = await invitations(gathering.occasionId)
  const keys = await publicKeys(db, gathering.occasionId)
  expect(keys).toHaveLength(0)
  for (const style of ['celebration', 'solemn', 'church', 'school', 'corporate'] as const) {
    await db.updateTable('gatherings').set({ style }).where('id', '=', gathering.id).execute()
    const { pages, title } = (await asked('cards', gathering))!
    expect([title, pages.map(({ codes }) => codes.length)]).toEqual(['Ruracio', [8, 2]])
    const text = pages.map((page) => page.text.join('\n')).join('\n')
    for (const { name, code } of guests) {
      expect(text.normalize('NFC')).toContain(name)
      expect(text).toContain(`${code.slice(0, 3)} ${code.slice(3)}`)
    }
    for (const said of ['1 seat\n', '10 seats', 'Limuru', '10:00']) expect(text).toContain(said)
    const good = await publicKeys(db, gathering.occasionId)
    const passes = pages.flatMap(({ codes }) => codes).map((boxes) => passIn(decodeQR(seen(boxes)))!)
    expect(passes.map((read) => isSigned(read, good))).toEqual(Array(10).fill(true))
    const seats = new Map(guests.map((guest) => [guest.id, guest.seats]))
    expect(new Set(passes.map(({ pass }) => pass.invitation)).size).toBe(10)
    for (const { pass } of passes) expect(pass.seats).toBe(seats.get(pass.invitation))
  }
})

test('the list is by name, as people look for names, with boxes for each of a party', async () => {
  const gathering = await someGathering(db)
  for (const name of ['Zawadi', 'Ẹniọla', 'Fatuma', 'أم نجيري', 'Amina'])
    await someGuest(db, gathering, { name, seats: 2, phone: name === 'Amina' ? '+254712345678' : null })
  const { pages } = (await asked('list', gathering))!
  const { text } = pages[0]!
  const shown = text.filter((line) => ['Amina', 'Ẹniọla', 'Fatuma', 'Zawadi', 'A name in other letters'].includes(line))
  expect(shown).toEqual(['Amina', 'Ẹniọla', 'Fatuma', 'Zawadi', 'A name in other letters'])
  for (const { code } of await invitations(gathering.occasionId)) expect(text).toContain(code)
  expect(text).toContain('5678')
  expect(text).toContain('Page 1 of 1')
  // An administrator looks, and sees no part of a number.
  expect((await asked('list', gathering, '', false))!.pages[0]!.text).not.toContain('5678')
})

test('a name that paper can’t draw is called by the one for the card, in its place among the others', async () => {
  const gathering = await someGathering(db)
  for (const name of ['Zawadi', 'Fatuma فاطمة', 'Amina']) await someGuest(db, gathering, { name })
  const lines = ['Amina', 'Fatuma', 'Fatuma binti Ali', 'Zawadi', 'A name in other letters']
  const shown = async (kind: 'list' | 'cards') =>
    (await asked(kind, gathering))!.pages.flatMap(({ text }) => text.filter((line) => lines.includes(line)))
  expect(await shown('list')).toContain('A name in other letters')
  await db
    .updateTable('supporters')
    .set({ card_name: 'Fatuma binti Ali' })
    .where('name', 'like', 'Fatuma%')
    .where('gathering_id', '=', gathering.id)
    .execute()
  for (const kind of ['list', 'cards'] as const)
    expect(await shown(kind)).toEqual(['Amina', 'Fatuma binti Ali', 'Zawadi'])
})

test('a long name is whole on the list, on two lines, also beside an answer', async () => {
  const gathering = await someGathering(db)
  const name = 'The Honourable Wilberforce Ochieng Odhiambo Owuor and the family of Kanyakwar'
  await someGuest(db, gathering, { name })
  const { text } = (await asked('list', gathering))!.pages[0]!
  expect(text.join(' ')).toContain(name)
})

test('those who declined, wait or were taken off are not on paper; on request only those who said Yes', async () => {
  const gathering = await someGathering(db)
  for (const name of ['Yes', 'Maybe', 'Silent', 'No', 'Gone']) await someGuest(db, gathering, { name })
  const say = async (name: string, state: 'yes' | 'maybe' | 'no' | 'withdrawn', people: number | null) =>
    db
      .updateTable('invitations as i')
      .set({ state, adults: people, children: people && 0 })
      .where('supporter_id', 'in', db.selectFrom('supporters').where('name', '=', name).select('id'))
      .where('occasion_id', '=', gathering.occasionId)
      .execute()
  await say('Yes', 'yes', 2)
  await say('Maybe', 'maybe', 1)
  await say('No', 'no', null)
  await say('Gone', 'withdrawn', null)
  const on = async (query: string) => {
    const text = (await asked('cards', gathering, query))!.pages.flatMap((page) => page.text)
    return ['Yes', 'Maybe', 'Silent', 'No', 'Gone'].filter((name) => text.includes(name))
  }
  expect([await on(''), await on('who=coming')]).toEqual([['Yes', 'Maybe', 'Silent'], ['Yes']])
})

test('there is no part, and no occasion, that is not there', async () => {
  const gathering = await someGathering(db)
  expect((await asked('list', gathering))!.pages).toHaveLength(1)
  for (const query of ['part=2', 'occasion=2', 'occasion=9999'])
    expect([query, await asked('cards', gathering, query)]).toEqual([query, undefined])
  // What is no number asks for the first.
  for (const query of ['part=0', 'part=x', 'part=-1', 'occasion=1', 'occasion=%00'])
    expect([query, (await asked('cards', gathering, query))?.pages.length]).toEqual([query, 1])
})

test('a person has twenty files of paper made in ten minutes', async () => {
  const gathering = await someGathering(db)
  await noTries()
  const query = new URLSearchParams('part=2')
  const ask = () => cardsFile(db, { gathering, personId: gathering.personId, query, origin })
  const answers = await Promise.allSettled(Array.from({ length: 25 }, ask))
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(5)
})
