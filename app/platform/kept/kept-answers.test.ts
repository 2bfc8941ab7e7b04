import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import zlib from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { asking } from '#test/ask.ts'
import type { MadePage } from './copies.server.ts'
import { type Keeping, KeptAnswers } from './kept-answers.server.ts'
import { type PageRequest, PageWays } from './ways.server.ts'

// The keeper by itself, over a real connection. What the router makes is in made-for-all.test.ts.

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

type Making = (
  asking: PageRequest,
  nr: number,
) => Partial<MadePage> | undefined | Promise<Partial<MadePage> | undefined>

/** A server with a keeper before it. `making` says what is made the n-th time. */
async function keeping(making: Making = () => ({}), more: Partial<Keeping> = {}) {
  const made: PageRequest[] = []
  const usual = (incoming: http.IncomingMessage, outgoing: http.ServerResponse) => {
    outgoing.end(`the usual way of ${incoming.url}`)
  }
  let cookies = 0
  const ways = new PageWays(({ headers }) => `http://${headers.host}`)
  const kept = new KeptAnswers({
    addressOf: (url) => (url.startsWith('/kept') ? url.split('?')[0] : undefined),
    make: async (asking) => {
      made.push(asking)
      const page = await making(asking, made.length)
      return (
        page && {
          status: 200,
          head: [],
          body: Buffer.from(`page ${made.length} of ${asking.address}`),
          topics: [],
          marksVisitors: true,
          ...page,
        }
      )
    },
    wayOf: (incoming, cookies) => ways.of(incoming, cookies),
    isPersonal: (text) => text.includes('session='),
    isOpen: () => true,
    cookieFor: (text) => (text.includes('visitor=') ? undefined : `visitor=v${++cookies}; Path=/`),
    visitorOf: ({ headers }) => headers.cookie ?? '',
    otherwise: usual,
    ...more,
  })
  const server = http.createServer(
    (incoming, outgoing) => kept.answers(incoming, outgoing) || usual(incoming, outgoing),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  ends.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    asking(port)(path, { method, headers })
  const textOf = async (path: string, headers: Record<string, string> = {}) => (await ask(path, headers)).text
  return { kept, made, ask, textOf }
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** Made again only because of what is told. */
const lasting = { oldest: 60_000, ripe: 60_000, tick: 0 }
/** What the n-th making gives waits until it is let go. */
function held(nr: number, made: Partial<MadePage>): { making: Making; go: () => void } {
  const { promise, resolve } = Promise.withResolvers<Partial<MadePage>>()
  return { making: (_, now) => (now === nr ? promise : made), go: () => resolve(made) }
}

describe('one page for all', () => {
  test('two visitors get the same bytes and the same head, each with a cookie of their own', async () => {
    const { ask, made } = await keeping(() => ({ head: ['content-type', 'text/html', 'x-of', 'the page'] }))
    const [one, other] = [await ask('/kept'), await ask('/kept')]
    expect(made).toHaveLength(1)
    expect(one.bytes).toEqual(other.bytes)
    const { 'set-cookie': first, date: _, ...head } = one.headers
    const { 'set-cookie': second, date: __, ...otherHead } = other.headers
    expect(head).toEqual(otherHead)
    expect(head).toMatchObject({ 'x-of': 'the page', 'content-length': String(one.bytes.length) })
    expect([first, second]).toEqual([['visitor=v1; Path=/'], ['visitor=v2; Path=/']])
  })

  test('who has the cookie gets no other one', async () => {
    const { ask } = await keeping()
    expect((await ask('/kept', { cookie: 'visitor=mine' })).headers['set-cookie']).toBeUndefined()
  })

  test('is made once for all who wait for it', async () => {
    const { making, go } = held(1, {})
    const { ask, made } = await keeping(making)
    const asked = Array.from({ length: 20 }, () => ask('/kept'))
    await expect.poll(() => made.length).toBe(1)
    await pause(30)
    go()
    expect(new Set((await Promise.all(asked)).map(({ text }) => text)).size).toBe(1)
    expect(made).toHaveLength(1)
  })

  test.each([
    ['zstd', zlib.zstdDecompressSync],
    ['br', zlib.brotliDecompressSync],
    ['gzip', zlib.gunzipSync],
  ] as const)('goes out as %s to a browser that takes that alone', async (encoding, unpacked) => {
    const { ask } = await keeping()
    const { headers, bytes } = await ask('/kept', { 'accept-encoding': encoding })
    expect(headers['content-encoding']).toBe(encoding)
    expect(String(unpacked(bytes))).toBe('page 1 of /kept')
    expect((await ask('/kept', { 'accept-encoding': `${encoding};q=0` })).text).toBe('page 1 of /kept')
  })

  test('is another one in another language, by what the visitor chose before what the browser asks for', async () => {
    const { ask, made } = await keeping()
    await ask('/kept', { 'accept-language': 'sw-KE,sw;q=0.9' })
    await ask('/kept', { 'accept-language': 'sw', cookie: 'language=en' })
    await ask('/kept', { 'accept-language': 'en', cookie: 'visitor=a; language=sw' })
    await ask('/kept')
    expect(made.map(({ language }) => language)).toEqual(['sw', 'en'])
  })

  test('is not sent again to a browser that has it', async () => {
    const { ask } = await keeping()
    const { etag } = (await ask('/kept', { 'accept-encoding': 'br' })).headers
    const again = await ask('/kept', { 'accept-encoding': 'br', 'if-none-match': etag! })
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag])
    expect((await ask('/kept', { 'if-none-match': 'W/"another"' })).status).toBe(200)
  })

  test('says what was made, with its status', async () => {
    const { ask } = await keeping(() => ({ status: 403 }))
    const { status, headers } = await ask('/kept')
    expect(status).toBe(403)
    expect((await ask('/kept', { 'if-none-match': headers.etag! })).status).toBe(403)
  })
})

