import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { feeBpsIn, feePercent } from '#app/kit/fee.ts'
import { isFeeChanged, newDrivesFee, termsNow } from '#app/platform/settings/choices.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, granted } from '#test/money.ts'
import { newAdmin } from '#test/money-now.ts'
import { allRows, oneRow, setRows } from '#test/rows.ts'
import { changeFee, feeStanding } from './fee.server.ts'

// The tests go on from each other: first there is one administrator, then there are two.

leavesSomethingBehind()

const db = await testDatabase()
const one = await newAdmin()
let two: typeof one
const usual = settings.SECOND_ADMIN_ABOVE
afterEach(() => void Object.assign(settings, { SECOND_ADMIN_ABOVE: usual }))
beforeEach(() => setRows('user_roles', { role: 'admin' }, { created_at: new Date(Date.now() - 30 * 86_400_000) }))

const why = 'the board decided it'
const change = (bps: number, by = one) => changeFee(db, { bps, by, why })
const feeOfNewDrive = async () => (await oneRow('fund_drives', { id: (await someDrive(db)).id })).fee_bps

test('the fee is 5 % until someone changes it; percentages have two decimals and go up to 15 [T1041]', async () => {
  expect(await feeStanding(db)).toEqual({ bps: 500, changes: [], asked: null })
  expect([await feeOfNewDrive(), newDrivesFee(), isFeeChanged()]).toEqual([500, 500, false])
  expect(['0', '5', '2.75', '15', '15.00', '0.01', '5%', '7.5 %'].map(feeBpsIn)).toEqual([
    0, 500, 275, 1500, 1500, 1, 500, 750,
  ])
  for (const bad of ['', '15.01', '16', '-1', '2.755', '5e0', 'five', '1,5']) expect(feeBpsIn(bad), bad).toBe(undefined)
  expect([0, 1, 29, 113, 275, 500, 1500].map(feePercent)).toEqual(['0', '0.01', '0.29', '1.13', '2.75', '5', '15'])
})

test('the only administrator decides alone; where a sum for two is chosen, nobody does [T1042]', async () => {
  expect(await change(275)).toBe('done')
  expect([await feeOfNewDrive(), newDrivesFee(), isFeeChanged()]).toEqual([275, 275, true])
  Object.assign(settings, { SECOND_ADMIN_ABOVE: 400 })
  expect(await change(300)).toBe('first')
  await expect(change(300)).rejects.toThrow('You have approved this already')
  expect(await feeOfNewDrive()).toBe(275)
  await db.deleteFrom('proposals').execute()
})

test('of two administrators both decide: one alone changes nothing [T1043]', async () => {
  two = await newAdmin()
  await setRows('user_roles', { user_id: two.id }, { created_at: new Date(Date.now() - 30 * 86_400_000) })
  expect(await change(0)).toBe('first')
  await expect(change(0)).rejects.toThrow('You have approved this already')
  expect([(await termsNow(db)).bps, await feeOfNewDrive()]).toEqual([275, 275])
  expect(await feeStanding(db)).toMatchObject({ bps: 275, asked: { value: '0', by: one.id } })
  // Another value takes the place of the first, and is nobody's second yes.
  expect(await change(1500, two)).toBe('first')
  expect(await change(0, one)).toBe('first')
  expect(await change(0, two)).toBe('done')
  expect(await feeOfNewDrive()).toBe(0)
  await expect(change(0, two)).rejects.toMatchObject({ status: 422, field: 'percent' })
})

test('each change stays: who decided it, when, why, from what to what [T1044]', async () => {
  const { changes, asked } = await feeStanding(db)
  expect(asked).toBe(null)
  expect(changes).toMatchObject([
    { from: 275, to: 0, why, at: expect.any(Date), by: expect.any(String), asked: expect.any(String) },
    { from: 500, to: 275, why, asked: null },
  ])
  const rows = await allRows('fee_rates')
  expect(rows.map(({ bps, by, asked_by }) => [bps, by, asked_by])).toEqual([
    [275, one.id, null],
    [0, two.id, one.id],
  ])
  const lines = await allRows('audit_log', { subject: 'FEE', act: 'setting changed' })
  expect(lines.map(({ before, after }) => [before, after])).toEqual([
    [{ value: '5%' }, { value: '2.75%' }],
    [{ value: '2.75%' }, { value: '0%' }],
  ])
})

test('the database changes no rate and no drive’s fee, and gives a new drive the rate in force [T1045]', async () => {
  await expect(sql`update fee_rates set bps = 100`.execute(db)).rejects.toThrow(/permission denied/)
  await expect(sql`delete from fee_rates`.execute(db)).rejects.toThrow(/permission denied/)
  const { id } = await someDrive(db)
  await expect(setRows('fund_drives', { id }, { fee_bps: 100 })).rejects.toThrow(/fund_drives/)
  await setRows('fund_drives', { id }, { title: 'Another title' })
  const copied = await sql<{ fee_bps: number }>`
    insert into fund_drives (user_id, slug, title, category, goal_amount, fee_bps)
    select user_id, 'with-its-own-fee', title, category, goal_amount, 1234 from fund_drives where id = ${id}
    returning fee_bps`.execute(db)
  expect(copied.rows).toEqual([{ fee_bps: 0 }])
  await expect(db.insertInto('fee_rates').values({ bps: 1501 }).execute()).rejects.toThrow(/fee_rates_bps_check/)
})

test('of ten who agree at once, one does [T1046]', async () => {
  expect(await change(1500, one)).toBe('first')
  const all = await atOnce(10, () => change(1500, two))
  expect(granted(all)).toEqual(['done'])
  expect((await termsNow(db)).bps).toBe(1500)
})
