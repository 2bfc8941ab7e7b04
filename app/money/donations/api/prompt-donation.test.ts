import { beforeAll, describe, expect, test } from 'vitest'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { asking } from '#test/asking.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { railOfEachTest } from '#test/pretend-rail.ts'
import { action } from './prompt-donation.ts'

const db = await testDatabase()
let id: string
beforeAll(async () => {
  ;({ id } = await someDrive(db))
})
const rail = railOfEachTest()
booksMustHold(() => db)

let nr = 0
const gift = (more: object = {}) => ({ fund_drive_id: id, amount: 500, phone: `0712 1${10_000 + ++nr}`, ...more })

async function send(body: object, { key, address = `10.1.${++nr % 250}.9` }: { key?: string; address?: string } = {}) {
  const { context, params, url } = asking({ path: '/api/prompt-donation', address })
  const headers = { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) }
  const request = new Request(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = await action({ request, context, params })
  return { status: answer.status, said: await answer.json() }
}

describe('a gift that a program asks a phone for', () => {
  test('is on the phone, and waits for its PIN', async () => {
    const { status, said } = await send(
      gift({ phone: '0712345678', donor_name: 'Amina', message: 'Pole', anonymous: true }),
    )
    expect([status, said]).toEqual([200, { success: true, reference: expect.stringMatching(/^don-/) }])
    expect(rail.sent).toMatchObject([{ cents: 50_000, phone: '+254712345678' }])
    const row = await db.selectFrom('payments').where('reference', '=', said.reference).selectAll().executeTakeFirst()
    const kept = { fund_drive_id: id, donor_name: 'Amina', message: 'Pole', anonymous: true, provider: 'mpesa' }
    expect(row).toMatchObject(kept)
  })

  test('twice with one key is one request', async () => {
    const body = gift()
    const [first, again] = [await send(body, { key: 'order-1' }), await send(body, { key: 'order-1' })]
    expect(again).toEqual(first)
    expect(rail.sent).toHaveLength(1)
    expect(await send(gift(), { key: 'a b' })).toMatchObject({ status: 400, said: { success: false } })
  })

  test('to no phone of Safaricom’s, of no whole shillings, or to no drive is refused, and nothing is sent', async () => {
    const odd = [
      { phone: undefined },
      { phone: 712345678 },
      { phone: '0201234567' },
      { amount: 10.5 },
      { amount: '500' },
    ]
    for (const more of odd) {
      const { status, said } = await send(gift(more))
      expect([more, status >= 400 && status < 500, said]).toEqual([
        more,
        true,
        { success: false, error: expect.any(String) },
      ])
    }
    expect((await send(gift({ fund_drive_id: crypto.randomUUID() }))).status).toBe(404)
    expect(rail.sent).toEqual([])
  })

  test('is asked of one phone three times in ten minutes', async () => {
    const body = gift()
    const statuses = []
    for (let tries = 0; tries < 4; tries++) statuses.push((await send({ ...body, amount: 100 + tries })).status)
    expect(statuses[0]).toBe(200)
    expect(statuses.at(-1)).toBe(429)
    expect(rail.sent).toHaveLength(1)
  })

  test('to no drive, where many gave from one network, is told so in words', async () => {
    const odd = () => gift({ fund_drive_id: crypto.randomUUID() })
    const all = []
    for (let nr = 0; nr < 301; nr++) all.push(await send(odd(), { address: '10.251.0.1' }))
    expect(all.map(({ status }) => status)).toEqual([...Array(300).fill(404), 429])
    expect(all.at(-1)!.said).toEqual({
      success: false,
      error: expect.stringContaining('Many people here are giving right now.'),
    })
  })

  test('where M-Pesa is not set up says so', async () => {
    useMobileMoney(undefined)
    expect(await send(gift())).toMatchObject({ status: 503, said: { success: false } })
  })
})
