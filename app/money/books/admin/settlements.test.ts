import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#app/base/audit/audit.ts'
import { atOneMoment } from '#app/base/ledger/moment.server.ts'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { readChoices } from '#app/platform/settings/choices.server.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, gift, giftByPhone, granted, reasonsOf } from '#test/money.ts'
import { query } from '#test/rows.ts'
import {
  bookSettlement,
  countWaiting,
  type SettlementWanted,
  settlementForm,
  settlementsList,
} from './settlements-list.server.ts'
import { identityOf } from './statement.server.ts'

leavesSomethingBehind()

// Money between the provider and our bank, booked by administrators.

const db = await testDatabase()
let [one, two]: Actor[] = []
beforeAll(async () => {
  const { id } = await someDrive(db)
  await gift(db, id, 100_000)
  ;[one, two] = await Promise.all(
    [1, 2].map(async () => ({ id: (await somePerson(db, { admin: true })).id, address: '10.0.0.0' })),
  )
})
booksMustHold(() => db)

const wanted = (own: Partial<SettlementWanted> = {}): SettlementWanted => ({
  provider: 'paystack',
  direction: 'to_bank',
  amount: 40_000,
  day: '2025-11-20',
  reference: `SET-${randomUUID()}`,
  why: 'The weekly payout',
  ...own,
})
const balances = async () => ({
  clearing: await balanceOf(db, 'provider_clearing'),
  bank: await balanceOf(db, 'settlement_bank'),
})
const posted = async () => (await query`select from ledger_transfers where event_kind = 'settlement'`).length
/** What moved while something was done. */
async function moved(run: () => Promise<unknown>) {
  const before = await balances()
  await run()
  const { clearing, bank } = await balances()
  return [clearing - before.clearing, bank - before.bank]
}

test('what the provider paid out leaves our money there for our bank, and what was put in comes back', async () => {
  expect(await moved(() => bookSettlement(db, wanted(), one!))).toEqual([-40_000, 40_000])
  const putIn = wanted({ direction: 'from_bank', amount: 90_000, why: 'A withdrawal that was sent by hand' })
  expect(await moved(() => bookSettlement(db, putIn, one!))).toEqual([90_000, -90_000])
  const lines = await atOneMoment(db, (moment) => identityOf(moment))
  const sum = lines.reduce((all, { amount }) => all + amount, 0)
  expect([lines.at(-1), sum]).toEqual([{ key: 'settled', amount: 50_000 }, (await balances()).clearing])
  const log = await db.selectFrom('audit_log').where('noun', '=', 'settlement').selectAll().orderBy('id').execute()
  expect(log.at(-1)).toMatchObject({
    act: 'settlement booked',
    by: one!.id,
    why: 'A withdrawal that was sent by hand',
    after: { direction: 'from_bank', amount: 90_000, day: '2025-11-20', reference: putIn.reference },
  })
})

test('what M-Pesa paid out leaves our money there, and not what Paystack holds', async () => {
  const { id } = await someDrive(db)
  await giftByPhone(db, id, 70_000)
  const there = () => balanceOf(db, 'mpesa_clearing')
  const before = await there()
  const settlement = wanted({ provider: 'mpesa' })
  expect(await moved(() => bookSettlement(db, settlement, one!))).toEqual([0, 40_000])
  expect((await there()) - before).toBe(-40_000)
  const asked = settlementsList.asked(new URLSearchParams({ search: settlement.reference }))
  expect((await settlementsList.page(db, asked)).rows[0]).toMatchObject({ provider: 'mpesa' })
  const lines = await atOneMoment(db, (moment) => identityOf(moment))
  const sum = lines.reduce((all, { amount }) => all + amount, 0)
  expect(sum).toBe((await there()) + (await balances()).clearing)
})

test('one reference is booked once, however often, by however many and however it is written', async () => {
  const settlement = wanted()
  const before = await posted()
  const all = await atOnce(10, (at) =>
    bookSettlement(
      db,
      { ...settlement, reference: at % 2 ? settlement.reference : settlement.reference.toLowerCase() },
      at % 3 ? one! : two!,
    ),
  )
  expect([granted(all), reasonsOf(all)]).toEqual([Array(10).fill('booked'), []])
  expect((await posted()) - before).toBe(1)
  for (const other of [
    { amount: 40_001 },
    { provider: 'mpesa' as const },
    { direction: 'from_bank' as const },
    { day: '2025-11-19' },
  ])
    await expect(bookSettlement(db, { ...settlement, ...other }, two!)).rejects.toMatchObject({
      status: 422,
      field: 'reference',
    })
  expect((await posted()) - before).toBe(1)
})

