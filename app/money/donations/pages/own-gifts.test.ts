import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { loader as statement } from '#app/base/ledger/pages/statement.tsx'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { type StatementLine, wordsOfLine } from '#app/base/ledger/statement.ts'
import { statementOf } from '#app/base/ledger/statement-list.server.ts'
import { ownDrive } from '#app/drives/drive/drive.server.ts'
import { driveContext } from '#app/drives/drive/pages/context.tsx'
import { loader as deletion } from '#app/drives/drive/pages/delete.tsx'
import { wordsIn } from '#app/kit/words.ts'
import { disputeResolved } from '#app/money/disputes/dispute.server.ts'
import { completeByHand, decline } from '#app/money/payouts/decide.server.ts'
import { requestPayout } from '#app/money/payouts/request.server.ts'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { pagesAsSent, pieceOf, wordsOf as wordsOfPage } from '#test/as-sent.ts'
import { testDatabase } from '#test/database.ts'
import { ask } from '#test/form-actions.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, gift, phoneOf } from '#test/money.ts'
import { fileOf } from '#test/owners-lists.ts'
import { loader as donations } from './donations.tsx'

// What an owner sees of the gifts to their drive, and of what became of them.

const db = await testDatabase()
booksMustHold(() => db)
const pageAsSent = pagesAsSent()
const { id: admin } = await somePerson(db, { admin: true })

type Mine = Awaited<ReturnType<typeof someDrive>>
// biome-ignore lint/suspicious/noExplicitAny: each route has a type of its own
async function look(loader: (args: any) => unknown, { ownerId, slug }: Mine, query = ''): Promise<any> {
  const drive = (await ownDrive(db, ownerId, slug))!
  const { data } = await ask(loader, { path: `/${query}`, set: (context) => context.set(driveContext, drive) })
  return data
}
const refundGift = (reference: string, amount: number) =>
  refundSettled(db, reference, { extId: randomUUID(), amount, state: 'processed' })

async function withGifts(ownerId?: string) {
  const drive = await someDrive(db, ownerId ? { ownerId } : {})
  const whole = await gift(db, drive.id, 40_000, { donorName: '=Wambui', donorEmail: 'wambui@example.test' })
  const part = await gift(db, drive.id, 30_000, { donorName: 'Baraka', donorEmail: 'b@example.test', message: 'Pole' })
  await gift(db, drive.id, 20_000, { donorName: 'Nyambura', donorEmail: 'n@secret.test', anonymous: true })
  await refundGift(whole.reference, 40_000)
  await refundGift(part.reference, 10_000)
  return drive
}

test('the table has every gift, those that went back marked, and counts what stayed [T104]', async () => {
  const drive = await withGifts()
  const page = await look(donations, drive)
  expect(page.list.rows).toMatchObject([
    { name: null, email: null, amount: 20_000, reversed: 0 },
    { name: 'Baraka', email: 'b@example.test', amount: 30_000, reversed: 10_000, channel: 'mobile' },
    { name: '=Wambui', amount: 40_000, reversed: 40_000 },
  ])
  expect(page).toMatchObject({ total: 40_000, list: { totals: { found: null }, next: null }, hadMoney: true })
  expect(JSON.stringify(page)).not.toMatch(/nyambura|secret/i)
})

test('the page says in its table what was raised in all: what went back is not in it [T103]', async () => {
  const owner = await somePerson(db)
  const drive = await withGifts(owner.id)
  const cookie = (await signedIn(owner)).headers.get('cookie') ?? ''
  const { status, html } = await pageAsSent(`/fund-drive/${drive.slug}/donations`, cookie)
  const table = wordsOfPage(pieceOf(html, /<section [^>]*aria-labelledby="donations-title".*?<\/section>/s))
  expect([status, table]).toEqual([200, expect.stringMatching(/Baraka.*KES 300.*Total Raised KES 400/)])
})

test('the question about deleting opens by its address only while no money came in', async () => {
  const [fresh, paid] = [await someDrive(db), await withGifts()]
  const opened = async ({ ownerId, slug }: Mine) => {
    const drive = (await ownDrive(db, ownerId, slug))!
    return await ask(deletion, { set: (context) => context.set(driveContext, drive) })
  }
  expect(await opened(fresh)).toMatchObject({ status: 200, data: { slug: fresh.slug } })
  expect(await opened(paid)).toMatchObject({ status: 302, to: `/fund-drive/${paid.slug}/settings` })
})

