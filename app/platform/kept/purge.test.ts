import http from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { tell } from '#app/platform/live/live.server.ts'
import { readSettings } from '#app/platform/settings/settings.server.ts'
import { listening } from '#test/ask.ts'
import { testDatabase } from '#test/database.ts'
import { openPurge, Purger } from './purge.server.ts'

// Shared caches in front are told which pages have changed.

const db = await testDatabase()
const ends: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const end of ends.splice(0)) await end()
})

test('a change is purged when every process shows it, and once more if another one came meanwhile [T1512]', async () => {
  vi.useFakeTimers()
  const sent: [string, number][] = []
  const began = performance.now()
  const purger = new Purger(async (key) => sent.push([key, Math.round(performance.now() - began)]))
  purger.said('drive:a')
  purger.said('person:b')
  await vi.advanceTimersByTimeAsync(100)
  purger.said('drive:a')
  await vi.advanceTimersByTimeAsync(2000)
  expect(sent).toEqual([
    ['drive-a', 150],
    ['drive-a', 400],
  ])
  purger.said('drive:a')
  await vi.advanceTimersByTimeAsync(2000)
  expect(sent.slice(2)).toEqual([['drive-a', 2250]])
  // A picture that an administrator has hidden.
  purger.said('file:drives/2f')
  await vi.advanceTimersByTimeAsync(2000)
  expect(sent.slice(3)).toEqual([['file-drives/2f', 4250]])
})

test('four times a second for each drive at most, however much changes, and the last change is purged [T1513]', async () => {
  vi.useFakeTimers()
  const sent: { key: string; at: number }[] = []
  const purger = new Purger(async (key) => sent.push({ key, at: performance.now() }))
  let last = 0
  for (let nr = 0; nr < 300; nr++) {
    for (const drive of ['a', 'b']) purger.said(`drive:${drive}`)
    last = performance.now()
    await vi.advanceTimersByTimeAsync(10)
  }
  await vi.advanceTimersByTimeAsync(2000)
  for (const key of ['drive-a', 'drive-b']) {
    const times = sent.filter((one) => one.key === key).map(({ at }) => at)
    expect(times.length).toBeLessThanOrEqual(15)
    for (const [nr, at] of times.entries()) if (nr > 0) expect(at - times[nr - 1]!).toBeGreaterThanOrEqual(249)
    expect(times.at(-1)! - last).toBeGreaterThanOrEqual(150)
  }
})

test('each kind of cache is told in its own way, with the token, and one that fails stops no other [T1514]', async () => {
  const asked: { method: string; url: string; headers: http.IncomingHttpHeaders; body: string }[] = []
  const server = http.createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray()).toString()
    asked.push({ method: incoming.method!, url: incoming.url!, headers: incoming.headers, body })
    outgoing.writeHead(incoming.url === '/broken' ? 500 : 200).end('{}')
  })
  const { origin } = await listening(server)
  ends.push(() => server.close())
  const EDGE_PURGE_URLS = `${origin}/broken, http://127.0.0.1:9/, ${origin}/v, fastly+${origin}/f, cloudflare+${origin}/c, bunny+${origin}/b`
  const { settings, problems } = readSettings({ EDGE_PURGE_URLS, EDGE_PURGE_TOKEN: 'a-token-of-some-length' })
  expect(problems).toEqual([])
  const purge = openPurge(settings)!
  ends.push(() => purge.stop())
  const of = (url: string, key: string) => asked.find((one) => one.url === url && JSON.stringify(one).includes(key))
  // The line is up.
  await expect.poll(() => of('/b', 'page')).toBeDefined()
  asked.length = 0
  const id = crypto.randomUUID()
  await tell(db, `drive:${id}`)
  await expect.poll(() => of('/b', id)).toBeDefined()
  const key = `drive-${id}`
  const token = 'a-token-of-some-length'
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(5)
  expect(of('/v', id)).toMatchObject({ method: 'PURGE', headers: { xkey: key, authorization: `Bearer ${token}` } })
  expect(of('/f', id)).toMatchObject({ method: 'POST', headers: { 'surrogate-key': key, 'fastly-key': token } })
  expect(of('/c', id)).toMatchObject({
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: `{"tags":["${key}"]}`,
  })
  expect(of('/b', id)).toMatchObject({ method: 'POST', headers: { accesskey: token }, body: `{"CacheTag":"${key}"}` })
})

test('of two workers only the one that relays tells, and the other once it does [T1709]', async () => {
  const asked: (string | undefined)[] = []
  const server = http.createServer((incoming, outgoing) => {
    asked.push(String(incoming.headers.xkey))
    outgoing.end()
  })
  const { origin } = await listening(server)
  ends.push(() => server.close())
  const { settings } = readSettings({ EDGE_PURGE_URLS: origin, EDGE_PURGE_TOKEN: 'a-token-of-some-length' })
  let relaying = 'first'
  for (const name of ['first', 'second']) {
    const purge = openPurge(settings, () => relaying === name)!
    ends.push(() => purge.stop())
  }
  const told = async () => {
    const key = `drive-${crypto.randomUUID()}`
    await tell(db, key.replace('-', ':'))
    await expect.poll(() => asked).toContain(key)
    // Both have heard it: what is told later by either arrives later.
    await tell(db, 'drive:last')
    await expect.poll(() => asked).toContain('drive-last')
    return asked.splice(0).filter((one) => one === key)
  }
  await expect.poll(() => asked).toContain('page')
  expect((await told()).length).toBe(1)
  relaying = 'second'
  expect((await told()).length).toBe(1)
})

test('nothing is told without addresses, and addresses need a token', () => {
  expect(openPurge(readSettings({}).settings)).toBeUndefined()
  const wrong = (env: Record<string, string>) => readSettings(env).problems.map(({ name, is }) => `${name} ${is}`)
  expect(wrong({ EDGE_PURGE_URLS: 'http://10.0.0.7:6081/' })).toEqual(['EDGE_PURGE_TOKEN missing'])
  for (const text of ['10.0.0.7', 'http://10.0.0.7, nonsense', 'akamai+https://x.example/', ','])
    expect(wrong({ EDGE_PURGE_URLS: text, EDGE_PURGE_TOKEN: 'a-token-of-some-length' })).toEqual([
      'EDGE_PURGE_URLS wrong',
    ])
  expect(wrong({ EDGE_CACHE: 'yes' })).toEqual(['EDGE_CACHE wrong'])
})
