import { sql } from 'kysely'
import { RouterContextProvider } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { atOneMoment } from '#app/base/ledger/moment.server.ts'
import { dbOn, openPool, db as primary, thePool } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { askedContext, type RequestInfo } from '#app/platform/request.server.ts'
import { adminBrowser } from '#test/admin-browser.ts'
import { copyOfTemplate, dropDatabase, testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { freshCookie, lagDb, openReplica, orPrimary } from './replica.server.ts'

// Reports read a replica while it is well. Another database is in its place here, with a line of the audit log that the primary has not.
// That the lag of a real one is measured is shown in replica-real.test.ts.

leavesSomethingBehind()

await testDatabase()
const { people, get, file, send, read } = adminBrowser(primary)
let url = ''
let replica: ReturnType<typeof openReplica> | undefined
let lag: () => Promise<number>
let measured = 0
const mark = 'Only the replica has this'

beforeAll(async () => {
  url = await copyOfTemplate()
  const pool = openPool(url, 1)
  await dbOn(() => pool)
    .insertInto('audit_log')
    .values({ by: null, act: 'role changed', noun: 'person', subject: 'x', why: mark })
    .execute()
  await pool.end()
})
afterAll(() => dropDatabase(url))
beforeEach(() => {
  lag = async () => 0
  measured = 0
})
afterEach(async () => {
  vi.restoreAllMocks()
  await replica?.stop()
  replica = undefined
})

const open = (more: Partial<Parameters<typeof openReplica>[0]> = {}) => {
  replica = openReplica({ url, measure: async () => (measured++, lag()), each: 0, away: 0, ...more })
}
const name = sql<{ name: string }>`select current_database() as name`
const where = async (from = lagDb()) => {
  const { rows } = await name.execute(from)
  return url.endsWith(`/${rows[0]!.name}`) ? 'replica' : 'primary'
}
const reads = (place: string) =>
  vi.waitFor(async () => expect(await where()).toBe(place), { timeout: 15_000, interval: 10 })
const linesOf = (way: 'warn' | 'info') => {
  const spy = vi.spyOn(log, way).mockImplementation(() => {})
  return () => spy.mock.calls.filter(([, words]) => String(words).startsWith('reports read')).length
}
const asking = (more: Partial<RequestInfo>) => {
  const context = new RouterContextProvider()
  context.set(askedContext, more as RequestInfo)
  return context
}

test('without DATABASE_READ_URL everything reads the primary, and no cookie is set [T1620]', async () => {
  expect([lagDb() === primary, freshCookie(true)]).toEqual([true, undefined])
  const { headers } = await send('/admin/settings/fee', {})
  expect(String(headers['set-cookie'])).not.toContain('fresh=')
})

test('reports read the replica; who has just changed something reads the primary [T1621]', async () => {
  open()
  await reads('replica')
  expect([
    await where(lagDb(asking({}))),
    await where(lagDb(asking({ isFresh: true }))),
    await where(lagDb(asking({ changes: true }))),
  ]).toEqual(['replica', 'primary', 'primary'])
  expect(await where(primary)).toBe('primary')
})

test('beyond five seconds of lag the primary is read, until it is less; each change is one line in the log [T1622]', async () => {
  const [warned, informed] = [linesOf('warn'), linesOf('info')]
  open()
  await reads('replica')
  lag = async () => 5000
  expect(await where()).toBe('replica')
  lag = async () => 5001
  expect([await where(), await where(), await where()]).toEqual(['primary', 'primary', 'primary'])
  expect([warned(), informed()]).toEqual([1, 0])
  lag = async () => 4999
  await reads('replica')
  expect([warned(), informed()]).toEqual([1, 1])
})

test('the lag is measured once for many readers of a second [T1623]', async () => {
  open({ each: 60_000 })
  await reads('replica')
  await Promise.all(Array.from({ length: 30 }, () => where()))
  expect(measured).toBe(1)
})

test('a replica that breaks in the middle of a report is none: the primary is read, also for a report in a transaction [T1624]', async () => {
  const warned = linesOf('warn')
  open({ away: 60_000 })
  await reads('replica')
  const cut = sql`select pg_terminate_backend(pg_backend_pid())`
  const tries: string[] = []
  const found = await orPrimary(lagDb(), (from) =>
    from.transaction().execute(async (tx) => {
      const { rows } = await name.execute(tx)
      tries.push(rows[0]!.name)
      if (tries.length === 1) await cut.execute(tx)
      return rows[0]!.name
    }),
  )
  expect([url.endsWith(`/${tries[0]}`), tries[1], warned()]).toEqual([true, found, 1])
  expect([await where(), warned()]).toEqual(['primary', 1])
})

test('what the replica can not answer is asked of the primary, such as a table that it does not have yet [T1625]', async () => {
  open()
  await reads('replica')
  const owner = openPool(thePool().options.connectionString!, 1)
  await owner.query('create table only_here (a int); grant select on only_here to public')
  await owner.end()
  expect((await sql`select from only_here`.execute(lagDb())).rows).toEqual([])
  expect(await where()).toBe('replica')
})

test('a replica that is silent keeps nobody waiting: its readers go to the primary [T1626]', async () => {
  open({ patience: 50, away: 60_000 })
  await reads('replica')
  const slow = sql<{
    name: string
  }>`select current_database() as name, pg_sleep(case when current_database() = ${url.split('/').at(-1)} then 600 else 0 end)`
  const waiting = slow.execute(lagDb())
  const owner = openPool(thePool().options.connectionString!, 1)
  const asleep = `select from pg_stat_activity where wait_event = 'PgSleep' and datname = $1`
  await vi.waitFor(async () => expect((await owner.query(asleep, [url.split('/').at(-1)])).rowCount).toBe(1), 15_000)
  await owner.end()
  lag = () => new Promise(() => {})
  expect(await where()).toBe('primary')
  expect((await waiting).rows[0]!.name).not.toBe(url.split('/').at(-1))
})

test('the audit log and files read the replica, and the page after a form reads the primary for ten seconds [T1627]', async () => {
  open()
  await reads('replica')
  expect(await read('/admin/audit')).toContain(mark)
  expect((await file('/admin/audit.csv')).join()).toContain(mark)
  const { headers } = await send('/admin/settings/fee', { fee: '5' })
  const cookie = headers['set-cookie']!.find((one) => one.startsWith('fresh='))
  expect(cookie).toBe('fresh=1; Path=/; Max-Age=10; HttpOnly; SameSite=Lax')
  const after = await get('/admin/audit', { cookie: `${people.admin.cookie}; ${cookie!.split(';')[0]}` })
  expect([after.status, after.text.includes(mark)]).toEqual([200, false])
  // The primary has the lines about the looks.
  const seen = await primary.selectFrom('audit_log').where('noun', '=', 'audit log').select('act').execute()
  expect(seen.map(({ act }) => act).sort()).toEqual(['exported', 'seen'])
})

test('reports of money are of one moment of the replica; the books are read at the primary [T1628]', async () => {
  open()
  await reads('replica')
  const placeOf = (from = primary) => atOneMoment(from, async ({ tx }) => (await name.execute(tx)).rows[0]!.name)
  expect(url.endsWith(`/${await placeOf(lagDb())}`)).toBe(true)
  expect(url.endsWith(`/${await placeOf()}`)).toBe(false)
  for (const page of ['revenue-donations', 'revenue-sales'])
    expect((await get(`/admin/${page}`, people.admin)).status).toBe(200)
})
