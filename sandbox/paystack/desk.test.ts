import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { sandboxOf } from '#test/sandbox.ts'

const db = await testDatabase()
const { ask, page, post, paystack } = sandboxOf(db)

const paid = async (reference: string) => {
  await ask('POST', '/transaction/initialize', { email: 'secret@person.test', amount: 100_000, reference })
  await paystack.control('pay', { reference })
}
const desk = async (headers: Record<string, string> = {}) => (await page('', headers)).text()
/** Presses the first button with these words, as a browser does. */
const press = async (says: string) => {
  const html = await desk()
  const form = html.split('<form').find((part) => part.includes(`>${says}</button>`))
  const field = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(form!)![1]!.replaceAll('&quot;', '"')
  return post('', { deed: field('deed'), body: field('body') }, { origin: 'http://localhost:3000' })
}

test('an empty desk says what will stand there', async () => {
  expect(await desk()).toContain('Nothing was begun yet.')
})
test('a payment is disputed and resolved by buttons', async () => {
  await paid('don-disputed-by-hand')
  expect((await press('Open a dispute')).headers.get('location')).toBe('/sandbox/paystack')
  expect(await desk()).toContain('awaiting-merchant-feedback')
  await press('Resolve: the payer gets the money')
  expect(await desk()).toContain('merchant-accepted')
  expect((await ask('GET', '/transaction/verify/don-disputed-by-hand')).json.data.status).toBe('reversed')
})
test('a payment is refunded and told of again by buttons', async () => {
  await paid('don-refunded-by-hand')
  await press('Send the webhook again')
  expect(await db.selectFrom('sandbox.paystack_webhooks').select('id').execute()).not.toEqual([])
  await press('Refund')
  expect((await ask('GET', '/refund?transaction=don-refunded-by-hand')).json.data).toHaveLength(1)
})
test('a transfer that waits arrives, and comes back, by buttons', async () => {
  await press('Top up KES 100,000')
  const to = { type: 'mobile_money', name: 'Asha', account_number: '0722000003', bank_code: 'MPESA' }
  const { recipient_code } = (await ask('POST', '/transferrecipient', to)).json.data
  const order = { source: 'balance', amount: 5000, recipient: recipient_code, reference: 'out-decided-by-hand' }
  expect((await ask('POST', '/transfer', order)).json.data.status).toBe('pending')
  const status = async () => (await ask('GET', '/transfer/verify/out-decided-by-hand')).json.data.status
  await press('Let it arrive')
  expect(await status()).toBe('success')
  await press('Send it back')
  expect(await status()).toBe('reversed')
})
test('what can not be done is said', async () => {
  const form = { deed: 'refund', body: '{"reference":"nobody"}' }
  const refused = await post('', form, { origin: 'http://localhost:3000' })
  expect(refused.headers.get('location')).toContain('says=Transaction')
})
test('strangers see no buttons and no person, and press none', async () => {
  const away = { 'x-forwarded-for': '10.1.2.3' }
  expect(await desk()).toContain('<button')
  expect(await desk(away)).toContain('KES 1,000')
  expect(await desk(away)).not.toMatch(/<button|secret@person/)
  expect(await desk()).toContain('don-disputed-by-hand')
  expect(await desk(away)).not.toMatch(/-by-hand/)
  const pressed = await post('', { deed: 'reset', body: '{}' }, away)
  expect(pressed.status).toBe(404)
  expect((await ask('GET', '/transaction')).json.data).not.toEqual([])
})
