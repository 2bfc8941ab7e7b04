import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { oneRow, query } from '#test/rows.ts'

// What the database itself refuses of promises and of what was recorded.

const db = await testDatabase()
let nr = 0

const pledge = async (drive: { id: string }, amount: number) => {
  const hash = String(++nr).padStart(64, '0')
  const { rows } = await sql<{ id: number }>`
    insert into pledges (fund_drive_id, amount, source, token_hash, client_key)
    values (${drive.id}, ${amount}, 'giver', ${hash}, gen_random_uuid()) returning id`.execute(db)
  return rows[0]!.id
}

const recorded = async (drive: { id: string; ownerId: string }, amount: number) => {
  const receipt = `R${String(++nr).padStart(11, '0')}`
  const { rows } = await sql<{ id: number }>`
    insert into recorded_gifts (fund_drive_id, amount, method, given_on, recorded_by, receipt, client_key)
    values (${drive.id}, ${amount}, 'cash', '2026-01-02', ${drive.ownerId}, ${receipt}, gen_random_uuid())
    returning id`.execute(db)
  return rows[0]!.id
}

const part = (pledgeId: number, of: { recorded: number } | { donation: number }, amount: number) =>
  query`insert into pledge_parts (pledge_id, recorded_id, donation_id, amount)
    values (${pledgeId}, ${'recorded' in of ? of.recorded : null}, ${'donation' in of ? of.donation : null}, ${amount})`

const stateOf = (id: number) =>
  db.selectFrom('pledges').where('id', '=', id).select(['paid', 'state']).executeTakeFirstOrThrow()

test('thirty parts that come at once keep a pledge, and what is more than it is refused', async () => {
  const drive = await someDrive(db)
  const id = await pledge(drive, 200_000)
  const gifts = await Promise.all(Array.from({ length: 30 }, () => recorded(drive, 10_000)))
  const all = await Promise.allSettled(gifts.map((one) => part(id, { recorded: one }, 10_000)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  expect(await stateOf(id)).toEqual({ paid: 200_000, state: 'kept' })
})

test('a part is no more than its gift, which counts once and for its own drive', async () => {
  const [drive, other] = [await someDrive(db), await someDrive(db)]
  const [mine, theirs] = [await pledge(drive, 50_000), await pledge(other, 50_000)]
  const one = await recorded(drive, 10_000)
  await expect(part(mine, { recorded: one }, 10_001)).rejects.toThrow('more than its gift')
  await expect(part(theirs, { recorded: one }, 10_000)).rejects.toThrow('to another drive')
  await part(mine, { recorded: one }, 10_000)
  await expect(part(await pledge(drive, 50_000), { recorded: one }, 10_000)).rejects.toThrow('unique')
})

test('a pledge is open again when the gift that kept it went back, was voided or became smaller', async () => {
  const drive = await someDrive(db)
  const id = await pledge(drive, 50_000)
  const { id: paymentId } = await gift(db, drive.id, 50_000)
  const { id: donationId } = await oneRow('donations', { payment_id: paymentId })
  await part(id, { donation: donationId }, 50_000)
  await sql`update payments set reversed = 20000 where id = ${paymentId}`.execute(db)
  expect(await stateOf(id)).toEqual({ paid: 30_000, state: 'open' })
  await sql`update payments set reversed = 50000 where id = ${paymentId}`.execute(db)
  expect(await stateOf(id)).toEqual({ paid: 0, state: 'open' })
  const cash = await recorded(drive, 50_000)
  await part(id, { recorded: cash }, 50_000)
  await sql`update recorded_gifts set amount = 10000 where id = ${cash}`.execute(db)
  expect(await stateOf(id)).toEqual({ paid: 10_000, state: 'open' })
  await sql`update recorded_gifts set voided_at = now(), void_why = 'counted twice' where id = ${cash}`.execute(db)
  expect(await stateOf(id)).toEqual({ paid: 0, state: 'open' })
})
