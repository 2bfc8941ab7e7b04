import { beforeAll, expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { begunGift, booksMustHold, gift, giftByPhone, paid } from '#test/money.ts'
import { everyRow } from '#test/owners-lists.ts'
import { query } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { giftsList } from './gifts-list.server.ts'

const db = await testDatabase({ asOwner: true })
let drive: { id: string; slug: string }
let whole: { id: number; reference: string }
beforeAll(async () => {
  scriptedProvider()
  drive = await someDrive(db, { title: 'A roof for the school' })
  const other = await someDrive(db)
  whole = await gift(db, drive.id, 100_000, { donorName: 'Amina Yusuf', donorEmail: 'amina@example.test' })
  await gift(db, drive.id, 100_050, { donorName: 'Óscar 50% Mwangi', donorEmail: 'o_m@example.test', anonymous: true })
  await gift(db, other.id, 100_000, { donorName: '', donorEmail: 'Amina@Other.test' })
  await begunGift(db, drive.id, 7000, { donorName: 'Waiting Wanja', donorEmail: 'w@example.test' })
  const failed = await begunGift(db, drive.id, 8000, { donorName: 'Li', donorEmail: 'l@example.test' })
  await applyResult(db, 'paystack', failed.reference, { ...paid(8000), state: 'failed', why: 'Wrong PIN' })
  const unplaced = await begunGift(db, drive.id, 9000, { donorName: 'Hawa Hassan', donorEmail: 'h@example.test' })
  await applyResult(db, 'paystack', unplaced.reference, paid(1))
})
booksMustHold(() => db)

const search = async (query: string) => giftsList.page(db, giftsList.asked(new URLSearchParams(query)))
const names = async (query: string) =>
  (await search(query)).rows.map(({ name, email }) => name || email).sort((a, b) => a.localeCompare(b))

test.each([
  ['', 6],
  ['state=paid', 3],
  ['state=waiting', 1],
  ['state=failed', 1],
  ['state=unplaced', 1],
  ['state=refunded', 0],
  ['state=nonsense', 6],
  ['channel=mobile', 3],
  ['from=2020-01-01&to=2020-01-02', 0],
  ['drive=00000000-0000-4000-8000-000000000000', 0],
])('the list can be narrowed, and its totals with it: %s', async (query, count) => {
  const { rows: gifts, totals } = await search(query)
  expect(gifts).toHaveLength(count)
  expect(totals).toMatchObject({ count, more: false })
  const came = gifts.filter(({ status }) => status === 'succeeded')
  expect(totals.paid).toBe(came.reduce((sum, { amount }) => sum + amount, 0))
})

test.each([
  ['amina', ['Amina Yusuf', 'Amina@Other.test']],
  ['YUSUF', ['Amina Yusuf']],
  ['other.TEST', ['Amina@Other.test']],
  ['50%', ['Óscar 50% Mwangi']],
  ['o_m@', ['Óscar 50% Mwangi']],
  ['%', []],
  ['li', ['Li']],
  ['i', []],
  ['1,000', ['Amina Yusuf', 'Amina@Other.test']],
  ['KSH 1000.50', ['Óscar 50% Mwangi']],
  ['70', ['Waiting Wanja']],
  ['nobody at all', []],
])('a part of a name or address, or an amount, finds who gave: %s', async (typed, found) => {
  expect(await names(new URLSearchParams({ search: typed }).toString())).toEqual(found)
})

test('a reference, its beginning, the provider’s number and the number on a receipt find one gift', async () => {
  const row = await db
    .selectFrom('payments as p')
    .innerJoin('donations as d', 'd.payment_id', 'p.id')
    .where('p.id', '=', whole.id)
    .select(['d.id', 'p.provider_tx_id'])
    .executeTakeFirstOrThrow()
  const receipt = `H2026-${String(row.id).padStart(6, '0')}`
  for (const typed of [whole.reference, whole.reference.slice(0, 20).toUpperCase(), receipt])
    expect((await search(new URLSearchParams({ search: typed }).toString())).rows.map(({ id }) => id)).toEqual([
      whole.id,
    ])
  // The provider counts; here its numbers are made up and no digits.
  const { reference } = await begunGift(db, drive.id, 4000)
  await applyResult(db, 'paystack', reference, paid(4000, { providerId: '4099260516' }))
  expect((await search('search=4099260516')).rows.map((one) => one.reference)).toEqual([reference])
})

test('a gift by phone is found by the number, and the log of looks never learns it', async () => {
  const { id } = await giftByPhone(db, drive.id, 12_300, '+254722000111')
  for (const typed of ['0722 000 111', '+254722000111', '254722000111'])
    expect((await search(new URLSearchParams({ search: typed }).toString())).rows.map((one) => one.id)).toEqual([id])
  const query = new URLSearchParams({ search: '0722000111' })
  expect(giftsList.found(query, { words: wordsIn('en'), language: 'en' })).toEqual({ search: 'by phone' })
})

test('every gift is on exactly one page, by date and by amount, searched or not', async () => {
  for (const query of ['', 'sort=amount', 'sort=amount&order=desc', 'sort=date', 'search=example.test']) {
    const wanted = giftsList.asked(new URLSearchParams(query))
    const page = (after: string | null) => giftsList.page(db, { ...wanted, list: { ...wanted.list, after } }, 2)
    const seen = (await everyRow(page)).map(({ id }) => id)
    expect([query, seen.length, new Set(seen).size]).toEqual([
      query,
      ...Array(2).fill((await search(query)).totals.count),
    ])
  }
})

test('the log of looks never learns the name or address that was looked for', () => {
  const query = new URLSearchParams('search=amina@example.test&state=paid')
  expect(giftsList.found(query, { words: wordsIn('en'), language: 'en' })).toEqual({
    search: 'by name or mail',
    state: 'paid',
  })
})

test('where the database can not look words up, the same is found by reading', async () => {
  const before = await names('search=amina')
  await query`drop extension pg_trgm cascade`
  expect(await names('search=amina')).toEqual(before)
  expect(before).toContain('Amina Yusuf')
})