describe('takes the usual way', () => {
  test.each([
    ['another address', '/other', {}, 'GET'],
    ['a person who is signed in', '/kept', { cookie: 'visitor=a; session=b' }, 'GET'],
    ['a form', '/kept', {}, 'POST'],
  ] as const)('%s', async (_, path, headers, method) => {
    const { ask, made } = await keeping()
    expect((await ask(path, headers, method)).text).toBe(`the usual way of ${path}`)
    expect(made).toEqual([])
  })

  test('everybody, while the app is not open', async () => {
    let isOpen = true
    const { textOf } = await keeping(undefined, { isOpen: () => isOpen })
    expect(await textOf('/kept')).toBe('page 1 of /kept')
    isOpen = false
    expect(await textOf('/kept')).toBe('the usual way of /kept')
  })

  test('the visitors that the page names, and nobody else', async () => {
    const { textOf } = await keeping(() => ({ except: (visitor) => visitor === 'visitor=stays' }))
    expect(await textOf('/kept', { cookie: 'visitor=stays' })).toBe('the usual way of /kept')
    expect(await textOf('/kept', { cookie: 'visitor=new' })).toBe('page 1 of /kept')
  })

  test('what is not to be kept, and it is not tried at each request', async () => {
    const { textOf, made } = await keeping(() => undefined)
    for (let nr = 0; nr < 5; nr++) expect(await textOf('/kept')).toBe('the usual way of /kept')
    expect(made).toHaveLength(1)
  })

  test('what could not be made', async () => {
    const { textOf } = await keeping((_, nr) => (nr === 1 ? Promise.reject(new Error('planted')) : {}), { oldest: 20 })
    expect(await textOf('/kept')).toBe('the usual way of /kept')
    await expect.poll(() => textOf('/kept')).toMatch(/^page \d+ of/)
  })

  test('who calls us by one name too many', async () => {
    const { textOf, made } = await keeping()
    for (let nr = 0; nr < 8; nr++) expect(await textOf('/kept', { host: `n${nr}.test` })).toMatch(/^page/)
    expect(await textOf('/kept', { host: 'n8.test' })).toBe('the usual way of /kept')
    expect(made.map(({ origin }) => origin)).toEqual(Array.from({ length: 8 }, (_, nr) => `http://n${nr}.test`))
    expect(await textOf('/kept', { host: 'n3.test' })).toMatch(/^page/)
  })
})

