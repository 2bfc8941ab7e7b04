import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { checkBooks } from '#app/base/ledger/books.server.ts'
import { foldWallets } from '#app/base/ledger/wallet.server.ts'
import { disputeTold } from '#app/money/disputes/dispute.server.ts'
import { settlePayment } from '#app/money/payments/settle.server.ts'
import { completePayout } from '#app/money/payouts/complete.server.ts'
import { decline } from '#app/money/payouts/decide.server.ts'
import { requestPayout } from '#app/money/payouts/request.server.ts'
import { sendTransfer, transferTold } from '#app/money/payouts/send.server.ts'
import { askRefund, sendRefund, syncRefunds } from '#app/money/refunds/refund.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { TransferFacts } from '#app/platform/providers/provider.ts'
import { chance } from './chance.ts'
import { testDatabase } from './database.ts'
import { someDrive, somePerson } from './make.ts'
import { atOnce, begunGift, booksMustHold, deadlocks, paid, phoneOf, reasonsOf } from './money.ts'
import { scriptedProvider } from './scripted-provider.ts'

// U5: everything that moves money, at once, on one drive.

let db: Db
beforeAll(async () => {
  db = await testDatabase()
})
booksMustHold(() => db)

const refusals =
  /Insufficient|Failed to update|refund more than|was refunded to supporters|owes money|under way|Withdrawals are|has not arrived/

test('gifts, withdrawals, decisions, transfers, refunds, disputes and folds at once: no circle of waiting, and the books hold', async () => {
  const scene = scriptedProvider()
  const { id: by } = await somePerson(db, { admin: true })
  const { id: driveId, ownerId } = await someDrive(db)
  const { id: methodId } = await phoneOf(db, ownerId)
  const luck = chance()
  const random = (below: number) => luck.whole(0, below - 1)
  const references: string[] = []
  const gift = async () => {
    const { reference } = await begunGift(db, driveId, 80_000)
    scene.payments.set(reference, paid(80_000))
    await settlePayment(db, reference)
    references.push(reference)
  }
  for (let at = 0; at < 12; at++) await gift()
  const someGift = () => references[random(references.length)]!
  const somePayout = async () =>
    (await db.selectFrom('payout_requests').select('id').orderBy(sql`random()`).limit(1).executeTakeFirst())?.id
  const someAttempt = () =>
    db.selectFrom('payout_attempts').select(['id', 'reference']).orderBy(sql`random()`).limit(1).executeTakeFirst()
  const states: TransferFacts['state'][] = ['success', 'pending', 'failed', 'returned']
  let nr = 0
  const dispute = async (status: 'open' | 'resolved') => {
    const [extId, reference] = [String(++nr), someGift()]
    const resolution = status === 'open' ? null : nr % 2 ? ('merchant-accepted' as const) : ('declined' as const)
    scene.disputes.set(extId, { is: 'dispute', extId, reference, amount: 15_000, status, resolution, dueAt: null })
    await disputeTold(db, { extId, reference })
  }
  const formActions: (() => Promise<unknown>)[] = [
    gift,
    () => requestPayout(db, { ownerId, driveId, amount: 20_000 + random(60_000), methodId, key: randomUUID() }),
    () => foldWallets(db),
    () => dispute('open'),
    () => dispute('resolved'),
    async () => {
      const { id } = await askRefund(db, someGift(), { amount: 5000 + random(5000), by })
      await sendRefund(db, { reversalId: id })
    },
    async () => {
      const id = await somePayout()
      if (id) await completePayout(db, id, { by })
    },
    async () => {
      const id = await somePayout()
      if (id && random(3) === 0) await decline(db, id, { by })
    },
    async () => {
      const attempt = await someAttempt()
      scene.outcome = { state: states[random(2)]!, code: 'TRF', fee: 2000 }
      if (attempt) await sendTransfer(db, { attemptId: attempt.id })
    },
    async () => {
      const attempt = await someAttempt()
      const sent = attempt && scene.sent.get(attempt.reference)
      if (sent?.state === 'pending') sent.state = states[random(4)]!
      else if (sent?.state === 'success' && random(4) === 0) sent.state = 'returned'
      if (attempt) await transferTold(db, attempt.reference)
    },
    () => syncRefunds(db, someGift()),
    () => checkBooks(db),
  ]
  for (let wave = 0; wave < 12; wave++) {
    const all = await atOnce(36, (at) => formActions[(at + wave) % formActions.length]!())
    expect(reasonsOf(all).filter((why) => !refusals.test(why))).toEqual([])
  }
  expect(await deadlocks()).toBe(0)
  const broken = await sql<{ broken: number }>`select max(broken) as broken from book_checks`.execute(db)
  expect(broken.rows[0]?.broken).toBe(0)
  expect(scene.sent.size).toBeGreaterThan(0)
}, 120_000)
