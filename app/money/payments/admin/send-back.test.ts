import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { waitingTasks } from '#app/admin/desk/desk.server.ts'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { claim } from '#app/money/mpesa/claims.server.ts'
import { placeMoney } from '#app/money/payments/place.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, booksMustHold, granted, reasonsOf } from '#test/money.ts'
import { newAdmin, raised } from '#test/money-now.ts'
import { claiming, newCode, slipOf, unplacedMoney } from '#test/paid-by-hand.ts'
import { railOfEachTest } from '#test/pretend-rail.ts'
import { oneRow, someRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { freeReturn, placeUnplaced, recordReturn, reserveReturn } from './decide-unplaced.server.ts'
import { deskAt } from './unplaced.server.ts'

// Money that nobody could place goes back to its payer: it is reserved first, or it could be placed and sent back as well.

const db = await testDatabase()
booksMustHold(() => db)
const why = 'The payer asked for it'

const rail = railOfEachTest()

const unplaced = (account?: string, cents?: number) => unplacedMoney(db, rail, account, cents)
const rowOf = async (id: number) => (await someRows('suspense', { id }, 'state', 'reserved_by', 'reserved_why'))[0]!
const lines = (id: number) =>
  someRows('audit_log', { noun: 'suspense', subject: String(id) }, 'by', 'act', 'before', 'after', 'why')
const onto = (drive: { id: string }) => ({ to: `drive ${drive.id}`, typed: '' })
const sending = 'An administrator is sending this money back'

describe('an administrator who sends money back reserves it first', () => {
  test('and nobody places it, by hand or by a claim, until they say what came of it [T515]', async () => {
    const [drive, by, other] = [await someDrive(db), await newAdmin(), await newAdmin()]
    const money = await unplaced(await slipOf(db, drive))
    expect(await reserveReturn(db, money.id, { why, by })).toBe('done')
    expect(await rowOf(money.id)).toEqual({ state: 'open', reserved_by: by.id, reserved_why: why })
    await expect(placeUnplaced(db, money.id, { ...onto(drive), why, by: other })).rejects.toMatchObject({ status: 409 })
    await expect(reserveReturn(db, money.id, { why, by: other })).rejects.toMatchObject({ status: 409 })
    expect(await claim(db, drive.id, claiming(money.receipt))).toEqual({ is: 'looking' })
    for (const who of [by.id, undefined]) {
      const placed = db
        .transaction()
        .execute((tx) => placeMoney(tx, { suspenseId: money.id, driveId: drive.id, by: who }))
      expect(await placed).toBeUndefined()
    }
    expect([await raised(drive.id), (await rowOf(money.id)).state]).toEqual([0, 'open'])
  })

  test('then it was sent, by whichever of them looked: it has left our books, with the code of the reversal', async () => {
    const [by, other, money] = [await newAdmin(), await newAdmin(), await unplaced()]
    const [before, code] = [await balanceOf(db, 'mpesa_clearing'), newCode()]
    await reserveReturn(db, money.id, { why, by })
    expect(await balanceOf(db, 'mpesa_clearing')).toBe(before)
    await recordReturn(db, money.id, { code, why: 'Reversed', by: other })
    expect([await balanceOf(db, 'mpesa_clearing'), (await rowOf(money.id)).state]).toEqual([before - 20_000, 'closed'])
    expect(await lines(money.id)).toMatchObject([
      { act: 'suspense reserved', by: by.id, before: { state: 'open' }, after: { state: 'reserved' }, why },
      { act: 'suspense sent back', by: other.id, after: { state: 'closed', code }, why: 'Reversed' },
    ])
  })

  test('or it was not sent: it can be placed again, and both is in the audit log', async () => {
    const [drive, by, money] = [await someDrive(db), await newAdmin(), await unplaced()]
    await reserveReturn(db, money.id, { why, by })
    await freeReturn(db, money.id, { why: 'The portal refused', by })
    expect(await rowOf(money.id)).toEqual({ state: 'open', reserved_by: null, reserved_why: null })
    await placeUnplaced(db, money.id, { ...onto(drive), why, by })
    expect([await raised(drive.id), (await lines(money.id)).map(({ act }) => act)]).toEqual([
      20_000,
      ['suspense reserved', 'suspense freed', 'suspense placed'],
    ])
  })

  test('what nobody sends back is neither recorded as sent nor freed', async () => {
    const [by, money] = [await newAdmin(), await unplaced()]
    await expect(recordReturn(db, money.id, { code: newCode(), why, by })).rejects.toMatchObject({ status: 409 })
    await expect(freeReturn(db, money.id, { why, by })).rejects.toMatchObject({ status: 409 })
    const past = sql`insert into suspense_returns (receipt, suspense_id) values (${newCode()}, ${money.id})`
    await expect(past.execute(db)).rejects.toThrow('not reserved')
    expect(await lines(money.id)).toEqual([])
  })

  test('the database refuses to place what is reserved, whatever asks for it', async () => {
    const [by, money, other] = [await newAdmin(), await unplaced(), await unplaced()]
    await placeUnplaced(db, other.id, { ...onto(await someDrive(db)), why, by })
    const { placed_payment_id: payment } = await oneRow('suspense', { id: other.id })
    await reserveReturn(db, money.id, { why, by })
    const past = sql`update suspense set state = 'placed', closed_at = now(), placed_payment_id = ${payment} where id = ${money.id}`
    await expect(past.execute(db)).rejects.toThrow('suspense_reserved_not_placed')
  })

  test('a day later it stands on the desk as a return that nobody recorded, and is still reserved', async () => {
    const [by, money] = [await newAdmin(), await unplaced()]
    await reserveReturn(db, money.id, { why, by })
    const tasksOf = async () =>
      (await waitingTasks(db)).tasks
        .filter(({ id, kind }) => id === String(money.id) && kind !== 'break')
        .map(({ kind }) => kind)
    expect(await tasksOf()).toEqual(['suspense'])
    await timePasses('25 hours')
    expect(await tasksOf()).toEqual(['return'])
    expect((await deskAt(db, String(money.id))).money).toMatchObject({ isReservedLong: true, reservedWhy: why })
    await expect(placeUnplaced(db, money.id, { ...onto(await someDrive(db)), why, by })).rejects.toThrow(sending)
  })
})

test('the code of a reversal stands for no other return, and is none that money came in under', async () => {
  const by = await newAdmin()
  const back = (id: number, code: string) => recordReturn(db, id, { code, why, by })
  const [one, other, third] = [await unplaced(), await unplaced(), await unplaced()]
  for (const { id } of [one, other, third]) await reserveReturn(db, id, { why, by })
  const code = newCode()
  await expect(back(one.id, one.receipt)).rejects.toMatchObject({ status: 422, field: 'code' })
  await back(one.id, code)
  await expect(back(other.id, code)).rejects.toMatchObject({ status: 422, field: 'code' })
  const last = newCode()
  const all = await Promise.allSettled([back(other.id, last), back(third.id, last)])
  expect([granted(all).length, reasonsOf(all)]).toEqual([1, ['This code is recorded for another return.']])
})

test('of administrators who reserve at once one has it, and the others are told who is sending [T516]', async () => {
  const money = await unplaced()
  const admins = await Promise.all(Array.from({ length: 4 }, newAdmin))
  const all = await atOnce(8, (at) => reserveReturn(db, money.id, { why, by: admins[at % 4]! }))
  expect([granted(all).length, [...new Set(reasonsOf(all))]]).toEqual([1, [sending]])
  expect(await lines(money.id)).toHaveLength(1)
})

test('of a claim and an administrator who reserves at the same moment one wins', async () => {
  for (let round = 0; round < 6; round++) {
    const [drive, by] = [await someDrive(db), await newAdmin()]
    const money = await unplaced(await slipOf(db, drive))
    const all = await Promise.allSettled([
      claim(db, drive.id, claiming(money.receipt)),
      reserveReturn(db, money.id, { why, by }),
      claim(db, drive.id, claiming(money.receipt)),
    ])
    const isReserved = all[1].status === 'fulfilled'
    expect([(await rowOf(money.id)).state, await raised(drive.id)]).toEqual(
      isReserved ? ['open', 0] : ['placed', 20_000],
    )
  }
})

test('of one who records the return and one who frees it at the same moment one wins', async () => {
  for (let round = 0; round < 3; round++) {
    const [by, money] = [await newAdmin(), await unplaced()]
    await reserveReturn(db, money.id, { why, by })
    const all = await atOnce(4, (at) =>
      at % 2 ? freeReturn(db, money.id, { why, by }) : recordReturn(db, money.id, { code: newCode(), why, by }),
    )
    expect(granted(all)).toHaveLength(1)
  }
})
