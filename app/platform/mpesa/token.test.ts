import { beforeEach, expect, test } from 'vitest'
import type { PhoneFailure } from '#app/platform/providers/mobile-money.server.ts'
import { testDatabase } from '#test/database.ts'
import { json, misbehavingServer } from '#test/misbehaving.ts'
import { allRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { tokenMaker } from './calls.server.ts'
import { daraja } from './daraja.server.ts'
import { type NewToken, sharedTokens } from './token.server.ts'

// One token for all processes. A process is what holds a token of its own: `process()` makes another.

const db = await testDatabase()
const server = misbehavingServer()
const secret = 'a secret of at least 32 characters!'
let made = 0
let pause = 0
let clock = 0
const make = async (): Promise<NewToken | PhoneFailure> => {
  const number = ++made
  await new Promise((resolve) => setTimeout(resolve, pause))
  return { is: 'token', token: `token ${number}`, seconds: 3599 }
}
const process = (own: Partial<Parameters<typeof sharedTokens>[0]> = {}) =>
  sharedTokens({ db, of: 'an app', secret, make, now: () => Date.now() + clock, ...own })
/** As if so many minutes were over, for the database and for every process. */
const pass = async (minutes: number) => {
  clock += minutes * 60_000
  await timePasses(`${minutes} minutes`)
}
const until = (is: () => boolean | Promise<boolean>) => expect.poll(is, { timeout: 15_000 }).toBe(true)

beforeEach(async () => {
  await db.deleteFrom('mpesa_token').execute()
  made = 0
  pause = 20
  clock = 0
})

test('all callers of all processes use one token, which is sealed where it lies [T496]', async () => {
  const processes = [process(), process(), process()]
  const all = await Promise.all(Array.from({ length: 30 }, (_, at) => processes[at % 3]!.current()))
  expect([new Set(all).size, made]).toEqual([1, 1])
  const rows = await allRows('mpesa_token', {}, 'name')
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('token 1')
})

test('after 50 minutes one process renews it while the others use the old one', async () => {
  const processes = [process(), process()]
  for (const one of processes) await one.current()
  await pass(49)
  for (const one of processes) expect(await one.current()).toBe('token 1')
  await pass(2)
  pause = 300
  const all = await Promise.all(Array.from({ length: 20 }, (_, at) => processes[at % 2]!.current()))
  expect(new Set(all)).toEqual(new Set(['token 1']))
  await until(async () => (await process().current()) === 'token 2')
  expect(made).toBe(2)
})

test('an hour after, nobody uses it any more', async () => {
  const one = process()
  await one.current()
  await pass(60)
  expect([await one.current(), await process().current(), made]).toEqual(['token 2', 'token 2', 2])
})

test('a renewal that fails leaves the old one, and is not tried again with every call', async () => {
  let tried = 0
  const no: PhoneFailure = { is: 'failure', class: 'retry', message: 'no' }
  await process().current()
  const fails = async () => {
    tried++
    return no
  }
  const one = process({ make: fails })
  await pass(55)
  for (let times = 0; times < 20; times++) expect(await one.current()).toBe('token 1')
  await until(() => tried === 1)
  await one.current()
  expect(tried).toBe(1)
  expect(await one.insteadOf('token 1')).toBe(no)
})

test('M12: the token dies in flight, twenty callers of two processes are refused, and one new token is made [T495]', async () => {
  const processes = [process(), process()]
  for (const one of processes) await one.current()
  pause = 200
  const all = await Promise.all(Array.from({ length: 20 }, (_, at) => processes[at % 2]!.insteadOf('token 1')))
  expect([new Set(all), made]).toEqual([new Set(['token 2']), 2])
  // The person who is late hears of the new one, and does not end it.
  expect(await processes[0]!.insteadOf('token 1')).toBe('token 2')
  expect(await process().insteadOf('token 1')).toBe('token 2')
  expect(made).toBe(2)
})

test('M12: over the wire each call is repeated at most once, and every question is answered', async () => {
  let good = 0
  server.usual = (answer, asked) => {
    if (asked.path.startsWith('/oauth/')) return json({ access_token: `t${++good}`, expires_in: '3599' })(answer, asked)
    const { CheckoutRequestID } = JSON.parse(asked.body)
    const isGood = asked.headers.authorization === `Bearer t${good}`
    const said = { ResponseCode: '0', ResultCode: '0', CheckoutRequestID }
    const refusal = { requestId: '1', errorCode: '404.001.03', errorMessage: 'Invalid Access Token' }
    setTimeout(() => json(isGood ? said : refusal, isGood ? 200 : 404)(answer, asked), 30)
  }
  const gateway = () => ({ baseUrl: server.address })
  const houses = [1, 2].map(() => {
    const token = process({ make: tokenMaker(gateway(), { key: 'the key', secret: 'the secret' }) })
    const own = { shortcode: '174379', kind: 'paybill' as const, passkey: 'p', hearOrigin: 'http://localhost' }
    return daraja({ ...gateway(), ...own, token })
  })
  for (const house of houses) await house.askPrompt('ws_CO_first')
  expect(good).toBe(1)
  // A token that another program made has ended ours.
  good++
  server.asked.length = 0
  const all = await Promise.all(Array.from({ length: 20 }, (_, at) => houses[at % 2]!.askPrompt(`ws_CO_${at}`)))
  expect(all.map((one) => one.is === 'prompt' && one.state)).toEqual(Array(20).fill('paid'))
  expect(good).toBe(3)
  const questions = server.asked.filter(({ path }) => !path.startsWith('/oauth/'))
  for (let at = 0; at < 20; at++)
    expect(questions.filter(({ body }) => body.includes(`"ws_CO_${at}"`)).length).toBeLessThanOrEqual(2)
  const [one] = server.asked.filter(({ path }) => path.startsWith('/oauth/'))
  expect([one!.method, one!.path, one!.headers.authorization]).toEqual([
    'GET',
    '/oauth/v1/generate?grant_type=client_credentials',
    `Basic ${Buffer.from('the key:the secret').toString('base64')}`,
  ])
})

test('another app, another address or another secret has another token', async () => {
  expect(await process().current()).toBe('token 1')
  expect(await process({ of: 'another app' }).current()).toBe('token 2')
  expect(await process({ secret: 'another secret of 32 characters!!' }).current()).toBe('token 3')
})

test.each([
  [400, { errorCode: '400.008.01', errorMessage: 'Invalid Authentication passed' }, 'config'],
  [400, '', 'config'],
  [401, '', 'config'],
  [403, { errorCode: '403.001', errorMessage: 'Forbidden' }, 'config'],
  [200, { access_token: '', expires_in: '3599' }, 'retry'],
  [200, { access_token: 'x', expires_in: 'soon' }, 'retry'],
  [200, { access_token: 'a\nb', expires_in: 5 }, 'retry'],
  [200, '<h1>no</h1>', 'retry'],
  [500, '', 'retry'],
  [503, '', 'retry'],
  [500, { errorCode: '500.003.02', errorMessage: 'Spike Arrest Violation' }, 'retry'],
])('a token that is refused by %s %o is a failure of the class %s', async (status, body, is) => {
  server.usual = json(body, status)
  const making = tokenMaker({ baseUrl: server.address }, { key: 'k', secret: 's' })
  expect(await process({ make: making }).current()).toMatchObject({ is: 'failure', class: is })
})
