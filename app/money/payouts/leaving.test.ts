import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { deleteAccount } from '#app/people/accounts/account.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, begunGift, booksMustHold, fundedDrive, gift, granted, paid, phoneOf } from '#test/money.ts'
import { calledAbout } from '#test/money-now.ts'
import { allRows, oneRow } from '#test/rows.ts'
import { completeByHand, decline } from './decide.server.ts'
import { leaveWithoutMoney, leftBehind, methodsOf } from './method.server.ts'

const db = await testDatabase()
const by = (await somePerson(db, { admin: true })).id
booksMustHold(() => db)

async function owner(...gifts: number[]) {
  const { id: driveId, ownerId: id, methodId, ask } = await fundedDrive(db, gifts)
  // As an account is deleted, without the time that a password takes.
  const leave = () =>
    db.transaction().execute(async (tx) => {
      await leaveWithoutMoney(tx, id)
      await tx.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    })
  return { id, driveId, methodId, ask, leave }
}
const isGone = async (id: string) => (await oneRow('users', { id })).deleted_at !== null

test('nobody leaves behind money they could withdraw: it would be nobody’s', async () => {
  const { id, ask, leave } = await owner(10_000)
  await expect(leave()).rejects.toThrow(/to be withdrawn/)
  expect(await isGone(id)).toBe(false)
  await completeByHand(db, (await ask(10_000)).id, { by })
  await leave()
  expect(await isGone(id)).toBe(true)
})

test('an account that still has money is not deleted, and its methods are kept', async () => {
  const { id, password } = await somePerson(db)
  await gift(db, (await someDrive(db, { ownerId: id })).id, 10_000)
  await phoneOf(db, id)
  await expect(deleteAccount(db, id, password, leaveWithoutMoney)).rejects.toThrow(/to be withdrawn/)
  expect(await isGone(id)).toBe(false)
  expect(await methodsOf(db, id)).toHaveLength(1)
})

test('nor a withdrawal that is under way: it might come back', async () => {
  const { id, ask, leave } = await owner(10_000)
  const { id: payoutId } = await ask(10_000)
  await expect(leave()).rejects.toThrow(/under way/)
  await decline(db, payoutId, { by })
  await expect(leave()).rejects.toThrow(/to be withdrawn/)
  expect(await isGone(id)).toBe(false)
})

test('what is too little to be withdrawn is said beforehand and keeps nobody', async () => {
  const { id, leave } = await owner(9_999)
  expect(await leftBehind(db, id)).toBe(9_999)
  await leave()
  expect(await isGone(id)).toBe(true)
})

test('where money was sent is forgotten with the person, but for the copy in a withdrawal that was made', async () => {
  const { id, ask, leave, methodId } = await owner(10_000)
  const other = await phoneOf(db, id)
  await completeByHand(db, (await ask(10_000)).id, { by })
  await leave()
  const [method, ...others] = await allRows('withdrawal_methods', { user_id: id })
  expect([method!.id, others]).toEqual([methodId, []])
  expect([method!.removed_at === null, method!.id === other.id]).toEqual([false, false])
})

test('a gift that was begun before and comes in afterwards calls a person', async () => {
  const { id, driveId, leave } = await owner()
  const { reference } = await begunGift(db, driveId, 50_000)
  await leave()
  expect(await isGone(id)).toBe(true)
  expect(await applyResult(db, 'paystack', reference, paid(50_000))).toBe('applied')
  expect(await calledAbout(driveId)).toEqual(['gift to a drive whose owner is gone'])
})

test('ten gifts that come in at the very moment see that the owner is gone', async () => {
  const { id, driveId } = await owner()
  const begun = await Promise.all(Array.from({ length: 10 }, () => begunGift(db, driveId, 20_000)))
  const arrive = () => atOnce(10, (at) => applyResult(db, 'paystack', begun[at]!.reference, paid(20_000)))
  const [arrived] = await db.transaction().execute(async (tx) => {
    await leaveWithoutMoney(tx, id)
    const all = arrive()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await tx.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    return [all]
  })
  expect(granted(await arrived)).toEqual(Array(10).fill('applied'))
  expect(await calledAbout(driveId)).toEqual(['gift to a drive whose owner is gone'])
})

test('the person who asks for money while they leave waits for the drive first, so that neither is broken off', async () => {
  const { id, driveId, ask } = await owner(20_000)
  const asking = Promise.withResolvers<Promise<unknown>>()
  const left = db.transaction().execute(async (tx) => {
    await sql`select from fund_drives where id = ${driveId} for update`.execute(tx)
    asking.resolve(ask(10_000))
    await new Promise((resolve) => setTimeout(resolve, 300))
    const wallet = sql`select from wallets where fund_drive_id = ${driveId} for no key update skip locked`
    expect((await wallet.execute(tx)).rows).toHaveLength(1)
    await leaveWithoutMoney(tx, id)
  })
  await expect(left).rejects.toThrow(/to be withdrawn/)
  await asking.promise
  expect(await allRows('payout_requests', { fund_drive_id: driveId })).toHaveLength(1)
})
