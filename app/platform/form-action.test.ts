import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Answer, Refusal, said } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { openHttp } from '#app/platform/http/http.server.ts'
import { listening } from '#test/ask.ts'
import { testDatabase } from '#test/database.ts'
import { effortOf } from '#test/effort.ts'
import { tinyBuild } from '#test/tiny-build.tsx'
import { type Args, flashCookie, flashOf, formAction, type Outcome } from './form-action.server.ts'
import { part } from './part.server.ts'
import { lifecycle } from './processes/lifecycle.server.ts'
import { askedContext, type RequestInfo, wordsContext } from './request.server.ts'

await testDatabase()

const own = 'https://harambee.test'
const says = {
  done: { title: { id: 'Thank you' } },
  failed: { title: { id: 'That failed' }, tone: 'bad' as const },
  empty: { id: 'required', message: 'Please fill this in' },
  differs: { id: 'differs', message: 'These differ' },
}
const form = z.object({
  name: z.string().min(1, said(says.empty)),
  amount: z.coerce.number().optional(),
  password: z.string().optional(),
  pin: z.string().optional(),
  'tags[]': z.array(z.string()).optional(),
  file: z.instanceof(File).optional(),
})
type Input = z.output<typeof form>
type Run = (input: Input, args: Args) => Promise<Outcome | Response | undefined>

let seen: Input | undefined
function make(run: Run = async () => undefined, more: Partial<Parameters<typeof formAction<typeof form>>[0]> = {}) {
  seen = undefined
  return formAction({
    form,
    failed: says.failed,
    done: says.done,
    secret: ['pin'],
    run: async (input, args) => {
      seen = input
      return run(input, args)
    },
    ...more,
  })
}

type Sent = {
  fields?: Record<string, string> | URLSearchParams | FormData
  headers?: Record<string, string>
  byScript?: boolean
}
type Result = { status: number; headers: Headers; answer?: Answer; asked: RequestInfo }

async function send(
  action: ReturnType<typeof make>,
  { fields = { name: 'Asha' }, headers, byScript = true }: Sent = {},
): Promise<Result> {
  const context = new RouterContextProvider()
  const asked: RequestInfo = { id: 'k7f3-9x2q-p1wd', nonce: 'n', address: '192.0.2.1', origin: own, byScript }
  context.set(askedContext, asked)
  context.set(wordsContext, wordsIn('en'))
  const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
  const request = new Request(`${own}/give`, { method: 'POST', body, headers: { origin: own, ...headers } })
  if (headers?.origin === '') request.headers.delete('origin')
  const result = await action({ request, params: {}, context }).catch((thrown: unknown) => thrown)
  if (result instanceof Response) return { status: result.status, headers: result.headers, asked }
  const { data, init } = result as { data: Answer; init?: ResponseInit }
  return { status: init?.status ?? 200, headers: new Headers(init?.headers), answer: data, asked }
}
const refusing = (...of: ConstructorParameters<typeof Refusal>) => make(() => Promise.reject(new Refusal(...of)))
const flashed = ({ headers }: Result) => {
  const cookie = headers.getSetCookie().find((one) => one.startsWith('flash='))
  return cookie && flashOf(new Request(own, { headers: { cookie: cookie.split(';')[0]! } }))
}

test('a form that is understood is done, and says so', async () => {
  const { status, answer } = await send(make())
  expect(status).toBe(200)
  expect(answer).toEqual({ ok: true, says: { title: 'Thank you', tone: 'good' } })
})
test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['our own address without its lock', { origin: 'http://harambee.test' }],
  ['a subdomain', { origin: 'https://evil.harambee.test' }],
  ['a page of no origin', { origin: 'null' }],
  ['another site, whatever else it says', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
  ['no origin', { origin: '' }],
  ['no origin and another site', { origin: '', 'sec-fetch-site': 'cross-site' }],
  ['no origin and a subdomain', { origin: '', 'sec-fetch-site': 'same-site' }],
])('a form from %s is turned away', async (_, headers) => {
  const action = make()
  expect((await send(action, { headers })).status).toBe(403)
  expect(seen).toBeUndefined()
})
test('without an origin a browser that says it was our page is believed', async () => {
  expect((await send(make(), { headers: { origin: '', 'sec-fetch-site': 'same-origin' } })).status).toBe(200)
})
test('what a page hands in as it is left is never done, not even where no guard keeps it', async () => {
  expect(await send(make(), { headers: { 'x-only-keep': '1' } })).toMatchObject({ status: 204 })
  expect(seen).toBeUndefined()
})

