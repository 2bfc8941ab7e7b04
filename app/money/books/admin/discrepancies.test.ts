import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { discrepancies } from '#app/admin/declared.ts'
import { discrepanciesDecided, raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import type { DiscrepancyKind } from '#app/base/ledger/discrepancy.ts'
import type { Language } from '#app/kit/languages.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, giftByPhone, granted, reasonsOf } from '#test/money.ts'
import { unplacedMoney } from '#test/paid-by-hand.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { oneRow, someRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { byHand, factsOfDiscrepancy, kindOfDiscrepancy, noteOf } from './discrepancies.ts'
import {
  closeDiscrepancy,
  countDiscrepancies,
  discrepanciesList,
  discrepancyOf,
  openDiscrepancy,
  reopenDiscrepancy,
} from './discrepancies-list.server.ts'
import { rules } from './rules.ts'

const db = await testDatabase()
let by: { id: string; address: string }
beforeAll(async () => {
  by = { id: (await somePerson(db, { admin: true, fullName: 'Akinyi Admin' })).id, address: '41.90.4.0' }
})

const raise = async (kind: DiscrepancyKind, subject: string, facts = {}) => {
  await db.transaction().execute((tx) => raiseDiscrepancy(tx, kind, subject, facts))
  const row = await oneRow('discrepancies', { kind, subject, state: 'open' })
  return row.id
}
const asked = (query: string, language: Language = 'en') =>
  discrepanciesList.asked(new URLSearchParams(query), wordsIn(language, catalogues[language]))
const list = (query: string) => discrepanciesList.page(db, asked(query))
const logged = (id: number) => someRows('audit_log', { noun: 'break', subject: String(id) }, 'act', 'why', 'by')

test('every discrepancy that the product raises has words', () => {
  // One that no noun declares can't be raised: that is a matter of types.
  const kinds = Object.entries(discrepancies)
  expect(kinds.length).toBeGreaterThan(20)
  expect(kinds.filter(([, { name, hint }]) => !name.id || !hint.id)).toEqual([])
})

test('every rule of the books has words', () => {
  const text = ['db/checks.ts', 'db/checks-mpesa.ts'].map((file) => readFileSync(file, 'utf8')).join('')
  const ids = [...text.matchAll(/^ {4}id: '(\w+)'/gm)].map(([, id]) => id!)
  expect(ids.length).toBeGreaterThan(15)
  expect(Object.keys(rules).sort()).toEqual(ids.sort())
})

test('the oldest open discrepancy comes first, the newest closed one', async () => {
  const ids: number[] = []
  for (const nr of [1, 2, 3]) {
    const id = await raise('transfer that is not ours', `order ${nr}`)
    await timePasses('1 hour')
    ids.push(id)
  }
  const found = async (query: string) => (await list(query)).rows.map(({ id }) => id).filter((id) => ids.includes(id))
  expect(await found('')).toEqual(ids)
  for (const id of ids) await closeDiscrepancy(db, id, { by, note: 'Not ours indeed' })
  expect(await found('')).toEqual([])
  expect(await found('state=closed')).toEqual(ids.toReversed())
  expect(await found('state=closed&search=order 2')).toEqual([ids[1]])
  expect((await list('state=closed&search=order')).totals.count).toBe(3)
  expect(await countDiscrepancies(db)).toBe((await list('')).totals.count)
})

test('of ten who close a discrepancy at once one does, and it says who, when and why', async () => {
  const id = await raise('refund failed', 'don-of-ten')
  const all = await atOnce(10, (at) => closeDiscrepancy(db, id, { by, note: `Note ${at}` }))
  expect(granted(all)).toHaveLength(1)
  expect(new Set(reasonsOf(all))).toEqual(new Set(['Another administrator has just closed this difference.']))
  const closed = await discrepancyOf(db, id)
  expect(closed).toMatchObject({ state: 'closed', closedBy: 'Akinyi Admin' })
  expect(await logged(id)).toEqual([{ act: 'break closed', why: closed!.note, by: by.id }])
})

test('the log says of which kind it was and what it was about, as it stays', async () => {
  const id = await raise('a code that nobody lists', 'SKLOGGED01', { amount: 5 })
  await closeDiscrepancy(db, id, { note: 'Made up', by })
  expect(await someRows('audit_log', { noun: 'break', subject: String(id) }, 'before', 'after')).toEqual([
    { before: { state: 'open' }, after: { state: 'closed', kind: 'a code that nobody lists', subject: 'SKLOGGED01' } },
  ])
})

test('what is closed stays closed: opening it again makes a new one, and both know of each other', async () => {
  const id = await raise('balance at the provider', 'paystack', { ours: 5, theirs: 7 })
  await closeDiscrepancy(db, id, { by, note: 'A fee' })
  const next = await reopenDiscrepancy(db, id, { by })
  expect(await discrepancyOf(db, id)).toMatchObject({ state: 'closed', note: 'A fee', followedBy: next })
  expect(await discrepancyOf(db, next)).toMatchObject({
    state: 'open',
    note: '',
    follows: id,
    facts: { ours: 5, theirs: 7 },
  })
  await expect(reopenDiscrepancy(db, id, { by })).rejects.toThrow('There is an open difference about this already.')
  expect(await logged(next)).toMatchObject([{ act: 'break opened' }])
})

test('a person opens one in their own words, once for each thing', async () => {
  const words = 'KES 500 on the bank statement, nowhere here'
  const id = await openDiscrepancy(db, { about: 'Bank, 20 November', words, by })
  const wanted = { kind: byHand, facts: { words }, openedBy: 'Akinyi Admin', state: 'open' }
  expect(await discrepancyOf(db, id)).toMatchObject(wanted)
  await expect(openDiscrepancy(db, { about: 'Bank, 20 November', words: 'Other', by })).rejects.toMatchObject({
    field: 'about',
  })
  expect((await discrepancyOf(db, id))!.facts).toEqual({ words })
})

test('it leads to the drive, the payment and the withdrawal that it is about', async () => {
  const { id: driveId, slug } = await someDrive(db)
  const tried = await discrepancyOf(db, await raise('cards are tried out', driveId, { failed: 12, of: 20 }))
  expect(tried!.drive).toMatchObject({ slug })
  const payment = await db
    .insertInto('payments')
    .values({ reference: 'don-that-differs-1', kind: 'donation', fund_drive_id: driveId, amount: 5 })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await discrepancyOf(db, await raise('refund failed', 'don-that-differs-1'))).toMatchObject({
    paymentId: payment.id,
  })
  expect(await discrepancyOf(db, await raise('transfer without an end', 'pay-1', { payout: 77 }))).toMatchObject({
    payoutId: 77,
  })
})

