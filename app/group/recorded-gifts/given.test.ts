import { expect, test } from 'vitest'
import { forgetGiven } from '#app/privacy/forget-own.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { rowsOf } from '#test/owners-lists.ts'
import { someCash } from '#test/pledges.ts'
import { givenAt } from './given.server.ts'
import { voidRecorded } from './recorded.server.ts'
import { recordedList, recordedSum } from './recorded-list.server.ts'

const db = await testDatabase()
booksMustHold(() => db)

const recorded = async () => {
  const drive = await someDrive(db)
  const given = { amount: 50_000, name: 'Amina Yusuf', phone: '+254712345678', note: 'at the church' }
  return { drive, ...(await someCash(db, drive, given)) }
}

test('the receipt is there for the person who has its address, with who recorded it and what became of it', async () => {
  const { drive, id, receipt } = await recorded()
  await db.transaction().execute((tx) => voidRecorded(tx, { id, by: drive.ownerId, why: 'typed twice' }))
  expect(await givenAt(db, receipt)).toMatchObject({
    amount: 50_000,
    name: 'Amina Yusuf',
    by: expect.stringContaining('Owner'),
    isVoid: true,
    story: [{ what: 'recorded' }, { what: 'voided', why: 'typed twice' }],
  })
  for (const wrong of ['', 'x', receipt.toLowerCase(), receipt.slice(1), `${receipt}0`])
    expect(await givenAt(db, wrong)).toBeUndefined()
})

test('the removal link takes name, number and note away, and leaves the amount', async () => {
  const { drive, receipt } = await recorded()
  await forgetGiven(db, receipt)
  expect(await givenAt(db, receipt)).toMatchObject({ amount: 50_000, name: '', namesSomeone: false })
  const rows = await db.selectFrom('recorded_gifts').where('fund_drive_id', '=', drive.id).selectAll().execute()
  expect(JSON.stringify(rows)).not.toMatch(/Amina|712345678|church/)
  await expect(forgetGiven(db, 'R000000000000')).rejects.toMatchObject({ status: 404 })
})

test('the list has void ones, and the sum has not; a number is not shown whole in it', async () => {
  const { drive, id } = await recorded()
  expect(await recordedSum(db, drive.id)).toBe(50_000)
  await db.transaction().execute((tx) => voidRecorded(tx, { id, by: drive.ownerId, why: 'x' }))
  expect(await recordedSum(db, drive.id)).toBe(0)
  expect(await rowsOf(recordedList, db, drive.id, 'search=church')).toHaveLength(1)
  expect(await rowsOf(recordedList, db, drive.id, 'search=nobody')).toEqual([])
})
