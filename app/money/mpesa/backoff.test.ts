import { beforeEach, describe, expect, test } from 'vitest'
import type { PhoneFailure } from '#app/platform/providers/mobile-money.server.ts'
import { testDatabase } from '#test/database.ts'
import { giveByPhone } from '#test/give-by-phone.ts'
import { booksMustHold } from '#test/money.ts'
import { ended, railOfEachTest, receiptOf, toldOf } from '#test/pretend-rail.ts'
import { query, queryOne } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { type MpesaPart, secondsToWait } from './backoff.server.ts'
import { receiveCallback } from './callbacks.server.ts'
import { payOf, sendAgain } from './pay.server.ts'
import { queryDueRequests, queryNewestRequest } from './query.server.ts'
import { askOpen, askReceipt } from './receipt-status.server.ts'
import { listReceipts } from './receipts.server.ts'

// M11: M-Pesa is too busy, or a quota is used up. It is left alone as long as it asks for, longer each time, and no gift is lost.

const db = await testDatabase()
booksMustHold(() => db)

const rail = railOfEachTest()
const tooFast = (own: Partial<PhoneFailure> = {}): PhoneFailure => ({
  is: 'failure',
  class: 'retry',
  code: '500.003.02',
  message: 'Spike Arrest Violation',
  waitSeconds: 10,
  ...own,
})

beforeEach(async () => {
  await query`delete from mpesa_rests`
  await query`update mpesa_prompts set ask_at = null, state = case when state in ('created', 'open') then 'expired' else state end`
})

async function begun() {
  const { reference } = await giveByPhone(db)
  return { reference, one: rail.sent.at(-1)! }
}
const statusOf = (reference: string) => queryOne<{ status: string; states: string }>`
    select status, (select string_agg(state, ' ' order by n) from mpesa_prompts where payment_id = p.id) as states
    from payments p where reference = ${reference}`

/** The pauses that it is left alone for, when it asks for one each time. */
async function pausesOf(part: MpesaPart, many: number, call: () => Promise<unknown>): Promise<number[]> {
  const pauses: number[] = []
  for (let nr = 0; nr < many; nr++) {
    await call()
    pauses.push(await secondsToWait(db, part))
    await timePasses(`${pauses.at(-1)! + 1} seconds`)
  }
  return pauses
}

describe('a question about a request', () => {
  test('is not asked while M-Pesa rests, in pauses that double, and the gift is credited after', async () => {
    const { reference } = await begun()
    let asked = 0
    rail.askPrompt = async () => {
      asked++
      return tooFast()
    }
    await timePasses('8 seconds')
    expect(await pausesOf('query', 6, () => queryDueRequests(db))).toEqual([10, 20, 40, 80, 160, 300])
    expect(asked).toBe(6)
    await queryDueRequests(db)
    expect(asked).toBe(7)
    await queryDueRequests(db)
    await queryNewestRequest(db, reference)
    expect(asked).toBe(7)
    await timePasses('301 seconds')
    rail.askPrompt = async () => ({ is: 'prompt', ...ended('paid', '0') })
    await queryDueRequests(db)
    expect(await statusOf(reference)).toEqual({ status: 'succeeded', states: 'paid' })
  })

  test('that is asked late has the first pause again', async () => {
    await begun()
    rail.askPrompt = async () => tooFast()
    await timePasses('8 seconds')
    await queryDueRequests(db)
    await timePasses('3600 seconds')
    await queryDueRequests(db)
    expect(await secondsToWait(db, 'query')).toBe(10)
  })

  test('of many that are due stops the others, and each is asked afterwards', async () => {
    const all = []
    for (let nr = 0; nr < 12; nr++) all.push(await begun())
    let asked = 0
    rail.askPrompt = async () => {
      asked++
      return tooFast()
    }
    await timePasses('8 seconds')
    await queryDueRequests(db)
    expect(asked).toBe(4)
    rail.askPrompt = async () => ({ is: 'prompt', ...ended('paid', '0') })
    await timePasses('11 seconds')
    await queryDueRequests(db)
    for (const { reference } of all) expect(await statusOf(reference)).toMatchObject({ status: 'succeeded' })
  })

  test('about what was told is asked once the pause is over', async () => {
    const { reference, one } = await begun()
    rail.askPrompt = async () => tooFast()
    await timePasses('8 seconds')
    await queryDueRequests(db)
    rail.can({ proves: ['query'] })
    await receiveCallback(db, ...toldOf(one, { state: 'paid', receipt: 'SKR1234567' }))
    rail.askPrompt = async () => ({ is: 'prompt', ...ended('paid', '0') })
    await timePasses('11 seconds')
    await queryDueRequests(db)
    expect(await statusOf(reference)).toMatchObject({ status: 'succeeded' })
  })

  test('that is only spared makes no pause of its own', async () => {
    await begun()
    rail.askPrompt = async () => tooFast({ code: 'circuit_open', waitSeconds: 15 })
    await timePasses('8 seconds')
    await queryDueRequests(db)
    expect(await secondsToWait(db, 'query')).toBe(0)
  })
})

