import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useMobileMoney } from '#app/platform/mobile-money.server.ts'
import type { Receipt } from '#app/platform/mobile-money.ts'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, deadlocks, reasonsOf } from '#test/money.ts'
import { driveWithCode, giftsTo } from '#test/money-now.ts'
import { newCode } from '#test/paid-by-hand.ts'
import { pretendRail, type Rail } from '#test/pretend-rail.ts'
import { claim } from './claims.server.ts'
import { letReceiptIn } from './let-in.server.ts'
import { placeReceipts } from './place-receipts.server.ts'
import { listReceipts } from './receipts.server.ts'

// Many payments under the codes of drives come to be known at the same moment.

const db = await testDatabase()
booksMustHold(() => db)

let rail: Rail
beforeEach(() => {
  rail = pretendRail()
  useMobileMoney(rail)
})

const paidTo = (account: string, own: Partial<Receipt> = {}): Receipt => {
  const paidAt = new Date()
  return {
    receipt: newCode(),
    shortcode: '174379',
    cents: 20_000,
    account,
    tail: '126',
    name: 'AMINA Y',
    paidAt,
    ...own,
  }
}
const many = (account: string, own?: Partial<Receipt>) => Array.from({ length: 40 }, () => paidTo(account, own))
const letIn = (all: Receipt[]) => Promise.all(all.map((one) => letReceiptIn(db, rail, one, 'list')))
const transactions = async () => {
  const { rows } = await sql<{
    many: number
  }>`select count(distinct xmin::text)::int as many from mpesa_receipts`.execute(db)
  return rows[0]!.many
}

test('they are gifts in few transactions', async () => {
  const [one, other] = [await driveWithCode(), await driveWithCode()]
  const before = await transactions()
  const all = [...many(one.number), ...many(other.number.toLowerCase(), { cents: 5000 })]
  expect(new Set(await letIn(all))).toEqual(new Set(['new']))
  expect([await giftsTo(one.id), await giftsTo(other.id)]).toEqual([
    [40, 800_000],
    [40, 200_000],
  ])
  expect((await transactions()) - before).toBeLessThan(10)
  expect(new Set(await letIn(all))).toEqual(new Set(['known']))
  expect(await giftsTo(one.id)).toEqual([40, 800_000])
})

test('those that were told before are looked at once: the next list passes over them [T531]', async () => {
  const drive = await driveWithCode()
  const all = many(drive.number)
  await sql`
    insert into mpesa_receipts (receipt, shortcode, amount, account, heard_by)
    select receipt, '174379', 20000, ${drive.number}, 'confirmation' from unnest(${all.map(({ receipt }) => receipt)}::text[]) r (receipt)`.execute(
    db,
  )
  rail.listed = all
  expect(await listReceipts(db)).toBe(40)
  const written = async () =>
    (
      await sql<{
        xmin: string
      }>`select xmin::text from mpesa_receipts where account = ${drive.number} order by receipt`.execute(db)
    ).rows
  const rows = await written()
  expect(await listReceipts(db)).toBe(0)
  expect([await written(), await giftsTo(drive.id)]).toEqual([rows, [40, 800_000]])
})

test('among others: what is named twice, under no code, or of a drive that is gone is as if it came alone [T530]', async () => {
  const [drive, gone] = [await driveWithCode(), await driveWithCode()]
  await sql`delete from fund_drives where id = ${gone.id}`.execute(db)
  const [twice, nobody, late] = [paidTo(drive.number), paidTo('CHURCH ROOF'), paidTo(gone.number)]
  const answers = await letIn([...many(drive.number), twice, { ...twice }, nobody, late])
  expect(answers.filter((one) => one === 'new')).toHaveLength(43)
  expect(await giftsTo(drive.id)).toEqual([41, 820_000])
  const { rows } = await sql`
    select s.why from mpesa_receipts r join suspense s on s.id = r.suspense_id
    where r.receipt in (${nobody.receipt}, ${late.receipt}) order by s.why`.execute(db)
  expect(rows).toEqual([{ why: 'drive is gone' }, { why: 'unknown account' }])
})

test('one that is listed with another amount or account than it was told with is what is listed', async () => {
  const [drive, other] = [await driveWithCode(), await driveWithCode()]
  const all = many(drive.number)
  const [lied, moved] = [all[3]!, all[7]!]
  await sql`
    insert into mpesa_receipts (receipt, shortcode, amount, account, heard_by)
    values (${lied.receipt}, '174379', 9900000, ${drive.number}, 'confirmation'),
      (${moved.receipt}, '174379', 20000, ${other.number}, 'confirmation')`.execute(db)
  await letIn(all)
  expect(await giftsTo(drive.id)).toEqual([40, 800_000])
  expect(await giftsTo(other.id)).toEqual([0, 0])
})

test('a tariff, a charge and a claim that waited find each its own [T529]', async () => {
  const drive = await driveWithCode()
  const all = many(drive.number)
  const [charged, claimed] = [all[5]!, all[9]!]
  const by = await somePerson(db)
  const { rows } = await sql<{ id: number }>`
    insert into mpesa_statements (sha256, shortcode, by, lines) values (decode(repeat('ab', 32), 'hex'), '174379', ${by.id}, 1) returning id`.execute(
    db,
  )
  await sql`
    insert into mpesa_lines (statement_id, receipt, kind, paid_in, withdrawn, at, linked, became)
    values (${rows[0]!.id}, ${newCode()}, 'charge', 0, 500, now(), ${charged.receipt}, 'fee')`.execute(db)
  const giver = { tail: '126', name: 'Amina Yusuf', message: 'Pole sana', phone: '', anonymous: false }
  expect(await claim(db, drive.id, { receipt: claimed.receipt, ...giver })).toEqual({ is: 'looking' })
  await letIn(all)
  const { rows: named } = await sql`
    select p.donor_name as name from mpesa_receipts r join payments p on p.id = r.payment_id
    where r.receipt = ${claimed.receipt}`.execute(db)
  expect(named).toEqual([{ name: 'Amina Yusuf' }])
  const { rows: corrected } = await sql`select corrected from mpesa_lines where linked = ${charged.receipt}`.execute(db)
  expect(corrected).toEqual([{ corrected: 500 }])
})

test('named by lists, a statement and the clock at once, each counts once and nobody waits for ever', async () => {
  const drives = await Promise.all([1, 2, 3].map(driveWithCode))
  const all = drives.flatMap(({ number }) => many(number))
  rail.listed = all
  const before = await deadlocks()
  const ways = [
    () => listReceipts(db),
    () => Promise.all(all.toReversed().map((one) => letReceiptIn(db, rail, one, 'statement'))),
    () => placeReceipts(db),
  ]
  expect(reasonsOf(await atOnce<unknown>(12, (at) => ways[at % 3]!()))).toEqual([])
  expect(await Promise.all(drives.map(({ id }) => giftsTo(id)))).toEqual([1, 2, 3].map(() => [40, 800_000]))
  expect((await deadlocks()) - before).toBe(0)
})

test('one that is no money keeps no other from the books', async () => {
  const drive = await driveWithCode()
  const all = [...many(drive.number), paidTo(drive.number, { cents: 0 })]
  const answers = await Promise.allSettled(all.map((one) => letReceiptIn(db, rail, one, 'list')))
  expect(answers.flatMap((one, at) => (one.status === 'rejected' ? [at] : []))).toEqual([40])
  expect(await giftsTo(drive.id)).toEqual([40, 800_000])
})
