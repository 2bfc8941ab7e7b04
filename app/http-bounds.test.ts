import net from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listening } from '#test/ask.ts'
import { finishSlow, tinyBuild } from '#test/tiny-build.tsx'
import { addresses } from './addresses.ts'
import { drainHttp, openHttp } from './platform/http/http.server.ts'
import { log } from './platform/log.server.ts'
import { lifecycle, newLifecycle } from './platform/processes/lifecycle.server.ts'
import { readSettings } from './platform/settings/settings.server.ts'

const quick = { headersTimeout: 600, requestTimeout: 1200, connectionsCheckingInterval: 100, addresses }
const server = openHttp(async () => tinyBuild, 'production', quick)
let at: Awaited<ReturnType<typeof listening>>

beforeAll(async () => {
  lifecycle.ready(async () => {})
  at = await listening(server)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** The first line that comes over a connection, or why there is none. */
const saidOn = (socket: net.Socket) =>
  new Promise<string>((resolve) => {
    socket.once('data', (bytes) => resolve(String(bytes).split('\r\n')[0]!))
    socket.once('error', (error) => resolve(String(error)))
    socket.once('close', () => resolve('closed without a word'))
  })
const statusOf = (answer: string) => Number(answer.split(' ')[1])
const secondsOf = async (what: () => Promise<unknown>) => {
  const from = performance.now()
  await what()
  return (performance.now() - from) / 1000
}

describe('bodies', () => {
  const head = (more: string) => `POST /give HTTP/1.1\r\nHost: x.example\r\nOrigin: http://x.example\r\n${more}\r\n\r\n`

  test('one that is announced as too large is refused before it is sent', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = net.connect(at.port, '127.0.0.1', () => socket.write(head('Content-Length: 10485760')))
      socket.once('data', (bytes) => {
        resolve(String(bytes))
        socket.destroy()
      })
    })
    expect(statusOf(answer)).toBe(413)
  })

  test('one without an announced length is refused as soon as it is too large', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const answer = await at.raw(head('Transfer-Encoding: chunked') + chunk.repeat(6))
    expect(statusOf(answer)).toBe(413)
    expect(answer).toContain('256 kB')
  })

  test('a picture of a person may be larger, up to 6 MB', async () => {
    const send = (bytes: number) =>
      at.ask('/profile/avatar', {
        method: 'POST',
        headers: { origin: at.origin, 'content-type': 'image/png' },
        body: Buffer.alloc(bytes),
      })
    expect((await send(5 * 1024 * 1024)).status).not.toBe(413)
    expect((await send(7 * 1024 * 1024)).status).toBe(413)
  })

  test('the person who asks first whether a large body is welcome is told no', async () => {
    const answer = await at.raw(head('Expect: 100-continue\r\nContent-Length: 999999\r\nConnection: close'))
    expect(answer).not.toContain('100 Continue')
    expect(statusOf(answer)).toBe(413)
  })

  test('both a length and chunks, a classic of smuggling, is no request', async () => {
    const answer = await at.raw(`${head('Content-Length: 5\r\nTransfer-Encoding: chunked')}0\r\n\r\n`)
    expect(statusOf(answer)).toBe(400)
  })
})

