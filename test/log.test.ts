import pino from 'pino'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { settlePayment } from '#app/money/payments/settle.server.ts'
import { completePayout } from '#app/money/payouts/complete.server.ts'
import { sendTransfer } from '#app/money/payouts/send.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { log, withoutReferences } from '#app/platform/log.server.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { testDatabase } from './database.ts'
import { someDrive, somePerson } from './make.ts'
import { begunGift, booksMustHold, fundedDrive, paid } from './money.ts'
import { failure, scriptedProvider } from './scripted-provider.ts'

leavesSomethingBehind()

// What the log says of payments and withdrawals, with everything going wrong that can: never what they are found by.

let db: Db
beforeAll(async () => {
  db = await testDatabase()
})
booksMustHold(() => db)

let lines: string[]
beforeEach(() => {
  lines = []
  log.level = 'trace'
  const stream = (log as unknown as Record<symbol, { write: (line: string) => void }>)[pino.symbols.streamSym]!
  vi.spyOn(stream, 'write').mockImplementation((line) => void lines.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
})

const references = async () =>
  [
    ...(await db.selectFrom('payments').select('reference').execute()),
    ...(await db.selectFrom('payout_attempts').select('reference').execute()),
  ].map(({ reference }) => reference)

test('a payment and a withdrawal leave no reference in the log, also when the provider fails', async () => {
  const scene = scriptedProvider()
  const { id: driveId } = await someDrive(db)
  const { reference } = await begunGift(db, driveId, 50_000)
  scene.script.verify = [failure('rejected'), failure('unknown')]
  for (let time = 0; time < 2; time++) {
    await settlePayment(db, reference)
    await db.updateTable('payments').set({ asked_at: null }).execute()
  }
  scene.payments.set(reference, paid(50_000))
  expect(await settlePayment(db, reference)).toBe('applied')
  const { ask } = await fundedDrive(db, [100_000])
  const by = (await somePerson(db, { admin: true })).id
  const { id } = await ask(100_000)
  await completePayout(db, id, { by })
  const { id: attemptId } = await db.selectFrom('payout_attempts').select('id').executeTakeFirstOrThrow()
  scene.script.transfer = ['lost', failure('rejected')]
  for (let time = 0; time < 2; time++) await sendTransfer(db, { attemptId })
  for (const one of await references()) {
    await db.transaction().execute((tx) => raiseDiscrepancy(tx, 'payment the provider does not know', one, {}))
    log.error({ reference: one, err: new Error(`duplicate key: ${one}`) }, `of ${one}`)
  }
  const said = lines.join('')
  expect(said).toContain('answer that can not be believed')
  expect(said).toContain('nobody knows what became of a transfer')
  const all = await references()
  expect(all).toHaveLength(3)
  for (const one of all) expect(said).not.toContain(one)
  for (const one of all) expect(said).not.toContain(one.slice(-12))
})

test('a line keeps what an operator finds a payment by', () => {
  const line =
    '{"msg":"of don-0123456789abcdef0123456789abcdef and pay-12-1-0123456789abcdef, not don-12 or pay-3-by-hand"}'
  expect(withoutReferences(line)).toBe('{"msg":"of don-0123… and pay-12-1-…, not don-12 or pay-3-by-hand"}')
})
