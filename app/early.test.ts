import http from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listening } from '#test/ask.ts'
import { testDatabase } from '#test/database.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { payInOf, pretendRail } from '#test/pretend-rail.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { allLines, buildOf } from '#test/whole-build.tsx'
import { addresses } from './addresses.ts'
import { codesOf } from './drives/codes/codes.server.ts'
import { creditsOf } from './drives/views/credits.server.ts'
import { newPageToken } from './drives/views/report.server.ts'
import { early } from './early.server.ts'
import { type CallbackPurpose, registerUrls } from './money/mpesa/callback-urls.server.ts'
import { openHttp } from './platform/http/http.server.ts'
import { log } from './platform/log.server.ts'
import { lifecycle } from './platform/processes/lifecycle.server.ts'
import { useMobileMoney } from './platform/providers/mobile-money.server.ts'

// What is answered before the router is answered as the router would.

const db = await testDatabase()
let build: ReturnType<typeof buildOf>
let built = 0
const routed = openHttp(async () => build, 'production', { files: 'public', addresses })
const soon = openHttp(
  async () => {
    built++
    return build
  },
  'production',
  { files: 'public', addresses, early },
)
type At = Awaited<ReturnType<typeof listening>>
let [usual, quick] = [] as unknown as [At, At]

beforeAll(async () => {
  build = buildOf(await allLines())
  lifecycle.ready(async () => {})
  usual = await listening(routed)
  quick = await listening(soon)
}, 120_000)
afterAll(() => {
  for (const server of [routed, soon]) {
    server.closeAllConnections()
    server.close()
  }
})

let nr = 0
const browser = () => `Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0 ${++nr}`
const tell = (at: At, body: unknown, headers?: Record<string, string>, method?: string) =>
  send(at, '/api/track-view?cookie=asked', body, headers, method)

async function send(at: At, to: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') {
  built = 0
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  const token = newPageToken((body as { fund_drive_id?: string }).fund_drive_id ?? '')
  const all = { 'content-type': 'application/json', 'user-agent': browser(), 'page-token': token, ...headers }
  const answer = await at.ask(to, { method, headers: all, body: sent })
  const { date: _, 'x-request-id': id, 'content-length': __, 'retry-after': wait, ...rest } = answer.headers
  expect(id).toMatch(/^\S{14}$/)
  return { status: answer.status, text: answer.text.replaceAll(String(id), 'id'), waits: wait !== undefined, ...rest }
}
const look = (id: string) => ({ fund_drive_id: id, device_type: 'mobile', location: 'Unknown' })

test('a look is counted without the router, and answered with the same words and headers', async () => {
  const { id } = await someDrive(db)
  const by = await tell(usual, look(id))
  expect(by).toMatchObject({ status: 200, text: '{"success":true,"view":"counted"}' })
  expect(await tell(quick, look(id))).toEqual(by)
  expect(built).toBe(0)
  expect(await creditsOf(db, id)).toMatchObject({ used: 2 })
})

const nowhere = crypto.randomUUID()
test.each<[string, unknown, Record<string, string>, string?]>([
  ['no JSON', '{', {}],
  ['another kind of body', look(nowhere), { 'content-type': 'text/plain' }],
  ['a drive that is nowhere', look(nowhere), {}],
  ['the same in Swahili', look(nowhere), { 'accept-language': 'sw' }],
  ['the same in the language of the cookie', look(nowhere), { cookie: 'language=sw', 'accept-language': 'en' }],
  ['a page elsewhere', look(nowhere), { origin: 'https://elsewhere.example' }],
  ['too much', 'x'.repeat(9000), {}],
  ['what a browser asks first', '', {}, 'OPTIONS'],
  ['another method', '', {}, 'PUT'],
])('%s is answered as by the router', async (_, body, headers, method) => {
  expect(await tell(quick, body, headers, method)).toEqual(await tell(usual, body, headers, method))
})

