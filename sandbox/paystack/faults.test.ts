import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { sandboxOf } from '#test/sandbox.ts'

const db = await testDatabase()
let answerOfProduct = 200
const { ask, paystack, tick, told, clock, signed, page, post } = sandboxOf(db, () => answerOfProduct)
let n = 0
beforeEach(async () => {
  answerOfProduct = 200
  await paystack.control('faults/clear')
  await tick()
  told().length = 0
})
const fault = (settings: object) => paystack.control('faults', settings as never)
const next = () => `don-000000000000-${++n}`
const begin = (reference = next()) =>
  ask('POST', '/transaction/initialize', { email: 'a@b.test', amount: 100_000, reference })
const exists = async (reference: string) => (await ask('GET', `/transaction/verify/${reference}`)).status === 200
const paid = async () => {
  const reference = next()
  await begin(reference)
  await paystack.control('pay', { reference })
  return reference
}
const tickAfter = async (ms: number) => {
  clock.advance(ms)
  await tick()
}
/** What the provider does takes so long. */
const timeOf = async (what: () => Promise<unknown>) => {
  const before = clock.now()
  await what()
  return clock.now() - before
}

test('a fault happens as often as was asked for, at its endpoint alone', async () => {
  await fault({ endpoint: 'initialize', fault: 'http', status: 503, retryAfter: 7, times: 2 })
  expect((await ask('GET', '/balance')).status).toBe(200)
  const answers = [await begin(), await begin(), await begin()]
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 200])
  expect(answers[0]!.headers.get('retry-after')).toBe('7')
})
test.each([500, 502, 503, 429])('HTTP %i comes before anything is done, or after', async (status) => {
  const [one, other] = [next(), next()]
  await fault({ endpoint: 'initialize', fault: 'http', status })
  expect((await begin(one)).status).toBe(status)
  expect(await exists(one)).toBe(false)
  await fault({ endpoint: 'initialize', fault: 'http', status, after: true })
  expect((await begin(other)).status).toBe(status)
  expect(await exists(other)).toBe(true)
})
test.each([
  ['reset-before', false, 0],
  ['reset-after', true, 0],
  ['lost-answer', true, 35_000],
])('%s ends the connection', async (name, done, ms) => {
  const reference = next()
  await fault({ endpoint: 'initialize', fault: name })
  expect(await timeOf(() => expect(begin(reference)).rejects.toThrow())).toBe(ms)
  expect(await exists(reference)).toBe(done)
})
test('late-answer does what was asked for, and says so afterwards', async () => {
  const reference = next()
  await fault({ endpoint: 'initialize', fault: 'late-answer' })
  expect(await timeOf(async () => expect((await begin(reference)).status).toBe(200))).toBe(8000)
  expect(await exists(reference)).toBe(true)
})
test('an answer is cut short, is a page, is huge, or drips', async () => {
  for (const cut of ['truncated', 'html']) {
    await fault({ endpoint: 'balance', fault: cut })
    await expect(ask('GET', '/balance')).rejects.toThrow(/JSON/)
  }
  await fault({ endpoint: 'balance', fault: 'huge', bytes: 3_000_000 })
  const huge = await ask('GET', '/balance')
  expect(huge.text.length).toBeGreaterThan(3_000_000)
  expect(huge.json.status).toBe(true)
  await fault({ endpoint: 'balance', fault: 'drip', ms: 1000 })
  let length = 0
  const took = await timeOf(async () => (length = (await ask('GET', '/balance')).text.length))
  expect(took).toBe(length * 1000)
})
test('an answer of 200 says that nothing was done', async () => {
  await fault({ endpoint: 'balance', fault: 'status-false' })
  const { status, json } = await ask('GET', '/balance')
  expect([status, json.status]).toEqual([200, false])
})
test('an answer is late: by so much, by between this and that, or rarely by a lot', async () => {
  const late = () => timeOf(() => ask('GET', '/balance'))
  await fault({ endpoint: 'balance', fault: 'latency', ms: 300 })
  expect(await late()).toBe(300)
  await fault({ endpoint: 'balance', fault: 'latency', min: 100, max: 200, times: 20 })
  const times: number[] = []
  for (let i = 0; i < 20; i++) times.push(await late())
  expect(Math.min(...times)).toBeGreaterThanOrEqual(100)
  expect(Math.max(...times)).toBeLessThan(200)
  expect(new Set(times).size).toBeGreaterThan(10)
  await fault({ endpoint: 'balance', fault: 'latency', ms: 10, p99: 5000, times: 1500 })
  const many: number[] = []
  for (let i = 0; i < 1500; i++) many.push(await late())
  expect(many.filter((ms) => ms === 5000).length).toBeGreaterThan(0)
  expect(many.filter((ms) => ms === 5000).length).toBeLessThan(60)
})
const less = { amount: 99_999, requested_amount: 99_999 }
test.each([
  [{ fault: 'wrong-amount', by: -1 }, less],
  [{ fault: 'wrong-amount', amount: '100000' }, { amount: '100000' }],
  [{ fault: 'wrong-currency' }, { currency: 'NGN' }],
  [{ fault: 'wrong-domain' }, { domain: 'live' }],
  [{ fault: 'unknown-reference', reference: 'x' }, { reference: 'x' }],
])('%j is in the answer and in the webhook', async (settings, said) => {
  await fault({ endpoint: 'webhook', ...settings })
  const reference = await paid()
  await tick()
  expect(told()[0]!.body.data).toMatchObject(said)
  expect(told()[0]!.signature).toBe(signed(told()[0]!.raw))
  await fault({ endpoint: 'verify', ...settings })
  expect((await ask('GET', `/transaction/verify/${reference}`)).json.data).toMatchObject(said)
})
test.each([
  [{ fault: 'bad-signature' }, () => 'f'.repeat(128)],
  [{ fault: 'no-signature' }, () => null],
  [{ fault: 'old-key', key: 'sk_test_before' }, (raw: string) => signed(raw, 'sk_test_before')],
])('%j signs otherwise', async (settings, expected) => {
  await fault({ endpoint: 'charge.success', ...settings })
  await paid()
  await tick()
  expect(told()[0]!.signature).toBe(expected(told()[0]!.raw))
})
test('a webhook comes again days later', async () => {
  await fault({ endpoint: 'webhook', fault: 'replay', days: 3 })
  await paid()
  await tick()
  expect(told()).toHaveLength(1)
  await tickAfter(3 * 24 * 3600_000)
  expect(told().map(({ raw }) => raw)).toEqual([told()[0]!.raw, told()[0]!.raw])
})
test('a burst brings the same many times', async () => {
  await fault({ endpoint: 'webhook', fault: 'burst', n: 50, window: 1000 })
  await paid()
  await tick()
  expect(told().length).toBeLessThan(50)
  await tickAfter(1000)
  expect(told()).toHaveLength(50)
})
test('shuffled webhooks come in another order, the same with the same seed', async () => {
  const order = async () => {
    await paystack.control('reset', { seed: 'shuffled' })
    await fault({ endpoint: 'webhook', fault: 'shuffle', window: 60_000, times: null })
    told().length = 0
    for (let i = 0; i < 6; i++) {
      const reference = `don-shuffled-000000-${i}`
      await begin(reference)
      await paystack.control('pay', { reference })
      await tick()
    }
    for (let i = 0; i < 60; i++) await tickAfter(1000)
    return told().map(({ body }) => body.data.reference.at(-1))
  }
  await order()
  const first = await order()
  expect(await order()).toEqual(first)
  expect([...first].sort()).toEqual(['0', '1', '2', '3', '4', '5'])
  expect(first).not.toEqual([...first].sort())
})
test('a webhook that never comes leaves the payment paid', async () => {
  await fault({ endpoint: 'webhook', fault: 'never' })
  const reference = await paid()
  await tick()
  expect(told()).toEqual([])
  expect((await ask('GET', `/transaction/verify/${reference}`)).json.data.status).toBe('success')
})
test('what is not answered with 200 is tried again after 3 minutes four times, then every hour, for 72 hours', async () => {
  answerOfProduct = 503
  const begun = clock.now()
  await paid()
  await tick()
  const tries: number[] = [0]
  while (clock.now() - begun < 80 * 3600_000) {
    const before = told().length
    // Each minute until the first pause of an hour is over, and then each ten minutes.
    await tickAfter(clock.now() - begun < 72 * 60_000 ? 60_000 : 600_000)
    if (told().length > before) tries.push((clock.now() - begun) / 60_000)
  }
  expect(tries.slice(0, 7)).toEqual([0, 3, 6, 9, 12, 72, 132])
  expect(tries.at(-1)! / 60).toBeGreaterThan(71)
  expect(tries.at(-1)! / 60).toBeLessThan(73.1)
  expect(tries).toHaveLength(5 + 72)
}, 60_000)
test('with a time scale of 90, three minutes are two seconds', async () => {
  await paystack.control('settings', { timeScale: 90 })
  answerOfProduct = 500
  await paid()
  await tick()
  await tickAfter(1999)
  expect(told()).toHaveLength(1)
  answerOfProduct = 200
  await tickAfter(1)
  await tickAfter(3600_000)
  expect(told()).toHaveLength(2)
  await paystack.control('settings', { timeScale: 1 })
})
test('of ten who deliver at once each webhook is posted by one', async () => {
  for (let i = 0; i < 5; i++) await paid()
  await Promise.all(Array.from({ length: 10 }, () => tick()))
  expect(told()).toHaveLength(5)
})
test('a webhook can be sent again by hand', async () => {
  await paid()
  await tick()
  const id = /"id":(\d+)/.exec(told()[0]!.raw)![1]!
  expect(await paystack.control('webhooks/again', { subject: id })).toEqual({ sent: 1 })
  await tick()
  expect(told().map(({ raw }) => raw)).toEqual([told()[0]!.raw, told()[0]!.raw])
})
test('chance follows from the seed', async () => {
  const luck = async (seed: string) => {
    await paystack.control('reset', { seed })
    await fault({ endpoint: 'balance', fault: 'http', status: 500, times: null, chance: 0.5 })
    const statuses: number[] = []
    for (let i = 0; i < 40; i++) statuses.push((await ask('GET', '/balance')).status)
    return statuses
  }
  await luck('one')
  const statuses = await luck('one')
  expect(await luck('one')).toEqual(statuses)
  expect(await luck('other')).not.toEqual(statuses)
  expect(statuses.filter((status) => status === 500).length).toBeGreaterThan(8)
  expect(statuses.filter((status) => status === 500).length).toBeLessThan(32)
})
test('ids and codes follow from the seed', async () => {
  const ids = async () => {
    await paystack.control('reset', { seed: 'ids' })
    const { access_code } = (await begin('don-the-same-reference')).json.data
    const { text } = await ask('GET', '/transaction/verify/don-the-same-reference')
    return [access_code, /"id":(\d+)/.exec(text)![1]]
  }
  await ids()
  const first = await ids()
  expect(await ids()).toEqual(first)
})
test.each([
  [{ fault: 'nonsense' }],
  [{ fault: 'http', endpoint: 'nowhere' }],
  [{ fault: 'burst', endpoint: 'transfer' }],
  [{ fault: 'http', times: 0 }],
  [{ fault: 'http', chance: 2 }],
])('%j is no fault', async (settings) => {
  expect(await fault(settings)).toMatchObject({ error: expect.any(String) })
})