describe('a request that M-Pesa is too busy for', () => {
  test('is kept: its page counts down, and it is sent after that', async () => {
    rail.pushing = async () => tooFast({ waitSeconds: 30 })
    const { reference } = await begun()
    expect((await payOf(db, reference, null)).phone).toMatchObject({ state: 'too_busy', again: 30 })
    await expect(sendAgain(db, reference, 'one')).rejects.toThrow('M-Pesa is too busy right now')
    rail.pushing = async ({ id }) => ({ is: 'sent', id })
    const other = await begun()
    expect(rail.sent).toHaveLength(1)
    expect(await statusOf(other.reference)).toMatchObject({ states: 'too_busy' })
    await timePasses('31 seconds')
    await sendAgain(db, reference, 'one')
    expect(await statusOf(reference)).toEqual({ status: 'pending', states: 'open' })
    rail.asked = () => ended('paid', '0')
    await timePasses('8 seconds')
    await queryDueRequests(db)
    expect(await statusOf(reference)).toEqual({ status: 'succeeded', states: 'paid' })
  })

  test('counts as none of the three', async () => {
    rail.pushing = async () => tooFast()
    const { reference } = await begun()
    for (let nr = 0; nr < 4; nr++) {
      await timePasses('310 seconds')
      await sendAgain(db, reference, 'one')
    }
    expect(await statusOf(reference)).toMatchObject({ states: 'too_busy' })
    await timePasses('310 seconds')
    rail.pushing = async ({ id }) => ({ is: 'sent', id })
    await sendAgain(db, reference, 'one')
    expect(await statusOf(reference)).toMatchObject({ states: 'open' })
  })

  test('that was paid although M-Pesa said it was too busy asks for no second payment, and is credited', async () => {
    rail.pushing = async () => tooFast()
    const { reference, one } = await begun()
    const receipt = receiptOf(one)
    await receiveCallback(db, ...toldOf(one, { state: 'paid', receipt: receipt.receipt }))
    await timePasses('310 seconds')
    await expect(sendAgain(db, reference, 'one')).rejects.toThrow('M-Pesa told us that this was paid')
    rail.listed = [receipt]
    await listReceipts(db)
    expect(await statusOf(reference)).toEqual({ status: 'succeeded', states: 'paid' })
  })
})

test('questions about codes, and the list, are left alone as well', async () => {
  rail.can({ proves: ['query', 'status'] })
  let asked = 0
  rail.asking = async () => {
    asked++
    return tooFast()
  }
  const { one } = await begun()
  await receiveCallback(db, ...toldOf(one, { state: 'paid', receipt: 'SKR7654321' }))
  await timePasses('1 minute')
  await askOpen(db)
  expect([asked, await secondsToWait(db, 'question')]).toEqual([1, 10])
  expect(await askReceipt(db, 'SKR7654322')).toBe(false)
  expect(asked).toBe(1)

  rail.can({ proves: ['query', 'list'] })
  let listed = 0
  rail.list = async () => {
    listed++
    return tooFast({ waitSeconds: 60, code: '500.003.03' })
  }
  await listReceipts(db)
  await listReceipts(db)
  expect(listed).toBe(1)
  await timePasses('61 seconds')
  rail.list = async () => ({ is: 'receipts', receipts: [receiptOf(one, { receipt: 'SKR7654321' })], next: null })
  expect(await listReceipts(db)).toBe(1)
})
