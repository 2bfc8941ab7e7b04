import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#app/base/audit/audit.ts'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, giftByPhone, granted, promptedGift } from '#test/money.ts'
import { calledFor, statusOf } from '#test/money-now.ts'
import { railOfEachTest } from '#test/pretend-rail.ts'
import { oneRow, query } from '#test/rows.ts'
import { statementFile } from '#test/statement.ts'
import { credit } from './credit.server.ts'
import { listReceipts } from './receipts.server.ts'
import { takeStatement } from './statement.server.ts'
import { importStatement } from './statement-lines.server.ts'

// Statements of the portal, through everything: what they prove, correct and tell, once.

const db = await testDatabase()
booksMustHold(() => db)
const rail = railOfEachTest()
let by: Actor
beforeAll(async () => {
  by = { id: (await somePerson(db, { admin: true })).id, address: '10.0.0.0' }
})

type Row = {
  receipt: string
  reason?: string
  in?: number
  out?: number
  linked?: string
  account?: string
  status?: string
}
let nr = 0
const newCode = () => `SKT${String(++nr).padStart(7, '0')}`
const time = '03-11-2026 10:00:00'
const lineOf = (row: Row) =>
  [row.receipt, time, time, 'x', row.status ?? 'Completed', row.in ?? '', row.out ? -row.out : '', '0', 'true']
    .concat([row.reason ?? 'Pay Bill Online', '2547 ***** 126 - AMINA YUSUF', row.linked ?? '', row.account ?? ''])
    .join(',')
const fileOf = (rows: Row[], shortcode = '174379') => statementFile(rows.map(lineOf), shortcode)

async function imported(rows: Row[]) {
  const taken = await takeStatement(db, fileOf(rows), by)
  await importStatement(db, { statementId: taken.id })
  return taken
}
const becameOf = async (receipt: string, kind?: string) => {
  return (
    await query<{ became: string; corrected: number }>`
    select became, corrected from mpesa_lines where receipt = ${receipt} and (kind = ${kind ?? null} or ${kind ?? null}::text is null)`
  )[0]
}
const there = () => balanceOf(db, 'mpesa_clearing')
async function moved(run: () => Promise<unknown>) {
  const before = [await there(), await balanceOf(db, 'provider_fees'), await balanceOf(db, 'settlement_bank')]
  await run()
  const after = [await there(), await balanceOf(db, 'provider_fees'), await balanceOf(db, 'settlement_bank')]
  return after.map((now, at) => now - before[at]!)
}
/** A gift whose request went out, and of which nothing was ever heard. */
async function lostGift(amount = 50_000) {
  const { id: driveId } = await someDrive(db)
  const phone = `+2547222${String(++nr).padStart(5, '0')}`
  const { id, reference, prompt } = await promptedGift(db, driveId, amount, phone)
  return { id, reference, account: prompt.account, amount }
}
const codeOf = async (paymentId: number) =>
  (await db.selectFrom('mpesa_receipts').where('payment_id', '=', paymentId).select('receipt').executeTakeFirst())
    ?.receipt

