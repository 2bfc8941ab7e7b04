import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { preflightAnswer } from '#app/platform/http/answer.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { tryStopped } from '#app/platform/providers/provider.server.ts'
import type { Charge } from '#app/platform/providers/provider.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { asking } from '#test/asking.ts'
import * as bad from '#test/bad-input.ts'
import { badIds } from '#test/bad-places.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { countOf } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { action } from './process-donation.ts'

const db = await testDatabase()
let id: string
let slug: string
beforeAll(async () => {
  ;({ id, slug } = await someDrive(db))
})
let charged: Charge[]
beforeEach(() => {
  charged = scriptedProvider().charges
})
booksMustHold(() => db)

let from = 0
type How = { key?: string; address?: string; type?: string }

async function send(body: unknown, { key, address, type = 'application/json' }: How = {}) {
  const nr = ++from
  const { context, params, url } = asking({
    path: '/api/process-donation',
    address: address ?? `10.${nr >> 8}.${nr & 255}.9`,
  })
  const headers = new Headers({ 'content-type': type, ...(key === undefined ? {} : { 'idempotency-key': key }) })
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await action({ request: new Request(url, { method: 'POST', headers, body: sent }), context, params })
  return { status: answer.status, said: await answer.json(), retryAfter: context.get(askedContext).retryAfter }
}
const gift = (more: object = {}) => ({
  amount: 1000,
  email: 'amina@example.org',
  fund_drive_id: id,
  donor_name: 'Amina Yusuf',
  message: 'Pole sana',
  anonymous: false,
  ...more,
})
const newest = () => db.selectFrom('payments').selectAll().orderBy('id', 'desc').executeTakeFirst()