test('who carries a session takes the usual way: the owner’s looks are free, and a session that is none is taken away', async () => {
  const owner = await somePerson(db)
  const { id } = await someDrive(db, { ownerId: owner.id })
  const cookie = (await signedIn(owner)).headers.get('cookie')!
  expect(await tell(quick, look(id), { cookie, origin: quick.origin })).toMatchObject({
    text: '{"success":true,"view":"free"}',
  })
  expect(built).toBe(1)
  const forged = await tell(quick, look(id), { cookie: `${cookie.split('=')[0]}=forged`, origin: quick.origin })
  expect(forged).toMatchObject({ text: '{"success":true,"view":"counted"}' })
  expect(forged).toMatchObject({ 'set-cookie': [expect.stringContaining('Max-Age=0')] })
})

test('while nobody can be received, nobody is', async () => {
  const { id } = await someDrive(db)
  lifecycle.broken([])
  const by = await tell(quick, look(id))
  lifecycle.ready(async () => {})
  expect(by).toMatchObject({ status: 503, waits: true })
  expect(await creditsOf(db, id)).toMatchObject({ used: 0 })
})

const gift = (id: string, more: object = {}) => ({
  amount: 1000,
  email: 'amina@example.org',
  fund_drive_id: id,
  ...more,
})
const give = (at: At, body: unknown, headers?: Record<string, string>, method?: string) =>
  send(at, '/api/process-donation', body, headers, method)

test('a gift is begun without the router, once for one key, and answered with the same words and headers', async () => {
  const { id } = await someDrive(db)
  scriptedProvider()
  const key = { 'idempotency-key': crypto.randomUUID() }
  const by = await give(usual, gift(id), key)
  expect(by).toMatchObject({ status: 200, text: expect.stringContaining('"authorization_url":"https://pay.example/') })
  expect(await give(quick, gift(id), key)).toEqual(by)
  expect(built).toBe(0)
  const payments = await db.selectFrom('payments').where('fund_drive_id', '=', id).select('amount').execute()
  expect(payments).toEqual([{ amount: 100_000 }])
})

test.each<[string, unknown, Record<string, string>, string?]>([
  ['no JSON', '{', {}],
  ['another kind of body', gift(nowhere), { 'content-type': 'text/plain' }],
  ['an amount that is none', gift(nowhere, { amount: '1e3' }), {}],
  ['too little', gift(nowhere, { amount: 1 }), {}],
  ['a drive that is nowhere', gift(nowhere), {}],
  ['the same in Swahili', gift(nowhere), { 'accept-language': 'sw' }],
  ['too much', 'x'.repeat(9000), {}],
  ['what a browser asks first', '', {}, 'OPTIONS'],
  ['another method', '', {}, 'GET'],
])('a gift: %s is answered as by the router', async (_, body, headers, method) => {
  scriptedProvider()
  expect(await give(quick, body, headers, method)).toEqual(await give(usual, body, headers, method))
})

test('a provider that can not be reached is told of in the same words, and its fault stands in the log', async () => {
  const { id } = await someDrive(db)
  scriptedProvider({ initialize: async () => Promise.reject(new Error('nothing is heard')) })
  const numberless = ({ text, ...rest }: Awaited<ReturnType<typeof give>>) => ({
    ...rest,
    text: text.replace(/is \w+\./, 'is id.'),
  })
  const by = numberless(await give(usual, gift(id)))
  expect(by.status).toBeGreaterThanOrEqual(500)
  expect(numberless(await give(quick, gift(id)))).toEqual(by)
})

test.each(['{"reference":"hb_nowhere"}', '{', '{"reference":""}'])(
  'whether %s is paid is told as by the router',
  async (sent) => {
    const verify = (at: At) => send(at, '/api/verify-payment', sent)
    const by = await verify(usual)
    expect(by.text).toContain('"success":false')
    expect(await verify(quick)).toEqual(by)
    expect(built).toBe(0)
  },
)

/** The head of a live line, which is then hung up. */
const headOf = (at: At, path: string, headers: http.OutgoingHttpHeaders = {}) =>
  new Promise<object>((resolve, reject) => {
    built = 0
    const asking = http.get(
      at.origin + path,
      { headers, agent: false },
      ({ statusCode, headers: head, rawHeaders }) => {
        const { date: _, 'x-request-id': __, 'content-length': ___, ...rest } = head
        expect(rawHeaders).toContain('x-request-id')
        resolve({ statusCode, ...rest })
        asking.destroy()
      },
    )
    asking.on('error', reject)
  })

