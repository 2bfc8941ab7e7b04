import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '#app/base/audit/audit.ts'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, promptedGift } from '#test/money.ts'
import { railOfEachTest } from '#test/pretend-rail.ts'
import { query, someRows } from '#test/rows.ts'
import { statementFile } from '#test/statement.ts'
import { bookReceipt } from './book.server.ts'
import { addTariff, type Tariff, tariffOn } from './charges.server.ts'
import { takeStatement } from './statement.server.ts'
import { importStatement } from './statement-lines.server.ts'

// What M-Pesa takes from us: by the day and the amount, booked with the gift, and corrected once by what a statement says.

// As the owner: the product may not take a row away, as each test here does first.
const db = await testDatabase({ asOwner: true })
booksMustHold(() => db)
const rail = railOfEachTest()
let by: Actor
beforeAll(async () => {
  by = { id: (await somePerson(db, { admin: true })).id, address: '10.0.0.0' }
})
beforeEach(async () => {
  await query`delete from mpesa_tariffs`
})

const band = { bearer: 'business', from: 10_000, to: 50_000, fee: 500, since: '2026-01-01' } as const
/** Entered on the day before all days of these tests. */
const before = new Date('2025-12-31T09:00:00Z')
const enter = (tariff: Tariff) => addTariff(db, tariff, by, before)
const noon = new Date('2026-11-03T09:00:00Z')
let nr = 0
const newCode = () => `TKT${String(++nr).padStart(7, '0')}`

/** A gift that was asked for by a request, of which M-Pesa has said nothing yet. */
async function asked(amount = 20_000) {
  const { id: driveId } = await someDrive(db)
  const { id, prompt } = await promptedGift(db, driveId, amount, `+2547223${String(++nr).padStart(5, '0')}`)
  return { id, account: prompt.account, amount, receipt: newCode() }
}
type One = { account: string; amount: number; receipt: string }
const arrives = ({ account, amount: cents, receipt }: One) =>
  bookReceipt(db, rail, { receipt, shortcode: '174379', cents, account, tail: null, name: null, paidAt: noon }, 'list')
async function charged({ receipt }: One, shillings: number) {
  const row = `${newCode()},03-11-2026 10:00:00,03-11-2026 10:00:00,x,Completed,,-${shillings},0,true,Pay Bill Charge,,${receipt},`
  const { id } = await takeStatement(db, statementFile([row]), by)
  await importStatement(db, { statementId: id })
}
const feesOf = async (run: () => Promise<unknown>) => {
  const before = await balanceOf(db, 'provider_fees')
  await run()
  return (await balanceOf(db, 'provider_fees')) - before
}
const above = async ({ receipt }: One) =>
  (await someRows('discrepancies', { kind: 'a tariff above our share', subject: receipt }, 'id')).length

describe('a tariff', () => {
  test('is nothing without a row, and where the payer bears it', async () => {
    expect(await tariffOn(db, 'paybill', 20_000, noon)).toBe(0)
    await enter({ ...band, bearer: 'payer' })
    expect(await tariffOn(db, 'paybill', 20_000, noon)).toBe(0)
  })

  test('holds from the first to the last cent of its band', async () => {
    await enter(band)
    await enter({ ...band, from: 50_001, to: 100_000, fee: 1000 })
    const fees = [9999, 10_000, 50_000, 50_001, 100_000, 100_001].map((cents) => tariffOn(db, 'paybill', cents, noon))
    expect(await Promise.all(fees)).toEqual([0, 500, 500, 1000, 1000, 0])
  })

  test('is that of the newest day which has come, in Nairobi; its rows replace all rows before', async () => {
    await enter(band)
    await enter({ ...band, from: 30_000, fee: 700, since: '2026-11-03' })
    const at = (moment: string, cents: number) => tariffOn(db, 'paybill', cents, new Date(moment))
    expect(await at('2026-11-02T20:59:59Z', 30_000)).toBe(500)
    expect(await at('2026-11-02T21:00:00Z', 30_000)).toBe(700)
    expect(await at('2026-11-02T21:00:00Z', 20_000)).toBe(0)
  })

  test('counts from its day in Nairobi, which is never one that is over', async () => {
    const lateEvening = new Date('2026-11-03T21:00:00Z')
    const on = (since: string) => addTariff(db, { ...band, since }, by, lateEvening)
    await expect(on('2026-11-03')).rejects.toMatchObject({ status: 422, field: 'since' })
    await expect(written(500, '2026-11-03')).rejects.toThrow('mpesa_tariffs_never_for_the_past')
    await on('2026-11-04')
    expect(await tariffOn(db, 'paybill', 20_000, noon)).toBe(0)
    expect(await tariffOn(db, 'paybill', 20_000, lateEvening)).toBe(500)
  })

  test('is never more than our share, and no two of a day overlap', async () => {
    await expect(enter({ ...band, fee: 501 })).rejects.toMatchObject({ status: 422, field: 'fee' })
    await enter({ ...band, fee: 501, bearer: 'payer' })
    await expect(enter({ ...band, from: 50_000, to: 60_000 })).rejects.toMatchObject({ field: 'from' })
    await expect(written(501, '2035-01-01')).rejects.toThrow('mpesa_tariffs_within_our_share')
    expect(await db.selectFrom('mpesa_tariffs').select('fee').execute()).toEqual([{ fee: 501 }])
  })
})