describe('a gift that is asked for', () => {
  test('is written down as it was sent, and answered with where it is paid [T219]', async () => {
    const { status, said } = await send(gift())
    const row = await newest()
    expect([status, said]).toEqual([200, { success: true, authorization_url: `https://pay.example/${row!.reference}` }])
    expect(row).toMatchObject({
      fund_drive_id: id,
      amount: 100_000,
      donor_name: 'Amina Yusuf',
      donor_email: 'amina@example.org',
      message: 'Pole sana',
      anonymous: false,
      status: 'pending',
      kind: 'donation',
      currency: 'KES',
    })
    expect(charged).toMatchObject([{ cancelUrl: `http://harambee.test/fundraiser/${slug}/donate?cancelled` }])
  })

  test('needs no name, message or word about being anonymous [T177]', async () => {
    for (const more of [{}, { donor_name: null, message: null, anonymous: null }, { donor_name: ' ', message: '\n' }]) {
      const body = { amount: 99.5, email: 'A@Example.org', fund_drive_id: id, ...more }
      expect(await send(body)).toMatchObject({ status: 200, said: { success: true } })
      const kept = { amount: 9950, donor_name: '', message: '', anonymous: false, donor_email: 'a@example.org' }
      expect(await newest()).toMatchObject(kept)
    }
  })

  test('has no state, reference, channel or drive but those the product gives it', async () => {
    const more = {
      status: 'succeeded',
      reference: 'mine',
      provider_fee: 1,
      channel: 'mobile',
      id: 7,
      kind: 'subscription',
    }
    await send(gift({ ...bad.foreignFields, fund_drive_id: id, ...more, reversed: 5, user_id: 'x', settled_at: 'now' }))
    const row = await newest()
    expect(row).toMatchObject({ status: 'pending', kind: 'donation', provider_fee: null, channel: null, reversed: 0 })
    expect([row!.reference, row!.user_id]).toEqual([expect.stringMatching(/^don-/), null])
  })

  test('twice with one key is one; the key with another gift is refused', async () => {
    const key = crypto.randomUUID()
    const address = '10.240.0.1'
    const first = await send(gift(), { key, address })
    expect(await send(gift(), { key, address })).toEqual(first)
    expect(charged).toHaveLength(1)
    expect(await send(gift({ amount: 2000 }), { key, address })).toMatchObject({
      status: 422,
      said: { success: false },
    })
    expect((await send(gift())).said.authorization_url).not.toBe(first.said.authorization_url)
    expect(await send(gift(), { key: 'a b' })).toMatchObject({ status: 400, said: { success: false } })
    expect(preflightAnswer().headers.get('access-control-allow-headers')).toContain('idempotency-key')
  })

  test('is found again from another network, and a key that another person has guessed keeps nobody from giving', async () => {
    const key = 'order-1'
    const guessed = await send(gift({ email: 'mallory@example.org', amount: 3 }), { key, address: '10.240.1.1' })
    const first = await send(gift(), { key, address: '10.240.1.2' })
    expect([guessed.status, first.status]).toEqual([200, 200])
    expect(first.said.authorization_url).not.toBe(guessed.said.authorization_url)
    expect(await send(gift(), { key, address: '10.240.1.3' })).toEqual(first)
    expect(charged).toHaveLength(2)
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, nr) =>
        send(gift({ amount: 50 }), { key: 'order-2', address: `10.240.2.${nr % 3}` }),
      ),
    )
    expect(new Set(all.map(({ said }) => said.authorization_url ?? said.error)).size).toBeLessThanOrEqual(2)
    expect(charged).toHaveLength(3)
    const others = await Promise.all(
      Array.from({ length: 8 }, (_, nr) => send(gift({ amount: 60 + nr }), { key: 'order-3', address: '10.240.3.1' })),
    )
    expect(others.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)])
    expect(charged).toHaveLength(4)
  })

  test('below what the payment method takes is told in words', async () => {
    expect(await send(gift({ amount: 2.99 }))).toEqual({
      status: 422,
      retryAfter: undefined,
      said: { success: false, error: 'The smallest amount for this payment method is KES 3' },
    })
    expect((await send(gift({ amount: 3 }))).status).toBe(200)
  })

  test('that the provider does not open says so, and nothing of what the provider said [T220]', async () => {
    scriptedProvider({ initialize: async () => ({ is: 'failure', class: 'config', message: 'sk_live_secret' }) })
    expect(await send(gift())).toEqual({
      status: 502,
      retryAfter: undefined,
      said: { success: false, error: 'Failed to process donation. Please try again.' },
    })
    expect(await tryStopped(db)).toBe('open')
  })

  test('to a drive that is paused or not there is refused, and to one that does not collect', async () => {
    const [paused, quiet] = [await someDrive(db), await someDrive(db, { collects: false })]
    await db.updateTable('fund_drives').set({ status: 'paused' }).where('id', '=', paused.id).execute()
    const statuses = []
    for (const fund_drive_id of [paused.id, crypto.randomUUID(), quiet.id])
      statuses.push(await send(gift({ fund_drive_id })))
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 409])
    for (const { said } of statuses) expect(said).toEqual({ success: false, error: expect.stringMatching(/\S/) })
  })

  test('three hundred times a minute from one network, then it says when to come again [T411]', async () => {
    const all = []
    for (let nr = 0; nr < 301; nr++) all.push(await send(gift(), { address: '10.250.0.1' }))
    expect(all.map(({ status }) => status)).toEqual([...Array(300).fill(200), 429])
    expect(all.at(-1)!.said).toEqual({
      success: false,
      error: expect.stringContaining('Many people here are giving right now.'),
    })
    expect(all.at(-1)!.retryAfter).toBeGreaterThan(0)
  })
})

test('a network that tried too often with a drive that is not there is told when to come again, too', async () => {
  useMobileMoney(pretendRail())
  const body = gift({ fund_drive_id: crypto.randomUUID() })
  const all = []
  for (let nr = 0; nr < 301; nr++) all.push(await send(body, { address: '10.250.0.2' }))
  useMobileMoney(undefined)
  expect(new Set(all.slice(0, 300).map(({ status }) => status))).toEqual(new Set([404]))
  expect(all.at(-1)).toMatchObject({ status: 429, said: { success: false } })
  expect(all.at(-1)!.said.error).toMatch(/^Many people here are giving right now\. Please try again in \d+ minutes?\.$/)
})

