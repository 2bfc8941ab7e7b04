import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { bookSettlement } from '#app/money/books/admin/settlements-list.server.ts'
import { listReceipts } from '#app/money/mpesa/receipts.server.ts'
import { takeStatement } from '#app/money/mpesa/statement.server.ts'
import { importStatement } from '#app/money/mpesa/statement-lines.server.ts'
import { recordReturn, reserveReturn } from '#app/money/payments/admin/decide-unplaced.server.ts'
import { mailSecondNeeded } from '#app/people/accounts/admin/decide.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { atOnce, booksMustHold, granted } from '#test/money.ts'
import { newAdmin } from '#test/money-now.ts'
import { pretendRail, type Rail } from '#test/pretend-rail.ts'
import { allRows, oneRow } from '#test/rows.ts'
import { bookStatement, statementsNow } from './rail.server.ts'

// A statement is a file that one administrator sends: how far it is believed, and who answers for what it books.

const db = await testDatabase()
booksMustHold(() => db)
const why = 'I compared it with the portal'

let rail: Rail
beforeEach(() => {
  rail = pretendRail()
  useMobileMoney(rail)
})

const heads =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.'
type Row = { receipt: string; reason?: string; in?: number; out?: number }
let nr = 0
const newCode = () => `SKH${String(++nr).padStart(7, '0')}`
const lineOf = (row: Row) =>
  [row.receipt, '03-11-2026 10:00:00', '', 'x', 'Completed', row.in ?? '', row.out ? -row.out : '', '0', 'true']
    .concat([row.reason ?? 'Pay Bill', '2547 ***** 126 - AMINA YUSUF', '', 'CHURCH ROOF'])
    .join(',')
const fileOf = (rows: Row[]) => new TextEncoder().encode(['Short Code:,174379', heads, ...rows.map(lineOf)].join('\n'))
const work = (statementId: number) => importStatement(db, { statementId })
async function sent(rows: Row[], by: { id: string; address: string }): Promise<number> {
  const { id } = await takeStatement(db, fileOf(rows), by)
  await work(id)
  return id
}
const toBank = (receipt: string, out: number): Row => ({ receipt, out, reason: 'Organization Settlement' })
const there = () => balanceOf(db, 'mpesa_clearing')
const booked = async (id: number) => {
  const rows = await allRows('audit_log', { noun: 'statement', subject: String(id), act: 'statement booked' })
  return rows.map(({ by, after }) => ({ by, ...(after as { code: string; amount: number }) }))
}
const discrepancies = async (kind: string) =>
  (await allRows('discrepancies', { kind, state: 'open' })).map(({ subject }) => subject)
/** A payment that fits no drive, which the list of M-Pesa proves; its code. */
async function proven(cents: number): Promise<string> {
  const receipt = newCode()
  const payer = { account: 'CHURCH ROOF', tail: null, name: null, paidAt: new Date() }
  rail.listed = [{ receipt, shortcode: '174379', cents, ...payer }]
  await listReceipts(db)
  return receipt
}
const weekly = { provider: 'mpesa', direction: 'to_bank', day: '2026-11-04', why: 'Weekly' } as const
const heldOf = async (id: number) => (await statementsNow(db)).find((one) => one.id === id)?.held

describe('what a statement books', () => {
  test('has a line in the audit log that names it: money that came, and money that went to the bank', async () => {
    const [by, one, two] = [await newAdmin(), newCode(), newCode()]
    const id = await sent([{ receipt: one, in: 500 }, toBank(two, 200)], by)
    expect(await booked(id)).toEqual([
      { by: by.id, code: one, amount: 50_000 },
      { by: by.id, code: two, amount: 20_000 },
    ])
    expect(await booked(await sent([{ receipt: await proven(30_000), in: 300 }], by))).toEqual([])
  })

  test('is written down also where it was broken off between the money and its line', async () => {
    const [by, receipt] = [await newAdmin(), newCode()]
    const id = await sent([{ receipt, in: 500 }], by)
    await sql`update mpesa_lines set became = null where receipt = ${receipt}`.execute(db)
    await sql`update mpesa_receipts set proved_by = 'statement' where receipt = ${receipt}`.execute(db)
    await work(id)
    expect(await booked(id)).toHaveLength(1)
  })
})

