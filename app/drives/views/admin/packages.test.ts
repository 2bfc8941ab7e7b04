import { expect, test } from 'vitest'
import { creditsOf, freeViews, packagesForSale } from '#app/drives/views/credits.server.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { createPayment } from '#app/money/payments/payment.server.ts'
import { newDrivesViews } from '#app/platform/settings/choices.server.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, granted, paid } from '#test/money.ts'
import { allRows } from '#test/rows.ts'
import { addPackage, changePackage, closePackage, packagesNow } from './packages.server.ts'

leavesSomethingBehind()

const db = await testDatabase()
booksMustHold(() => db)
const admin = await somePerson(db, { admin: true })
const decided = { by: { id: admin.id, address: '41.90.4.0' }, why: 'prices of the new year' }
const named = async (name: string) => (await packagesNow(db)).find((one) => one.name === name)!

test('what was begun at the old price brings the old views, and what is bought then costs the new one', async () => {
  const drive = await someDrive(db)
  const starter = await named('Starter')
  const asked = { driveId: drive.id, userId: drive.ownerId, packageId: starter.id, email: 'owner@example.test' }
  const { reference } = await createPayment(db, { kind: 'subscription', ...asked, amount: 65_000 })
  await changePackage(db, starter.id, { ...starter, views: 150, amount: 600 }, decided)
  expect(await applyResult(db, 'paystack', reference, paid(65_000))).toBe('applied')
  expect(await creditsOf(db, drive.id)).toMatchObject({ package: 'Starter', remaining: 215 })
  expect((await packagesForSale(db))[0]).toMatchObject({ name: 'Starter', views: 150, amount: 600, price: 78_000 })
  await expect(createPayment(db, { kind: 'subscription', ...asked, amount: 65_000 })).rejects.toThrow(/not for sale/)
})

test('new drives begin with the free package as it is now, and those that exist keep what they have [T162]', async () => {
  const before = await someDrive(db)
  const free = await named('Free')
  await changePackage(db, free.id, { name: 'Gift', description: 'To begin with', amount: 0, views: 25 }, decided)
  expect((await creditsOf(db, (await someDrive(db)).id))!).toMatchObject({ package: 'Free', remaining: 25 })
  expect((await creditsOf(db, before.id))!.remaining).toBe(15)
})

test('a new drive has 0 to 10,000 free views; texts print the number in force [T1057]', async () => {
  const free = await named('Free')
  const change = async (views: number) =>
    changePackage(db, (await named('Free')).id, { ...free, amount: 0, views }, decided)
  await expect(change(10_001)).rejects.toMatchObject({ status: 422, field: 'views' })
  await change(0)
  expect(await creditsOf(db, (await someDrive(db)).id)).toMatchObject({ views: 0, remaining: 0, others: 0 })
  expect([newDrivesViews(), await freeViews(db)]).toEqual([0, 0])
  const starter = await named('Starter')
  await expect(changePackage(db, starter.id, { ...starter, views: 0 }, decided)).rejects.toMatchObject({
    field: 'views',
  })
  await change(10_000)
  expect(await creditsOf(db, (await someDrive(db)).id)).toMatchObject({ remaining: 10_000, others: 0 })
  expect([newDrivesViews(), await freeViews(db)]).toEqual([10_000, 10_000])
  await change(25)
})

test('the free package is neither sold nor taken away, and no other is given away [T241]', async () => {
  const [free, growth] = [await named('Free'), await named('Growth')]
  for (const [one, amount] of [
    [free, 100],
    [growth, 0],
  ] as const)
    await expect(changePackage(db, one.id, { ...one, amount }, decided)).rejects.toMatchObject({ field: 'amount' })
  await expect(closePackage(db, free.id, decided)).rejects.toMatchObject({ status: 409 })
  expect((await packagesNow(db)).map(({ id }) => id)).toEqual(expect.arrayContaining([free.id, growth.id]))
})

test('of ten who change one package at once, one does, and one line is written', async () => {
  const impact = await named('Impact')
  const change = (at: number) => changePackage(db, impact.id, { ...impact, views: 6000 + at }, decided).then(() => at)
  expect(granted(await atOnce(10, change))).toHaveLength(1)
  const lines = await allRows('audit_log', { act: 'package changed' })
  expect(lines.filter(({ after }) => (after as { name?: string }).name === 'Impact')).toHaveLength(1)
})

test('a package is added under a name of its own, and taken from sale [T136]', async () => {
  const typed = { name: 'Festival', description: '', amount: 9900, views: 20_000 }
  await addPackage(db, typed, decided)
  await expect(addPackage(db, typed, decided)).rejects.toMatchObject({ field: 'name' })
  await closePackage(db, (await named('Festival')).id, decided)
  expect(await named('Festival')).toBeUndefined()
  // Its name is free again.
  await addPackage(db, typed, decided)
})
