/** @module-tag night */
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { creditsOf } from '#app/drives/views/credits.server.ts'
import { db, openPool, useDatabase } from '#app/platform/db.server.ts'
import { migrate } from '#app/platform/postgres/migrate.server.ts'
import { type Postgres, startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { childrenOf, figuresOf, isThere } from '#test/children.ts'
import { crowd } from '#test/crowd.ts'
import { givers } from '#test/givers.ts'
import { someDrive } from '#test/make.ts'
import {
  freePort,
  freshFolder,
  type Product,
  pause,
  processesOn,
  quit,
  ready,
  start,
  startReady,
  statusOf,
  until,
} from '#test/product.ts'
import { tinyProxy } from '#test/tiny-proxy.ts'
import { allIsThere, count, exampleDrive, giftsAreThere, nothingWaits, raised, world } from '#test/world.ts'
import { ensureBuild } from './build.ts'

// Several processes below one parent, and two machines with several each.

beforeAll(() => ensureBuild())

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of undo.splice(0).reverse()) await end()
})

const webs = (product: Product) => [...childrenOf(product).keys()].filter((name) => name.startsWith('web')).sort()
/** The others are started once the first serves. */
const allStarted = (product: Product, count: number) =>
  until(() => childrenOf(product).size === count, `${count} processes are started`)
const three = { WEB_PROCESSES: '3' }
const names = ['web 1', 'web 2', 'web 3', 'worker']

/** Kills one of them, and waits until it is back and serves. */
async function killed(product: Product, name: string) {
  const pid = childrenOf(product).get(name)!
  process.kill(pid, 'SIGKILL')
  await until(() => !isThere(pid), `${name} is gone`)
  await until(() => childrenOf(product).has(name), `${name} is started again`)
  const isReady = async () =>
    (await figuresOf(product).catch(() => new Map<string, number>())).get(
      `house_state{state="ready",process="${name}"}`,
    ) === 1
  await until(isReady, () => `${name} is ready again: ${product.said()}`)
  expect(childrenOf(product).get(name)).not.toBe(pid)
}

test('three processes and a worker: each is killed while people give, withdraw and look; nothing told is lost, and no view too many is counted', {
  timeout: 400_000,
}, async () => {
  const scene = await world({ env: three })
  const product = scene.product()
  await allStarted(product, 4)
  expect([...childrenOf(product).keys()].sort()).toEqual(names)
  const { people } = scene
  const stop = people.start(6)
  const drive = await someDrive(db)
  const looking = crowd(400, 20_000, () => product.url, drive)
  for (const name of names) {
    scene.withdraw()
    await pause(500)
    await killed(product, name)
  }
  const visits = await looking
  await stop()
  await allIsThere(scene)

  // Fifteen credits are fifteen views, no matter which process was asked and which died; the visitor may not have heard of it.
  expect(await creditsOf(db, drive.id)).toMatchObject({ remaining: 0, used: 15 })
  expect(await count(sql`select count(*)::int as n from fund_drive_views where fund_drive_id = ${drive.id}`)).toBe(15)
  const told = visits.filter(({ view }) => view === 'counted').length
  expect(told).toBeLessThanOrEqual(15)
  expect(visits.filter(({ page, view }) => page !== 403 && !['counted', 'again', 'blocked'].includes(view))).toEqual([])
  expect(people.weather.statuses[500] ?? 0).toBe(0)

  const figures = await figuresOf(product)
  for (const name of names) {
    expect(figures.get(`process_up{process="${name}"}`)).toBe(1)
    expect(figures.get(`process_starts_total{process="${name}"}`)).toBe(2)
  }
  // What the database knows is said once.
  expect([...figures.keys()].filter((line) => line.startsWith('books{what="breaks"'))).toEqual(['books{what="breaks"}'])
  expect(product.said()).toContain('"process":"web 2"')
  expect(await quit(product)).toBe(0)
  expect(processesOn(product.dataDir)).toEqual([])
})

test('the parent is killed: its processes and its database end, and the next start on the same port and data serves', async () => {
  const product = await startReady({ env: { WEB_PROCESSES: '2' } })
  await allStarted(product, 3)
  const all = [...childrenOf(product).values()]
  product.child.kill('SIGKILL')
  const { port, dataDir } = product
  await until(() => !all.some(isThere), 'no process is left')
  await until(() => processesOn(dataDir).length === 0, 'no database is left')
  await product.ended
  const next = await startReady({ port, dataDir, env: { WEB_PROCESSES: '2' } })
  expect(await statusOf(next.url)).toBe(200)
})