test('what is wrong is at its field in words; what was typed comes back, but no secrets', async () => {
  const fields = { name: '', amount: 'abc', password: 'hush', newPassword: 'hush', pin: '1234' }
  const { status, answer } = await send(make(), { fields })
  expect(status).toBe(422)
  // The second complaint is the schema's own English, which nobody should read.
  expect(answer?.errors).toEqual({ name: 'Please fill this in', amount: 'Please check this field.' })
  expect(answer?.typed).toEqual({ name: '', amount: 'abc' })
  expect(JSON.stringify(answer)).not.toMatch(/hush|1234/)
})
test('a complaint about the form as a whole is said in a toast [T247]', async () => {
  const action = make(undefined, { form: form.refine(() => false, said(says.differs)) as unknown as typeof form })
  expect((await send(action)).answer).toMatchObject({ says: { title: 'These differ', tone: 'bad' }, errors: {} })
})
test('both ways to send a form are understood, files too', async () => {
  const fields = new FormData()
  fields.set('name', 'Asha')
  fields.append('tags[]', 'a')
  fields.append('tags[]', 'b')
  fields.set('file', new File(['hello'], '../../x.png'))
  await send(make(), { fields })
  expect(seen).toMatchObject({ name: 'Asha', 'tags[]': ['a', 'b'] })
  expect(await seen!.file!.text()).toBe('hello')
  await send(make(), { fields: new URLSearchParams('name=Juma&tags[]=a&name=Asha') })
  expect(seen).toEqual({ name: 'Asha', 'tags[]': ['a'] })
})
test.each([
  ['text/plain', 415],
  ['application/json', 415],
  ['multipart/form-data; boundary=none', 400],
])('what is no form is turned away: %s', async (type, status) => {
  expect((await send(make(), { headers: { 'content-type': type } })).status).toBe(status)
})
test('fields that the form does not have are dropped, and names of JavaScript itself go nowhere', async () => {
  const odd = 'role=admin&likes=9999&__proto__=x&constructor=y&prototype=z&a[b]=c&toString=t'
  const { answer } = await send(refusing(says.failed), { fields: new URLSearchParams(`name=Asha&${odd}`) })
  expect(seen).toEqual({ name: 'Asha' })
  expect(Object.getPrototypeOf(seen)).toBe(Object.prototype)
  expect(Object.keys(answer!.typed!)).toEqual(['name', 'role', 'likes', 'toString'])
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})
test('text is freed of what no person types and no database takes', async () => {
  await send(make(), { fields: { name: 'A\0sha\r\nWanjiru \ud800!' } })
  expect(seen?.name).toBe('Asha\nWanjiru \ufffd!')
})
test('a refusal speaks in its own words, with its status, and keeps what was typed', async () => {
  const words = { title: { id: 'Insufficient funds' }, text: { id: 'There are KES 10.' } }
  const { status, answer } = await send(refusing(words, { status: 409 }), { fields: { name: 'Asha', amount: '5' } })
  expect(status).toBe(409)
  expect(answer).toEqual({
    ok: false,
    says: { title: 'Insufficient funds', text: 'There are KES 10.', tone: 'bad' },
    typed: { name: 'Asha', amount: '5' },
  })
})
test('a refusal may put something else in the place of what was sent, such as a new key', async () => {
  const action = refusing({ id: 'Used before' }, { typed: { key: 'new' } })
  const { answer } = await send(action, { fields: { name: 'Asha', key: 'old' } })
  expect(answer?.typed).toEqual({ name: 'Asha', key: 'new' })
})
test('a reason of its own comes along for the form, and is at the field where there is one', async () => {
  const words = { title: { id: 'Sign in failed' }, why: { id: 'Wrong' } }
  const spoken = { title: 'Sign in failed', why: 'Wrong', tone: 'bad' }
  expect((await send(refusing(words))).answer).toEqual({ ok: false, says: spoken, typed: { name: 'Asha' } })
  const atField = { says: spoken, errors: { name: 'Wrong' } }
  expect((await send(refusing(words, { field: 'name' }))).answer).toMatchObject(atField)
  const failed = { title: { id: 'Error' }, text: { id: 'Nothing' } }
  const broken = make(() => Promise.reject(new Error('x')), { failed })
  expect((await send(broken)).answer?.says).toMatchObject({ text: 'Nothing', why: expect.stringContaining('k7f3') })
})
test('a refusal at a field is at that field', async () => {
  const { answer } = await send(refusing({ id: 'Taken' }, { field: 'name' }))
  expect(answer).toEqual({ ok: false, errors: { name: 'Taken' }, typed: { name: 'Asha' } })
})
test('a fault tells nothing of itself but its number', async () => {
  const { status, answer } = await send(make(() => Promise.reject(new Error('select secret from users'))))
  expect(status).toBe(500)
  expect(answer?.says?.title).toBe('That failed')
  expect(answer?.says?.text).toContain('k7f3-9x2q-p1wd')
  expect(answer?.says?.tone).toBe('bad')
  expect(JSON.stringify(answer)).not.toContain('secret')
  expect(answer?.typed).toEqual({ name: 'Asha' })
})
test('without its database the app says when to come back, and what was typed is kept', async () => {
  const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const { status, answer, asked } = await send(make(() => Promise.reject(gone)))
  expect(status).toBe(503)
  expect(asked.retryAfter).toBe(5)
  expect(answer?.typed).toEqual({ name: 'Asha' })
})
test('a visitor who tries too often is told when to try again, and nothing is done', async () => {
  const limits = () => [{ name: 'action-test', key: 'one', times: 2, seconds: 120 }]
  const action = make(undefined, { limits })
  await send(action)
  await send(action)
  seen = undefined
  const { status, answer, asked } = await send(action)
  expect(status).toBe(429)
  expect(answer?.says?.title).toBe('There were many tries. Please try again in 2 minutes.')
  expect(asked.retryAfter).toBeGreaterThan(100)
  expect(seen).toBeUndefined()
})
test('a form that is not understood costs no try', async () => {
  const action = make(undefined, { limits: () => [{ name: 'action-test', key: 'two', times: 1, seconds: 120 }] })
  for (let i = 0; i < 3; i++) expect((await send(action, { fields: { name: '' } })).status).toBe(422)
  expect((await send(action)).status).toBe(200)
})
test('sent twice at once it is done twice, and both are told so', async () => {
  let count = 0
  const action = make(async () => {
    count++
    return undefined
  })
  const both = await Promise.all([send(action), send(action)])
  expect(both.map(({ answer }) => answer?.ok)).toEqual([true, true])
  expect(count).toBe(2)
})

