import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { atOneMoment, keepSums } from '#app/base/ledger/moment.server.ts'
import { balanceOf, type Leg, post } from '#app/base/ledger/post.server.ts'
import { packagesForSale } from '#app/drives/views/credits.server.ts'
import { dayAt } from '#app/kit/time.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { createPayment } from '#app/money/payments/payment.server.ts'
import { decline } from '#app/money/payouts/decide.server.ts'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { askingFor, booksMustHold, gift, paid, settlement } from '#test/money.ts'
import { everyRow } from '#test/owners-lists.ts'
import { driveSorts, drivesOf, type RevenueWanted, revenueTotalsOf, seriesOf, uncollectedOf } from './revenue.server.ts'
import { netRevenueOf, revenueOf, salesOf } from './revenue.ts'
import { movementsOf } from './statement.server.ts'

const db = await testDatabase()
booksMustHold(() => db)
/** Some tests begin with sums that are kept, others without: both must read the same. */
let nr = 0
beforeEach(async () => {
  if (nr++ % 2) await keepSums(db, { atLeast: 1, atOnce: 5 })
})

const ever: RevenueWanted = { range: { from: null, to: dayAt(new Date()) }, search: '', channel: null }
const totals = (own: Partial<RevenueWanted> = {}) =>
  atOneMoment(db, (moment) => revenueTotalsOf(moment, { ...ever, ...own }))
const bought = async (driveId: string, userId: string) => {
  const [offer] = await packagesForSale(db)
  const views = { kind: 'subscription', driveId, userId, packageId: offer!.id } as const
  const { reference } = await createPayment(db, { ...views, email: 'o@example.test', amount: 65_000 })
  await applyResult(db, 'paystack', reference, paid(65_000))
  return reference
}
const refunded = (reference: string, amount: number) =>
  refundSettled(db, reference, { extId: randomUUID(), amount, state: 'processed' })
/** A drive in whose life everything happens that the figures tell of. */
async function lived(title: string) {
  const drive = await someDrive(db, { title })
  const one = await gift(db, drive.id, 100_033)
  await gift(db, drive.id, 5000)
  const { ask } = await askingFor(db, drive)
  await ask(40_000)
  const { id: declined } = await ask(10_000)
  await decline(db, declined, { by: (await somePerson(db, { admin: true })).id })
  await refunded(one.reference, 20_000)
  const views = await bought(drive.id, drive.ownerId)
  await refunded(views, 5000)
  return drive
}

test('what is shown is what the books say: revenue, sales, fees, and what went back', async () => {
  await lived('Well of Kitui')
  for (const kept of [false, true]) {
    if (kept) expect(await keepSums(db, { atLeast: 1 })).toBeGreaterThan(0)
    const all = await totals()
    expect(revenueOf(all)).toBe(await balanceOf(db, 'platform_revenue'))
    expect(salesOf(all)).toBe(await balanceOf(db, 'subscription_revenue'))
    expect(all.providerFee + all.salesProviderFee).toBe(await balanceOf(db, 'provider_fees'))
    expect(netRevenueOf(all) + all.sales - all.salesBack - all.salesProviderFee, 'nothing was sent yet').toBe(
      await balanceOf(db, 'provider_clearing'),
    )
  }
})

test('a drive’s figures are its own: what was given, what was withheld of withdrawals that were not declined', async () => {
  await lived('Roof of Narok school')
  await lived('Somebody else')
  const narok = await totals({ search: 'narok' })
  expect(narok).toMatchObject({ gifts: 2, gross: 105_033, fee: 5002 + 250, back: 20_000, feeBack: 1000, sales: 65_000 })
  expect(narok).toMatchObject({ salesBack: 5000, collected: 2000 })
  expect(await atOneMoment(db, (moment) => uncollectedOf(moment, 'narok'))).toBe(5252 - 1000 - 2000)
  expect(await totals({ search: 'narok', channel: 'online' })).toMatchObject({ gross: 0, collected: 0 })
  expect(await totals({ search: 'narok', channel: 'mobile' })).toMatchObject({ gross: 105_033 })
})

