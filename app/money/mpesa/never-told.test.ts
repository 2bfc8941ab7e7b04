import { beforeEach, expect, test } from 'vitest'
import { settlePayment } from '#app/money/payments/settle.server.ts'
import { adapterTo, pretendedDaraja } from '#test/daraja.ts'
import { testDatabase } from '#test/database.ts'
import { giveByPhone } from '#test/give-by-phone.ts'
import { booksMustHold } from '#test/money.ts'
import { queryOne } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { payOf } from './pay.server.ts'
import { queryDueRequests } from './query.server.ts'

// M5: a request that is paid and never told is credited by our questions alone. By the real adapter, against our sandbox.

const db = await testDatabase()
booksMustHold(() => db)

let world: Awaited<ReturnType<typeof pretendedDaraja>>
beforeEach(async () => {
  world = await pretendedDaraja({ seed: crypto.randomUUID() })
  await adapterTo(world)
})

const begun = () => giveByPhone(db, { phone: '+254708374108' })
/** So many seconds go by, for M-Pesa and for us. */
async function later(seconds: number) {
  world.clock.advance(seconds * 1000)
  await world.tick()
  await timePasses(`${seconds} seconds`)
}
const standing = (reference: string) => queryOne<{ status: string; gifts: number }>`
    select status, (select count(*)::int from donations d where d.payment_id = p.id) as gifts from payments p
    where reference = ${reference}`
/** How many seconds go by in these steps, until it is credited. */
async function secondsUntilPaid(reference: string, step: number, most: number, run: () => Promise<unknown>) {
  for (let seconds = step; seconds <= most; seconds += step) {
    await later(step)
    await run()
    if ((await standing(reference)).status === 'succeeded') return seconds
  }
  return Number.POSITIVE_INFINITY
}

test('within 30 seconds while its page is open, which asks every two', async () => {
  const { reference } = await begun()
  expect(await standing(reference)).toEqual({ status: 'pending', gifts: 0 })
  const seconds = await secondsUntilPaid(reference, 2, 60, async () => {
    await settlePayment(db, reference)
    await payOf(db, reference, 'one')
  })
  expect(seconds).toBeLessThanOrEqual(30)
  expect(await standing(reference)).toEqual({ status: 'succeeded', gifts: 1 })
  expect(world.told()).toEqual([])
})

test('within two minutes while it is closed, by the job of each minute', async () => {
  const { reference } = await begun()
  const seconds = await secondsUntilPaid(reference, 60, 600, () => queryDueRequests(db))
  expect(seconds).toBeLessThanOrEqual(120)
  expect(await standing(reference)).toEqual({ status: 'succeeded', gifts: 1 })
  expect(world.told()).toEqual([])
})
