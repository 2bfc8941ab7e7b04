import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { RouterContextProvider } from 'react-router'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Answered, listening } from '#test/ask.ts'
import { aborted, done, finishSlow, giving, gone, tinyBuild, waits } from '#test/tiny-build.tsx'
import { openHttp } from './platform/http/http.server.ts'
import { log } from './platform/log.server.ts'
import { lifecycle } from './platform/processes/lifecycle.server.ts'
import { askedContext } from './platform/request.server.ts'
import { problemWith, readSettings } from './platform/settings/settings.server.ts'

const files = mkdtempSync(path.join(os.tmpdir(), 'harambee-files-'))
mkdirSync(path.join(files, 'assets'))
writeFileSync(path.join(files, 'assets/a-1x.js'), 'let a = 1')
writeFileSync(path.join(files, 'assets/a-1x.js.br'), zlib.brotliCompressSync('let a = 1'))
writeFileSync(path.join(files, 'assets/a-1x.js.gz'), zlib.gzipSync('let a = 1'))
writeFileSync(path.join(files, 'robots.txt'), 'User-agent: *')
writeFileSync(path.join(files, '.hidden'), 'secret')

const server = openHttp(async () => tinyBuild, 'production', { files })
let at: Awaited<ReturnType<typeof listening>>
const post = (path: string, more: Record<string, string> = {}, body = 'amount=5') =>
  at.ask(path, {
    method: 'POST',
    headers: { origin: at.origin, 'content-type': 'application/x-www-form-urlencoded', ...more },
    body,
  })

beforeAll(async () => {
  lifecycle.ready(async () => {})
  at = await listening(server)
})
afterEach(() => lifecycle.ready(async () => {}))
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(files, { recursive: true })
})

describe('what every answer says about safety', () => {
  const every: [string, string, () => Promise<Answered>][] = [
    ['a page', '200', () => at.ask('/')],
    ['its data', '200', () => at.ask('/auth.data')],
    ['JSON', '200', () => at.ask('/json')],
    ['a redirect', '302', () => at.ask('/cookies')],
    ['a built file', '200', () => at.ask('/assets/a-1x.js')],
    ['a page that is not there', '404', () => at.ask('/nowhere')],
    ['a fault', '500', () => at.ask('/crash')],
    ['a lost database', '503', () => at.ask('/gone')],
    ['health', '200', () => at.ask('/healthz')],
    ['figures', '200', () => at.ask('/metrics')],
    ['a foreign form', '403', () => post('/give', { origin: 'https://evil.example' })],
    ['a large body', '413', () => post('/give', {}, 'x'.repeat(300_000))],
    ['a method we do not know', '405', () => at.ask('/', { method: 'DELETE' })],
  ]
  const ofWindows = {
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  }
  test.each(every)('%s (%s)', async (what, status, ask) => {
    const answer = await ask()
    expect(String(answer.status)).toBe(status)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      // A script is never what a window shows: see headers.test.ts.
      ...(what === 'a built file' ? {} : ofWindows),
      'cache-control': expect.any(String),
      'x-request-id': expect.stringMatching(/^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/),
    })
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy.split(';').find((rule) => rule.includes('script-src ')) ?? '').not.toContain('unsafe')
    expect(answer.headers).not.toHaveProperty('strict-transport-security')
    expect(answer.headers).not.toHaveProperty('x-powered-by')
  })

  test('each page has a nonce of its own, and no script without it', async () => {
    const nonces = new Set<string>()
    for (const path of ['/', '/', '/crash', '/nowhere', '/gone', '/bad-render']) {
      const { headers, text } = await at.ask(path)
      const nonce = /'nonce-([\w-]+)'/.exec(String(headers['content-security-policy']))![1]!
      nonces.add(nonce)
      const scripts = text.match(/<script\b[^>]*>/g) ?? []
      expect(scripts.length).toBeGreaterThan(1)
      for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
      expect(text).not.toMatch(/\son[a-z]+="/)
    }
    expect(nonces.size).toBe(6)
  })

  test('what a route says itself stands', async () => {
    const { headers } = await at.ask('/own-policy')
    expect(headers['content-security-policy']).toBe('sandbox')
    expect(headers['cache-control']).toBe('public')
  })

  test('pages are private, and those of a person signed in are not kept at all', async () => {
    expect((await at.ask('/json')).headers['cache-control']).toBe('private, no-cache')
    const signedIn = await at.ask('/json', { headers: { cookie: 'harambee.session_token=x' } })
    expect(signedIn.headers['cache-control']).toBe('private, no-store')
  })

  test('over https browsers are told to stay there', async () => {
    const { settings } = readSettings({ APP_URL: 'https://harambee.example', HARAMBEE_DEMO: '1' })
    const secure = openHttp(async () => tinyBuild, 'production', { settings, files })
    const { ask } = await listening(secure)
    for (const path of ['/', '/assets/a-1x.js', '/healthz', '/nowhere'])
      expect((await ask(path)).headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await ask('/')).headers['content-security-policy']).toContain('upgrade-insecure-requests')
    secure.close()
  })

  test('several cookies stay several', async () => {
    const { headers } = await at.ask('/cookies')
    expect(headers['set-cookie']).toEqual(['a=1; Expires=Thu, 01 Jan 2099 00:00:00 GMT', 'b=2'])
  })
})