const json = { 'content-type': 'application/json' }
test('the clock is moved and everything is forgotten by those at home', async () => {
  const before = (await (await page('/__sandbox/state')).json()) as { now: string }
  const moved = await post('/__sandbox/clock', { advanceMs: '5' }, json).catch(() => undefined)
  expect(moved?.status).toBe(400)
  await paystack.control('clock', { advanceMs: 3600_000 })
  const after = (await (await page('/__sandbox/state')).json()) as { now: string }
  expect(Date.parse(after.now) - Date.parse(before.now)).toBe(3600_000)
  await paid()
  const bare = { aheadMs: 0, balance: 0, faults: [], seed: 's' }
  expect(await paystack.control('reset', { seed: 's' })).toMatchObject(bare)
  expect((await ask('GET', '/transaction')).json.data).toEqual([])
})
test.each([
  ['another address', '10.0.0.1', {}],
  ['a proxy', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
  ['another name', '127.0.0.1', { host: 'evil.example' }],
  ['a page elsewhere', '127.0.0.1', { origin: 'https://evil.example' }],
  ['a page without origin', '127.0.0.1', { origin: 'null' }],
  ['a link elsewhere', '127.0.0.1', { 'sec-fetch-site': 'cross-site' }],
])('%s finds no control', async (_, address, headers) => {
  const at = (path: string, method = 'GET') => {
    const request = new Request(`http://localhost:3000/sandbox/paystack/__sandbox/${path}`, { method, headers })
    return paystack.answer(request, { nonce: '', address })
  }
  expect((await at('state')).status).toBe(404)
  expect((await at('reset', 'POST')).status).toBe(404)
})
