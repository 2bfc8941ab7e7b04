import { expect, test } from 'vitest'
import { keepPage } from './broken-line.ts'

const url = 'http://harambee.test/settings?tab=mails'
const loaded = { root: 'the person', 'routes/settings': 'the settings' }
const page = () => ({ url: `${url}#top`, loaded, leaves: false })
const cut = () => new TypeError('Failed to fetch')
const answer = (status: number, data: unknown = '') => ({ status, statusText: '', internal: false, data })

type Results = Awaited<ReturnType<typeof keepPage>>
const asked = (results: Results, method = 'GET', to = url) =>
  keepPage({ request: new Request(to, { method }) }, async () => results, page)

const unsent = { type: 'data', result: { ok: false, unsent: true } }

test('a form whose line breaks learns that nobody answered', async () => {
  const withData = { data: cut(), init: null, type: 'DataWithResponseInit' }
  const unread = new Error('Unable to decode turbo-stream response', { cause: new TypeError('network error') })
  for (const result of [cut(), withData, unread, answer(502), answer(503), answer(504)])
    expect(await asked({ formAction: { type: 'error', result } }, 'POST')).toEqual({ formAction: unsent })
})

test('an answer of the server, whatever it says, reaches the form [T389]', async () => {
  const fault = new Error('Unexpected Server Error')
  for (const result of [fault, answer(403, 'Forbidden'), answer(500), new TypeError('x is not a function')])
    expect(await asked({ formAction: { type: 'error', result } }, 'POST')).toEqual({
      formAction: { type: 'error', result },
    })
  const refused = { formAction: { type: 'data' as const, result: { ok: false } } }
  expect(await asked(refused, 'POST')).toEqual({ formAction: { type: 'data', result: { ok: false } } })
})

test('a page that can not be loaded again stays as it is', async () => {
  for (const result of [cut(), answer(503, { fault: {} })])
    expect(
      await asked({
        root: { type: 'error', result },
        'routes/settings': { type: 'error', result },
        'routes/layout': { type: 'error', result },
      }),
    ).toEqual({
      root: { type: 'data', result: 'the person' },
      'routes/settings': { type: 'data', result: 'the settings' },
      'routes/layout': { type: 'data', result: undefined },
    })
})

test('another page that can not be fetched says so; one that the server turns away keeps its own words', async () => {
  const to = 'http://harambee.test/profile'
  expect(await asked({ root: { type: 'error', result: cut() } }, 'GET', to)).toEqual({
    root: { type: 'error', result: { brokenLine: true } },
  })
  const setup = answer(503, { fault: { id: 'x', unready: { state: 'broken', problems: [] } } })
  expect(await asked({ root: { type: 'error', result: setup } }, 'GET', to)).toEqual({
    root: { type: 'error', result: setup },
  })
})

test('a page that is being left is not loaded again any more; the one that comes is, and so are forms', async () => {
  const data = { root: { type: 'data' as const, result: 'new' } }
  const leaving = (method: string, to: string) =>
    Promise.race([
      keepPage(
        { request: new Request(to, { method }) },
        async () => data,
        () => ({ ...page(), leaves: true }),
      ),
      new Promise((resolve) => setTimeout(resolve, 50, 'nothing')),
    ])
  expect(await leaving('GET', url)).toBe('nothing')
  expect(await leaving('POST', url)).toEqual(data)
  expect(await leaving('GET', 'http://harambee.test/')).toEqual(data)
})
