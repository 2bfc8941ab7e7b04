import { randomUUID } from 'node:crypto'
import http from 'node:http'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { db, openPool, useDatabase } from '#app/platform/db.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { givers } from '#test/givers.ts'
import { bringPostgres, freshFolder, type Product, pause, quit, startReady, until } from '#test/product.ts'
import { realRedis, realServer, smallServer } from '#test/redis-server.ts'
import { nameProvider } from '#test/scripted-provider.ts'
import { count, exampleDrive } from '#test/world.ts'
import { ensureBuild } from './build.ts'

// Two machines on one database hear of each other by Redis alone; Redis dies, and the machine that passes on dies.

beforeAll(() => ensureBuild())

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const end of undo.splice(0).reverse()) await end()
})

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
const pageOf = async ({ url }: Product, drive: { slug: string }) =>
  (await fetch(`${url}/fundraiser/${drive.slug}?tab=comments`, { headers: { accept: 'text/html' } })).text()
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

test('two machines with one Redis: each hears of the other; Redis dies and comes back, then the machine with the relay dies [T1523]', {
  timeout: 300_000,
  tags: ['night'],
}, async () => {
  const redis = await (realRedis ? realServer() : smallServer())
  await redis.start()
  undo.push(() => redis.stop())
  const { url } = await bringPostgres()
  const env = {
    DATABASE_URL: url,
    REDIS_URL: redis.address(),
    HARAMBEE_DEMO: '1',
    TRUST_PROXY: '1',
    AUTH_SECRET: 'x'.repeat(40),
    WEB_PROCESSES: '1',
  }
  const dataDir = path.join(freshFolder(), 'data')
  const one = await startReady({ dataDir, env })
  const other = await startReady({ dataDir, env })
  const pool = openPool(url, 4)
  undo.push(() => pool.end())
  useDatabase(pool)
  nameProvider()
  // Nobody listens at the database; of two that could relay one does, the other waits.
  expect([await lines('live'), await lines('relay')]).toEqual([0, 2])
  const drive = await exampleDrive()
  const people = givers(() => one, drive.id)
  const give = async () => {
    const { pay, see } = await people.begin()
    await see(await pay())
  }
  const listener = await listened(other, `drive:${drive.id}`)
  await pageOf(other, drive)

  const before = listener.changes()
  await give()
  await until(() => listener.changes() > before, 'a gift at one machine is heard at the other')
  await comment(one, drive, 'Tuko pamoja nanyi')
  await until(async () => (await pageOf(other, drive)).includes('Tuko pamoja nanyi'), 'it is on the page of the other')

  await redis.stop()
  await comment(one, drive, 'While Redis was away')
  await pause(1500)
  expect(await pageOf(other, drive)).toContain('While Redis was away')
  await give()
  const lost = listener.changes()
  await redis.start()
  await until(() => listener.changes() > lost, 'open pages load again')

  await quit(one, 'SIGKILL')
  await comment(other, drive, 'After the relay was gone')
  const gone = listener.changes()
  await until(async () => (await onTheirWay()) === 0, 'the other machine passes on')
  await comment(other, drive, 'And on')
  await until(() => listener.changes() > gone, 'open pages hear of it')
  await until(async () => (await pageOf(other, drive)).includes('And on'), 'it is on the page')
  expect(await brokenInvariants(db)).toEqual([])
})