test('a taken port, a wrong number, and data that is in use are said in a sentence, once', async () => {
  const first = await startReady({ env: { WEB_PROCESSES: '2' } })
  await allStarted(first, 3)
  const sameport = await start({ port: first.port, env: { WEB_PROCESSES: '2' } })
  expect(await sameport.ended).toBe(1)
  expect(sameport.said().trim()).toMatch(new RegExp(`^Port ${first.port} is taken.* npm start$`))
  const samedata = await start({ dataDir: first.dataDir, env: { WEB_PROCESSES: '2' } })
  expect(await samedata.ended).toBe(1)
  expect(samedata.said().match(/another Harambee runs on the same data/g)).toHaveLength(1)
  expect(webs(first)).toEqual(['web 1', 'web 2'])
  expect(await statusOf(`${first.url}/readyz`)).toBe(200)

  const wrong = await start({ env: { WEB_PROCESSES: 'many' } })
  await until(
    () => wrong.said().includes('WEB_PROCESSES is wrong: expected a whole number from 1 to 64.'),
    'it says so',
  )
  expect(await statusOf(wrong.url)).toBe(503)
})

test('a database with little room has fewer processes; the only one that answers is killed, and says when to come again', async () => {
  const { url } = await bring()
  const own = openPool(url, 1)
  await own.query('alter database harambee connection limit 40')
  await own.end()
  const product = await startReady({ env: { DATABASE_URL: url, HARAMBEE_DEMO: '1', WEB_PROCESSES: '3' } })
  await allStarted(product, 2)
  expect(product.said()).toContain('the database takes too few connections')
  expect([...childrenOf(product).keys()].sort()).toEqual(['web 1', 'worker'])
  process.kill(childrenOf(product).get('web 1')!, 'SIGKILL')
  // Nobody else serves: it is there before it can serve, and says so.
  await until(async () => (await statusOf(product.url)) === 503, 'it asks for patience')
  await ready(product)
  expect((await figuresOf(product)).get('process_starts_total{process="web 1"}')).toBe(2)
})

const key = 'sk_test_of_another_process'

/** A Postgres that a person brought along. */
async function bring(): Promise<Postgres> {
  const postgres = await startPostgres({ place: path.join(freshFolder(), 'postgres'), durable: false })
  undo.push(() => postgres.stop())
  return postgres
}

test('two machines on one database: each is replaced while people give, and not one request is lost', {
  timeout: 400_000,
}, async () => {
  const { url: DATABASE_URL } = await bring()
  const dataDir = path.join(freshFolder(), 'data')
  const [one, other, theirs, theProxys] = [await freePort(), await freePort(), await freePort(), await freePort()]
  const [provider, through] = [`http://127.0.0.1:${theirs}`, `http://127.0.0.1:${theProxys}`]
  const env = {
    DATABASE_URL,
    HARAMBEE_DEMO: '1',
    TRUST_PROXY: '1',
    AUTH_SECRET: 'x'.repeat(40),
    WEB_PROCESSES: '2',
    PAYSTACK_SECRET_KEY: key,
    PAYSTACK_URL: `${provider}/sandbox/paystack`,
  }
  const ports = [one, other]
  const open = (nr: number) => start({ port: ports[nr]!, dataDir, env })
  await migrate(DATABASE_URL)
  const command = [process.execPath, 'test/provider-process.ts', String(theirs), DATABASE_URL, key, through]
  await start({ port: theirs, command })
  await until(async () => (await statusOf(provider)) > 0, 'the provider answers')
  const machines = [await open(0)]
  await ready(machines[0]!)
  machines.push(await open(1))
  await ready(machines[1]!)
  const proxy = await tinyProxy(
    machines.map(({ url }) => url),
    theProxys,
  )
  const pool = openPool(DATABASE_URL, 4)
  undo.push(
    () => proxy.close(),
    () => pool.end(),
  )
  useDatabase(pool)
  const drive = await exampleDrive()
  const raisedBefore = await raised(drive.id)
  const people = givers(
    () => ({ ...machines[0]!, url: proxy.url }),
    drive.id,
    () => provider,
  )
  const stop = people.start(6)
  const looks: number[] = []
  let isOver = false
  const looking = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) looks.push(await statusOf(`${proxy.url}/`))
    }),
  )
  for (const nr of [0, 1]) {
    await pause(1500)
    expect(await quit(machines[nr]!)).toBe(0)
    await pause(1000)
    machines[nr] = await open(nr)
    await ready(machines[nr]!)
    await until(() => proxy.readyNow().length === 2, 'the proxy sees it')
  }
  await pause(1000)
  isOver = true
  await looking
  await stop()
  expect(looks.length).toBeGreaterThan(50)
  expect(looks.filter((status) => status !== 200)).toEqual([])
  expect(people.weather.lost).toEqual([])
  // The provider may still have to tell of the last gifts that it took.
  await nothingWaits()
  await giftsAreThere({ people, drive, raisedBefore })
  expect(await brokenInvariants(db)).toEqual([])
})
