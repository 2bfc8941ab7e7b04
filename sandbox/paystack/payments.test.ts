import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { allRows } from '#test/rows.ts'
import { sandboxOf } from '#test/sandbox.ts'

const db = await testDatabase()
const { ask, pay, page, tick, told, clock, paystack } = sandboxOf(db)

const begin = async (own: Record<string, unknown> = {}) => {
  const body = {
    email: 'amina@example.test',
    amount: 100000,
    currency: 'KES',
    callback_url: 'http://localhost:3000/payment-success',
    metadata: { kind: 'donation', cancel_action: 'http://localhost:3000/fundraiser/x/donate' },
    ...own,
  }
  const { status, json } = await ask('POST', '/transaction/initialize', body)
  expect([status, json.message]).toEqual([200, 'Authorization URL created'])
  return json.data as { authorization_url: string; access_code: string; reference: string }
}
const verified = async (reference: string) => (await ask('GET', `/transaction/verify/${reference}`)).json.data

test('a payment that was begun is abandoned until a person pays it', async () => {
  const begun = await begin({ reference: 'don-first-of-them-all' })
  expect(begun).toMatchObject({ reference: 'don-first-of-them-all' })
  expect(begun.authorization_url).toBe(`http://localhost:3000/sandbox/paystack/checkout/${begun.access_code}`)
  expect(await verified(begun.reference)).toMatchObject({
    status: 'abandoned',
    amount: 100000,
    requested_amount: 100000,
    currency: 'KES',
    domain: 'test',
    fees: null,
    metadata: { kind: 'donation' },
    customer: { email: 'amina@example.test' },
    paid_at: null,
  })
})
test('ids are whole numbers that JavaScript can not hold', async () => {
  const { reference } = await begin()
  const { text } = await ask('GET', `/transaction/verify/${reference}`)
  expect(BigInt(/"id":(\d+)/.exec(text)![1]!)).toBeGreaterThan(2n ** 63n)
})
test.each([
  ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['[::1]:3000', 'http://[::1]:3000'],
  ['harambee.example', 'https://public.example'],
])('the person who came to %s pays at %s', async (host, origin) => {
  const { authorization_url } = await begin({ callback_url: `http://${host}/payment-success` })
  expect(new URL(authorization_url).origin).toBe(origin)
})
test.each([
  [{ email: undefined }, 400, 'missing_params'],
  [{ amount: undefined }, 400, 'missing_params'],
  [{ email: 'nobody' }, 400, 'invalid_email_address'],
  [{ amount: 1.5 }, 400, 'invalid_amount'],
  [{ amount: -100 }, 400, 'invalid_amount'],
  [{ amount: '10 000' }, 400, 'invalid_amount'],
  [{ currency: 'USD' }, 403, 'unsupported_currency'],
  [{ reference: 'with_underscore' }, 400, 'invalid_reference'],
  [{ metadata: '{' }, 400, 'invalid_metadata'],
])('%j is refused', async (own, status, code) => {
  const answer = await ask('POST', '/transaction/initialize', { email: 'a@b.test', amount: 100000, ...own })
  expect(answer.status).toBe(status)
  expect(answer.json).toMatchObject({ status: false, code, meta: { nextStep: expect.any(String) } })
})
test('a reference is taken once', async () => {
  await begin({ reference: 'don-only-once-please' })
  const again = await ask('POST', '/transaction/initialize', { email: 'a@b.test', amount: 5, reference: 'x' })
  expect(again.json.code).toBe('invalid_amount')
  const twice = { email: 'a@b.test', amount: 500, reference: 'don-only-once-please' }
  expect((await ask('POST', '/transaction/initialize', twice)).json).toMatchObject({ code: 'duplicate_reference' })
})
test('a reference that nobody knows is said to be unknown', async () => {
  const { status, json } = await ask('GET', '/transaction/verify/don-never-heard-of-it')
  expect([status, json.code]).toEqual([400, 'transaction_not_found'])
})
test('a wrong key opens nothing', async () => {
  const { status, json } = await ask('GET', '/transaction', undefined, 'sk_test_of_somebody_else')
  expect([status, json.message]).toEqual([401, 'Invalid key'])
})
test('the list is filtered by state and time, page by page', async () => {
  clock.advance(24 * 3600_000)
  const from = new Date(clock.now()).toISOString()
  for (let i = 0; i < 3; i++) {
    const { access_code } = await begin({ amount: 1000 * (i + 1) })
    clock.advance(1000)
    if (i < 2) await pay(access_code, { channel: 'bank_transfer' })
  }
  const first = await ask('GET', `/transaction?status=success&from=${from}&perPage=1`)
  expect(first.json.data).toMatchObject([{ amount: 2000, status: 'success', channel: 'bank_transfer' }])
  expect(first.json.meta).toMatchObject({ total: 2, total_volume: 3000, page: 1, perPage: 1, pageCount: 2, skipped: 0 })
  const second = await ask('GET', `/transaction?status=success&from=${from}&perPage=1&page=2`)
  expect(second.json.data).toMatchObject([{ amount: 1000 }])
  const before = new Date(Date.parse(from) - 1).toISOString()
  expect((await ask('GET', `/transaction?to=${before}&status=success`)).json.meta.total).toBe(0)
})