describe('above the sum that operators chose', () => {
  const usual = settings.SECOND_ADMIN_ABOVE
  beforeEach(() => void Object.assign(settings, { SECOND_ADMIN_ABOVE: 1000 }))
  afterEach(() => void Object.assign(settings, { SECOND_ADMIN_ABOVE: usual }))

  test('it waits for a second administrator, who is written to; then it is booked, and names both [T525]', async () => {
    const [first, second, before] = [await newAdmin(), await newAdmin(), await there()]
    const [one, two] = [newCode(), newCode()]
    const id = await sent([{ receipt: one, in: 900 }, toBank(two, 200)], first)
    expect([await there(), await heldOf(id)]).toEqual([before, 110_000])
    await work(id)
    expect(await there()).toBe(before)
    const { id: proposalId } = await oneRow('proposals', { about: 'statement', subject: String(id) })
    for (const reader of [first.id, second.id]) await mailSecondNeeded(db, { proposalId, reader })
    const mails = await allRows('sandbox.mails')
    expect(mails.filter(({ text }) => text.includes('statement of M-Pesa')).length).toBe(2)
    await expect(bookStatement(db, id, { why, by: first })).rejects.toThrow('approved this already')
    expect(await bookStatement(db, id, { why, by: second })).toBe('done')
    await work(id)
    expect([await there(), await heldOf(id)]).toEqual([before + 70_000, null])
    expect(await booked(id)).toHaveLength(2)
    expect(await oneRow('mpesa_statements', { id })).toMatchObject({ by: first.id, agreed_by: second.id })
    await expect(bookStatement(db, id, { why, by: second })).rejects.toMatchObject({ status: 409 })
  })

  test('of second administrators at once one is the second', async () => {
    const admins = await Promise.all(Array.from({ length: 3 }, newAdmin))
    const id = await sent([{ receipt: newCode(), in: 2000 }], await newAdmin())
    const all = await atOnce(6, (at) => bookStatement(db, id, { why, by: admins[at % 3]! }))
    expect(granted(all)).toHaveLength(1)
  })

  test('a settlement that waits is not booked by the statement that the same administrator sends', async () => {
    const [first, second, before] = [await newAdmin(), await newAdmin(), await there()]
    const code = newCode()
    expect(await bookSettlement(db, { ...weekly, amount: 150_000, reference: code }, first)).toBe('first')
    const id = await sent([toBank(code, 1500)], first)
    expect(await there()).toBe(before)
    expect(await bookStatement(db, id, { why, by: second })).toBe('done')
    await work(id)
    expect(await there()).toBe(before - 150_000)
  })

  test('what the list proves is passed; many small statements of one person are a large one', async () => {
    const [by, before] = [await newAdmin(), await there()]
    await sent(
      [
        { receipt: await proven(500_000), in: 5000 },
        { receipt: newCode(), in: 600 },
      ],
      by,
    )
    expect(await there()).toBe(before + 560_000)
    const id = await sent([{ receipt: newCode(), in: 600 }], by)
    expect([await there(), await heldOf(id)]).toEqual([before + 560_000, 120_000])
  })
})

describe('money that left', () => {
  /** Sent back in the portal, under a code of its own. */
  async function goingBack(by: { id: string; address: string }) {
    const { id } = await oneRow('suspense', { provider_tx_id: await proven(20_000) })
    await reserveReturn(db, id, { why, by })
    return { id, code: newCode() }
  }
  const reversal = (receipt: string, out: number): Row => ({ receipt, out, reason: 'Transaction Reversal' })
  const unexplained = () => discrepancies('a line of the statement')

  test('back to its payer is no discrepancy, whichever was first: its record or the statement', async () => {
    const by = await newAdmin()
    const [one, other] = [await goingBack(by), await goingBack(by)]
    await recordReturn(db, one.id, { code: one.code, why, by })
    await sent([reversal(one.code, 200), reversal(other.code, 200)], by)
    expect(await unexplained()).toEqual([other.code])
    await recordReturn(db, other.id, { code: other.code, why, by })
    expect(await unexplained()).toEqual([])
  })

  test('of another amount than was recorded calls a person', async () => {
    const by = await newAdmin()
    const one = await goingBack(by)
    await recordReturn(db, one.id, { code: one.code, why, by })
    await sent([reversal(one.code, 150)], by)
    expect(await unexplained()).toEqual([one.code])
  })

  test('for our bank, as much as a settlement under the bank’s reference: a person is asked, and it is booked once [T526]', async () => {
    const [by, before, code] = [await newAdmin(), await there(), newCode()]
    const wanted = { ...weekly, amount: 77_700 }
    await bookSettlement(db, { ...wanted, reference: 'FT-26308-X1' }, by)
    await sent([toBank(code, 777)], by)
    expect([await there(), await discrepancies('a settlement that may be booked already')]).toEqual([
      before - 77_700,
      [code],
    ])
    // It is another: it is booked by its code.
    await bookSettlement(db, { ...wanted, reference: code }, by)
    expect(await there()).toBe(before - 2 * 77_700)
  })

  test('the other way round an administrator is told that the statement has booked it', async () => {
    const [by, before, code, other] = [await newAdmin(), await there(), newCode(), newCode()]
    await sent([toBank(code, 888), toBank(other, 888)], by)
    expect(await there()).toBe(before - 2 * 88_800)
    const again = bookSettlement(db, { ...weekly, amount: 88_800, reference: 'FT-26308-X2' }, by)
    await expect(again).rejects.toMatchObject({ status: 422, field: 'reference' })
  })
})
