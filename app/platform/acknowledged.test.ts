import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quickFolder } from '#test/quick-disk.ts'
import { dbOn, openPool } from './db.server.ts'
import { databaseUser, own } from './postgres/place.server.ts'
import { type Postgres, startPostgres } from './postgres/postgres.server.ts'
import { isDatabaseGone } from './processes/lifecycle.server.ts'

// A commit that is answered as done is kept. The server here waits for a standby that never comes.

const home = quickFolder('harambee-standby-')
let server: Postgres
beforeAll(async () => {
  own(home, databaseUser(home))
  server = await startPostgres({ place: path.join(home, 'postgres'), durable: true })
  const pool = openPool(server.url, 1)
  await pool.query('create table kept (a int)')
  await pool.query(`alter system set synchronous_standby_names = 'nobody'`)
  await pool.query('select pg_reload_conf()')
  await pool.end()
}, 60_000)
afterAll(async () => {
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

/** Cancels the commit that waits for the standby, as a person or a limit of the database does. */
async function cancelWaiting(): Promise<void> {
  const other = openPool(server.url, 1)
  const cancelled = async () =>
    (await other.query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)).rowCount
  await expect.poll(cancelled, { timeout: 20_000 }).toBe(1)
  await other.end()
}

test.each([
  ['a statement', (pool: ReturnType<typeof openPool>) => pool.query('insert into kept values (1)')],
  ['a prepared statement', (pool: ReturnType<typeof openPool>) => pool.query('insert into kept values ($1)', [2])],
  [
    'a transaction',
    (pool: ReturnType<typeof openPool>) =>
      dbOn(() => pool)
        .transaction()
        .execute((tx) => sql`insert into kept values (${3})`.execute(tx)),
  ],
])('%s that no standby confirmed is not answered as done', async (_, write) => {
  for (const pooled of [false, true]) {
    const pool = openPool(server.url, 1, undefined, { pooled })
    const written = write(pool).then(
      () => 'done',
      (error) => error,
    )
    await cancelWaiting()
    const answer = await written
    expect(answer).toMatchObject({ code: '08007' })
    expect(isDatabaseGone(answer)).toBe(true)
    // The connection is as good as before.
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await pool.end()
  }
})

test('a connection whose statement was not answered in time is used no more', async () => {
  const pool = openPool(server.url, 1)
  Object.assign(pool.options, { query_timeout: 300 })
  const late = sql`select pg_sleep(${60})`.execute(dbOn(() => pool))
  await expect(late).rejects.toThrow('Query read timeout')
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('a connection to a server that has become a standby is used no more, and its fault is that the database is gone [T1522]', async () => {
  const pool = openPool(server.url, 1)
  const pid = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
  const before = await pid()
  await pool.query('set default_transaction_read_only = on')
  const refused = await pool.query('insert into kept values (4)').catch((error) => error)
  expect([refused.code, isDatabaseGone(refused)]).toEqual(['25006', true])
  expect(await pid()).not.toBe(before)
  await pool.end()
})

test('only what may lose its last second commits without waiting for the disk', () => {
  const asked = [
    'grep',
    '-lE',
    'unwaitedCommit|synchronous_commit|role, [{] quick: true',
    '--',
    'app',
    'db/schema.sql',
    'server.ts',
    'scripts',
  ]
  const files = execFileSync('git', asked, { encoding: 'utf8' }).trim().split('\n')
  expect(files.filter((file) => !file.endsWith('.test.ts'))).toEqual([
    // A view that was counted is lost in the owner's favour.
    'app/drives/views/view.server.ts',
    // The mark that an email was sent: lost, it is sent twice.
    'app/money/donations/news.server.ts',
    // The lease of an event: lost, it is worked off twice.
    'app/money/payments/events.server.ts',
    // Where it is defined, and where databases of tests have it.
    'app/platform/db.server.ts',
    // The relay passes on topics and jobs, and may pass one on twice.
    'app/platform/live/relay.server.ts',
    'app/platform/postgres/postgres.server.ts',
    // The queue's own bookkeeping: a job may run twice.
    'server.ts',
  ])
})
