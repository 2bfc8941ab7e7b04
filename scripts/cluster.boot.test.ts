import { randomUUID } from 'node:crypto'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { openPool, useDatabase } from '#app/platform/db.server.ts'
import { givers } from '#test/givers.ts'
import {
  bringPostgres,
  freePort,
  freshFolder,
  type Product,
  pause,
  quit,
  ready,
  start,
  startReady,
  until,
} from '#test/product.ts'
import { realRedis, realServer, smallServer } from '#test/redis-server.ts'
import { nameProvider } from '#test/scripted-provider.ts'
import { tinyProxy } from '#test/tiny-proxy.ts'
import { purgeToken, startVarnish, varnishd } from '#test/varnish.ts'
import { allIsThere, count, exampleDrive, raised } from '#test/world.ts'
import { ensureBuild } from './build.ts'

// Three machines of the product on one database, with Redis, and Varnish before them: the short form of the drill of
// scripts/cluster. People give and read all the time. A machine dies, Redis dies, and the cache is told nothing for a while.

beforeAll(() => ensureBuild())

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const end of undo.splice(0).reverse()) await end()
})

/** In milliseconds: the oldest page that anybody is shown, by the machines, and by a cache that is told nothing. */
const oldest = { machine: 1000, cache: 15_000 }

/** Opens a page’s stream at a machine, and counts the changes of a topic that it is told of. */
async function listened({ url }: Product, topic: string) {
  let heard = ''
  const request = http.get(`${url}/live?topic=${topic}`, (answer) => answer.on('data', (chunk) => (heard += chunk)))
  request.on('error', () => {})
  undo.push(() => request.destroy())
  await until(() => heard !== '', 'it listens')
  return { changes: () => heard.split('event: changed').length - 1 }
}
const lines = (name: string) =>
  count(sql`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name = ${`harambee ${name}`}`)
const onTheirWay = () =>
  count(sql`select (select count(*) from job_outbox)::int + (select count(*) from live_outbox)::int as n`)
const pageOf = async (url: string, { slug }: { slug: string }) =>
  (await fetch(`${url}/fundraiser/${slug}?tab=comments`, { headers: { accept: 'text/html' } })).text()
const comment = async ({ url }: Product, { slug }: { slug: string }, content: string) => {
  const body = new URLSearchParams({ name: 'Baraka', content, key: randomUUID() })
  const answer = await fetch(`${url}/fundraiser/${slug}/comment`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
    body,
  })
  expect(answer.status).toBe(303)
}