describe('a line of money that came in', () => {
  test('is not called known while its code is held back without a place: it gets one', async () => {
    const gift = await lostGift(61_100)
    await query`update mpesa_prompts set created_at = '2026-11-03 10:00:00+03' where account = ${gift.account}`
    const prompt = await oneRow('mpesa_prompts', { account: gift.account })
    await credit(db, 'mpesa', { ...prompt, ...gift }, 'query')
    await query`update mpesa_prompts set sent_at = created_at where account = ${gift.account}`
    const receipt = newCode()
    await query`insert into mpesa_receipts (receipt, shortcode, amount, account, paid_at, heard_by, proved_by, proved_at)
      values (${receipt}, '174379', 61_100, '?', '2026-11-03 10:00:00+03', 'list', 'list', '2026-11-03 10:05:00+03')`
    await imported([{ receipt, in: 611, account: '?' }])
    expect(await becameOf(receipt)).toMatchObject({ became: 'new' })
    expect((await oneRow('mpesa_receipts', { receipt })).state).toBe('unplaced')
    expect(await calledFor('a code like a gift without one')).toContain(receipt)
  })

  test('books the gift that nobody was told of, at any age, and once', async () => {
    const { reference, account } = await lostGift()
    const receipt = newCode()
    expect(await moved(() => imported([{ receipt, in: 500, account }]))).toEqual([50_000, 0, 0])
    expect(await statusOf(reference)).toBe('succeeded')
    expect(await becameOf(receipt)).toMatchObject({ became: 'new' })
    const row = await oneRow('mpesa_receipts', { receipt })
    expect(row).toMatchObject({ state: 'placed', proved_by: 'statement', tail: '126' })
    expect(await moved(() => imported([{ receipt, in: 500, account }]))).toEqual([0, 0, 0])
  })

  test('under an account that nobody knows waits for a person; what failed is nothing', async () => {
    const [receipt, failed] = [newCode(), newCode()]
    const rows = [
      { receipt, in: 700, account: 'NOBODY' },
      { receipt: failed, in: 900, account: 'NOBODY', status: 'Failed' },
    ]
    expect(await moved(() => imported(rows))).toEqual([70_000, 0, 0])
    const row = await oneRow('mpesa_receipts', { receipt })
    expect(row.state).toBe('unplaced')
    expect(await becameOf(failed)).toMatchObject({ became: 'nothing' })
  })

  test('that the books have already changes nothing, and its name is not kept', async () => {
    const { id } = await giftByPhone(db, (await someDrive(db)).id, 30_000)
    const receipt = (await codeOf(id))!
    const { account } = await oneRow('mpesa_prompts', { payment_id: id })
    expect(await moved(() => imported([{ receipt, in: 300, account }]))).toEqual([0, 0, 0])
    expect(await becameOf(receipt)).toMatchObject({ became: 'known' })
    const names = await db.selectFrom('mpesa_lines').where('name', 'is not', null).select('id').execute()
    expect(names).toEqual([])
  })
})

describe('M23: a statement', () => {
  const someRows = () => Array.from({ length: 6 }, (_, at) => ({ receipt: newCode(), in: 100 + at, account: 'NOBODY' }))

  test('that comes twice, and ten times at once, is one', async () => {
    const rows = someRows()
    const all = granted(await atOnce(10, () => takeStatement(db, fileOf(rows), by)))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(all.filter(({ again }) => !again)).toMatchObject([{ fresh: 6 }])
    const work = () => importStatement(db, { statementId: all[0]!.id })
    const sum = rows.reduce((total, row) => total + row.in * 100, 0)
    expect(await moved(() => Promise.all([work(), work()]))).toEqual([sum, 0, 0])
  })

  test('that overlaps another one counts what both have once', async () => {
    const rows = someRows()
    await imported(rows.slice(0, 4))
    const taken = await takeStatement(db, fileOf(rows.slice(2)), by)
    expect(taken).toMatchObject({ lines: 4, fresh: 2 })
    const rest = rows.slice(4).reduce((total, row) => total + row.in * 100, 0)
    expect(await moved(() => importStatement(db, { statementId: taken.id }))).toEqual([rest, 0, 0])
  })

  test('that is cut, or another’s, is refused whole at its field [T594]', async () => {
    const rows = someRows()
    const before = await db.selectFrom('mpesa_lines').select('id').execute()
    const whole = fileOf(rows)
    const cut = takeStatement(db, whole.slice(0, whole.length - 40), by)
    await expect(cut).rejects.toMatchObject({ status: 422, field: 'statement' })
    await expect(takeStatement(db, fileOf(rows, '600000'), by)).rejects.toThrow('another shortcode')
    expect(await db.selectFrom('mpesa_lines').select('id').execute()).toEqual(before)
  })
})

