import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPaste } from '#app/group/pasted-lists/reading/read-paste.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { someCash } from '#test/pledges.ts'
import { query, queryOne } from '#test/rows.ts'
import { pagesOf, sheetAnswer, sheetOf, sheetPicture, textsOf } from './sheet.server.ts'
import { type Entry, linesOfList, type SharedList, sheetText } from './sheet.ts'

const words = { en: wordsIn('en'), sw: wordsIn('sw', catalogues.sw) }
const entry = (name: string | null, amount: number, paid = amount, isAnonymous = false): Entry => ({
  name,
  isAnonymous,
  amount: amount * 100,
  paid: paid * 100,
})
const sheet: SharedList = {
  title: 'Raise 500,000 for Mama Achieng',
  goal: 50_000_000,
  entries: [
    entry('Mama Njeri', 500),
    entry(null, 1000, 1000, true),
    entry("Ng'ang'a family", 1500.5),
    entry('Juma', 2000, 500),
    entry('Asha', 300, 0),
  ],
  others: 0,
  paid: 350_050,
  pledged: 180_000,
  paybill: { number: '123456', account: 'ACHIENG' },
  link: 'https://harambee.example/fundraiser/mama-achieng',
}

describe('the list for the group', () => {
  test('has numbers, ticks, parts, sums, the Paybill and the link', () => {
    expect(sheetText(words.en, sheet)).toBe(`*Raise 500,000 for Mama Achieng*

*Paid*
1. Mama Njeri - 500 ✅
2. Anonymous - 1,000 ✅
3. Ng'ang'a family - 1,500.50 ✅

*Pledged*
4. Juma - 2,000 (paid 500, balance 1,500) ⏳
5. Asha - 300 ⏳

Total paid: KES 3,500.50
Still pledged: KES 1,800
Balance to the goal: KES 496,499.50

M-Pesa Paybill 123456, account ACHIENG
https://harambee.example/fundraiser/mama-achieng`)
  })

  const odd: SharedList = {
    ...sheet,
    others: 1_234_500,
    entries: [
      ...sheet.entries,
      entry('Mama Njeri', 500),
      entry('Class of 98 📚', 25_000),
      entry('Kamau 2000', 100),
      entry('*Bold* _name_ ~struck~', 700),
      entry('1. Otis 500 bado', 900, 0),
      entry('=SUM(A1)', 50),
      entry('Total 5,000', 50),
      entry('UJ2AB8L07F', 50, 0),
      entry('عائشة', 5000),
    ],
  }
  test.each([
    ['as it is', sheet],
    ['with odd names', odd],
    ['with nobody on it', { ...sheet, entries: [], paid: 0, pledged: 0 }],
  ])('pasted again it proposes nothing, in each language: %s', (_, one) => {
    const texts = textsOf(one)
    for (const text of texts) expect(readPaste(text, { ownLines: linesOfList(texts) }).rows).toEqual([])
  })

  test('what the group added to it is proposed, and nothing else', () => {
    const texts = textsOf(sheet)
    const grown = texts[0]!
      .replace('*Pledged*', '4. Wekesa 700 ✅\n*Pledged*')
      .replace('Asha - 300 ⏳', 'Asha - 300 ✅')
    const { rows } = readPaste(grown, { ownLines: linesOfList(texts), entries: sheet.entries })
    expect(rows.map(({ name, proposal, paid, looks }) => [name, proposal, paid, looks])).toEqual([
      ['Wekesa', 'gift', 70_000, []],
      ['Asha', 'gift', 30_000, ['on the list already']],
    ])
  })
})

describe('the picture', () => {
  const many = {
    ...sheet,
    entries: Array.from({ length: 81 }, (_, at) =>
      entry(`Mama Njeri wa Kamau ${at}`, 1000 + at, at % 3 ? 1000 + at : 500),
    ),
  }

  test('has forty lines a page', () => {
    expect([pagesOf({ ...sheet, entries: [] }), pagesOf(sheet), pagesOf(many)]).toEqual([1, 1, 3])
  })

  test('is drawn once while it says the same, and others are answered between its lines', async () => {
    const page = { ...many, title: 'Drawn once' }
    let answered = 0
    const others = setInterval(() => answered++, 0)
    const all = await Promise.all([1, 2, 3].map(() => sheetPicture(words.en, page, 1)))
    clearInterval(others)
    expect(new Set(all).size).toBe(1)
    expect(await sheetPicture(words.en, page, 1)).toBe(all[0])
    expect(answered).toBeGreaterThan(10)
    expect(await sheetPicture(words.en, { ...page, paid: page.paid + 100 }, 1)).not.toBe(all[0])
  })

  test.each(['en', 'sw'] as const)('is 1080 wide and at most 250 kB, in each language: %s', async (language) => {
    for (const page of [1, 2, 3]) {
      const picture = await sheetPicture(words[language], many, page)
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1080 })
      expect(picture.length).toBeLessThanOrEqual(250_000)
    }
  })
})