test('search, channel and day narrow it; what is nonsense narrows nothing [T129]', async () => {
  const drive = await withGifts()
  expect(await look(donations, drive, '?search=pole')).toMatchObject({
    list: { rows: [{ name: 'Baraka' }], totals: { found: { count: 1, raised: 20_000 } } },
    total: 40_000,
  })
  expect((await look(donations, drive, '?channel=mobile')).list.rows).toHaveLength(3)
  expect((await look(donations, drive, '?channel=online')).list.rows).toEqual([])
  expect((await look(donations, drive, '?day=2020-01-01')).list.totals.found).toEqual({ count: 0, raised: 0 })
  for (const odd of ['?search=%00', '?channel=gold&day=2026-02-31', '?after=x', '?search=nyambura%00'])
    expect((await look(donations, drive, odd)).list.rows.length).toBe(odd.includes('nyambura') ? 0 : 3)
})

test('the file has what the page shows, and runs no formula', async () => {
  const drive = await withGifts()
  const all = String(await look(fileOf('donations'), drive)).split('\r\n')
  expect(all[0]).toMatch(/^\uFEFF?Donor,Email,Amount \(KES\),Refunded \(KES\),Channel,Message,Date,Recorded by$/)
  expect(all[1]).toMatch(/^Anonymous,,200,0,Mobile,,/)
  expect(all[2]).toMatch(/^Baraka,b@example\.test,300,100,Mobile,Pole,/)
  expect(all[3]).toMatch(/^'=Wambui,wambui@example\.test,400,400,/)
  expect(
    String(await look(fileOf('donations'), drive, '?search=pole'))
      .trim()
      .split('\r\n'),
  ).toHaveLength(2)
})

/** A drive to which everything has happened that can. */
async function eventful() {
  const drive = await withGifts()
  const lost = await gift(db, drive.id, 100_033, { donorName: 'Otieno' })
  const { id: methodId } = await phoneOf(db, drive.ownerId)
  const draw = (amount: number) =>
    requestPayout(db, { ownerId: drive.ownerId, driveId: drive.id, amount, methodId, key: randomUUID() })
  await decline(db, (await draw(50_000)).id, { by: admin, note: 'no' })
  await completeByHand(db, (await draw(40_000)).id, { by: admin })
  await disputeResolved(db, lost.reference, { extId: randomUUID(), amount: 100_033, resolution: 'auto-accepted' })
  return drive
}

test('the statement tells everything in plain words, and its balance is the ledger’s', async () => {
  const drive = await eventful()
  const { lines, sums } = (await look(statement, drive)).sheet.shown
  expect(lines.map((line: StatementLine) => wordsIn('en')._(wordsOfLine(line)))).toEqual([
    'Chargeback',
    'Withdrawal requested',
    'Declined, money back',
    'Withdrawal requested',
    'Donation from Otieno',
    'Refund',
    'Refund',
    'Anonymous donation',
    'Donation from Baraka',
    'Donation from =Wambui',
  ])
  const owed = await balanceOf(db, { drive: drive.id })
  expect([lines[0].balance, sums.share]).toEqual([owed, owed])
  expect(sums).toMatchObject({ raised: 40_000, withdrawn: 40_000, available: 0, reversed: 150_033 })
  for (const [at, line] of lines.entries()) expect(line.balance - line.amount).toBe(lines[at + 1]?.balance ?? 0)
  expect(lines.at(-1)).toMatchObject({ whole: 40_000, amount: 38_000, balance: 38_000 })
  expect(JSON.stringify(lines)).not.toMatch(/nyambura|secret|don-/i)
})

test('told part by part, the statement says the same as in one', async () => {
  const drive = await eventful()
  const { lines } = await statementOf(db, drive.id)
  const told: StatementLine[] = []
  let page: { before?: number | undefined; balance?: number | undefined } | undefined = {}
  while (page) {
    const part: Awaited<ReturnType<typeof statementOf>> = await statementOf(db, drive.id, { ...page, limit: 3 })
    told.push(...part.lines)
    const last = part.lines.at(-1)!
    page = part.next ? { before: part.next, balance: last.balance - last.amount } : undefined
  }
  expect(told).toEqual(lines)
})

test('the file of the statement has every line to the cent, and ends with the first', async () => {
  const drive = await eventful()
  const rows = String(await look(fileOf('statement'), drive))
    .trim()
    .split('\r\n')
  expect(rows[0]).toContain('Description,Reference,Amount (KES),Platform fee (KES),Your share (KES),Balance (KES)')
  expect(rows).toHaveLength(11)
  const cells = rows.slice(1).map((row) => row.split(',').slice(-5).map(Number))
  for (const [at, cell] of cells.entries())
    expect(Math.round((cell[4]! - cell[3]!) * 100)).toBe(Math.round((cells[at + 1]?.[4] ?? 0) * 100))
  expect(rows.join()).not.toMatch(/nyambura|secret/i)
})
