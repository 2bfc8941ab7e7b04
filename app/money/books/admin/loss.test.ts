import { expect, test } from 'vitest'
import type { Actor } from '#app/base/audit/audit.ts'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, giftByPhone, granted } from '#test/money.ts'
import { raised } from '#test/money-now.ts'
import { oneRow, query, someRows } from '#test/rows.ts'
import { excessIn } from './discrepancies.ts'
import { closeDiscrepancy, discrepancyOf, reopenDiscrepancy } from './discrepancies-list.server.ts'

// More went back than was paid: a part that we had sent, and then M-Pesa reversed all of it by itself.

const db = await testDatabase()
booksMustHold(() => db)
const by: Actor = { id: (await somePerson(db, { admin: true })).id, address: '10.0.0.7' }
const note = 'Both are in the statement of M-Pesa'

let codes = 0
async function goneTwice() {
  const drive = await someDrive(db)
  const { reference } = await giftByPhone(db, drive.id, 50_000, `+25471200${String(++codes).padStart(4, '0')}`)
  const back = (amount: number) =>
    refundSettled(db, reference, { extId: `SKL${String(++codes).padStart(7, '0')}`, amount, state: 'processed' })
  expect([await back(20_000), await back(50_000)]).toEqual(['done', 'excess'])
  const { id } = await oneRow('discrepancies', {
    subject: `refund SKL${String(codes).padStart(7, '0')}`,
    state: 'open',
  })
  return { id, driveId: drive.id }
}
const standing = async () => [await balanceOf(db, 'mpesa_clearing'), await balanceOf(db, 'losses')]

test('what is beyond the payment is booked as lost when the discrepancy is closed, once, and no drive owes it', async () => {
  const before = await standing()
  const { id, driveId } = await goneTwice()
  expect(excessIn((await discrepancyOf(db, id))!)).toMatchObject({ cents: 20_000 })
  expect(await standing()).toEqual(before)
  const closed = await atOnce(10, () => closeDiscrepancy(db, id, { note, loss: 'on', by }))
  expect(granted(closed)).toHaveLength(1)
  expect(await standing()).toEqual([before[0]! - 20_000, before[1]! + 20_000])
  expect(await raised(driveId)).toBe(0)
  const again = await reopenDiscrepancy(db, id, { by })
  await closeDiscrepancy(db, again, { note, loss: 'on', by })
  expect(await standing()).toEqual([before[0]! - 20_000, before[1]! + 20_000])
  const logged = await someRows('audit_log', { act: 'break closed', subject: String(id) }, 'after', 'why')
  expect(logged).toMatchObject([{ after: { state: 'closed', amount: 20_000 }, why: note }])
})

test('it is not booked where the administrator says that it did not leave', async () => {
  const before = await standing()
  const { id } = await goneTwice()
  await closeDiscrepancy(db, id, { note, by })
  expect(await standing()).toEqual(before)
})

test('no other discrepancy books a loss', async () => {
  const rows = await query<{ id: number }>`
    insert into discrepancies (kind, subject, facts) values ('refund failed', 'x', '{"amount": 900, "booked": 0, "reversal": 1}') returning id`
  const before = await standing()
  await closeDiscrepancy(db, rows[0]!.id, { note, loss: 'on', by })
  expect(await standing()).toEqual(before)
})