const phone = (last: number) => ({ channel: 'mobile_money', phone: `0710 000 00${last}` })
const card = (number: string) => ({ channel: 'card', number, expiry: '12/30', cvv: '408' })
const paidBy = async (form: Record<string, string>) => {
  const begun = await begin()
  const answer = await pay(begun.access_code, form)
  return { ...begun, went: answer.headers.get('location'), now: await verified(begun.reference) }
}
const toldOf = (reference: string) => told().filter(({ body }) => body.data.reference === reference)
const back = (reference: string) => `http://localhost:3000/payment-success?trxref=${reference}&reference=${reference}`

const spellings = ['0710 000 000', '+254710000000', '254 710 000 000', '0710-000-000', '710000000']
test.each(spellings)('%s pays at once, with a fee of 1.5 %%, and the product is told once', async (spelling) => {
  const { reference, went, now } = await paidBy({ channel: 'mobile_money', phone: spelling })
  expect(went).toBe(back(reference))
  expect(now).toMatchObject({
    status: 'success',
    channel: 'mobile_money',
    fees: 1500,
    gateway_response: 'Approved',
    authorization: { last4: '0000', bank: 'M-PESA', reusable: false },
  })
  await tick()
  expect(toldOf(reference)).toMatchObject([{ body: { event: 'charge.success', data: { reference, amount: 100000 } } }])
})
test.each([
  [phone(1), 'The PIN entered was wrong'],
  [phone(2), 'The request was cancelled by the payer'],
  [phone(4), 'Insufficient Funds'],
  [card('4084 0800 0000 5408'), 'Declined'],
  [card('4084080000670037'), 'Insufficient Funds'],
  [card('4242 4242 4242 4242'), 'Not a test card'],
])('%j fails, says why, tells nobody and lets the payer try again', async (form, why) => {
  const { reference, access_code, went, now } = await paidBy(form)
  expect(went).toBe(`/sandbox/paystack/checkout/${access_code}`)
  expect(now).toMatchObject({ status: 'failed', gateway_response: why, paid_at: null })
  expect(await (await page(`/checkout/${access_code}`)).text()).toContain('Nothing was taken.')
  await tick()
  expect(toldOf(reference)).toEqual([])
  expect((await pay(access_code, phone(0))).headers.get('location')).toBe(back(reference))
  expect(await verified(reference)).toMatchObject({ status: 'success' })
})
const cards = ['4084 0840 8408 4081', '4084 0800 0067 1803', '4084-0800-0067-1902']
test.each(cards)('card %s pays, with a fee of 2.9 %%; its number is not kept', async (number) => {
  const { reference, went, now } = await paidBy(card(number))
  expect(went).toBe(back(reference))
  expect(now).toMatchObject({ status: 'success', channel: 'card', fees: 2900 })
  const kept = JSON.stringify(await allRows('sandbox.paystack_payments', { reference }, 'reference'))
  expect(kept).toContain('4084')
  expect(kept).not.toContain(number.replace(/\D/g, ''))
})
test('a card needs no more than its number here; a month that is over is wrong all the same', async () => {
  const onlyNumber = { channel: 'card', number: '4084 0840 8408 4081', expiry: '', cvv: '' }
  expect((await paidBy(onlyNumber)).now).toMatchObject({ status: 'success', channel: 'card' })
  expect((await paidBy({ ...onlyNumber, expiry: '12/20' })).now.status).not.toBe('success')
})
test('nobody answers on the phone for 180 seconds, of which the page tells', async () => {
  const { reference, access_code, went, now } = await paidBy(phone(3))
  expect([went, now.status]).toEqual([`/sandbox/paystack/checkout/${access_code}/wait`, 'ongoing'])
  const wait = () => page(`/checkout/${access_code}/wait`)
  const html = await (await wait()).text()
  for (const says of ['Check your phone', 'data-left="180"', 'open for 180 more seconds']) expect(html).toContain(says)
  clock.advance(179_000)
  expect((await wait()).status).toBe(200)
  clock.advance(1000)
  expect((await wait()).headers.get('location')).toBe(`/sandbox/paystack/checkout/${access_code}`)
  expect(await verified(reference)).toMatchObject({ status: 'failed' })
})
test('a person answers on the phone after 30 seconds', async () => {
  const { reference, access_code } = await paidBy(phone(5))
  clock.advance(30_000)
  expect((await page(`/checkout/${access_code}/wait`)).headers.get('location')).toBe(back(reference))
  expect(await verified(reference)).toMatchObject({ status: 'success' })
})
test('what was reported as failed is paid half a minute later', async () => {
  const { reference, now } = await paidBy(phone(6))
  expect(now.status).toBe('failed')
  clock.advance(30_000)
  await tick()
  expect(await verified(reference)).toMatchObject({ status: 'success' })
  expect(toldOf(reference)).toHaveLength(1)
})
test.each([
  [7, 5],
  [8, 0],
])('a phone that ends in %i is told of %i times', async (last, times) => {
  const { reference, now } = await paidBy(phone(last))
  expect(now.status).toBe('success')
  await tick()
  expect(toldOf(reference)).toHaveLength(times)
})
test('a phone that ends in 9 is told of before the payer is back', async () => {
  const { reference } = await paidBy(phone(9))
  expect(toldOf(reference)).toHaveLength(1)
})