test('one about an M-Pesa code leads to the gift or to the unplaced money that the code is', async () => {
  const rail = pretendRail()
  useMobileMoney(rail)
  const { id: payment } = await giftByPhone(db, (await someDrive(db)).id, 30_000)
  const { receipt } = await oneRow('mpesa_receipts', { payment_id: payment })
  const unplaced = await unplacedMoney(db, rail)
  const leadsTo = async (code: string) => {
    const one = await discrepancyOf(db, await raise('a code that fits no request', code, { amount: 1, booked: 5 }))
    return [one!.paymentId, one!.suspenseId]
  }
  expect([await leadsTo(receipt), await leadsTo(unplaced.receipt)]).toEqual([
    [payment, null],
    [null, unplaced.id],
  ])
})

test('it is found by what it is called in its reader’s language, and by the title of the drive that it is about', async () => {
  const { id: driveId } = await someDrive(db, { title: 'Zawadi borehole' })
  const [tried, late] = [await raise('cards are tried out', driveId), await raise('refund failed', 'don-searched')]
  const owing = await raise('transfer of another amount', 'pay-searched', { drive: driveId })
  const found = async (search: string, language?: Language) => {
    const looked = asked(`search=${encodeURIComponent(search)}`, language)
    const { rows, totals } = await discrepanciesList.page(db, looked)
    const ids = rows.map(({ id }) => id)
    expect(totals.count).toBe(ids.length)
    return ids.filter((id) => [tried, late, owing].includes(id))
  }
  expect(await found('stolen cards')).toEqual([tried])
  expect(await found('a refund FAILED')).toEqual([late])
  for (const [kind, id] of [
    ['cards are tried out', tried],
    ['refund failed', late],
  ] as const)
    expect(await found(wordsIn('sw', catalogues.sw)._(kindOfDiscrepancy(kind).name), 'sw')).toEqual([id])
  expect(await found('zawadi')).toEqual([tried, owing])
  expect(await found('nothing like it')).toEqual([])
})

