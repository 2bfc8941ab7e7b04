import { beforeAll, expect, test } from 'vitest'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { paystack as adapter } from '#app/platform/paystack/paystack.server.ts'
import { useProvider } from '#app/platform/providers/provider.server.ts'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import { booksMustHold, fundedDrive } from '#test/money.ts'
import { oneRow } from '#test/rows.ts'
import { sandboxOf } from '#test/sandbox.ts'
import { completePayout } from './complete.server.ts'
import type { Destination } from './payout.ts'
import { sendTransfer, transferTold } from './send.server.ts'

// The same against the pretend Paystack, through the adapter that speaks with the real one.

const db = await testDatabase()
const { paystack, tick, told, clock, key } = sandboxOf(db)
let by: string
beforeAll(async () => {
  await paystack.control('top-up', { cents: 100_000_000 })
  by = (await somePerson(db, { admin: true })).id
  const baseUrl = 'http://localhost:3000/sandbox/paystack'
  const fetch = async (url: string, { signal: _, ...sent }: RequestInit) =>
    paystack.answer(new Request(url, sent), { nonce: 'n0nce', address: '127.0.0.1' })
  useProvider(adapter({ key, baseUrl, fetch: fetch as never }))
})
booksMustHold(() => db)

async function sentTo(destination: Destination) {
  const { id } = await (await fundedDrive(db, [100_000], destination)).ask(100_000)
  await completePayout(db, id, { by })
  const { id: attemptId, reference } = await oneRow('payout_attempts', { payout_id: id })
  const now = async () => {
    const { state, fee } = await oneRow('payout_attempts', { id: attemptId })
    return { ...(await oneRow('payout_requests', { id })), state, fee }
  }
  await sendTransfer(db, { attemptId })
  return { reference, now, look: () => sendTransfer(db, { attemptId }) }
}
const phone = (end: string): Destination => ({ type: 'mobile_money', phone: `07120000${end}`, operator: 'M-Pesa' })

test('a phone and a bank receive at once, and what it cost is known', async () => {
  expect(await (await sentTo(phone('99'))).now()).toMatchObject({ status: 'completed', state: 'success', fee: 2000 })
  const bank = await sentTo({ type: 'bank', bank: 'Equity Bank', account: '1234567890', name: 'W Kamau' })
  expect(await bank.now()).toMatchObject({ status: 'completed', state: 'success', fee: 8000 })
})

test('one that fails or that our balance there does not cover comes back with their words', async () => {
  expect(await (await sentTo(phone('01'))).now()).toMatchObject({ status: 'processing', state: 'failed' })
  const poor = await (await sentTo(phone('05'))).now()
  expect(poor).toMatchObject({ status: 'processing', notes: expect.stringContaining('balance is not enough') })
})

test('one that comes back after it arrived is returned, whatever is told first', async () => {
  const { reference, now } = await sentTo(phone('02'))
  clock.advance(10_000)
  await tick()
  const events = told().filter(({ body }) => body.data.reference === reference)
  expect(events.map(({ body }) => body.event).sort()).toEqual(['transfer.reversed', 'transfer.success'])
  const fees = await balanceOf(db, 'provider_fees')
  for (let time = 0; time < 3; time++) await transferTold(db, reference)
  // They give back what sending it cost, too.
  expect(await now()).toMatchObject({ status: 'rejected', state: 'returned', fee: 0 })
  const called = { kind: 'transfer came back', facts: { net: 95_000 } }
  expect(await oneRow('discrepancies', { subject: reference })).toMatchObject(called)
  expect(fees - (await balanceOf(db, 'provider_fees'))).toBe(2000)
})

test('one whose answer is lost is sent once; one that stays under way is asked after', async () => {
  await paystack.control('faults', { endpoint: 'transfer', fault: 'reset-after', times: 1 })
  const { now, look } = await sentTo(phone('98'))
  expect(await now()).toMatchObject({ status: 'approved', state: 'unknown' })
  await look()
  expect(await now()).toMatchObject({ status: 'completed', state: 'success' })
  const slow = await sentTo(phone('03'))
  await slow.look()
  expect(await slow.now()).toMatchObject({ status: 'approved', state: 'pending' })
})
