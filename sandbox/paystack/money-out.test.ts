import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { sandboxOf } from '#test/sandbox.ts'

const db = await testDatabase()
const { ask, paystack, tick, told, clock } = sandboxOf(db)
beforeAll(() => paystack.control('top-up', { cents: 100_000_000 }))

let n = 0
const asha = { type: 'mobile_money', name: 'Asha', bank_code: 'MPESA', currency: 'KES' }
const recipient = async (account_number: string) =>
  (await ask('POST', '/transferrecipient', { ...asha, account_number })).json.data.recipient_code as string
const reference = () => `out-000000000000-${++n}`
const send = async (account: string, own: Record<string, unknown> = {}) =>
  ask('POST', '/transfer', {
    source: 'balance',
    amount: 100_000,
    currency: 'KES',
    reference: reference(),
    reason: 'Payout',
    recipient: await recipient(account),
    ...own,
  })
const balance = async () => (await ask('GET', '/balance')).json.data[0].balance as number
const verified = async (of: string) => (await ask('GET', `/transfer/verify/${of}`)).json.data
const toldOf = (of: string) => told().flatMap(({ body }) => (body.data.reference === of ? [body.event] : []))

test('banks and wallets are listed with what they are', async () => {
  const { json } = await ask('GET', '/bank?currency=KES&perPage=100')
  const types = Object.fromEntries(json.data.map((one: { code: string; type: string }) => [one.code, one.type]))
  expect(types).toMatchObject({ MPESA: 'mobile_money', ATL_KE: 'mobile_money', 97: 'mobile_money', 68: 'kepss' })
  expect((await ask('GET', '/bank?currency=NGN')).json.data).toEqual([])
})
test('the same account is the same recipient, however its number is spelt', async () => {
  expect(await recipient('0722000099')).toBe(await recipient('+254722000099'))
  expect(await recipient('0722000099')).not.toBe(await recipient('0722000098'))
})
test.each([
  [{ bank_code: 'NONE' }, 'invalid_bank_code'],
  [{ account_number: '12' }, 'invalid_account_number'],
  [{ name: '' }, 'missing_params'],
  [{ currency: 'USD' }, 'unsupported_currency'],
])('a recipient with %j is refused', async (own, code) => {
  const answer = await ask('POST', '/transferrecipient', { ...asha, account_number: '0722000099', ...own })
  expect(answer.json).toMatchObject({ status: false, code })
})
test('a transfer succeeds at once, costs its fee and is told of', async () => {
  const before = await balance()
  const { json } = await send('0722000099', { amount: 150_001 })
  expect(json).toMatchObject({ status: true, data: { status: 'success', amount: 150_001, fee_charged: 4000 } })
  expect(await balance()).toBe(before - 154_001)
  expect(await verified(json.data.reference)).toMatchObject({ status: 'success', recipient: { name: 'Asha' } })
  await tick()
  expect(toldOf(json.data.reference)).toEqual(['transfer.success'])
})
test('an account that ends in 01 fails, and the money is back', async () => {
  const before = await balance()
  const { json } = await send('0722000001')
  expect(json.data).toMatchObject({ status: 'failed', gateway_response: 'The account could not be credited' })
  expect(await balance()).toBe(before)
  await tick()
  expect(toldOf(json.data.reference)).toEqual(['transfer.failed'])
})
test('an account that ends in 02 succeeds and is reversed', async () => {
  const before = await balance()
  const { json } = await send('0722000002')
  expect(json.data.status).toBe('success')
  clock.advance(5000)
  expect((await verified(json.data.reference)).status).toBe('reversed')
  expect(await balance()).toBe(before)
  await tick()
  expect(toldOf(json.data.reference)).toEqual(['transfer.success', 'transfer.reversed'])
})
test('an account that ends in 03 is pending for ever', async () => {
  const { json } = await send('0722000003')
  clock.advance(30 * 24 * 3600_000)
  expect((await verified(json.data.reference)).status).toBe('pending')
})
test('an account that ends in 04 waits for a one-time password', async () => {
  const { json } = await send('0722000004')
  expect(json).toMatchObject({ message: 'Transfer requires OTP to continue', data: { status: 'otp' } })
  const { transfer_code } = json.data
  const finalize = async (otp: string) =>
    (await ask('POST', '/transfer/finalize_transfer', { transfer_code, otp })).json
  expect(await finalize('000000')).toMatchObject({ status: false, code: 'invalid_otp' })
  expect(await finalize('123456')).toMatchObject({ status: true, data: { status: 'success' } })
  expect(await finalize('123456')).toMatchObject({ status: false })
})
test('a one-time password that is never given lets the transfer go', async () => {
  const before = await balance()
  const { json } = await send('0722000004')
  clock.advance(1800_000)
  expect((await verified(json.data.reference)).status).toBe('abandoned')
  expect(await balance()).toBe(before)
})
test.each([
  ['an account that ends in 05', '0722000005', 1000],
  ['more than there is', '0722000099', 99_999_999_999],
])('%s is more than the balance; nothing is sent', async (_, account, amount) => {
  const own = { amount, reference: reference() }
  const { status, json } = await send(account, own)
  expect([status, json.message]).toEqual([400, 'Your balance is not enough to fulfill this request'])
  const asked = await ask('GET', `/transfer/verify/${own.reference}`)
  expect([asked.status, asked.json.message]).toEqual([404, 'Transfer not found'])
})
test('an account that ends in 06 is slow by 20 seconds', async () => {
  const before = clock.now()
  expect((await send('0722000006')).json.data.status).toBe('success')
  expect(clock.now() - before).toBe(20_000)
})
test('a used reference sends nothing', async () => {
  const own = { reference: reference() }
  await send('0722000099', own)
  const before = await balance()
  expect((await send('0722000099', own)).json).toMatchObject({ status: false, code: 'duplicate_reference' })
  expect(await balance()).toBe(before)
})
test('of twelve transfers at once that the balance covers once, one is sent', async () => {
  const was = await balance()
  await paystack.control('top-up', { cents: 102_000 - was })
  const answers = await Promise.all(Array.from({ length: 12 }, () => send('0722000097')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await balance()).toBe(0)
  await paystack.control('top-up', { cents: was })
})
test.each([
  [{ recipient: 'RCP_nobody' }, 'invalid_transfer_recipient'],
  [{ reference: 'short' }, 'invalid_reference'],
  [{ amount: 0 }, 'invalid_amount'],
  [{ source: 'elsewhere' }, 'invalid_source'],
])('a transfer with %j is refused', async (own, code) => {
  expect((await send('0722000099', own)).json).toMatchObject({ status: false, code })
})
test('transfers are listed by the page, of some days only', async () => {
  const { json } = await send('0722000099')
  const from = new Date(clock.now() - 1000).toISOString()
  const first = (await ask('GET', `/transfer?perPage=1&from=${from}`)).json
  expect(first.data).toMatchObject([{ reference: json.data.reference, status: 'success', recipient: { name: 'Asha' } }])
  const none = { data: [], meta: { total: 0, pageCount: 1 } }
  expect((await ask('GET', `/transfer?perPage=100&to=2020-01-01T00:00:00Z`)).json).toMatchObject(none)
  expect((await ask('GET', '/transfer?from=yesterday')).status).toBe(400)
})
