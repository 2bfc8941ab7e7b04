import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { freePort, freshFolder, quit, ready, start, startReady, statusOf, until } from '#test/product.ts'
import { ensureBuild } from './build.ts'

// The product on a database that a person brought along.

beforeAll(() => ensureBuild())

let postgres: Postgres | undefined
afterEach(async () => {
  await postgres?.stop()
})

async function bring(place: string, port: number): Promise<string> {
  postgres = await startPostgres({ place, port, durable: false })
  return postgres.url
}

test('a lost database: red and 503 until it is back, then everything goes on by itself', async () => {
  const place = path.join(freshFolder(), 'postgres')
  const port = await freePort()
  const DATABASE_URL = await bring(place, port)
  const product = await startReady({ env: { DATABASE_URL } })
  expect(await statusOf(product.url)).toBe(200)
  await postgres!.stop()
  await until(async () => (await statusOf(`${product.url}/readyz`)) === 503, 'red')
  const answer = await fetch(product.url)
  expect(answer.status).toBe(503)
  const page = await answer.text()
  for (const word of ['Setup Required', 'DATABASE_URL', 'Refresh Page']) expect(page).toContain(word)
  expect(await statusOf(`${product.url}/healthz`)).toBe(200)
  await bring(place, port)
  await ready(product)
  expect(await statusOf(product.url)).toBe(200)
  expect(await quit(product)).toBe(0)
})

test('a database that comes after the product: until then the screen says what is missing [T396]', {
  tags: ['night'],
}, async () => {
  const place = path.join(freshFolder(), 'postgres')
  const port = await freePort()
  // Made once for its password, which the address must have before the server is there.
  const DATABASE_URL = await bring(place, port)
  await postgres!.stop()
  const product = await start({ env: { DATABASE_URL } })
  await until(async () => (await statusOf(product.url)) === 503, 'a page that says so')
  await until(
    async () => (await (await fetch(product.url)).text()).includes('DATABASE_URL'),
    'the page names the setting',
  )
  await bring(place, port)
  await ready(product)
  expect(await statusOf(product.url)).toBe(200)
})

test('two products started at once on one empty database: both serve, every migration was applied once', async () => {
  const DATABASE_URL = await bring(path.join(freshFolder(), 'postgres'), await freePort())
  const both = await Promise.all([start({ env: { DATABASE_URL } }), start({ env: { DATABASE_URL, ROLE: 'worker' } })])
  await Promise.all(both.map((one) => ready(one)))
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  const { rows } = await client.query('select count(*)::int as all, count(distinct name)::int as names from migrations')
  await client.end()
  expect(rows[0].all).toBe(rows[0].names)
  for (const product of both) expect(product.said()).not.toContain('"level":50')
})