test('what is older than a month is forgotten, piece by piece', async () => {
  const { reference } = await paidBy(phone(0))
  await paystack.sweep()
  expect(await verified(reference)).toMatchObject({ status: 'success' })
  await tick()
  clock.advance(31 * 24 * 3600_000)
  await paystack.sweep()
  expect((await ask('GET', '/transaction')).json.data).toEqual([])
  expect(await allRows('sandbox.paystack_webhooks')).toEqual([])
})

test('the checkout opens with the channel that was asked for first [T867]', async () => {
  const opensWith = async (channels?: string[]) => {
    const { access_code } = await begin({ channels })
    const html = await (await page(`/checkout/${access_code}`)).text()
    return /value="(\w+)" checked/.exec(html)?.[1]
  }
  expect(await opensWith(['card', 'mobile_money', 'bank_transfer'])).toBe('card')
  expect([await opensWith(), await opensWith(['cowries'])]).toEqual(['mobile_money', 'mobile_money'])
})
test('M-Pesa takes up to KES 250,000 in one payment, a card more', async () => {
  const { access_code, reference } = await begin({ amount: 25_000_001 })
  const refused = await pay(access_code, { channel: 'mobile_money', phone: '0710000000' })
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('up to KES 250,000')])
  expect(await verified(reference)).toMatchObject({ status: 'abandoned' })
  await pay(access_code, { channel: 'card', number: '4084084084084081' })
  expect(await verified(reference)).toMatchObject({ status: 'success' })
  const most = await begin({ amount: 25_000_000 })
  await pay(most.access_code, { channel: 'mobile_money', phone: '0710000000' })
  expect(await verified(most.reference)).toMatchObject({ status: 'success' })
})
test('after a wrong PIN the phone number is still in its field, and only the browser has kept it', async () => {
  const { access_code } = await begin()
  const failed = await pay(access_code, { channel: 'mobile_money', phone: '0710 000 001' })
  const cookie = failed.headers.get('set-cookie')!
  expect(cookie).toMatch(new RegExp(`Path=/sandbox/paystack/checkout/${access_code}; .*HttpOnly`))
  const html = await (await page(`/checkout/${access_code}`, { cookie: cookie.split(';')[0]! })).text()
  expect(html).toContain('name="phone" value="0710 000 001"')
  expect(await (await page(`/checkout/${access_code}`)).text()).not.toContain('name="phone" value="0710 000 001"')
})