describe('requests that are none', () => {
  const give = 'POST /give HTTP/1.1\r\nHost: a.example\r\nOrigin: http://a.example\r\n'
  const pieces = 'transfer-encoding: chunked\r\n\r\n'
  const closing = 'Connection: close\r\n\r\n'

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['no Host', `GET / HTTP/1.1\r\n${closing}`, 400],
    ['a Host that is none', `GET / HTTP/1.1\r\nHost: a b<script>\r\n${closing}`, 400],
    ['two Hosts', `GET / HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n${closing}`, 400],
    ['a Host with a path', `GET / HTTP/1.1\r\nHost: a.example/x\r\n${closing}`, 400],
    ['a path that is none', `GET nowhere HTTP/1.1\r\nHost: a.example\r\n${closing}`, 400],
    ['a broken escape', `GET /%zz HTTP/1.1\r\nHost: a.example\r\n${closing}`, 400],
    ['a hidden NUL', `GET /a%00b HTTP/1.1\r\nHost: a.example\r\n${closing}`, 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: a.example\r\nX: ${'x'.repeat(70_000)}\r\n${closing}`, 431],
    ['an endless address', `GET /${'x'.repeat(5000)} HTTP/1.1\r\nHost: a.example\r\n${closing}`, 414],
    ['two lengths', `${give}content-length: 8\r\ncontent-length: 9\r\n\r\ncontent=`, 400],
    ['a length beside pieces', `${give}content-length: 4\r\n${pieces}8\r\ncontent=\r\n0\r\n\r\n`, 400],
    ['pieces that are none', `${give}${pieces}zz\r\n`, 400],
    ['a method we do not have', `PROPFIND / HTTP/1.1\r\nHost: a.example\r\n${closing}`, 405],
    ['a wish for a tunnel', `TRACE / HTTP/1.1\r\nHost: a.example\r\n${closing}`, 405],
  ])('%s', async (_what, bytes, status) => {
    expect(statusOf(await at.raw(bytes))).toBe(status)
  })

  test('the address of another server in the request line is not taken for ours', async () => {
    const answer = await at.raw(`GET http://evil.example/short HTTP/1.1\r\nHost: a.example\r\n${closing}`)
    expect(statusOf(answer)).toBe(200)
  })
})

describe('slow ones', () => {
  test('a person who never finishes the headers is let go', async () => {
    let answer = ''
    const took = await secondsOf(async () => {
      answer = await at.raw('GET / HTTP/1.1\r\nHost: a.example\r\nX-Slow: ')
    })
    expect(statusOf(answer)).toBe(408)
    expect(took).toBeLessThan(20)
  })

  test('a person who never finishes the body is let go', async () => {
    const took = await secondsOf(() =>
      at.raw('POST /give HTTP/1.1\r\nHost: a.example\r\nOrigin: http://a.example\r\nContent-Length: 9\r\n\r\nab'),
    )
    expect(took).toBeLessThan(20)
  })

  /** So many who send their headers one byte after the other, without an end. */
  const dripping = async (many: number, port: number) => {
    const drips = Array.from({ length: many }, () => net.connect(port, '127.0.0.1').on('error', () => {}))
    await Promise.all(drips.map((drip) => new Promise((resolve) => drip.once('connect', resolve))))
    const ended = Promise.all(drips.map((drip) => new Promise((resolve) => drip.on('close', resolve))))
    for (const drip of drips) drip.write('GET / HTTP/1.1\r\nHost: a.example\r\nX: ')
    const clock = setInterval(() => {
      for (const drip of drips) if (drip.writable) drip.write('G')
    }, 50)
    return { drips, ended: ended.finally(() => clearInterval(clock)) }
  }

  test('two hundred who drip one byte after the other keep nobody else waiting', async () => {
    const longTime = { headersTimeout: 600_000, requestTimeout: 600_000 }
    const patient = openHttp(async () => tinyBuild, 'production', longTime)
    const { port, ask } = await listening(patient)
    const { drips, ended } = await dripping(200, port)
    for (let i = 0; i < 10; i++) expect((await ask('/short')).status).toBe(200)
    // All of them still hold their connection: nobody waited for one of them to end.
    expect(drips.filter((drip) => !drip.writable || !drip.readable)).toEqual([])
    for (const drip of drips) drip.destroy()
    await ended
    patient.close()
  })

  test('those who drip are let go although they go on', async () => {
    const { ended } = await dripping(20, at.port)
    expect(await secondsOf(() => ended)).toBeLessThan(20)
  })
})

