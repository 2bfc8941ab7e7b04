import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { db, openPool, useDatabase } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { quickFolder } from '#test/quick-disk.ts'
import { binaries, databaseUser, own } from './place.server.ts'
import { freePort, type Postgres, startPostgres } from './postgres.server.ts'
import { lagDb, openReplica } from './replica.server.ts'

/** @module-tag night */

// The lag of a real replica. One that follows an idle primary does not lag, however long ago the last transaction was.

leavesSomethingBehind()

const home = quickFolder('harambee-replica-')
const ids = databaseUser(home)
let primary: Postgres
let standby: ChildProcess
let standbyUrl = ''
const pools: ReturnType<typeof openPool>[] = []

beforeAll(async () => {
  own(home, ids)
  const place = path.join(home, 'primary')
  await (await startPostgres({ place, durable: false })).stop()
  const folder = path.join(home, 'standby')
  const data = readdirSync(place).find((name) => /^\d+$/.test(name))!
  spawnSync('cp', ['-a', path.join(place, data), folder])
  primary = await startPostgres({ place, durable: false })
  const { username, password, port } = new URL(primary.url)
  writeFileSync(path.join(folder, 'standby.signal'), '')
  const at = await freePort()
  const to = `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=far`
  const set = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `primary_conninfo=${to}`,
    'hot_standby=on',
    'max_connections=300',
  ]
  const words = ['-D', folder, '-p', String(at), ...set.flatMap((one) => ['-c', one])]
  standby = spawn(path.join(binaries(ids), 'postgres'), words, { ...ids, cwd: folder, stdio: 'ignore' })
  standbyUrl = primary.url.replace(`:${port}/`, `:${at}/`)
  const [first, second] = [primary.url, standbyUrl].map((url) => openPool(url, 2))
  pools.push(first!, second!)
  useDatabase(first!)
  await sql`create table noted (a int)`.execute(db)
  await vi.waitFor(() => second!.query('select from noted'), { timeout: 60_000, interval: 100 })
}, 120_000)
afterAll(async () => {
  for (const pool of pools) await pool.end()
  const gone = new Promise((resolve) => standby.once('exit', resolve))
  if (standby.exitCode === null && standby.kill('SIGINT')) await gone
  await primary.stop()
  rmSync(home, { recursive: true, force: true })
})

const isReplica = async () =>
  (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(lagDb())).rows[0]!.is
const becomes = (is: boolean, timeout = 30_000) =>
  vi.waitFor(async () => expect(await isReplica()).toBe(is), { timeout, interval: 100 })
const onStandby = (statement: string) => pools[1]!.query(statement)

test('a replica that follows is read, also while the primary is idle; one that is paused is read for five seconds at most [T1630]', async () => {
  const replica = openReplica({ url: standbyUrl, each: 100 })
  await becomes(true)
  // The last transaction is seven seconds old: nothing is missing.
  const old = async () =>
    (await onStandby('select now() - pg_last_xact_replay_timestamp() > $$7 seconds$$ as old')).rows[0]!.old
  await vi.waitFor(async () => expect(await old()).toBe(true), { timeout: 30_000, interval: 200 })
  expect(await isReplica()).toBe(true)

  await onStandby('select pg_wal_replay_pause()')
  await sql`insert into noted values (1)`.execute(db)
  const written = performance.now()
  await becomes(false)
  expect(performance.now() - written).toBeLessThan(10_000)
  expect((await sql`select from noted`.execute(lagDb())).rows).toHaveLength(1)
  await onStandby('select pg_wal_replay_resume()')
  await becomes(true)
  expect((await sql`select from noted`.execute(lagDb())).rows).toHaveLength(1)
  await replica.stop()
})

test('an address that leads to the primary is no replica [T1631]', async () => {
  const warned = vi.spyOn(log, 'warn').mockImplementation(() => {})
  const replica = openReplica({ url: primary.url, each: 0 })
  const said = () => warned.mock.calls.map(([one]) => String((one as unknown as { err?: Error }).err?.message))
  await vi.waitFor(() => expect(said()).toContain('DATABASE_READ_URL leads to no replica'), { timeout: 15_000 })
  expect(await isReplica()).toBe(false)
  await replica.stop()
})
