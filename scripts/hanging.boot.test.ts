/** @module-tag night */
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { freePort, freshFolder, pause, ready, start, startReady, statusOf, until } from '#test/product.ts'
import { ensureBuild } from './build.ts'

// Things that take connections and never answer, or leave no room for another one: visitors are told within five seconds.

beforeAll(() => ensureBuild())

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A line to a database, which can fall silent: connections stay open, more are taken, and nothing comes through. */
async function silenceable(to: number) {
  let silent = false
  const sockets = new Set<net.Socket>()
  const line = net.createServer((near) => {
    const far = net.connect(to, '127.0.0.1')
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => other.destroy())
      one.on('data', (bytes) => silent || other.write(bytes))
    }
  })
  const port = await freePort()
  await new Promise<void>((resolve) => line.listen(port, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    line.close()
  })
  return { port, fallSilent: () => (silent = true), speakAgain: () => (silent = false) }
}

async function bringPostgres(): Promise<{ postgres: Postgres; port: number }> {
  const port = await freePort()
  const postgres = await startPostgres({ place: path.join(freshFolder(), 'postgres'), port, durable: false })
  closing.push(() => postgres.stop())
  return { postgres, port }
}

/** The status of an answer, and after how many seconds it came; no answer within ten is 0. */
async function answered(url: string, how: RequestInit = {}) {
  const from = performance.now()
  const status = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000), ...how }).then(
    ({ status }) => status,
    () => 0,
  )
  return { status, seconds: (performance.now() - from) / 1000 }
}

/** The status that a person reads who was not connected before. */
const statusOnNewLine = (url: string) =>
  new Promise<number>((resolve, reject) => {
    http.get(url, { agent: false }, (answer) => resolve(answer.resume().statusCode!)).on('error', reject)
  })

const form = (url: string, body: string): RequestInit => ({
  method: 'POST',
  headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
  body,
})

test('a database that falls silent: 503 within five seconds from the first request on, and all is well when it speaks again', async () => {
  const { postgres, port } = await bringPostgres()
  const line = await silenceable(port)
  const DATABASE_URL = postgres.url.replace(`:${port}/`, `:${line.port}/`)
  const product = await startReady({ env: { DATABASE_URL } })
  const page = `${product.url}/fundraiser/no-such-drive`
  expect(await statusOf(page)).toBe(404)
  line.fallSilent()
  const first = await Promise.all([
    // The page is younger than a second, so others may get it from memory; who has commented has it made.
    ...Array.from({ length: 15 }, () => answered(page, { headers: { cookie: 'acted=1' } })),
    answered(`${product.url}/fundraiser/no-other-drive`),
    answered(`${product.url}/auth/sign-in`, form(product.url, 'email=a@harambee.test&password=abcdef')),
    answered(`${product.url}/api/verify-payment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"reference":"none"}',
    }),
  ])
  for (const { status, seconds } of first) {
    expect(status).toBe(503)
    expect(seconds).toBeLessThan(5)
  }
  const later = await answered(page)
  expect(later.status).toBe(503)
  expect(later.seconds).toBeLessThan(1)
  expect((await answered(`${product.url}/healthz`)).status).toBe(200)
  line.speakAgain()
  await ready(product)
  expect(await statusOf(page)).toBe(404)
})

test('a database that takes connections and never answers: 503 from the start', async () => {
  const silent = net.createServer((socket) => void socket.on('error', () => {}))
  const port = await freePort()
  await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve))
  closing.push(() => silent.close())
  const product = await start({ env: { DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c` } })
  await until(async () => (await statusOf(`${product.url}/healthz`)) === 200, 'it listens')
  for (let i = 0; i < 3; i++) {
    const { status, seconds } = await answered(product.url)
    expect(status).toBe(503)
    expect(seconds).toBeLessThan(5)
    await pause(2000)
  }
})

test('without a file descriptor left for them, visitors read 503 at once, and who is inside is served', async () => {
  const { postgres } = await bringPostgres()
  const command = ['/bin/sh', '-c', 'ulimit -n 256; exec "$0" scripts/start.ts', process.execPath]
  const product = await startReady({ env: { DATABASE_URL: postgres.url }, command })
  const page = `${product.url}/fundraiser/no-such-drive`
  const flood = Array.from({ length: 600 }, () => net.connect(product.port, '127.0.0.1').on('error', () => {}))
  await pause(1000)
  for (let i = 0; i < 5; i++) {
    const from = performance.now()
    expect(await statusOnNewLine(page)).toBe(503)
    expect((performance.now() - from) / 1000).toBeLessThan(5)
  }
  // This one asks on the connection that it had before.
  expect((await answered(page)).status).toBe(404)
  for (const socket of flood) socket.destroy()
  await until(async () => (await statusOf(page)) === 404, 'room again', 15_000)
  expect(product.said()).not.toContain('EMFILE')
})