describe('forms from elsewhere', () => {
  test('our own form is taken', async () => {
    done.length = 0
    expect((await post('/give')).status).toBe(303)
    expect(done).toEqual(['5'])
  })

  test('a forged origin is turned away, with a page behind the form action and without, and nothing is done', async () => {
    done.length = 0
    for (const path of ['/give', '/give-page', '/give.data', '/give-page.data'])
      for (const origin of ['https://evil.example', 'null', `${at.origin}.evil.example`, 'http://127.0.0.1'])
        expect([path, origin, (await post(path, { origin })).status]).toEqual([path, origin, 403])
    expect((await post('/give', { origin: at.origin, host: 'other.example' })).status).toBe(403)
    expect(done).toEqual([])
  })

  test('the form action looks for itself as well, no matter who calls it', async () => {
    done.length = 0
    const context = new RouterContextProvider()
    const origin = 'https://harambee.example'
    context.set(askedContext, { id: 'x', nonce: 'x', address: '', origin, byScript: false })
    for (const foreign of ['https://evil.example', 'null', 'http://harambee.example']) {
      const request = new Request(`${origin}/give`, {
        method: 'POST',
        headers: { origin: foreign, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'amount=5',
      })
      await expect(giving({ request, params: {}, context })).rejects.toMatchObject({ status: 403 })
    }
    expect(done).toEqual([])
  })

  test('with APP_URL set, forms are taken from there only, whatever the Host says', async () => {
    const { settings } = readSettings({ APP_URL: 'https://harambee.example', HARAMBEE_DEMO: '1' })
    const other = openHttp(async () => tinyBuild, 'production', { settings, files })
    const { ask, origin } = await listening(other)
    const from = (origin: string, path: string) =>
      ask(path, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'amount=7',
      })
    for (const path of ['/give', '/give-page']) {
      expect((await from(origin, path)).status).toBe(403)
      expect((await from('https://harambee.example', path)).status).toBe(303)
    }
    other.close()
  })

  test('a form whose browser says nothing of where it comes from is turned away by the form action', async () => {
    const bare = await at.ask('/give', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'amount=5',
    })
    expect(bare.status).toBe(403)
  })
})