test('the database lets nobody change or remove what is booked', async () => {
  await bookSettlement(db, wanted(), one!)
  await expect(sql`update settlements set amount = amount + 1`.execute(db)).rejects.toThrow('forbidden')
  await expect(sql`delete from settlements`.execute(db)).rejects.toThrow('permission denied')
})

describe('above the sum that needs two', () => {
  const choose = async (value: string | null) => {
    await query`insert into operator_choices (name, value) values ('SECOND_ADMIN_ABOVE', ${value})`
    await readChoices(db)
  }
  const limited = (run: () => Promise<void>) => async () => {
    await choose('300')
    try {
      await run()
    } finally {
      await choose(null)
    }
  }

  test(
    'the first files it, and the second books it; nobody is both',
    limited(async () => {
      const settlement = wanted()
      expect(await moved(() => bookSettlement(db, settlement, one!))).toEqual([0, 0])
      expect(await countWaiting(db)).toBe(1)
      await expect(bookSettlement(db, settlement, one!)).rejects.toThrow('You have approved it already')
      expect(await moved(() => bookSettlement(db, { ...settlement, why: 'Seen in the bank' }, two!))).toEqual([
        -40_000, 40_000,
      ])
      expect(await countWaiting(db)).toBe(0)
      const asked = settlementsList.asked(new URLSearchParams({ search: settlement.reference }))
      const [row] = (await settlementsList.page(db, asked)).rows
      expect(row).toMatchObject({ day: '2025-11-20', amount: 40_000, bookedAt: expect.any(Date) })
      expect(await bookSettlement(db, wanted({ amount: 30_000 }), one!)).toBe('booked')
    }),
  )

  test(
    'other values wait again, and so does the word of someone who may decide no more',
    limited(async () => {
      const settlement = wanted()
      expect(await bookSettlement(db, settlement, one!)).toBe('first')
      const right = { ...settlement, amount: 45_000 }
      expect(await bookSettlement(db, right, two!)).toBe('first')
      await query`update users set suspended_at = now(), suspended_why = 'x' where id = ${two!.id}`
      expect(await bookSettlement(db, right, one!)).toBe('first')
      await query`update users set suspended_at = null, suspended_why = '' where id = ${two!.id}`
      expect(await moved(() => bookSettlement(db, right, two!))).toEqual([-45_000, 45_000])
    }),
  )
})

test('a form without a direction, an amount, a day that has been, a reference or a reason is told each', () => {
  const filled = { direction: 'to_bank', amount: '1,000', day: '2025-11-20', reference: ' A  1 ', why: 'x' }
  expect(settlementForm.parse(filled)).toMatchObject({ provider: 'paystack', amount: 100_000, reference: 'A 1' })
  const wrong = { direction: 'up', amount: '0', day: '2026-02-30', reference: ' ', why: '' }
  const { error } = settlementForm.safeParse(wrong)
  expect(error!.issues.map(({ path }) => path[0]).sort()).toEqual(Object.keys(wrong).sort())
  expect(settlementForm.safeParse({ ...filled, day: '2199-01-01' }).success).toBe(false)
})

test('the list is searched, sorted and goes on by pages', async () => {
  const mark = randomUUID().slice(0, 8)
  for (const [nr, day] of ['2025-11-03', '2025-11-01', '2025-11-02'].entries())
    await bookSettlement(db, wanted({ reference: `${mark} ${nr}`, day, amount: 1000 + nr }), one!)
  const page = async (asked: Record<string, string>, size?: number) =>
    settlementsList.page(db, settlementsList.asked(new URLSearchParams({ search: mark, ...asked })), size)
  const days = ({ rows }: Awaited<ReturnType<typeof page>>) => rows.map(({ day }) => day.slice(-2))
  const first = await page({}, 2)
  expect([days(first), first.totals]).toEqual([['03', '02'], { count: 3, toBank: 3003, fromBank: 0 }])
  expect(days(await page({ after: first.next! }, 2))).toEqual(['01'])
  expect(days(await page({ sort: 'amount', order: 'asc' }))).toEqual(['03', '01', '02'])
})