test('what comes first may put a field in the place of another, which then is sent back when the form is in fault', async () => {
  const first = async (fields: FormData) => fields.set('amount', '7')
  const { status, answer } = await send(make(undefined, { first }), { fields: { name: '' } })
  expect([status, answer?.typed]).toEqual([422, { name: '', amount: '7' }])
  await send(make(undefined, { first }))
  expect(seen).toMatchObject({ name: 'Asha', amount: 7 })
  const no = () => Promise.reject(new Refusal(says.empty, { status: 422, field: 'file' }))
  const refused = await send(make(undefined, { first: no }))
  expect(refused.status).toBe(422)
  expect(refused.answer).toMatchObject({ errors: { file: 'Please fill this in' }, typed: { name: 'Asha' } })
  expect(seen).toBeUndefined()
})

const withoutScript = (headers: Record<string, string> = {}): Sent => ({ byScript: false, headers })

test('without JavaScript the visitor is led back to the page of the form, which then says it', async () => {
  const result = await send(make(), withoutScript({ referer: `${own}/fundraiser/x?tab=gifts` }))
  expect(result.status).toBe(303)
  expect(result.headers.get('location')).toBe('/fundraiser/x?tab=gifts')
  expect(flashed(result)).toEqual({ ok: true, says: { title: 'Thank you', tone: 'good' } })
  expect(result.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax; Secure$/)
})
test('without JavaScript errors come back with what was typed', async () => {
  const fields = { name: '', amount: '5', password: 'hush' }
  const result = await send(make(), { ...withoutScript({ referer: `${own}/x` }), fields })
  expect(result.status).toBe(303)
  const typed = { name: '', amount: '5' }
  expect(flashed(result)).toEqual({ ok: false, errors: { name: 'Please fill this in' }, typed })
})
test('a page of its own shows the answer without JavaScript', async () => {
  const result = await send(make(undefined, { page: true }), { ...withoutScript(), fields: { name: '' } })
  expect(result.status).toBe(422)
  expect(result.answer?.errors).toEqual({ name: 'Please fill this in' })
})
test('a form with fifty thousand fields is turned away before it keeps everybody waiting', async () => {
  const fields = new URLSearchParams(`name=Asha${'&tags[]=x'.repeat(50_000)}`)
  const action = make()
  const effort = await effortOf(async () => expect((await send(action, { fields })).status).toBe(413))
  expect(effort).toBeLessThan(1000)
  expect(seen).toBeUndefined()
})
const foreign = ['https://evil.example/x', `${own}//evil.example/x`, 'javascript:alert(1)', 'nonsense', '']
test.each(foreign)('the way back never leads to another site: %s', async (referer) => {
  expect((await send(make(), withoutScript({ referer }))).headers.get('location')).toBe('/')
})
test('a form action goes on where it wants, with its words and cookies, with and without JavaScript', async () => {
  const action = make(async () => ({ go: '/dashboard?a=1#b', cookies: ['session=1; Path=/', 'other=2'] }))
  for (const byScript of [true, false]) {
    const result = await send(action, { byScript })
    expect(result.status).toBe(303)
    expect(result.headers.get('location')).toBe('/dashboard?a=1#b')
    expect(result.headers.getSetCookie().slice(0, 2)).toEqual(['session=1; Path=/', 'other=2'])
    expect(flashed(result)).toMatchObject({ ok: true })
  }
})
test('cookies are set where nobody is sent on', async () => {
  const { headers } = await send(make(async () => ({ cookies: ['a=1', 'b=2'] })))
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})
const away = ['https://evil.example/', '//evil.example/', '/.//evil.example/', '/\\evil.example', 'javascript:alert(1)']
test.each([...away, 'http://harambee.test/'])(
  'a form action that would lead to another site is a fault: %s',
  async (go) => {
    const { status, headers } = await send(make(async () => ({ go })))
    expect(status).toBe(500)
    expect(headers.get('location')).toBeNull()
  },
)
test('an answer of its own goes out as it is', async () => {
  const { status } = await send(make(async () => new Response('x', { status: 202 })))
  expect(status).toBe(202)
})

