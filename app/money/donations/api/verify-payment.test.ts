import { beforeEach, describe, expect, test } from 'vitest'
import { askedContext } from '#app/platform/request.server.ts'
import { asking } from '#test/asking.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { begunGift, booksMustHold, paid } from '#test/money.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { viewsBegun } from '#test/views-bought.ts'
import { action } from './verify-payment.ts'

let provider: ReturnType<typeof scriptedProvider>
const db = await testDatabase()
beforeEach(() => {
  provider = scriptedProvider()
})
booksMustHold(() => db)

async function send(body: unknown, address?: string) {
  const { context, params, url } = asking({ path: '/api/verify-payment', ...(address ? { address } : {}) })
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { 'content-type': 'application/json' }
  const answer = await action({ request: new Request(url, { method: 'POST', headers, body: sent }), context, params })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return { status: answer.status, said: await answer.json(), retryAfter: context.get(askedContext).retryAfter }
}
async function begun() {
  const { id } = await someDrive(db)
  return (await begunGift(db, id, 100_050, { donorName: 'Secret', donorEmail: 'secret@x.test' })).reference
}

describe('POST /api/verify-payment', () => {
  test('says of a gift that came in the amount in shillings and the kind, and nothing else [T146]', async () => {
    const reference = await begun()
    provider.says(reference, paid(100_050))
    expect(await send({ reference: ` ${reference} ` })).toMatchObject({
      status: 200,
      said: { success: true, amount: 1000.5, type: 'donation', data: {} },
    })
    expect(Object.keys((await send({ reference })).said).sort()).toEqual(['amount', 'data', 'success', 'type'])
  })

  test('says of views that were bought which package it was, and how many views there are now [T148]', async () => {
    const { reference } = await viewsBegun(db, await someDrive(db), { name: 'Pack of two hundred' })
    provider.says(reference, paid(65_000))
    expect(await send({ reference })).toEqual({
      status: 200,
      said: {
        success: true,
        amount: 650,
        type: 'subscription',
        data: {
          subscription_packages: { name: 'Pack of two hundred' },
          package_name: 'Pack of two hundred',
          remaining_views: 215,
          views: 200,
        },
      },
      retryAfter: undefined,
    })
  })

  test('says of one that is open, or failed, that there is no success, and why in words of ours [T147]', async () => {
    const reference = await begun()
    provider.says(reference, paid(100_050, { state: 'pending' }))
    expect(await send({ reference })).toMatchObject({
      status: 200,
      said: { success: false, error: 'This payment is not confirmed yet. Please ask again in a moment.' },
    })
    const failed = await begun()
    provider.says(failed, paid(100_050, { state: 'failed', why: 'Words of theirs' }))
    expect(await send({ reference: failed })).toMatchObject({
      status: 200,
      said: { success: false, error: 'This payment was not successful.' },
    })
  })

  test('answers whatever is no payment of ours in the same words', async () => {
    const all = [`don-${'0'.repeat(32)}`, '', 'x', '../..', '\0', "' or 1=1", 'REF-1', 'a'.repeat(500), '🎁']
    for (const reference of all)
      expect(await send({ reference })).toMatchObject({
        status: 404,
        said: { success: false, error: 'There is no such payment.' },
      })
    expect(provider.verified).toEqual([])
  })

  test.each([
    '',
    'null',
    '[]',
    '"x"',
    '{',
    '{}',
    '{"reference":null}',
    '{"reference":7}',
    '{"reference":["x"]}',
    '{"reference":{"$ne":1}}',
    '{"reference":true}',
    JSON.stringify({ reference: 'a'.repeat(501) }),
  ])('refuses a body that is none: %s', async (body) => {
    expect(await send(body)).toMatchObject({ status: 400, said: { error: expect.stringMatching(/\S/) } })
  })

  test('is asked six hundred times a minute from one address, then it says when to come again [T412]', async () => {
    const all = []
    for (let nr = 0; nr < 601; nr++) all.push(await send({ reference: 'x' }, '41.90.1.1'))
    expect(all.slice(0, 600).every(({ status }) => status === 404)).toBe(true)
    expect(all[600]!.status).toBe(429)
    expect(all[600]!.retryAfter).toBeGreaterThan(0)
    expect((await send({ reference: 'x' }, '41.90.2.1')).status).toBe(404)
  })
})