test('facts are readable: shillings as shillings, other currencies as they are', () => {
  const read = (facts: Parameters<typeof factsOfDiscrepancy>[0]) =>
    factsOfDiscrepancy(facts, wordsIn('en')).map(({ value }) => value)
  expect(read({ ours: -12_345, theirs: 100, why: null })).toEqual(['− KSH\u00a0123.45', 'KSH\u00a01'])
  expect(read({ amount: 5000, currency: 'USD' })).toEqual(['50.00', 'USD'])
})

test('what a statement charged, paid in and withdrew is said in shillings, under a name', () => {
  const words = wordsIn('en')
  const read = factsOfDiscrepancy(
    { paidIn: 250_000, withdrawn: 32_150, fee: 6000, reason: 'Organization Deposit' },
    words,
  )
  expect(read.map(({ name, value }) => `${words._(name)}: ${value.replace('\u00a0', ' ')}`)).toEqual([
    'Paid in: KSH 2,500',
    'Withdrawn: KSH 321.50',
    'Fee: KSH 60',
    'Reason type in the statement: Organization Deposit',
  ])
})

test('what the product names itself is said in its reader’s language', () => {
  const words = wordsIn('sw', catalogues.sw)
  const read = (facts: Parameters<typeof factsOfDiscrepancy>[0]) =>
    factsOfDiscrepancy(facts, words).map(({ value }) => value)
  const kept = ['unknown account', 'rejected', 'pending', 'by hand']
  const said = read({ why: kept[0]!, status: kept[1]!, state: kept[2]!, progress: kept[3]! })
  expect(said.filter((value) => kept.includes(value))).toEqual([])
  expect(read({ why: 'a part' })).not.toEqual(['a part'])
  // A provider's own words stay.
  expect(read({ why: 'Declined by issuer', status: 'awaiting-bank-feedback' })).toEqual([
    'Declined by issuer',
    'awaiting-bank-feedback',
  ])
})

test('one that was decided where it belongs says so in its note', async () => {
  const id = await raise('money in suspense', 'mpesa SKDECIDED1')
  await db.transaction().execute((tx) => discrepanciesDecided(tx, ['money in suspense'], 'mpesa SKDECIDED1', null))
  const one = (await discrepancyOf(db, id))!
  expect(one.state).toBe('closed')
  expect(noteOf(one, wordsIn('en'))).toBe('Decided where it belongs, which closed this.')
  expect(noteOf(one, wordsIn('sw', catalogues.sw))).not.toMatch(/decided/i)
  expect(noteOf({ note: 'looked it up' }, wordsIn('en'))).toBe('looked it up')
})

test('the version before raises and closes one under the old name, and deletes none', async () => {
  const raised = sql<{
    id: number
  }>`insert into recon_breaks (kind, subject, facts) values ('refund failed', 'don-before', '{}')
    on conflict (kind, subject) where state = 'open' do update set facts = '{"amount": 5}', seen_at = now() returning id`
  const [{ id } = { id: 0 }, again] = [(await raised.execute(db)).rows[0], (await raised.execute(db)).rows[0]]
  expect(again).toEqual({ id })
  expect(await discrepancyOf(db, id)).toMatchObject({ state: 'open', facts: { amount: 5 } })
  await sql`update recon_breaks set state = 'closed', closed_at = now() where id = ${id}`.execute(db)
  expect((await discrepancyOf(db, id))!.state).toBe('closed')
  await expect(sql`delete from recon_breaks where id = ${id}`.execute(db)).rejects.toThrow('permission denied')
})