describe('fresh', () => {
  test('a page that lacks a part is made again for the next visitor', async () => {
    const { textOf } = await keeping((_, nr) => ({ lacksPart: nr === 1, until: Date.now() + 60_000 }), lasting)
    expect(await textOf('/kept')).toBe('page 1 of /kept')
    expect(await textOf('/kept')).toBe('page 2 of /kept')
    expect(await textOf('/kept')).toBe('page 2 of /kept')
  })

  test('what was told of is made again for the next visitor', async () => {
    const { kept, textOf } = await keeping(() => ({ topics: ['drive:1'] }), lasting)
    expect(await textOf('/kept')).toBe('page 1 of /kept')
    kept.said('drive:2')
    expect(await textOf('/kept')).toBe('page 1 of /kept')
    kept.said('drive:1')
    expect(await textOf('/kept')).toBe('page 2 of /kept')
  })

  test('what was told while it was made is in the page that is given', async () => {
    const { making, go } = held(2, { topics: ['drive:1'] })
    const { kept, textOf, made } = await keeping(making, lasting)
    await textOf('/kept')
    kept.said('drive:1')
    const waiting = textOf('/kept')
    await expect.poll(() => made.length).toBe(2)
    kept.said('drive:1')
    go()
    expect(await waiting).toBe('page 3 of /kept')
  })

  test('many changes make it again once a tick, and the last of them is never lost', async () => {
    const { kept, textOf, made } = await keeping(() => ({ topics: ['drive:1'] }), { ...lasting, tick: 60 })
    await textOf('/kept')
    const began = performance.now()
    for (let nr = 0; nr < 30; nr++) {
      kept.said('drive:1')
      await textOf('/kept')
    }
    expect(made.length).toBeLessThanOrEqual(2 + Math.ceil((performance.now() - began) / 60))
    const before = made.length
    kept.said('drive:1')
    await expect.poll(async () => Number((await textOf('/kept')).split(' ')[1])).toBeGreaterThan(before)
  })

  test('what nobody tells of is never older than its age, and is renewed before that without keeping anybody waiting', async () => {
    const { textOf, made } = await keeping(undefined, { oldest: 5000, ripe: 30 })
    await textOf('/kept')
    await pause(40)
    expect(await textOf('/kept')).toBe('page 1 of /kept')
    await expect.poll(() => made.length).toBe(2)
    expect(await textOf('/kept')).toBe('page 2 of /kept')
  })

  const anHour = () => ({ topics: ['drive:1'], until: Date.now() + 3_600_000 })
  /** The line to the database, which answers or does not. */
  const echo = (answers: boolean) => ({
    at: Number.NEGATIVE_INFINITY,
    async ask() {
      if (answers) this.at = performance.now()
    },
  })

  test('what says until when it is the same is not made again while all that was told is heard', async () => {
    const { kept, textOf, made } = await keeping(anHour, { oldest: 60, ripe: 30, tick: 0, echo: echo(true) })
    const ends = performance.now() + 400
    while (performance.now() < ends) {
      expect(await textOf('/kept')).toBe('page 1 of /kept')
      await pause(10)
    }
    // Nor is it after nobody asked for it for a while.
    await pause(150)
    expect(await textOf('/kept')).toBe('page 1 of /kept')
    expect(made).toHaveLength(1)
    kept.said('drive:1')
    expect(await textOf('/kept')).toBe('page 2 of /kept')
  })

  test.each([
    ['when the line is silent', 3_600_000, false],
    ['when its time has come', 100, true],
  ])('it is, as all others, %s', async (_, ms, answers) => {
    const making = () => ({ topics: [], until: Date.now() + ms })
    const { textOf, made } = await keeping(making, { oldest: 60, ripe: 60, echo: echo(answers) })
    await textOf('/kept')
    await pause(200)
    expect(await textOf('/kept')).toBe('page 2 of /kept')
    expect(made).toHaveLength(2)
  })

  test('what was told while a page was made for the first time is not lost', async () => {
    const { making, go } = held(1, anHour())
    const { kept, textOf, made } = await keeping(making, { ...lasting, echo: echo(true) })
    const first = textOf('/kept')
    await expect.poll(() => made.length).toBe(1)
    kept.said('drive:1')
    go()
    await first
    expect(await textOf('/kept')).toBe('page 2 of /kept')
    expect(made).toHaveLength(2)
  })

  test('all is made again after the line to the database was lost', async () => {
    const { kept, textOf } = await keeping(undefined, lasting)
    await textOf('/kept/a')
    kept.forget()
    expect(await textOf('/kept/a')).toBe('page 2 of /kept/a')
  })
})

describe('bounded', () => {
  test('the oldest pages go when there is no room, and what is counted as kept is what is kept', async () => {
    const body = Buffer.alloc(10_000, 'x')
    const { kept, ask, made } = await keeping(() => ({ body }), { ...lasting, room: 50_000 })
    for (const name of ['a', 'b', 'c', 'd', 'e']) await ask(`/kept/${name}`)
    expect(kept.bytes).toBeLessThanOrEqual(50_000)
    expect(kept.bytes).toBeGreaterThan(40_000)
    await ask('/kept/e')
    expect(made).toHaveLength(5)
    await ask('/kept/a')
    expect(made).toHaveLength(6)
  })

  test('addresses at which there is nothing wash nothing else out', async () => {
    const making: Making = ({ address }) => ({ status: address === '/kept' ? 200 : 404 })
    const { ask, made } = await keeping(making, { ...lasting, mostMissing: 3 })
    await ask('/kept')
    for (let nr = 0; nr < 10; nr++) await ask(`/kept/${nr}`)
    expect(made).toHaveLength(11)
    await ask('/kept')
    await ask('/kept/9')
    expect(made).toHaveLength(11)
    await ask('/kept/1')
    expect(made).toHaveLength(12)
  })
})
