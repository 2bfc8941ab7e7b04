import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses } from '#app/addresses.ts'
import { lifecycle } from '#app/platform/processes/lifecycle.server.ts'
import { listening } from '#test/ask.ts'
import { tinyBuild } from '#test/tiny-build.tsx'
import { openHttp } from './http.server.ts'

const server = openHttp(async () => tinyBuild, 'production', { addresses })
let at: Awaited<ReturnType<typeof listening>>
const evil = { origin: 'https://elsewhere.example' }

beforeAll(async () => {
  lifecycle.ready(async () => {})
  at = await listening(server)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('a page elsewhere may send JSON below /api, and never with its visitor’s cookies [T409]', async () => {
  const wanted = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
  const preflight = { ...evil, ...wanted }
  const { status, headers } = await at.ask('/api/track-view', { method: 'OPTIONS', headers: preflight })
  expect(status).toBe(204)
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'content-type, idempotency-key',
  })
  expect(headers).not.toHaveProperty('access-control-allow-credentials')
})

test('nothing but /api is open to pages elsewhere', async () => {
  for (const path of ['/', '/apiary', '/give', '/webhooks/paystack']) {
    const asked = await at.ask(path, { method: 'OPTIONS', headers: evil })
    expect([path, asked.status]).toEqual([path, 405])
    expect(asked.headers).not.toHaveProperty('access-control-allow-origin')
  }
  expect((await at.ask('/', { headers: evil })).headers).not.toHaveProperty('access-control-allow-origin')
})

test('below /api every other method is refused, in JSON and openly', async () => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
    const { status, headers, text } = await at.ask('/api/track-view', { method, headers: evil })
    expect([method, status]).toEqual([method, 405])
    expect(headers).toMatchObject({ allow: 'POST, OPTIONS', 'access-control-allow-origin': '*' })
    expect(JSON.parse(text)).toEqual({ error: expect.any(String) })
  }
})

test('what is refused before any route sees it is JSON, too', async () => {
  const headers = { ...evil, accept: 'text/html', 'content-type': 'application/json' }
  const cases: [number, string, string][] = [
    [405, '/api/nowhere', '{}'],
    [413, '/api/track-view', `{"location":"${'x'.repeat(9000)}"}`],
    [400, '/api/%00', '{}'],
    [414, `/api/${'x'.repeat(5000)}`, '{}'],
  ]
  for (const [wanted, path, body] of cases) {
    const answer = await at.ask(path, { method: 'POST', headers, body })
    expect([path.slice(0, 20), answer.status]).toEqual([path.slice(0, 20), wanted])
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(JSON.parse(answer.text)).toEqual({ error: expect.any(String) })
  }
})
