import { beforeEach, describe, expect, test } from 'vitest'
import { askRefund, sendRefund } from '#app/money/refunds/refund.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, booksMustHold, giftByPhone, granted, reasonsOf } from '#test/money.ts'
import { newAdmin } from '#test/money-now.ts'
import { newCode } from '#test/paid-by-hand.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { oneRow, someRows } from '#test/rows.ts'
import { toDo } from './refund.ts'
import { byHandAt, cancelRefund, recordRefund } from './refunds-list.server.ts'

// A refund that M-Pesa does not send from here: an administrator sends it in the portal and says so, or cancels it.

const db = await testDatabase()
booksMustHold(() => db)
const why = 'Sent in the portal'
beforeEach(() => useMobileMoney(pretendRail()))

let nr = 0
async function waiting(amount = 20_000) {
  const by = await newAdmin()
  const gift = await giftByPhone(db, (await someDrive(db)).id, 50_000, `+2547${String(30_000_000 + ++nr)}`)
  const { id: reversalId } = await askRefund(db, gift.reference, { by: by.id, amount })
  await sendRefund(db, { reversalId })
  return { ...gift, by, reversalId }
}
const now = (id: number) =>
  db.selectFrom('reversals').where('id', '=', id).select(['state', 'ext_id as code']).executeTakeFirstOrThrow()
const back = async (id: number) =>
  (await db.selectFrom('payments').where('id', '=', id).select('reversed').executeTakeFirstOrThrow()).reversed
const logged = (id: number) =>
  someRows('audit_log', { noun: 'donation', subject: String(id) }, 'act', 'by', 'after', 'why')
const openDiscrepancies = (reference: string) =>
  someRows('discrepancies', { subject: reference, state: 'open' }, 'kind')

describe('a refund that waits for a hand', () => {
  test('says what to do in the portal', async () => {
    const part = await waiting()
    expect(toDo(await byHandAt(db, String(part.id)))).toMatchObject({
      message: expect.stringContaining('number that paid'),
    })
    const whole = await waiting(50_000)
    expect(toDo(await byHandAt(db, String(whole.id)))).toMatchObject({ message: expect.stringContaining('reverse it') })
    expect(await openDiscrepancies(part.reference)).toEqual([{ kind: 'refund by hand' }])
  })

  test('is recorded with its code by one of ten administrators at once, with the audit log [T456]', async () => {
    // The first round opens the connections; from then on all ten are at it at the same moment.
    for (let round = 0; round < 4; round++) {
      const { id, reference, reversalId } = await waiting()
      const who = await newAdmin()
      const codes = Array.from({ length: 10 }, newCode)
      const all = await atOnce(10, (at) => recordRefund(db, id, { code: codes[at]!, why, by: who }))
      expect(granted(all)).toHaveLength(1)
      expect(reasonsOf(all).every((reason) => reason.includes('decided meanwhile'))).toBe(true)
      const { state, code } = await now(reversalId)
      expect([state, codes.includes(code!), await back(id)]).toEqual(['done', true, 20_000])
      expect(await logged(id)).toMatchObject([
        { act: 'refund sent by hand', by: who.id, why, after: { refund: reversalId, amount: 20_000, code } },
      ])
      expect(await openDiscrepancies(reference)).toEqual([])
    }
  })

  test('takes no code of a payment to us, nor one that is recorded already', async () => {
    const [one, other] = [await waiting(), await waiting()]
    const receipt = await oneRow('mpesa_receipts', { payment_id: one.id })
    await expect(recordRefund(db, one.id, { code: receipt.receipt, why, by: one.by })).rejects.toMatchObject({
      field: 'code',
    })
    const code = newCode()
    await recordRefund(db, one.id, { code, why, by: one.by })
    await expect(recordRefund(db, other.id, { code, why, by: one.by })).rejects.toMatchObject({ field: 'code' })
    expect(await now(other.reversalId)).toMatchObject({ state: 'open' })
  })

  test('is cancelled by a person, and the gift can be refunded again', async () => {
    const { id, reference, reversalId, by } = await waiting()
    await cancelRefund(db, id, { why: 'Nothing was sent', by })
    expect([await now(reversalId), await back(id), await openDiscrepancies(reference)]).toMatchObject([
      { state: 'failed' },
      0,
      [],
    ])
    await expect(recordRefund(db, id, { code: newCode(), why, by })).rejects.toThrow('decided meanwhile')
    await askRefund(db, reference, { by: by.id })
  })

  test('is not the refund of another: nothing waits, nothing is decided', async () => {
    const gift = await giftByPhone(db, (await someDrive(db)).id, 50_000, '+254739999999')
    await expect(byHandAt(db, String(gift.id))).rejects.toMatchObject({ init: { status: 404 } })
    await expect(cancelRefund(db, 999_999, { why, by: await newAdmin() })).rejects.toMatchObject({ status: 404 })
  })
})