describe('M24: a charge', () => {
  test('that was not booked is booked once, and what is given back of it is booked back', async () => {
    const { account } = await lostGift()
    const [receipt, charge, back] = [newCode(), newCode(), newCode()]
    const rows = [
      { receipt: charge, out: 5, reason: 'Pay Bill Charge', linked: receipt },
      { receipt, in: 500, account },
    ]
    expect(await moved(() => imported(rows))).toEqual([49_500, 500, 0])
    expect(await moved(() => imported([...rows].reverse()))).toEqual([0, 0, 0])
    const returned = { receipt: back, in: 2, reason: 'Pay Bill Charge', linked: receipt }
    expect(await moved(() => imported([returned]))).toEqual([200, -200, 0])
  })

  test('that is less than what was booked is corrected back; one that agrees is not [T499]', async () => {
    for (const [fee, moves] of [
      [800, [300, -300, 0]],
      [500, [0, 0, 0]],
    ] as const) {
      const { id } = await giftByPhone(db, (await someDrive(db)).id, 30_000)
      const receipt = (await codeOf(id))!
      await query`update payments set provider_fee = ${fee} where id = ${id}`
      await query`insert into ledger_transfers (event_kind, subject_id, leg, debit_account, credit_account, amount)
        select 'donation', ${id}, 3, d.id, c.id, ${fee} from ledger_accounts d, ledger_accounts c
        where d.code = 'provider_fees' and c.code = 'mpesa_clearing'`
      // A charge stands under the code of its money, or names it.
      expect(await moved(() => imported([{ receipt, out: 5, reason: 'Pay Bill Charge' }]))).toEqual(moves)
    }
  })
})

describe('what is no gift', () => {
  test('money that went to the bank is a settlement, once, also when a person booked it before', async () => {
    const [one, two, other] = [newCode(), newCode(), newCode()]
    const toBank = (receipt: string, out: number) => ({ receipt, out, reason: 'Organization Settlement' })
    expect(await moved(() => imported([toBank(one, 400)]))).toEqual([-40_000, 0, 40_000])
    const book = (reference: string, amount: number, at: string | null) =>
      query`insert into settlements (provider, reference, direction, amount, day, why, asked_by, booked_by, booked_at)
        values ('mpesa', ${reference}, 'to_bank', ${amount}, '2026-11-03', 'x', ${by.id}, ${at && by.id}::uuid, ${at}::timestamptz)`
    await book(two.toLowerCase(), 20_000, null)
    expect(await moved(() => imported([toBank(two, 200)]))).toEqual([-20_000, 0, 20_000])
    await book(other, 99_900, null)
    expect(await moved(() => imported([toBank(other, 100)]))).toEqual([0, 0, 0])
    expect(await calledFor('a line of the statement')).toContain(other)
  })

  test('money that moved in a way that nobody knows is shown to a person', async () => {
    const [one, inner] = [newCode(), newCode()]
    const rows = [
      { receipt: one, out: 60, reason: 'Something New' },
      { receipt: inner, out: 60, reason: 'Utility Account to Working Account' },
    ]
    expect(await moved(() => imported(rows))).toEqual([0, 0, 0])
    expect(await calledFor('a line of the statement')).toContain(one)
    expect(await calledFor('a line of the statement')).not.toContain(inner)
    const details = newCode()
    await imported([{ receipt: details, out: 70, reason: 'Sent to 254712345678 - AMINA YUSUF' }])
    const facts = await query`select facts ->> 'reason' as reason from discrepancies where subject = ${details}`
    expect(facts).toEqual([{ reason: 'Sent to' }])
  })
})

test('M25: after a restore the list brings the last days back, the statement the rest, and nothing is sent [T520]', async () => {
  const [old, young] = [await lostGift(10_000), await lostGift(20_000)]
  const [one, two, three] = [newCode(), newCode(), newCode()]
  rail.listed = [
    {
      receipt: two,
      shortcode: '174379',
      cents: 20_000,
      account: young.account,
      tail: null,
      name: null,
      paidAt: new Date(),
    },
  ]
  const all = moved(async () => {
    await listReceipts(db)
    await imported([
      { receipt: one, in: 100, account: old.account },
      { receipt: two, in: 200, account: young.account },
      { receipt: three, in: 300, account: 'NOBODY' },
    ])
    await listReceipts(db)
  })
  expect(await all).toEqual([60_000, 0, 0])
  expect([await statusOf(old.reference), await statusOf(young.reference)]).toEqual(['succeeded', 'succeeded'])
  expect(rail.sent).toEqual([])
})

test('without M-Pesa there is nothing to compare a statement with', async () => {
  useMobileMoney(undefined)
  await expect(takeStatement(db, fileOf([]), by)).rejects.toThrow('not set up')
})