describe('who is asked for', () => {
  test('HEAD says what GET would, without a body', async () => {
    for (const path of ['/', '/short', '/json', '/healthz', '/nowhere']) {
      const [get, head] = [await at.ask(path), await at.ask(path, { method: 'HEAD' })]
      expect([path, head.status, head.bytes.length]).toEqual([path, get.status, 0])
      expect(head.headers['content-type']).toBe(get.headers['content-type'])
    }
  })

  test('figures are for this machine, or for who shows the token [T406]', async () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.9' }
    expect((await at.ask('/metrics')).text).toContain('http_request_duration_seconds_bucket')
    expect((await at.ask('/metrics')).text).toContain('house_state{state="ready"} 1')
    expect((await at.ask('/metrics', { headers: forwarded })).status).toBe(403)
    const { settings } = readSettings({ METRICS_TOKEN: 'a-token-of-some-length' })
    const guarded = openHttp(async () => tinyBuild, 'production', { settings })
    const { ask } = await listening(guarded)
    const refused = await ask('/metrics')
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer'])
    expect((await ask('/metrics', { headers: { authorization: 'Bearer wrong' } })).status).toBe(401)
    const headers = { authorization: 'Bearer a-token-of-some-length', ...forwarded }
    expect((await ask('/metrics', { headers })).status).toBe(200)
    guarded.close()
  })

  test('figures and the log know the pattern of a route, not who was looked at', async () => {
    const written = vi.spyOn(log, 'info')
    const { headers } = await at.ask('/user/wanjiku?token=secret', { headers: { cookie: 'session=secret' } })
    await expect.poll(() => written.mock.calls.length).toBe(1)
    const [line] = written.mock.calls[0] as unknown as [Record<string, unknown>]
    const id = headers['x-request-id']
    expect(line).toEqual({ request: id, method: 'GET', route: '/user/:name', status: 200, ms: expect.any(Number) })
    written.mockRestore()
    const { text } = await at.ask('/metrics')
    expect(text).toContain('route="/user/:name"')
    expect(text).not.toMatch(/wanjiku|secret/)
  })
})

describe('closing', () => {
  const closingHouse = async () => {
    const own = newLifecycle()
    own.ready(async () => {})
    const closing = openHttp(async () => tinyBuild, 'production', { lifecycle: own })
    return { own, closing, ...(await listening(closing)) }
  }

  test('readiness goes red, what is on its way is finished, nobody new is let in [T404]', async () => {
    const { own, closing, ask } = await closingHouse()
    const slow = ask('/slow')
    await new Promise((resolve) => setTimeout(resolve, 100))
    const draining = drainHttp(closing, { lifecycle: own, grace: 3000 })
    expect((await ask('/readyz')).status).toBe(503)
    expect((await ask('/healthz')).status).toBe(200)
    const late = await ask('/short')
    expect([late.status, late.headers.connection]).toEqual([200, 'close'])
    const tried = () => ask('/short').then(String, String)
    await expect.poll(tried).toContain('ECONNREFUSED')
    finishSlow()
    expect((await slow).text).toBe('slow, but here')
    await draining
  })

  test('what was sent before it closes is answered, though nobody had read it yet', async () => {
    const { own, closing, port } = await closingHouse()
    const asks = 'GET /short HTTP/1.1\r\nHost: x.example\r\n\r\n'
    const kept = net.connect(port, '127.0.0.1')
    kept.write(asks)
    await new Promise((resolve) => kept.once('data', resolve))
    const draining = drainHttp(closing, { lifecycle: own, grace: 100 })
    await pause(50)
    // In one turn of the process, at whose end the grace is over: a busy machine does the same.
    kept.write(asks)
    const fresh = net.connect(port, '127.0.0.1', () => fresh.write(asks))
    const late = performance.now() + 150
    while (performance.now() < late);
    expect(await Promise.all([kept, fresh].map(saidOn))).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK'])
    await draining
  })

  test('an answer that is still being taken is not cut', async () => {
    const [own, many] = [newLifecycle(), 8_000_000]
    const closing = openHttp(async () => tinyBuild, 'production', {
      before: (_, outgoing) => void outgoing.end(Buffer.alloc(many)),
    })
    const { port } = await listening(closing)
    const slow = net.connect(port, '127.0.0.1')
    slow.write('GET / HTTP/1.1\r\nHost: x.example\r\n\r\n')
    let taken = 0
    slow.on('data', (bytes) => (taken += bytes.length))
    await new Promise((resolve) => slow.once('data', resolve))
    slow.pause()
    const draining = drainHttp(closing, { lifecycle: own, grace: 0 })
    await pause(500)
    slow.resume()
    await draining
    await expect.poll(() => taken).toBeGreaterThan(many)
  })

  test('open streams are ended by the person who holds them; what does not end is cut', async () => {
    const { own, closing, origin } = await closingHouse()
    let told = false
    own.onDrain(() => {
      told = true
    })
    const response = await fetch(`${origin}/events`)
    expect(await secondsOf(() => drainHttp(closing, { lifecycle: own, within: 500, grace: 0 }))).toBeLessThan(8)
    expect(told).toBe(true)
    await expect(response.text()).rejects.toThrow()
  })
})
