// node bench/notify.ts   How many small commits a second the included Postgres does with the product's tables: an insert alone, the same
// with tell_topic as it is without REDIS_URL (NOTIFY, and a process that listens), and as it is with it (the outbox, emptied by the relay into
// a Redis that a process listens to). By 1, 8, 32 and 64 clients, for a server alone, and for one that waits for a standby 2 ms away.
// SECONDS=3 a figure, ROUNDS=2 in turns: about four minutes. Needs pgbench, and redis-server or valkey-server.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { openPool, useDatabase as pointDbTo } from '#app/platform/db.server.ts'
import { listenTo } from '#app/platform/live/listen.server.ts'
import { listenToRedis } from '#app/platform/live/redis.server.ts'
import { startRelay } from '#app/platform/live/relay.server.ts'
import { log } from '#app/platform/log.server.ts'
import { chooseWay } from '#app/platform/postgres/database.server.ts'
import { migrate } from '#app/platform/postgres/migrate.server.ts'
import { binaries, databaseUser, own } from '#app/platform/postgres/place.server.ts'
import { freePort, startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { realRedis, realServer } from '../test/redis-server.ts'

const run = promisify(execFile)
const seconds = Number(process.env.SECONDS ?? 3)
const rounds = Number(process.env.ROUNDS ?? 2)
const clients = [1, 8, 32, 64]
const millisecondsAway = 2

const insert = 'insert into measured (amount) values (500);'
const told = `begin;\n${insert}\nselect tell_topic('drive:' || :client_id);\nend;`
const ways = { insert: `begin;\n${insert}\nend;`, notify: told, outbox: told }
type Way = keyof typeof ways

const home = mkdtempSync(path.join(os.tmpdir(), 'harambee-notify-'))
const ids = databaseUser(home)
own(home, ids)
let standby: ChildProcess | undefined
let line: net.Server | undefined
log.level = 'warn'
const redis = realRedis ? await realServer() : undefined
try {
  await redis?.start()
  await measure()
} finally {
  await redis?.stop()
  standby?.kill('SIGINT')
  line?.close()
  rmSync(home, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  if (spawnSync('pgbench', ['--version']).status !== 0)
    throw new Error('pgbench is missing: apt install postgresql-contrib')
  if (!redis) throw new Error('redis-server is missing: apt install redis-server')
  const place = path.join(home, 'primary')
  const first = await startPostgres({ place })
  await migrate(first.url)
  const pool = new pg.Pool({ connectionString: first.url, max: 1 })
  await pool.query('create table measured (id bigint generated always as identity primary key, amount bigint)')
  await pool.end()
  console.log('alone')
  await table(first.url)
  await first.stop()
  // With its owner, which is not always ours.
  spawnSync('cp', ['-a', path.join(place, dataIn(place)), path.join(home, 'standby')])
  const primary = await startPostgres({ place })
  await follow(primary.url, primary.port)
  console.log(`with a standby ${millisecondsAway} ms away`)
  await table(primary.url)
  await primary.stop()
}

/** The folder of the data is named by the version of Postgres. */
function dataIn(place: string): string {
  return readdirSync(place).find((name) => /^\d+$/.test(name))!
}

/** Starts a standby behind a line that takes its time, and lets commits wait for it. */
async function follow(url: string, port: number): Promise<void> {
  const folder = path.join(home, 'standby')
  const { username, password } = new URL(url)
  const far = await slowLine(port)
  writeFileSync(path.join(folder, 'standby.signal'), '')
  const to = `host=127.0.0.1 port=${far} user=${username} password=${password} application_name=far`
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `primary_conninfo=${to}`]
  const set = [...settings, 'hot_standby=on'].flatMap((one) => ['-c', one])
  const program = path.join(binaries(ids), 'postgres')
  standby = spawn(program, ['-D', folder, '-p', String(await freePort()), ...set], {
    ...ids,
    cwd: folder,
    stdio: 'ignore',
  })
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  for (let tries = 0; ; tries++) {
    const { rowCount } = await pool.query(
      `select from pg_stat_replication where application_name = 'far' and state = 'streaming'`,
    )
    if (rowCount) break
    if (tries > 200) throw new Error('the standby does not follow')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await pool.query(`alter system set synchronous_standby_names = 'far'`)
  await pool.query('select pg_reload_conf()')
  await pool.end()
}

/** A port that leads to another one, and brings each piece half of the time later, there and back. */
async function slowLine(port: number): Promise<number> {
  const pass = (from: net.Socket, to: net.Socket) =>
    from
      .on('data', (piece) => setTimeout(() => to.write(piece), millisecondsAway / 2))
      .on('close', () => to.destroy())
      .on('error', () => to.destroy())
  line = net.createServer({ noDelay: true }, (near) => {
    const far = net.connect({ port, host: '127.0.0.1', noDelay: true })
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>((resolve) => line!.listen(0, '127.0.0.1', resolve))
  return (line.address() as net.AddressInfo).port
}

async function table(url: string): Promise<void> {
  // The relay asks it for the name of its channel.
  const pool = openPool(url, 2)
  pointDbTo(pool)
  for (const many of clients) {
    const found: Record<Way, number[]> = { insert: [], notify: [], outbox: [] }
    let behind = 0
    // In turns: what slows the machine down for a while slows all three.
    for (let round = 0; round < rounds; round++)
      for (const way of Object.keys(ways) as Way[]) {
        const end = await take(way, url)
        found[way].push(await commits(url, many, way))
        if (way === 'outbox') behind = Math.max(behind, await untilEmpty(pool))
        await end()
      }
    const [plain, notify, outbox] = Object.values(found).map((all) => Math.max(...all)) as [number, number, number]
    const per = (figure: number) => `${Math.round(figure)}/s`.padStart(9)
    console.log(
      `  ${String(many).padStart(2)} clients: insert ${per(plain)}, notify ${per(notify)}, outbox ${per(outbox)}; outbox/notify ${(outbox / notify).toFixed(2)}, outbox/insert ${(outbox / plain).toFixed(2)}; the relay is done ${behind.toFixed(1)} s later`,
    )
  }
  await pool.end()
}

/** Lets topics go one way, as a start of the product does, with a process that hears them. Returns how to end that. */
async function take(way: Way, url: string): Promise<() => Promise<unknown>> {
  const address = redis!.address()
  await chooseWay(url, { works: true, ...(way === 'outbox' ? { REDIS_URL: address } : {}) })
  const heard = { said: () => {}, connected: () => {} }
  if (way === 'notify') {
    const line = listenTo(url, 'live', heard)
    return () => line.close()
  }
  if (way === 'insert') return async () => {}
  const [listener, relay] = [listenToRedis(address, heard), startRelay({ url, redis: address })]
  return () => Promise.all([listener.close(), relay.stop()])
}

/** Returns the seconds until the relay has passed everything on. */
async function untilEmpty(pool: pg.Pool): Promise<number> {
  const began = performance.now()
  while ((await pool.query('select from live_outbox limit 1')).rowCount)
    if (performance.now() - began > 30_000) throw new Error('the relay does not empty the outbox')
  return (performance.now() - began) / 1000
}

async function commits(url: string, many: number, way: Way): Promise<number> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const script = path.join(home, `${way}.sql`)
  writeFileSync(script, `${ways[way]}\n`)
  const asked = ['-n', '-f', script, '-c', String(many), '-j', '2', '-T', String(seconds)]
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(password) }
  const { stdout } = await run('pgbench', ['-h', hostname, '-p', port, '-U', username, ...asked, pathname.slice(1)], {
    env,
  })
  // pgbench says no rate where nothing was done: a disk may stall for a second.
  const tps = /processed: 0$/m.test(stdout) ? 0 : Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  if (!Number.isFinite(tps)) throw new Error(`pgbench said no figure:\n${stdout}`)
  return tps
}
