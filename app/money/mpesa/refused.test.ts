import { beforeEach, describe, expect, test } from 'vitest'
import { givingTo } from '#app/money/payments/giving.server.ts'
import type { PhoneFailure } from '#app/platform/providers/mobile-money.server.ts'
import { isStopped, tryStopped } from '#app/platform/providers/provider.server.ts'
import { testDatabase } from '#test/database.ts'
import { giveByPhone, newPhone } from '#test/give-by-phone.ts'
import { booksMustHold } from '#test/money.ts'
import { ended, type Rail, railOfEachTest, receiptOf } from '#test/pretend-rail.ts'
import { query } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { registerUrls } from './callback-urls.server.ts'
import { payOf, sendAgain } from './pay.server.ts'
import { queryDueRequests } from './query.server.ts'
import { listReceipts } from './receipts.server.ts'

// M-Pesa refuses for a reason that is ours to mend: a person is called, and no more stops than has to.

const db = await testDatabase()
booksMustHold(() => db)

const rail = railOfEachTest()
const takes: Rail['pushing'] = async ({ id }) => ({ is: 'sent', id })
const refuses = (own: Partial<PhoneFailure> = {}) => {
  rail.pushing = async () => ({ is: 'failure', class: 'config', code: '2028', message: 'not permitted', ...own })
}

beforeEach(async () => {
  await query`update mpesa_prompts set refused_at = null`
  await query`update discrepancies set state = 'closed', closed_at = now(), note = 'over' where state = 'open'`
  await query`delete from provider_stops`
})

async function begun(phone?: string) {
  const { reference, driveId } = await giveByPhone(db, phone === undefined ? {} : { phone })
  return { reference, driveId, one: rail.sent.at(-1)! }
}
const notNow = 'M-Pesa is not available right now'
const later = (seconds: number) => timePasses(`${seconds} seconds`)
const discrepancies = () =>
  query<{ kind: string; facts: object }>`select kind, facts from discrepancies where state = 'open'`
const refusal = (code: string) => ({ kind: 'requests that are refused', facts: expect.objectContaining({ code }) })

describe('one refusal', () => {
  test('calls a person, and the next giver is asked all the same', async () => {
    refuses()
    await expect(begun()).rejects.toThrow(notNow)
    expect(await discrepancies()).toEqual([refusal('2028')])
    rail.pushing = takes
    await begun()
    expect(rail.sent).toHaveLength(2)
  })

  test('calls a person also when a request is sent again, and its giver reads it', async () => {
    const { reference } = await begun()
    await later(80)
    refuses()
    await expect(sendAgain(db, reference, 'one')).rejects.toThrow(notNow)
    expect(await discrepancies()).toEqual([refusal('2028')])
  })

  test.each([['8'], ['2028'], ['SFC_IC0003']])(
    'calls a person when it is the answer to a question: %s',
    async (code) => {
      const { reference } = await begun()
      rail.asked = () => ended('broken', code)
      await later(8)
      await queryDueRequests(db)
      expect(await discrepancies()).toEqual([refusal(code)])
      expect((await payOf(db, reference, null)).phone).toMatchObject({ state: 'broken', again: null })
    },
  )
})

describe('refusals of two phones', () => {
  test('stop requests to phones for a quarter of an hour, and nothing else', async () => {
    const { one, driveId } = await begun()
    refuses()
    for (const _ of [1, 2]) await expect(begun()).rejects.toThrow(notNow)
    const sent = rail.sent.length
    await expect(begun()).rejects.toThrow(notNow)
    expect(rail.sent).toHaveLength(sent)
    const wanted = { byPhone: null, byHand: 'paybill', paybill: { number: '174379' } }
    expect(await givingTo(db, driveId)).toMatchObject(wanted)
    expect(await isStopped(db, 'mpesa')).toBe(false)
    rail.listed = [receiptOf(one)]
    expect(await listReceipts(db)).toBe(1)
    await later(16 * 60)
    rail.pushing = takes
    await begun()
  })

  test('of the same phone are one', async () => {
    refuses()
    const phone = newPhone()
    for (const _ of [1, 2]) await expect(begun(phone)).rejects.toThrow(notNow)
    rail.pushing = takes
    await begun()
  })

  test('stop them also when it is questions that are refused', async () => {
    await begun()
    await begun()
    rail.askPrompt = async () => ({
      is: 'failure',
      class: 'config',
      code: '500.001.1001',
      message: 'Wrong credentials',
    })
    await later(8)
    await queryDueRequests(db)
    await expect(begun()).rejects.toThrow(notNow)
    expect(await isStopped(db, 'mpesa')).toBe(false)
  })
})

test('a key that nothing is let in with stops everything, until M-Pesa takes it again', async () => {
  refuses({ isOfAll: true, code: '400.008.01' })
  await expect(begun()).rejects.toThrow(notNow)
  expect(await isStopped(db, 'mpesa')).toBe(true)
  expect(await discrepancies()).toMatchObject([{ kind: 'the provider refuses our key' }])
  expect(await tryStopped(db)).toBe('open')
  rail.pushing = takes
  await begun()
})

test('addresses that M-Pesa refuses stop nothing, and a person is called', async () => {
  await query`delete from mpesa_doors`
  rail.registerUrls = async () => ({ is: 'failure', class: 'config', code: '401.002.01', message: 'no apiproduct' })
  await registerUrls(db)
  expect(await discrepancies()).toMatchObject([{ kind: 'addresses that are refused' }])
  expect(await isStopped(db, 'mpesa')).toBe(false)
})