/** What lies between the product and the cache. While it is shut nothing arrives. */
async function gateTo(port: () => number) {
  const own = await freePort()
  let isShut = false
  const server = net.createServer((socket) => {
    if (isShut) return void socket.destroy()
    const beyond = net.connect(port(), '127.0.0.1')
    for (const one of [socket, beyond]) one.on('error', () => one.destroy())
    socket.pipe(beyond).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(own, '127.0.0.1', resolve))
  undo.push(() => server.close())
  return {
    url: `http://127.0.0.1:${own}/`,
    shut: (is: boolean) => {
      isShut = is
    },
  }
}

/** Three machines, and what is before and behind them. */
async function cluster() {
  const redis = await (realRedis ? realServer() : smallServer())
  await redis.start()
  undo.push(() => redis.stop())
  const { url } = await bringPostgres()
  let cachePort = 0
  const gate = await gateTo(() => cachePort)
  const env = {
    DATABASE_URL: url,
    REDIS_URL: redis.address(),
    EDGE_CACHE: 'cdn-cache-control',
    EDGE_PURGE_URLS: gate.url,
    EDGE_PURGE_TOKEN: purgeToken,
    HARAMBEE_DEMO: '1',
    TRUST_PROXY: '1',
    AUTH_SECRET: 'x'.repeat(40),
    WEB_PROCESSES: '1',
  }
  const dataDir = path.join(freshFolder(), 'data')
  const open = (port?: number) => start({ dataDir, env, ...(port ? { port } : {}) })
  const first = await startReady({ dataDir, env })
  const machines = [first, ...(await Promise.all([open(), open()]))]
  for (const one of machines) await ready(one)
  const pool = openPool(url, 4)
  undo.push(() => pool.end())
  useDatabase(pool)
  nameProvider()
  const proxy = await tinyProxy(
    machines.map((one) => one.url),
    await freePort(),
  )
  undo.push(() => proxy.close())
  await until(() => proxy.readyNow().length === 3, 'the proxy sees all three')
  const cache = varnishd ? await startVarnish(Number(new URL(proxy.url).port)) : undefined
  undo.push(() => cache?.stop())
  cachePort = cache?.port ?? 0
  return { redis, gate, machines, proxy, open, front: cache ? `http://127.0.0.1:${cache.port}` : proxy.url }
}

test('three machines with Redis and a cache: one dies, Redis dies, the cache is told nothing, and no gift is lost [T1523]', {
  timeout: 300_000,
}, async () => {
  const { redis, gate, machines, proxy, open, front } = await cluster()
  // Nobody listens at the database; of three that could relay one does, the others wait.
  expect([await lines('live'), await lines('relay')]).toEqual([0, 3])
  const drive = await exampleDrive()
  const raisedBefore = await raised(drive.id)
  const people = givers(() => ({ ...machines[0]!, url: proxy.url }), drive.id)
  const stop = people.start(4)
  const pages: number[] = []
  let isOver = false
  const reading = (async () => {
    while (!isOver) {
      pages.push((await fetch(`${front}/fundraiser/${drive.slug}`)).status)
      await pause(50)
    }
  })()
  const listener = await listened(machines[1]!, `drive:${drive.id}`)
  const cacheShows = (words: string) =>
    until(async () => (await pageOf(front, drive)).includes(words), `the cache shows ${words}`, oldest.cache)

  // One dies: what it had under way may be lost, and nothing else is.
  const failedBefore = people.weather.lost.length
  await quit(machines[0]!, 'SIGKILL')
  await comment(machines[1]!, drive, 'After the first was gone')
  await pause(oldest.machine)
  expect(await pageOf(machines[2]!.url, drive)).toContain('After the first was gone')
  await until(() => proxy.readyNow().length === 2, 'the proxy leaves it out')
  const underWay = people.weather.lost.length - failedBefore
  expect(underWay).toBeLessThanOrEqual(8)
  await pause(2000)
  expect(people.weather.lost.length - failedBefore).toBe(underWay)
  machines[0] = await open(machines[0]!.port)
  await ready(machines[0])

  // Redis dies: machines tell each other by looking. It comes: all who listen load again.
  await redis.stop()
  await comment(machines[1]!, drive, 'While Redis was away')
  await pause(oldest.machine)
  for (const one of machines) expect(await pageOf(one.url, drive)).toContain('While Redis was away')
  const lost = listener.changes()
  await redis.start()
  await until(() => listener.changes() > lost, 'open pages load again')

  // The cache is told nothing: its page is old for a time, and no longer. Then it is told again.
  gate.shut(true)
  await pageOf(front, drive)
  await comment(machines[2]!, drive, 'Which the cache is not told')
  await cacheShows('Which the cache is not told')
  gate.shut(false)
  await comment(machines[2]!, drive, 'Which the cache is told')
  await cacheShows('Which the cache is told')

  isOver = true
  await reading
  await stop()
  expect(pages.length).toBeGreaterThan(50)
  expect(pages.filter((status) => status !== 200)).toEqual([])
  await until(async () => (await onTheirWay()) === 0, 'everything is passed on')
  await allIsThere({ people, drive, raisedBefore, withdrawals: [] })
  const totals = await Promise.all([...machines.map(({ url }) => url), front].map((url) => pageOf(url, drive)))
  const sums = new Set(totals.map((page) => /KES\u00a0([\d,]+)/.exec(page)?.[1]))
  expect([...sums]).toEqual([expect.stringMatching(/^[\d,]+$/)])
})