/** Past the words of the form: only the database stands in the way. */
const written = (fee: number, since: string) =>
  sql`insert into mpesa_tariffs (what, bearer, from_cents, to_cents, fee, since, by)
    values ('paybill', 'business', 10000, 20000, ${fee}::bigint, ${since}::date, ${by.id})`.execute(db)

describe('M24: a tariff and the charge of a statement', () => {
  beforeEach(() => enter(band))

  test('are one, whichever comes first; what differs is corrected once [T500]', async () => {
    for (const [shillings, fee] of [
      [5, 500],
      [3, 300],
    ] as const) {
      const [early, late] = [await asked(), await asked()]
      expect(await feesOf(() => arrives(early))).toBe(500)
      expect(await feesOf(() => charged(early, shillings))).toBe(fee - 500)
      expect(await feesOf(() => charged(late, shillings))).toBe(fee)
      expect(await feesOf(() => arrives(late))).toBe(0)
      expect(await feesOf(() => arrives(late))).toBe(0)
    }
  })

  test('are one for money that its payer typed, in its place or without one', async () => {
    const [early, late] = [1, 2].map(() => ({ account: 'NOBODY', amount: 20_000, receipt: newCode() })) as [One, One]
    expect(await feesOf(() => arrives(early))).toBe(500)
    expect(await feesOf(() => charged(early, 5))).toBe(0)
    expect(await feesOf(() => charged(late, 5))).toBe(500)
    expect(await feesOf(() => arrives(late))).toBe(0)
  })

  test('above our share stays booked, and a person is called', async () => {
    const [much, fair] = [await asked(), await asked()]
    await arrives(much)
    await arrives(fair)
    expect(await feesOf(() => charged(much, 11))).toBe(600)
    await charged(fair, 10)
    expect([await above(much), await above(fair)]).toEqual([1, 0])
    const late = await asked()
    await charged(late, 11)
    expect(await above(late)).toBe(0)
    await arrives(late)
    expect(await above(late)).toBe(1)
  })

  test('that are killed in the middle leave nothing half booked', async () => {
    const one = { account: 'NOBODY', amount: 20_000, receipt: newCode() }
    await charged(one, 5)
    await query`alter table mpesa_lines add constraint killed check (corrected <> 0 or became <> 'fee') not valid`
    expect(await feesOf(() => expect(arrives(one)).rejects.toThrow('killed'))).toBe(0)
    await query`alter table mpesa_lines drop constraint killed`
    expect(await feesOf(() => arrives(one))).toBe(0)
  })
})

test('what M-Pesa takes for withdrawals has tariffs of its own: of the same amounts and days, above our share of gifts, and never borne by others', async () => {
  await enter(band)
  await enter({ ...band, what: 'b2c', fee: 1000 })
  expect([await tariffOn(db, 'paybill', 20_000, noon), await tariffOn(db, 'b2c', 20_000, noon)]).toEqual([500, 1000])
  // A newer day of one leaves the other as it is.
  await enter({ ...band, what: 'b2c', fee: 1300, since: '2026-02-01' })
  expect([await tariffOn(db, 'paybill', 20_000, noon), await tariffOn(db, 'b2c', 20_000, noon)]).toEqual([500, 1300])
  await expect(enter({ ...band, what: 'b2c', fee: 900, from: 50_000, to: 60_000 })).rejects.toMatchObject({
    field: 'from',
  })
  await expect(enter({ ...band, what: 'b2c', bearer: 'payer', since: '2026-03-01' })).rejects.toMatchObject({
    field: 'bearer',
  })
  await expect(enter({ ...band, fee: 1000, since: '2026-03-01' })).rejects.toMatchObject({ field: 'fee' })
})