test('by day, by month and by drive the figures add up to the totals', async () => {
  await lived('Bridge of Turkwel')
  await keepSums(db, { atLeast: 1 })
  await lived('And more since')
  await atOneMoment(db, async (moment) => {
    const all = await revenueTotalsOf(moment, ever)
    for (const step of ['day', 'week', 'month'] as const) {
      const rows = await seriesOf(moment, ever, step)
      for (const name of ['gifts', 'gross', 'fee', 'feeBack', 'sales', 'collected'] as const)
        expect(rows.reduce((sum, row) => sum + row[name], 0)).toBe(all[name])
    }
    const sorts = driveSorts.donations
    const drives = await everyRow((after) =>
      drivesOf(moment, ever, { sorts, asked: { sort: 'gross', order: 'desc', after }, size: 2 }),
    )
    expect(drives.map(({ gross }) => gross)).toEqual(drives.map(({ gross }) => gross).sort((a, b) => b - a))
    for (const name of ['gifts', 'gross', 'fee', 'feeBack', 'sales', 'collected'] as const)
      expect(drives.reduce((sum, row) => sum + row[name], 0)).toBe(all[name])
  })
})

test('of ten who keep the sums at once while gifts come in, none makes them wrong', async () => {
  const { id } = await someDrive(db, { title: 'Crowd of gifts' })
  const gifts = Array.from({ length: 20 }, (_, at) => gift(db, id, 1000 + at))
  const keeping = Array.from({ length: 10 }, () => keepSums(db, { atLeast: 1 }))
  await Promise.all([...gifts, ...keeping])
  const gross = Array.from({ length: 20 }, (_, at) => 1000 + at).reduce((sum, one) => sum + one)
  expect(await totals({ search: 'crowd of gifts' })).toMatchObject({ gifts: 20, gross })
  await keepSums(db, { atLeast: 1 })
  expect(await totals({ search: 'crowd of gifts' })).toMatchObject({ gifts: 20, gross })
  expect(await keepSums(db, { atLeast: 1 }), 'nothing has come since').toBe(0)
})

test('a gift that was written before the sums were kept, and committed after, is counted once', async () => {
  const { id, ownerId } = await someDrive(db, { title: 'Slow gift' })
  await gift(db, id, 1000)
  const [committed, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = db.transaction().execute(async (tx) => {
    const legs: Leg[] = [{ leg: 1, debit: 'settlement_bank', credit: 'provider_clearing', amount: 700 }]
    await post(tx, 'settlement', await settlement(tx, ownerId, 700), legs)
    written.resolve()
    await committed.promise
  })
  await written.promise
  await gift(db, id, 2000)
  const bank = () =>
    atOneMoment(db, async (moment) => (await movementsOf(moment)).find(({ account }) => account === 'settlement_bank'))
  expect(await bank()).toBeUndefined()
  await keepSums(db, { atLeast: 1 })
  committed.resolve()
  await slow
  expect(await bank()).toMatchObject({ debits: 700, closing: 700 })
  await keepSums(db, { atLeast: 1 })
  expect(await bank()).toMatchObject({ debits: 700, closing: 700 })
  expect(await totals({ search: 'slow gift' })).toMatchObject({ gifts: 2, gross: 3000 })
})

test('what was kept while a transaction was open is not added again when the backlog behind it is cut [T597]', async () => {
  await keepSums(db, { atLeast: 1 })
  const { id, ownerId } = await someDrive(db, { title: 'Long backlog' })
  const open = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const slow = db.transaction().execute(async (tx) => {
    const legs: Leg[] = [{ leg: 1, debit: 'settlement_bank', credit: 'provider_clearing', amount: 700 }]
    await post(tx, 'settlement', await settlement(tx, ownerId, 700), legs)
    begun.resolve()
    await open.promise
  })
  await begun.promise
  for (let at = 0; at < 6; at++) await gift(db, id, 1000)
  await keepSums(db, { atLeast: 1, atOnce: 4 })
  open.resolve()
  await slow
  for (let at = 0; at < 5; at++) await gift(db, id, 1000)
  await keepSums(db, { atLeast: 1, atOnce: 4 })
  expect(await totals({ search: 'long backlog' })).toMatchObject({ gifts: 11, gross: 11_000 })
})

test('every account moved by what it holds, month by month, and the drives together by what they are owed', async () => {
  await lived('Clinic of Lodwar')
  await atOneMoment(db, async (moment) => {
    const moved = await movementsOf(moment)
    const last = new Map(moved.map((row) => [row.account, row.closing]))
    for (const code of ['provider_clearing', 'platform_revenue', 'provider_fees', 'payouts_in_flight'] as const)
      expect(last.get(code)).toBe(await balanceOf(moment.tx, code))
    const { rows } = await sql<{ owed: number }>`
      select sum(case when c.id is null then 0 else t.amount end - case when d.id is null then 0 else t.amount end)::bigint as owed
      from ledger_transfers t
        left join ledger_accounts c on c.id = t.credit_account and c.fund_drive_id is not null
        left join ledger_accounts d on d.id = t.debit_account and d.fund_drive_id is not null`.execute(moment.tx)
    expect(last.get('payable')).toBe(rows[0]!.owed)
  })
})