describe('error pages', () => {
  test('a fault shows its log id and nothing of what happened', async () => {
    for (const path of ['/crash', '/bad-render']) {
      const { status, text, headers } = await at.ask(path)
      expect(status).toBe(500)
      expect(text).toContain(String(headers['x-request-id']))
      expect(text).toContain('Something broke on our side')
      expect(text).not.toContain('secret words')
    }
  })

  test('data of a page that fails carries the log id too', async () => {
    const { status, text, headers } = await at.ask('/crash.data')
    expect(status).toBe(500)
    expect(text).toContain(String(headers['x-request-id']))
    expect(text).not.toContain('secret words')
  })

  test('a page that is not there, and one that is not yours', async () => {
    const missing = await at.ask('/missing')
    expect([missing.status, missing.text.includes('Oops! Page not found')]).toEqual([404, true])
    expect(missing.text).toContain('Return to Home')
    expect((await at.ask('/forbidden')).status).toBe(403)
  })

  test('who is turned away at the door reads why: a browser as a page, a program as text', async () => {
    const large = 'x'.repeat(300_000)
    const browser = await post('/give', { accept: 'text/html,*/*', cookie: 'language=sw' }, large)
    expect(browser.status).toBe(413)
    expect(browser.text).toMatch(/^<!doctype html>\s<html lang="sw">/)
    const program = await post('/give', { accept: '*/*' }, large)
    expect(program.text).toBe('What you sent is too large. 256 kB is the most.')
    expect(program.headers['content-type']).toContain('text/plain')
  })

  test('the address of a form action says that it takes forms, and never what the router would', async () => {
    const { status, text, headers } = await at.ask('/give', { headers: { accept: 'text/html' } })
    expect([status, headers.allow]).toEqual([405, 'POST'])
    expect(text).toContain('This address only accepts forms.')
    expect(text).toContain('Return to Home')
    expect((await at.ask('/give')).headers['content-type']).toContain('text/plain')
    expect((await at.ask('/give-page')).status).toBe(200)
  })

  test('they speak the language of the visitor', async () => {
    const headers = { cookie: 'language=sw' }
    for (const path of ['/crash', '/missing', '/gone', '/bad-render'])
      expect((await at.ask(path, { headers })).text).toContain('<html lang="sw"')
  })

  test('a database lost in the middle of a request is Setup Required, to be tried again', async () => {
    const { status, text, headers } = await at.ask('/gone')
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('5')
    expect(text).toContain('Setup Required')
    expect(text).toContain('DATABASE_URL')
    expect(text).toContain('Refresh Page')
    expect((await at.ask('/gone.data')).status).toBe(503)
  })

  test('while settings are wrong every page names them; /auth still answers, and form actions are not done', async () => {
    done.length = 0
    lifecycle.broken([problemWith('AUTH_SECRET', 'missing'), problemWith('PORT', 'wrong')])
    const { status, text } = await at.ask('/')
    expect(status).toBe(503)
    for (const words of ['Setup Required', 'AUTH_SECRET', 'at least 32 characters', 'PORT', 'Refresh Page'])
      expect(text).toContain(words)
    expect((await at.ask('/auth')).text).toContain('The door.')
    expect((await post('/give')).status).toBe(503)
    expect(done).toEqual([])
    expect((await at.ask('/healthz')).status).toBe(200)
    expect((await at.ask('/readyz')).status).toBe(503)
    expect((await at.ask('/assets/a-1x.js')).status).toBe(200)
  })

  test('the app closes when the database is lost and opens by itself when it is back', async () => {
    let there = false
    lifecycle.ready(async () => {
      if (!there) throw gone()
    })
    expect((await at.ask('/gone')).status).toBe(503)
    await expect.poll(async () => (await at.ask('/')).status).toBe(503)
    there = true
    await expect.poll(async () => (await at.ask('/')).status).toBe(200)
  })
})

describe('what a visitor who leaves tells', () => {
  test('an event stream arrives at once and uncompressed, and ends with its visitor', async () => {
    const control = new AbortController()
    const response = await fetch(`${at.origin}/events`, { signal: control.signal })
    expect(response.headers.get('content-encoding')).toBe(null)
    const first = await response.body!.getReader().read()
    expect(new TextDecoder().decode(first.value)).toBe('data: one\n\n')
    control.abort()
    await expect.poll(() => aborted).toContain('/events')
  })

  test.each([
    ['a file', 'GET', '/slow'],
    ['a file behind a guard', 'GET', '/slow-guard'],
    ['a page', 'GET', '/slow-page'],
    ["a page's data", 'GET', '/slow-page.data'],
    ['a form', 'POST', '/slow-form'],
    ["a form's data", 'POST', '/slow-form.data'],
  ])('who leaves before %s is made is no fault', async (_what, method, path) => {
    expect(await faultsAfterLeaving(method, path)).toEqual([])
  })

  test('what breaks all the same is written down', async () => {
    const [[line] = []] = await faultsAfterLeaving('GET', '/breaks-late')
    expect(line).toMatchObject({ err: expect.objectContaining({ message: 'secret words' }) })
  })
})

/** What the log calls a fault when a person leaves while this is made. */
async function faultsAfterLeaving(method: string, path: string) {
  const faults = vi.spyOn(log, 'error')
  const lines = vi.spyOn(log, 'info')
  const control = new AbortController()
  const headers = { origin: at.origin, 'content-type': 'application/x-www-form-urlencoded' }
  const sent = method === 'POST' ? { body: 'a=1', headers } : {}
  const before = waits.length
  const asked = fetch(at.origin + path, { method, ...sent, signal: control.signal }).catch(() => {})
  await expect.poll(() => waits.length).toBe(before + 1)
  control.abort()
  await asked
  const statuses = () => lines.mock.calls.map(([line]) => (line as unknown as { status: number }).status)
  await expect.poll(statuses).toContain(499)
  finishSlow()
  // A request that comes after it is answered when that one's end was worked off.
  expect((await at.ask('/short')).status).toBe(200)
  const written = faults.mock.calls as unknown as [unknown, string][]
  vi.restoreAllMocks()
  return written
}