describe('what is on a list', () => {
  let db: Db
  beforeAll(async () => {
    db = await testDatabase({ asOwner: true })
  })
  booksMustHold(() => db)

  test('a page is drawn sixty times a minute for one person, who is told when to come back; what is kept goes on', async () => {
    const ask = (title: string, personId = 'one') =>
      sheetAnswer(words.en, { ...sheet, title, entries: [] }, { page: 1, personId })
    for (let nr = 0; nr < 59; nr++) await takeTry([{ name: 'list-picture', key: 'one', times: 60, seconds: 60 }])
    expect([(await ask('Asked')).status, (await ask('Asked later')).status]).toEqual([200, 429])
    expect((await ask('Asked later')).headers.get('retry-after')).toMatch(/^\d+$/)
    expect((await ask('Asked')).status).toBe(200)
    expect((await ask('Asked later', 'another')).status).toBe(200)
  })

  test('a gift that counts for a pledge is in its line; voided gifts and released pledges are not on it', async () => {
    const { id, ownerId: by } = await someDrive(db)
    const recorded = async (amount: number, name: string, isVoided = false) => {
      const rows = await query<{ id: number }>`
        insert into recorded_gifts (fund_drive_id, amount, method, name, phone, given_on, recorded_by, receipt, client_key, anonymous)
        values (${id}, ${amount}, 'cash', ${name}, '+254712345678', '2026-01-01', ${by}, ${randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase()}, ${randomUUID()}, ${name === 'Hidden'})
        returning id`
      if (isVoided)
        await query`update recorded_gifts set voided_at = now(), void_why = 'twice' where id = ${rows[0]!.id}`
      return rows[0]!.id
    }
    const pledged = async (amount: number, name: string, isReleased = false) => {
      return (
        await queryOne<{ id: number }>`
        insert into pledges (fund_drive_id, amount, name, source, recorded_by, token_hash, client_key, state, ended_at)
        values (${id}, ${amount}, ${name}, 'list', ${by}, ${randomUUID().replaceAll('-', '').repeat(2)}, ${randomUUID()},
          ${isReleased ? 'released' : 'open'}, ${isReleased ? new Date() : null}) returning id`
      ).id
    }
    const part = await recorded(50_000, 'Juma')
    const pledge = await pledged(200_000, 'Juma')
    await query`insert into pledge_parts (pledge_id, recorded_id, amount) values (${pledge}, ${part}, 50000)`
    await recorded(70_000, 'Hidden')
    await recorded(10_000, 'Two\nlines')
    await recorded(1, 'Voided', true)
    const hidden = await pledged(30_000, 'Asha')
    const given = await recorded(20_000, 'Hidden')
    await query`insert into pledge_parts (pledge_id, recorded_id, amount) values (${hidden}, ${given}, 20000)`
    await recorded(5_000, `${'a'.repeat(59)}💥💥`)
    await pledged(100, 'Released', true)
    const facts = { id, title: 'mama', collects: true, goal: 1_000_000, raised: 0, recorded: 155_000, pledged: 160_000 }
    const found = await sheetOf(db, facts, { link: 'https://harambee.example/h/mama', paybill: null })
    expect(found.entries.map(({ name, amount, paid }) => [name, amount, paid]).sort()).toEqual(
      [
        [null, 70_000, 70_000],
        ['Juma', 200_000, 50_000],
        ['Two lines', 10_000, 10_000],
        [null, 30_000, 20_000],
        [`${'a'.repeat(59)}💥`, 5_000, 5_000],
      ].sort(),
    )
    expect([found.others, sheetText(words.en, found)]).toEqual([0, expect.not.stringContaining('712')])
  })

  test('what was entered at one moment stays in its order, however its rows lie', async () => {
    const drive = await someDrive(db)
    const names = Array.from({ length: 30 }, (_, at) => `Giver ${at}`)
    // Not all lie as they are sorted.
    for (const name of ['Later', ...names, 'Before']) await someCash(db, drive, { amount: 100, name })
    await query`update recorded_gifts set created_at = now()
      + case name when 'Later' then 1 when 'Before' then -1 else 0 end * interval '1 second'
      where fund_drive_id = ${drive.id}`
    const facts = { id: drive.id, title: 'mama', collects: true, goal: 0, raised: 0, recorded: 3200, pledged: 0 }
    const { entries } = await sheetOf(db, facts, { link: 'https://harambee.example/h/mama', paybill: null })
    expect(entries.map(({ name }) => name)).toEqual(['Before', ...names, 'Later'])
  })
})
