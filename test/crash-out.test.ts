import { beforeAll, expect, test } from 'vitest'
import { settlePayment } from '#app/money/payments/settle.server.ts'
import { completePayout } from '#app/money/payouts/complete.server.ts'
import { sendTransfer } from '#app/money/payouts/send.server.ts'
import { askRefund, sendRefund } from '#app/money/refunds/refund.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { TransferFacts } from '#app/platform/providers/provider.ts'
import { brokenBooks } from './books.ts'
import { dieEverywhere } from './crash.ts'
import { testDatabase } from './database.ts'
import { someDrive, somePerson } from './make.ts'
import { begunGift, fundedDrive, paid } from './money.ts'
import { scriptedProvider } from './scripted-provider.ts'
import { timePasses } from './time.ts'

// K10 and K11: the person who sends money or asks for a refund is killed at every statement and every word with the provider.
// Afterwards the next worker brings it to its end, and the provider was asked to move the money once.

let db: Db
let by: string
beforeAll(async () => {
  db = await testDatabase()
  by = (await somePerson(db, { admin: true })).id
})

/** The lease of the dead is over. */
const leaseOver = () => timePasses('4 minutes', { payout_attempts: {}, reversals: {} })

const ends: [TransferFacts['state'], string][] = [
  ['success', 'completed'],
  ['failed', 'processing'],
]
for (const [state, status] of ends)
  test(`a transfer whose sender dies anywhere is sent once, and ends as the provider says: ${state}`, async () => {
    const begin = async () => {
      const scripted = scriptedProvider()
      scripted.outcome = { state, code: 'TRF', fee: 2000 }
      const { id } = await (await fundedDrive(db, [50_000])).ask(50_000)
      await completePayout(db, id, { by })
      const { id: attemptId } = await db
        .selectFrom('payout_attempts')
        .where('payout_id', '=', id)
        .select('id')
        .executeTakeFirstOrThrow()
      return { scripted, id, attemptId }
    }
    const { places } = await dieEverywhere({
      begin,
      formAction: ({ db, step }, { scripted, attemptId }) => {
        scripted.step = step
        return sendTransfer(db, { attemptId })
      },
      after: async ({ scripted, id, attemptId }, how) => {
        scripted.step = (_, run) => run()
        await leaseOver()
        for (let time = 0; time < 2; time++) await sendTransfer(db, { attemptId })
        expect(scripted.sent.size, how).toBe(1)
        const payout = await db.selectFrom('payout_requests').where('id', '=', id).select('status').executeTakeFirst()
        expect(payout, how).toEqual({ status })
        expect(await brokenBooks(db), how).toEqual([])
      },
    })
    expect(places).toBeGreaterThan(20)
  }, 120_000)

test('a refund whose sender dies anywhere is asked for once, and booked once', async () => {
  const begin = async () => {
    const scripted = scriptedProvider()
    const { id: driveId } = await someDrive(db)
    const { reference } = await begunGift(db, driveId, 50_000)
    const facts = paid(50_000)
    scripted.payments.set(reference, facts)
    await settlePayment(db, reference)
    const { id: reversalId } = await askRefund(db, reference, { by, amount: 20_000 })
    return { scripted, reversalId, providerId: facts.providerId, driveId }
  }
  const { places } = await dieEverywhere({
    begin,
    formAction: ({ db, step }, { scripted, reversalId }) => {
      scripted.step = step
      return sendRefund(db, { reversalId })
    },
    after: async ({ scripted, reversalId, providerId, driveId }, how) => {
      scripted.step = (_, run) => run()
      await leaseOver()
      for (let time = 0; time < 2; time++) await sendRefund(db, { reversalId })
      expect(scripted.refunds.get(providerId), how).toHaveLength(1)
      const total = await db
        .selectFrom('fund_drive_totals')
        .where('fund_drive_id', '=', driveId)
        .select('raised_amount')
        .executeTakeFirst()
      expect(total, how).toEqual({ raised_amount: 30_000 })
      expect(await brokenBooks(db), how).toEqual([])
    },
  })
  expect(places).toBeGreaterThan(20)
}, 120_000)