const back = (cookie: string) => flashOf(new Request(own, { headers: { cookie: `a=b; ${cookie.split(';')[0]}` } }))
test('what does not fit into a cookie is left out, the words last', () => {
  const big = 'x'.repeat(5000)
  const spoken = { title: 'No', tone: 'bad' as const }
  const typed = flashCookie({ ok: false, says: spoken, errors: { name: 'Taken' }, typed: { text: big } }, false)
  expect(back(typed)).toEqual({ ok: false, says: spoken, errors: { name: 'Taken' } })
  const errors = flashCookie({ ok: false, says: spoken, errors: { name: big } }, false)
  expect(back(errors)).toEqual({ ok: false, says: spoken })
  const words = flashCookie({ ok: false, says: { ...spoken, title: 'ĳ'.repeat(3000), text: big } }, false)
  expect(words.length).toBeLessThan(4000)
  expect(back(words)?.says?.title).toBe('ĳ'.repeat(200))
})
const flashes = ['{"ok":1}', '{"ok":true,"says":{"title":{}}}'].map((said) => Buffer.from(said).toString('base64url'))
test.each(['!!!', '', ...flashes, 'a'.repeat(9000)])('a cookie that is none of ours says nothing', (flash) => {
  const cookie = `flash=${flash}`
  expect(flashOf(new Request(own, { headers: { cookie } }))).toBeUndefined()
})

test('through the whole server: statuses, cookies and Retry-After arrive, for a page and for its script', async () => {
  const limits = () => [{ name: 'action-test', key: 'http', times: 2, seconds: 600 }]
  const action = make(async () => ({ cookies: ['a=1; Path=/'] }), { limits, page: true })
  // A build of its own: a server of another file may have read the other one already.
  const page = tinyBuild.routes['page/give-page']!
  const routes = { ...tinyBuild.routes, 'page/give-page': { ...page, module: { ...page.module, action } } }
  lifecycle.ready()
  const server = openHttp(async () => ({ ...tinyBuild, routes }), 'test')
  const { ask, origin } = await listening(server)
  const post = (path: string, body: string) =>
    ask(path, { method: 'POST', body, headers: { origin, 'content-type': 'application/x-www-form-urlencoded' } })
  expect((await post('/give-page', 'name=')).status).toBe(422)
  const good = await post('/give-page.data', 'name=Asha')
  expect([good.status, good.headers['set-cookie']]).toEqual([200, ['a=1; Path=/']])
  expect((await post('/give-page', 'name=Asha')).status).toBe(303)
  for (const path of ['/give-page', '/give-page.data']) {
    const refused = await post(path, 'name=Asha')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500)
  }
  server.close()
})

test('a part that fails while its page waits for another one does not end the process [T1661]', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const gone = new Error('Connection terminated unexpectedly')
  const reading = part(new RouterContextProvider(), Promise.reject(gone))
  await new Promise((resolve) => setTimeout(resolve, 10))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
  await expect(reading).rejects.toBe(gone)
})