test('a live line of a drive is opened without the router, under the same head', async () => {
  const { id } = await someDrive(db)
  const by = await headOf(usual, `/live?topic=drive:${id}`)
  expect(by).toMatchObject({ statusCode: 200, 'content-type': 'text/event-stream' })
  expect(await headOf(quick, `/live?topic=drive:${id}`)).toEqual(by)
  expect(built).toBe(0)
})

test('a live line of a drive that only its owner may see is opened to the owner alone', async () => {
  const owner = await somePerson(db)
  const { id } = await someDrive(db, { ownerId: owner.id })
  await db.updateTable('fund_drives').set({ status: 'paused' }).where('id', '=', id).execute()
  const cookie = (await signedIn(owner)).headers.get('cookie')!
  expect(await headOf(quick, `/live?topic=drive:${id}`)).toMatchObject({ statusCode: 403 })
  expect(await headOf(quick, `/live?topic=drive:${id}`, { cookie })).toMatchObject({ statusCode: 200 })
  expect(built).toBe(1)
})

describe('what M-Pesa posts to a secret address', () => {
  const mpesa = async (at: At, to: string, body: string) => {
    const written = vi.spyOn(log, 'info')
    const answer = await send(at, to, body)
    await expect.poll(() => written.mock.calls.length).toBe(1)
    const [line] = written.mock.calls[0] as unknown as [{ route: string; status: number }]
    written.mockRestore()
    return { ...answer, noted: [line.route, line.status] }
  }
  const rail = pretendRail()
  let doors: Record<CallbackPurpose, string>
  let account: string
  beforeAll(async () => {
    useMobileMoney(rail)
    await registerUrls(db)
    doors = rail.doorsAt[0]!
    account = (await codesOf(db, (await someDrive(db)).id)).number
  })
  const asked = (own: object = {}) =>
    payInOf(doors.validation, {
      receipt: 'TKN0000001',
      shortcode: '174379',
      cents: 5000,
      account,
      tail: '111',
      name: null,
      paidAt: new Date(),
      ...own,
    })[1]
  const told = (own?: object) => Buffer.from(asked(own)).toString()

  test.each<[string, () => [string, string], number]>([
    ['a question whether a payment is taken', () => [new URL(doors.validation).pathname, told()], 200],
    ['one that is not taken', () => [new URL(doors.validation).pathname, told({ account: 'NOBODY' })], 200],
    ['a payment', () => [new URL(doors.confirmation).pathname, told()], 200],
    ['garbage', () => [new URL(doors.confirmation).pathname, '{'], 200],
    ['what is to no address of ours', () => [`/hooks/m/${'0'.repeat(64)}`, told()], 404],
    ['what is to no address at all', () => ['/hooks/m/short', told()], 404],
    ['too much', () => [new URL(doors.validation).pathname, 'x'.repeat(33 * 1024)], 413],
  ])('%s is answered as by the router; the log knows the pattern alone', async (_, of, status) => {
    const by = await mpesa(usual, ...of())
    expect(by.status).toBe(status)
    expect(await mpesa(quick, ...of())).toEqual(by)
    expect(built).toBe(0)
    if (status < 413) expect(by.noted).toEqual(['/hooks/m/:token', status])
  })

  test('while the database is away it is told to come again', async () => {
    const gone = Object.assign(new Error('the database is gone'), { code: '57P01' })
    vi.spyOn(rail, 'readPayIn').mockImplementationOnce(() => {
      throw gone
    })
    expect(await send(quick, new URL(doors.validation).pathname, told())).toMatchObject({ status: 503, waits: true })
  })
})

test.each<[string, string, Record<string, string>]>([
  ['without a topic', '/live', {}],
  ['of a drive that is nowhere', `/live?topic=drive:${nowhere}`, {}],
  ['of the office', '/live?topic=office:desk', {}],
  ['of nonsense', '/live?topic=%00&topic=drive', {}],
  ['for a page elsewhere', `/live?topic=drive:${nowhere}`, { origin: 'https://elsewhere.example' }],
])('a live line %s is refused as by the router', async (_, path, headers) => {
  const by = await headOf(usual, path, headers)
  expect(by).toMatchObject({ statusCode: expect.toSatisfy((status: number) => status >= 400 && status < 500) })
  expect(await headOf(quick, path, headers)).toEqual(by)
})