/** Numbers as JSON can carry them; each is an amount in whole cents, or it is refused. */
const amounts: [sent: string, cents: number | null][] = [
  ...['0', '0.009', '0.01', '-1', '-0', '-1000', '1.005', '1000.001', '1e400', '-1e400', '1e21', '1e-7'].map(nothing),
  ...['9007199254740992', '9007199254740993', '9223372036854775807', '10000000000.01', '1e12', '2.99'].map(nothing),
  ...['"1000"', '"1,000"', '"٣"', '"NaN"', '""', 'null', 'true', 'false', '[1000]', '[]', '{}', '{"$gt":0}'].map(
    nothing,
  ),
  ['1000', 100_000],
  ['1e3', 100_000],
  ['1000.0', 100_000],
  ['99.99', 9999],
  ['10.07', 1007],
  ['1000.10', 100_010],
  ['3', 300],
  ['4.35', 435],
  ['1.15e1', 1150],
  ['1000000000', 100_000_000_000],
] as [string, number | null][]
function nothing(sent: string): [string, null] {
  return [sent, null]
}

test.each(amounts)('an amount of %s', async (sent, cents) => {
  const before = await countOf('payments')
  const { status, said } = await send(JSON.stringify(gift({ amount: 0 })).replace('"amount":0', `"amount":${sent}`))
  if (cents === null) {
    expect([400, 422]).toContain(status)
    expect(said).toEqual({ success: false, error: expect.stringMatching(/\S/) })
    expect(await countOf('payments')).toBe(before)
  } else {
    expect([status, (await newest())?.amount]).toEqual([200, cents])
  }
})

describe('whatever stands', () => {
  const fits = (text: string, most: number) => [...text].length <= most

  test('as a name or a message is kept without tricks, or refused', async () => {
    for (const text of bad.badTexts())
      for (const [field, most] of [
        ['donor_name', 200],
        ['message', 2000],
      ] as const) {
        const { status, said } = await send(gift({ [field]: text }))
        expect([field, text.slice(0, 40), [200, 400]]).toEqual([
          field,
          text.slice(0, 40),
          expect.arrayContaining([status]),
        ])
        expect(said.success).toBe(status === 200)
        if (status !== 200) continue
        const kept = (await newest())![field]
        expect(fits(kept, most)).toBe(true)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be kept
        expect(kept).not.toMatch(/[\0\u202e\u200b\u001b]/)
        if (field === 'donor_name') expect(kept).not.toMatch(/[\r\n]/)
      }
  }, 60_000)

  test('as an e-mail reaches one address, or is refused', async () => {
    for (const email of bad.badEmails()) {
      const { status } = await send(gift({ email }))
      expect([email.slice(0, 40), [200, 400]]).toEqual([email.slice(0, 40), expect.arrayContaining([status])])
      if (status === 200) expect((await newest())!.donor_email).toMatch(/^[^\s@,;<>"]+@[^\s@,;<>"]+$/)
    }
    expect((await newest())!.donor_email).not.toMatch(/\n/)
  }, 60_000)

  test('as the id of a drive finds it or none', async () => {
    for (const odd of [...badIds(), id.toUpperCase(), ` ${id}`, 7, null, [id], {}]) {
      const { status, said } = await send(gift({ fund_drive_id: odd }))
      expect([String(odd).slice(0, 40), [400, 404, 200]]).toEqual([
        String(odd).slice(0, 40),
        expect.arrayContaining([status]),
      ])
      if (status === 200) expect((await newest())!.fund_drive_id).toBe(id)
      else expect(said.success).toBe(false)
    }
  }, 60_000)

  test.each([
    '',
    'null',
    '[]',
    '"x"',
    '{',
    '{}',
    '<xml/>',
    '['.repeat(4000),
    '{"__proto__":{"amount":5}}',
    '{"amount":1000}',
  ])('as a body: %s', async (body) => {
    expect(await send(body)).toMatchObject({
      status: 400,
      said: { success: false, error: expect.stringMatching(/\S/) },
    })
    expect((await send(gift(), { type: 'text/plain' })).status).toBe(415)
  })

  test.each([
    ['anonymous', ['yes', 1, 'on', [], {}]],
    ['donor_name', [7, true, [], {}]],
    ['message', [7, false, {}]],
  ] as const)('of another kind in %s is refused', async (field, values) => {
    for (const value of values) expect((await send(gift({ [field]: value }))).status).toBe(400)
  })
})
