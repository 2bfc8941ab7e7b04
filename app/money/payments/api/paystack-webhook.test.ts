import { createHash, createHmac, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { foldWallets } from '#app/base/ledger/wallet.server.ts'
import { applyEvents } from '#app/money/payments/events.server.ts'
import { hear } from '#app/money/payments/intake.server.ts'
import { sweepPayments } from '#app/money/payments/opening.server.ts'
import { checkPayments } from '#app/money/payments/reconcile.server.ts'
import { settleTold } from '#app/money/payments/settle.server.ts'
import { openPool, thePool, useDatabase } from '#app/platform/db.server.ts'
import { oldKeyUntil } from '#app/platform/paystack/choose-provider.server.ts'
import { paystack } from '#app/platform/paystack/paystack.server.ts'
import { lifecycle } from '#app/platform/processes/lifecycle.server.ts'
import { tryStopped, useProvider } from '#app/platform/providers/provider.server.ts'
import { forgetUnpaid } from '#app/privacy/forget-old.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { json, misbehavingServer } from '#test/misbehaving.ts'
import { atOnce, begunGift, booksMustHold, granted } from '#test/money.ts'
import { calledFor, raised } from '#test/money-now.ts'
import { query } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { wholeApp } from '#test/whole-app.ts'

// What Paystack posts, through the whole app; the adapter asks a server of ours what is true of it.

const db = await testDatabase()
booksMustHold(() => db)
const at = wholeApp({
  early: { 'POST /webhooks/paystack': (raw: Uint8Array, headers: Headers) => hear('paystack', raw, headers) },
})
const theirs = misbehavingServer()
const key = 'sk_test_of_the_webhook'
const routed = wholeApp()

/** Written as it is: 2^53 + 1, which no number of JavaScript is. */
const tooLarge = (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON('9007199254740993')

/** What is true, by reference: what the provider answers when it is asked. */
const truth = new Map<string, object>()
let nr = 0
beforeEach(async () => {
  useProvider(paystack({ key, baseUrl: theirs.address }))
  theirs.asked.length = 0
  theirs.usual = (answer, { path }) => {
    const data = truth.get(path.split('/').at(-1)!)
    const said = data ? { status: true, data } : { status: false, message: 'Transaction reference not found' }
    json(said, data ? 200 : 404)(answer, undefined as never)
  }
  await query`delete from webhook_events`
})

const paidThere = (reference: string, amount: unknown, own: object = {}) => {
  const id = 5_000_000_000 + ++nr
  const data = { id, domain: 'test', status: 'success', reference, amount, currency: 'KES', channel: 'card', fees: 100 }
  truth.set(reference, { ...data, ...own })
  return JSON.stringify({ event: 'charge.success', data: { ...data, ...own } })
}
const signed = (raw: string, by = key) => createHmac('sha512', by).update(raw).digest('hex')
type Headed = Record<string, string | string[]>
const post = (body: string, headers: Headed) => at.ask('/webhooks/paystack', { method: 'POST', body, headers })
const send = async (raw: string, headers: Headed = { 'x-paystack-signature': signed(raw) }) =>
  (await post(raw, { 'content-type': 'application/json', ...headers })).status
const workOff = () => applyEvents(db, { payment: ({ reference }) => settleTold(db, reference) })
/** It is taken, and applied as far as it can be. */
async function heard(raw: string): Promise<void> {
  expect(await send(raw)).toBe(200)
  await workOff()
}
const again = () => timePasses('1 minute')
/** So many hours pass: all there is is so much older, and what goes by the clock comes round. */
async function later(hours: number): Promise<void> {
  await timePasses(`${hours} hours`)
  await Promise.all([sweepPayments(db), forgetUnpaid(db), checkPayments(db), foldWallets(db)])
}
const events = () => db.selectFrom('webhook_events').select(['dedupe_key', 'event', 'state']).orderBy('id').execute()

async function begun(amount = 50_000) {
  const { id } = await someDrive(db)
  const { reference } = await begunGift(db, id, amount)
  return { id, reference }
}

describe('an event', () => {
  test('is stored, answered and then applied, as often as it comes [T407]', async () => {
    const { id, reference } = await begun()
    const raw = paidThere(reference, 50_000)
    const all = await atOnce(50, () => send(raw))
    expect(new Set(granted(all))).toEqual(new Set([200]))
    expect(await events()).toEqual([
      { dedupe_key: `charge.success:${JSON.parse(raw).data.id}`, event: 'charge.success', state: 'received' },
    ])
    await Promise.all([workOff(), workOff(), workOff()])
    expect([await raised(id), (await events())[0]!.state, theirs.asked.length]).toEqual([50_000, 'done', 1])
    // An hour, a day and three days later it is the same event.
    for (const hours of [1, 24, 48]) {
      await later(hours)
      await heard(raw)
      expect([await raised(id), (await events()).length, theirs.asked.length]).toEqual([50_000, 1, 1])
    }
    // Even one that was forgotten, after half a year, is applied once.
    await later(180 * 24)
    expect(await events()).toEqual([])
    await heard(raw)
    expect([await raised(id), (await events())[0]!.state]).toEqual([50_000, 'done'])
  })

  test('is not believed: what the provider says when asked is what counts', async () => {
    const { id, reference } = await begun()
    const raw = paidThere(reference, 5_000_000)
    truth.set(reference, { ...truth.get(reference), amount: 50_000 })
    await heard(raw)
    expect(await raised(id)).toBe(50_000)
  })

  test.each([
    ['one cent less', 49_999],
    ['one cent more', 50_001],
    ['a hundred times as much', 5_000_000],
    ['nothing', 0],
    ['less than nothing', -50_000],
    ['text', '50000'],
    ['a fraction', 50_000.5],
    ['more than a number holds', tooLarge],
  ])('about %s credits nothing', async (_, amount) => {
    const { id, reference } = await begun()
    await heard(paidThere(reference, amount))
    expect(await raised(id)).toBe(0)
  })

  test('about another currency, the real world or another amount asked for credits nothing [T299]', async () => {
    for (const own of [{ currency: 'NGN' }, { domain: 'live' }, { requested_amount: 40_000 }]) {
      const { id, reference } = await begun()
      await heard(paidThere(reference, 50_000, own))
      expect(await raised(id)).toBe(0)
    }
  })

  test('waits while the provider can’t be asked, and is applied once it can [T433]', async () => {
    const { id, reference } = await begun()
    const raw = paidThere(reference, 50_000)
    theirs.usual = json({ status: false, message: 'no' }, 400)
    await heard(raw)
    expect((await events())[0]!.state).toBe('received')
    // A person who took it moved it on: nobody takes it meanwhile.
    expect(await workOff()).toBe(0)
    theirs.usual = json({ status: true, data: truth.get(reference) })
    await again()
    await workOff()
    expect([await raised(id), (await events())[0]!.state]).toEqual([50_000, 'done'])
  })

  test('waits while our key is refused, uses up no try, and is applied once it is taken again', async () => {
    const { id, reference } = await begun()
    const raw = paidThere(reference, 50_000)
    theirs.usual = json({ status: false, message: 'Invalid key' }, 401)
    await heard(raw)
    theirs.asked.length = 0
    await query`update webhook_events set attempts = 39`
    for (let time = 0; time < 3; time++) {
      await again()
      await workOff()
    }
    const waiting = await db.selectFrom('webhook_events').select(['state', 'attempts']).execute()
    expect([waiting, theirs.asked.length]).toEqual([[{ state: 'received', attempts: 39 }], 0])
    expect(await tryStopped(db)).toBe('stopped')
    theirs.usual = (answer, asked) => {
      const data = asked.path.endsWith('/balance') ? [{ currency: 'KES', balance: 0 }] : truth.get(reference)
      json({ status: true, data })(answer, asked)
    }
    expect(await tryStopped(db)).toBe('open')
    await workOff()
    expect([await raised(id), (await events())[0]!.state]).toEqual([50_000, 'done'])
  })

  test('that nobody can apply is a task for a person in the end', async () => {
    const { reference } = await begun()
    const raw = paidThere(reference, 50_000)
    truth.delete(reference)
    await send(raw)
    await query`update webhook_events set attempts = 39`
    await workOff()
    expect((await events())[0]!.state).toBe('failed')
    expect(await calledFor('an event that can not be applied')).toHaveLength(1)
  })

  test('about what neither we nor the provider know is set aside within minutes, and the books’ rules hold', async () => {
    const reference = `no-such-${randomUUID()}`
    const raw = paidThere(reference, 1)
    truth.delete(reference)
    await send(raw)
    const pauses: number[] = []
    while ((await events())[0]!.state === 'received' && pauses.length < 40) {
      await workOff()
      const rows = await query<{ wait: number }>`
        select extract(epoch from next_try_at - now())::float8 as wait from webhook_events`
      pauses.push(rows[0]!.wait)
      await timePasses(`${rows[0]!.wait} seconds`)
    }
    expect((await events())[0]!.state).toBe('failed')
    expect(pauses).toHaveLength(4)
    // Rule I15 is broken by what waits for five minutes.
    expect(pauses.slice(0, -1).reduce((sum, wait) => sum + wait)).toBeLessThan(240)
    expect(await calledFor('an event about nothing we know')).toHaveLength(1)
    // It turns up at the provider after all: comparing finds the money.
    paidThere(reference, 7700)
    expect(await settleTold(db, reference)).toBe('done')
    const unplaced = await db.selectFrom('suspense').where('reference', '=', reference).select('amount').execute()
    expect(unplaced).toEqual([{ amount: 7700 }])
  })

  test.each([
    ['transfer.success', { id: 7, reference: 'pay-1' }, 'transfer.success:7'],
    ['transfer.reversed', { id: 7, reference: 'pay-1' }, 'transfer.reversed:7'],
    [
      'refund.processed',
      { transaction_reference: 'don-1', refund_reference: 'rf', amount: '5' },
      'refund.processed:don-1:rf',
    ],
    ['refund.failed', { transaction_reference: 'don-1', refund_reference: null, amount: 5 }, 'refund.failed:don-1:5'],
    // Two parts of one gift may be alike.
    ['refund.processed', { id: 71, transaction_reference: 'don-1', amount: 5 }, 'refund.processed:don-1:71'],
    [
      'charge.dispute.create',
      { id: 3, status: 'pending', dueAt: '2026-11-22', transaction: { reference: 'don-1' } },
      'charge.dispute.create:3:pending:2026-11-22',
    ],
    ['bank.transfer.rejected', { transaction_id: 11 }, 'bank.transfer.rejected:11'],
  ])('%s is known by what happened', async (event, data, expected) => {
    const raw = JSON.stringify({ event, data })
    // The same once more, told in other words.
    expect([await send(raw), await send(` ${raw}`)]).toEqual([200, 200])
    expect((await events()).map(({ dedupe_key }) => dedupe_key)).toEqual([expected])
  })

  test('with an id of 64 bits keeps it', async () => {
    expect(await send('{"event":"charge.success","data":{"id":18446744073709551615,"reference":"x"}}')).toBe(200)
    expect((await events())[0]!.dedupe_key).toBe('charge.success:18446744073709551615')
  })
})

const strange: [string, string][] = [
  ['no JSON', '{"event":'],
  ['nothing', ''],
  ['an array', '[{"event":"charge.success"}]'],
  ['ten thousand arrays', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ['ten thousand objects', `{"event":"x","data":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`],
  ['a prototype', '{"event":"charge.success","__proto__":{"a":1},"data":{"__proto__":{"id":1},"constructor":1}}'],
  ['a key twice', '{"event":"x","event":"charge.success","data":{"id":1,"id":2}}'],
  ['an event nobody knows', '{"event":"subscription.create","data":{"id":1}}'],
  ['bytes that are no text', '{"event":"charge.success","data":{"id":1,"reference":"\\u0000\\ud800"}}'],
  ['a very long name', JSON.stringify({ event: 'e'.repeat(5000), data: { id: 'i'.repeat(5000) } })],
  ['a number as event', '{"event":5}'],
  ['null', 'null'],
]
test.each(strange)('what is signed is kept and answered, even %s', async (_, raw) => {
  expect(await send(raw)).toBe(200)
  expect(await send(raw)).toBe(200)
  expect(await events()).toHaveLength(1)
  await workOff()
})

describe('what is not signed by our key', () => {
  const raw = JSON.stringify({ event: 'charge.success', data: { id: 1, reference: 'x', amount: 1.0 } })
  const sha = (algorithm: string) => createHmac(algorithm, key).update(raw).digest('hex')
  test.each<[string, string, Record<string, string | string[]>]>([
    ['without a signature', raw, {}],
    ['with an empty one', raw, { 'x-paystack-signature': '' }],
    ['with another key', raw, { 'x-paystack-signature': signed(raw, 'sk_test_another') }],
    ['with a byte changed', raw.replace('"x"', '"y"'), { 'x-paystack-signature': signed(raw) }],
    ['by SHA-256', raw, { 'x-paystack-signature': sha('sha256') }],
    ['by a plain hash', raw, { 'x-paystack-signature': createHash('sha512').update(raw).digest('hex') }],
    ['with the body written anew', `${raw} `, { 'x-paystack-signature': signed(raw) }],
    ['with two signatures', raw, { 'x-paystack-signature': [signed(raw), signed(raw)] }],
    ['with two in one', raw, { 'x-paystack-signature': `${signed(raw)},${signed(raw, 'sk_test_another')}` }],
  ])('%s is refused and not kept', async (_, body, headers) => {
    expect(await send(body, headers)).toBe(401)
    expect(await events()).toEqual([])
  })

  test('but capital letters are the same signature', async () => {
    expect(await send(raw, { 'x-paystack-signature': signed(raw).toUpperCase() })).toBe(200)
  })
})

test('there is nothing to see here, and no room for more than 256 kB', async () => {
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect((await at.ask('/webhooks/paystack', { method })).status).toBe(405)
  const large = JSON.stringify({ event: 'x', data: 'x'.repeat(257 * 1024) })
  expect(await send(large)).toBe(413)
  expect(await events()).toEqual([])
})

test('while the database is away it is told to come again, and nothing is lost', async () => {
  const raw = paidThere(`don-${randomUUID()}`, 100)
  const pool = thePool()
  const away = openPool('postgres://harambee:none@127.0.0.1:1/none')
  useDatabase(away)
  try {
    const { status, headers } = await post(raw, { 'x-paystack-signature': signed(raw) })
    expect([status, headers['retry-after']]).toEqual([503, '5'])
  } finally {
    useDatabase(pool)
    await away.end()
  }
  lifecycle.ready(async () => {})
  expect(await send(raw)).toBe(200)
})

describe('once the key was changed', () => {
  const old = 'sk_test_the_one_before'
  const believed = (until: Date) => {
    let now = new Date('2026-11-20T08:00:00Z')
    useProvider(paystack({ key, oldKeys: [{ key: old, until }], baseUrl: theirs.address, now: () => now }))
    return { after: (hours: number) => (now = new Date(now.getTime() + hours * 3_600_000)) }
  }

  test('a hundred events that were signed before are believed for 96 hours, and none after', async () => {
    const time = believed(new Date('2026-11-24T08:00:00Z'))
    const raws = Array.from({ length: 100 }, () => paidThere(`don-${randomUUID()}`, 100))
    time.after(95.9)
    for (const raw of raws) expect(await send(raw, { 'x-paystack-signature': signed(raw, old) })).toBe(200)
    expect(await events()).toHaveLength(100)
    time.after(0.1)
    for (const raw of raws) expect(await send(raw, { 'x-paystack-signature': signed(raw, old) })).toBe(401)
    expect(await send(raws[0]!)).toBe(200)
  })

  test('the time counts from the first start with the new key, however often the product starts', async () => {
    const hours = async (one: string) => (await oldKeyUntil(thePool(), one)).getTime() / 3_600_000
    const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => hours('sk_test_first')))
    expect(others.every((one) => one === first)).toBe(true)
    expect(first! - Date.now() / 3_600_000).toBeCloseTo(96, 1)
    await timePasses('50 hours', { provider_keys: {} })
    expect((await hours('sk_test_first')) - first!).toBeCloseTo(-50, 1)
    expect((await hours('sk_test_second')) - first!).toBeCloseTo(0, 1)
    // Back to the first: that is a change, too.
    expect((await hours('sk_test_first')) - first!).toBeCloseTo(0, 1)
    const rows = await query<{ text: string }>`select string_agg(k::text, '') as text from provider_keys k`
    expect(rows[0]!.text).not.toContain('sk_test')
  })
})

test('the router would answer the same', async () => {
  const raw = paidThere(`don-${randomUUID()}`, 100)
  const post = (body: string) =>
    routed.ask('/webhooks/paystack', { method: 'POST', body, headers: { 'x-paystack-signature': signed(raw) } })
  expect([(await post(raw)).status, (await post(`${raw} `)).status]).toEqual([200, 401])
  expect(await events()).toHaveLength(1)
})
