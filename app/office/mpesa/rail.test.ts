import { afterAll, expect, test } from 'vitest'
import { useMobileMoney } from '#app/platform/mobile-money.server.ts'
import { settings } from '#app/platform/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { giftByPhone } from '#test/money.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { figuresNow, railNow } from './rail.server.ts'

// What the office page of M-Pesa says of its state.

const db = await testDatabase()
const { DARAJA_KEY } = settings
afterAll(() => void Object.assign(settings, { DARAJA_KEY }))

test('without M-Pesa the settings that are missing are named', async () => {
  useMobileMoney(undefined)
  Object.assign(settings, { DARAJA_KEY: 'the-consumer-key' })
  expect(await railNow(db)).toEqual({ is: 'off', missing: ['DARAJA_SECRET', 'DARAJA_SHORTCODE', 'DARAJA_PASSKEY'] })
})

test('what is not offered names what it needs', async () => {
  const rail = pretendRail()
  useMobileMoney(rail)
  const { capabilities } = rail
  expect(await railNow(db)).toMatchObject({ is: 'on', missing: ['DARAJA_INITIATOR', 'DARAJA_CREDENTIAL'] })
  rail.capabilities = () => ({ ...capabilities(), proves: ['query', 'status'], payIn: null })
  expect(await railNow(db)).toMatchObject({ payIn: null, missing: ['DARAJA_PULL_NUMBER'] })
})

test('the figures are those of now', async () => {
  useMobileMoney(pretendRail())
  expect(await figuresNow(db)).toMatchObject({
    prompts: 0,
    oldestPrompt: null,
    lag: null,
    heard: 0,
    asks: 0,
    doors: null,
  })
  const { id } = await giftByPhone(db, (await someDrive(db)).id, 30_000)
  await db
    .updateTable('mpesa_receipts')
    .set({ paid_at: new Date(Date.now() - 4000) })
    .where('payment_id', '=', id)
    .execute()
  const { lag } = await figuresNow(db)
  expect(Math.round(lag!)).toBe(4)
})
