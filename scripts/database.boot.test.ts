import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { bringPostgres, quit, ready, start, startReady, statusOf, until } from '#test/product.ts'
import { runCommand } from '#test/run-command.ts'
import { ensureBuild } from './build.ts'

// The product on a database that a person brought along.

beforeAll(() => ensureBuild())

test('a lost database: red and 503 until it is back, then everything goes on by itself', async () => {
  const postgres = await bringPostgres()
  const product = await startReady({ env: { DATABASE_URL: postgres.url } })
  expect(await statusOf(product.url)).toBe(200)
  await postgres.stop()
  await until(async () => (await statusOf(`${product.url}/readyz`)) === 503, 'red')
  const answer = await fetch(product.url)
  expect(answer.status).toBe(503)
  const page = await answer.text()
  for (const word of ['Setup Required', 'DATABASE_URL', 'Refresh Page']) expect(page).toContain(word)
  expect(await statusOf(`${product.url}/healthz`)).toBe(200)
  await bringPostgres(postgres)
  await ready(product)
  expect(await statusOf(product.url)).toBe(200)
  expect(await quit(product)).toBe(0)
})

test('a database that comes after the product: until then the screen says what is missing [T396]', {
  tags: ['night'],
}, async () => {
  // Made once for its password, which the address must have before the server is there.
  const postgres = await bringPostgres()
  await postgres.stop()
  const product = await start({ env: { DATABASE_URL: postgres.url } })
  await until(async () => (await statusOf(product.url)) === 503, 'a page that says so')
  await until(
    async () => (await (await fetch(product.url)).text()).includes('DATABASE_URL'),
    'the page names the setting',
  )
  await bringPostgres(postgres)
  await ready(product)
  expect(await statusOf(product.url)).toBe(200)
})

test('with DATABASE_URL alone: migrated by its command, served as built, without example people', async () => {
  const { url: DATABASE_URL } = await bringPostgres()
  const env = { DATABASE_URL }
  const said = expect.stringContaining('lacks: the job queue, schema.sql')
  expect(await runCommand('migrate', ['--check'], env)).toEqual({ status: 1, said })
  expect((await runCommand('migrate', [], env)).status).toBe(0)
  expect((await runCommand('migrate', ['--check'], env)).status).toBe(0)
  const product = await startReady({ env, command: [process.execPath, 'scripts/serve.ts'] })
  expect(await statusOf(product.url)).toBe(200)
  expect(product.said()).not.toContain('owner@harambee.test')
  expect(await quit(product)).toBe(0)
})

test('with MIGRATE=0 a start changes nothing, and is not ready until the command has migrated [T1705]', async () => {
  const { url: DATABASE_URL } = await bringPostgres()
  const product = await start({ env: { DATABASE_URL, MIGRATE: '0' } })
  await until(() => product.said().includes('waiting for npm run db:migrate'), 'it says what it waits for')
  expect([await statusOf(`${product.url}/healthz`), await statusOf(`${product.url}/readyz`)]).toEqual([200, 503])
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  const { rowCount } = await client.query(`select from pg_namespace n join pg_class c on c.relnamespace = n.oid
    where nspname in ('public', 'graphile_worker')`)
  await client.end()
  expect(rowCount).toBe(0)
  expect((await runCommand('migrate', [], { DATABASE_URL })).status).toBe(0)
  await ready(product)
  expect(await statusOf(product.url)).toBe(200)
})

test('two products started at once on one empty database: both serve, every migration was applied once', {
  tags: ['night'],
}, async () => {
  const { url: DATABASE_URL } = await bringPostgres()
  const both = await Promise.all([start({ env: { DATABASE_URL } }), start({ env: { DATABASE_URL, ROLE: 'worker' } })])
  await Promise.all(both.map((one) => ready(one)))
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  const { rows } = await client.query('select count(*)::int as all, count(distinct name)::int as names from migrations')
  await client.end()
  expect(rows[0].all).toBe(rows[0].names)
  for (const product of both) expect(product.said()).not.toContain('"level":50')
})
