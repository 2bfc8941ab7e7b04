import { expect, test } from 'vitest'
import type { MobileReceipt } from '#app/platform/providers/mobile-money.server.ts'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, deadlocks, reasonsOf } from '#test/money.ts'
import { driveWithCode, giftsTo } from '#test/money-now.ts'
import { claiming, newCode, sentTo } from '#test/paid-by-hand.ts'
import { railOfEachTest } from '#test/pretend-rail.ts'
import { query, queryOne } from '#test/rows.ts'
import { waitsForLock } from '#test/waits-for-lock.ts'
import { bookReceipt } from './book.server.ts'
import { lockCharges, squareCharges } from './charges.server.ts'
import { claim } from './claims.server.ts'
import { placeReceipts } from './place-receipts.server.ts'
import { listReceipts } from './receipts.server.ts'

// Many payments under the codes of drives come to be known at the same moment.

const db = await testDatabase()
booksMustHold(() => db)

const rail = railOfEachTest()

const many = (account: string, own?: Partial<MobileReceipt>) => Array.from({ length: 40 }, () => sentTo(account, own))
const bookAll = (all: MobileReceipt[]) => Promise.all(all.map((one) => bookReceipt(db, rail, one, 'list')))
const transactions = async () => {
  return (await queryOne<{ many: number }>`select count(distinct xmin::text)::int as many from mpesa_receipts`).many
}

test('they are gifts in few transactions', async () => {
  const [one, other] = [await driveWithCode(), await driveWithCode()]
  const before = await transactions()
  const all = [...many(one.number), ...many(other.number.toLowerCase(), { cents: 5000 })]
  expect(new Set(await bookAll(all))).toEqual(new Set(['new']))
  expect([await giftsTo(one.id), await giftsTo(other.id)]).toEqual([
    [40, 800_000],
    [40, 200_000],
  ])
  expect((await transactions()) - before).toBeLessThan(10)
  expect(new Set(await bookAll(all))).toEqual(new Set(['known']))
  expect(await giftsTo(one.id)).toEqual([40, 800_000])
})

test('those that were told before are looked at once: the next list passes over them [T531]', async () => {
  const drive = await driveWithCode()
  const all = many(drive.number)
  await query`
    insert into mpesa_receipts (receipt, shortcode, amount, account, heard_by)
    select receipt, '174379', 20000, ${drive.number}, 'confirmation' from unnest(${all.map(({ receipt }) => receipt)}::text[]) r (receipt)`
  rail.listed = all
  expect(await listReceipts(db)).toBe(40)
  const written = () =>
    query<{ xmin: string }>`select xmin::text from mpesa_receipts where account = ${drive.number} order by receipt`
  const rows = await written()
  expect(await listReceipts(db)).toBe(0)
  expect([await written(), await giftsTo(drive.id)]).toEqual([rows, [40, 800_000]])
})

test('among others: what is named twice, under no code, or of a drive that is gone is as if it came alone [T530]', async () => {
  const [drive, gone] = [await driveWithCode(), await driveWithCode()]
  await query`delete from fund_drives where id = ${gone.id}`
  const [twice, nobody, late] = [sentTo(drive.number), sentTo('CHURCH ROOF'), sentTo(gone.number)]
  const answers = await bookAll([...many(drive.number), twice, { ...twice }, nobody, late])
  expect(answers.filter((one) => one === 'new')).toHaveLength(43)
  expect(await giftsTo(drive.id)).toEqual([41, 820_000])
  const rows = await query`
    select s.why from mpesa_receipts r join suspense s on s.id = r.suspense_id
    where r.receipt in (${nobody.receipt}, ${late.receipt}) order by s.why`
  expect(rows).toEqual([{ why: 'drive is gone' }, { why: 'unknown account' }])
})

test('one that is listed with another amount or account than it was told with is what is listed', async () => {
  const [drive, other] = [await driveWithCode(), await driveWithCode()]
  const all = many(drive.number)
  const [lied, moved] = [all[3]!, all[7]!]
  await query`
    insert into mpesa_receipts (receipt, shortcode, amount, account, heard_by)
    values (${lied.receipt}, '174379', 9900000, ${drive.number}, 'confirmation'),
      (${moved.receipt}, '174379', 20000, ${other.number}, 'confirmation')`
  await bookAll(all)
  expect(await giftsTo(drive.id)).toEqual([40, 800_000])
  expect(await giftsTo(other.id)).toEqual([0, 0])
})

test('a tariff, a charge and a claim that waited find each its own [T529]', async () => {
  const drive = await driveWithCode()
  const all = many(drive.number)
  const [charged, claimed] = [all[5]!, all[9]!]
  const by = await somePerson(db)
  const rows = await query<{ id: number }>`
    insert into mpesa_statements (sha256, shortcode, by, lines) values (decode(repeat('ab', 32), 'hex'), '174379', ${by.id}, 1) returning id`
  await query`
    insert into mpesa_lines (statement_id, receipt, kind, paid_in, withdrawn, at, linked, became)
    values (${rows[0]!.id}, ${newCode()}, 'charge', 0, 500, now(), ${charged.receipt}, 'fee')`
  expect(await claim(db, drive.id, claiming(claimed.receipt))).toEqual({ is: 'looking' })
  await bookAll(all)
  const named = await query`
    select p.donor_name as name from mpesa_receipts r join payments p on p.id = r.payment_id
    where r.receipt = ${claimed.receipt}`
  expect(named).toEqual([{ name: 'Amina Yusuf' }])
  const corrected = await query`select corrected from mpesa_lines where linked = ${charged.receipt}`
  expect(corrected).toEqual([{ corrected: 500 }])
})

test('money is placed once the charge of it that a statement books at that moment is booked [T1650]', async () => {
  const code = newCode()
  const ended: string[] = []
  let squared = Promise.resolve()
  await db.transaction().execute(async (tx) => {
    await lockCharges(tx, code)
    squared = db.transaction().execute((other) => squareCharges(other, [newCode(), code]))
    void squared.then(() => ended.push('money'))
    await waitsForLock(db, squared)
    ended.push('charge')
  })
  await squared
  expect(ended).toEqual(['charge', 'money'])
})

test('named by lists, a statement and the clock at once, each counts once and nobody waits for ever', async () => {
  const drives = await Promise.all([1, 2, 3].map(driveWithCode))
  const all = drives.flatMap(({ number }) => many(number))
  rail.listed = all
  const before = await deadlocks()
  const ways = [
    () => listReceipts(db),
    () => Promise.all(all.toReversed().map((one) => bookReceipt(db, rail, one, 'statement'))),
    () => placeReceipts(db),
  ]
  expect(reasonsOf(await atOnce<unknown>(12, (at) => ways[at % 3]!()))).toEqual([])
  expect(await Promise.all(drives.map(({ id }) => giftsTo(id)))).toEqual([1, 2, 3].map(() => [40, 800_000]))
  expect((await deadlocks()) - before).toBe(0)
})

test('one that is no money keeps no other from the books', async () => {
  const drive = await driveWithCode()
  const all = [...many(drive.number), sentTo(drive.number, { cents: 0 })]
  const answers = await Promise.allSettled(all.map((one) => bookReceipt(db, rail, one, 'list')))
  expect(answers.flatMap((one, at) => (one.status === 'rejected' ? [at] : []))).toEqual([40])
  expect(await giftsTo(drive.id)).toEqual([40, 800_000])
})
