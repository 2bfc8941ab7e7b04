import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHttp } from '#app/platform/http/http.server.ts'
import { wordsOf } from '#test/as-sent.ts'
import { type Answered, listening } from '#test/ask.ts'
import { allLines, buildOf, type Line } from '#test/whole-build.tsx'
import { lifecycle } from './platform/processes/lifecycle.server.ts'

// A static page: nothing of the product's script comes with it, whatever happens on it.

const line = (path: string, module: Line['module']): Line => ({
  id: path,
  path,
  whole: path,
  parentId: 'root',
  index: false,
  module,
})
const page = () => <main>Karibu</main>
const added = [
  line('moving', { default: page }),
  line('quiet', { default: page, handle: { static: true } }),
  line('quiet-fault', {
    default: page,
    handle: { static: true },
    loader: () => {
      throw new Error('on purpose')
    },
  }),
]
let build: ReturnType<typeof buildOf>
const addresses = { 'quiet/*': { isSecret: true }, 'quiet-fault': { isSecret: true } }
const server = openHttp(async () => build, 'production', { files: 'public', addresses })
let ask: (path: string, language?: string) => Promise<Answered>
beforeAll(async () => {
  build = buildOf([...(await allLines()), ...added], { drawn: true })
  lifecycle.ready(async () => {})
  const at = await listening(server)
  ask = (path, language = 'en') =>
    at.ask(path, { headers: { accept: 'text/html', 'accept-language': language, 'user-agent': 'Firefox/150' } })
}, 120_000)
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const scriptsOf = ({ text }: Answered) => text.match(/<script[^>]*>|modulepreload/g) ?? []

test('it has its words and the one script that wears the theme; other pages bring the product', async () => {
  const [moving, quiet] = await Promise.all([ask('/moving'), ask('/quiet')])
  expect(wordsOf(quiet.text)).toContain('Karibu')
  expect(scriptsOf(quiet)).toHaveLength(1)
  expect(scriptsOf(moving).length).toBeGreaterThan(2)
  expect(quiet.text).toContain('data-static=""')
  expect(moving.text).not.toContain('data-static')
})

test('its one script carries the nonce of its content policy', async () => {
  const { text, headers } = await ask('/quiet')
  const nonce = /<script nonce="([^"]+)"/.exec(text)![1]
  expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
})

test('a fault on it is said without a script, too', async () => {
  const fault = await ask('/quiet-fault')
  expect(fault.status).toBe(500)
  expect(wordsOf(fault.text)).toContain('Something broke on our side')
  expect(scriptsOf(fault)).toHaveLength(1)
})

test('whose address is a secret tells it to no other site, no crawler and no cache, and lets forms say where they are from', async () => {
  for (const path of ['/quiet', '/quiet-fault', '/quiet/gone']) {
    const { headers } = await ask(path)
    expect([path, headers['referrer-policy'], headers['cache-control'], headers['x-robots-tag']]).toEqual([
      path,
      'same-origin',
      'private, no-store',
      'noindex, nofollow',
    ])
  }
  expect((await ask('/moving')).headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
})
