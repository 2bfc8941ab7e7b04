import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import * as fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { binaries, databaseUser, type Ids, own, ownFolder } from './place.server.ts'

/** A running Postgres of our own. */
export type Postgres = {
  /** Contains the password: never log it. */
  url: string
  port: number
  place: string
  /** Settles when the server has ended, by request or not; with the last output it wrote. */
  gone: Promise<string>
  stop(): Promise<void>
}

type Options = {
  /** The folder for data and password. */
  place: string
  /** False: fast, but lost in a power failure; for tests. */
  durable?: boolean
  /** More variables for the server. */
  env?: NodeJS.ProcessEnv
  port?: number
  /** The connections that it has to allow; never fewer than usual. */
  connections?: number
  /** Called when the caller has to wait. */
  onWait?: (why: string) => void
}

const name = 'harambee'
const patience = 15_000
const usualConnections = 100

/** Starts the included Postgres, makes its data folder the first time, and waits until it answers. */
export async function startPostgres(options: Options): Promise<Postgres> {
  const { place, durable = true, port, onWait = () => {} } = options
  ownFolder(place)
  const ids = databaseUser(place)
  const bin = binaries(ids)
  const password = keptPassword(place, ids)
  if (durable && !fs.existsSync(dataOf(place))) onWait('making the database …')
  await makeCluster(bin, place, ids, durable)
  await waitForEarlier(place, onWait)
  const until = Date.now() + patience
  for (;;) {
    const usedPort = port ?? (await freePort())
    const server = run(bin, ids, usedPort, options)
    const failed = await Promise.race([ready(server), server.gone])
    if (failed === undefined) {
      const url = await ownDatabase(`postgres://${name}:${password}@127.0.0.1:${usedPort}`)
      return { url, port: usedPort, place, gone: server.gone, stop: () => stop(server, place) }
    }
    // Children of a killed server may need a moment to notice; a free port may be taken the moment after.
    const passing = /shared memory block|lock file|could not (bind|create any TCP)/.test(failed)
    if (!passing || Date.now() > until) throw new Error(`Postgres did not start: ${failed.trim()}`)
    await pause(200)
  }
}

/** Returns the server that runs on this folder now, if there is one. */
export function runningPostgres(place: string): { url: string } | undefined {
  if (!liveServer(place)) return undefined
  const port = pidFile(place)?.[3]
  const password = fs.readFileSync(path.join(place, 'password'), 'utf8')
  return { url: `postgres://${name}:${password}@127.0.0.1:${port}/${name}` }
}

const dataOf = (place: string) => path.join(place, '18')

/** Local programs can reach the port too, so the database needs a password; it is stored with the data. */
function keptPassword(place: string, ids: Ids): string {
  const file = path.join(place, 'password')
  if (!fs.existsSync(file)) {
    fs.writeFileSync(`${file}.new`, randomBytes(24).toString('base64url'), { mode: 0o600 })
    own(`${file}.new`, ids)
    fs.renameSync(`${file}.new`, file)
  }
  return fs.readFileSync(file, 'utf8')
}

/** Makes the cluster beside its place and renames it when finished, so that a kill meanwhile leaves nothing half-made. */
async function makeCluster(bin: string, place: string, ids: Ids, durable: boolean) {
  if (fs.existsSync(dataOf(place))) return
  const unfinished = `${dataOf(place)}.new`
  fs.rmSync(unfinished, { recursive: true, force: true })
  const made = spawn(
    path.join(bin, 'initdb'),
    [
      '-D',
      unfinished,
      '-U',
      name,
      '--auth=scram-sha-256',
      `--pwfile=${path.join(place, 'password')}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...ids, env: plainEnvironment(), cwd: place, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  made.stdout.on('data', (text) => (said += text))
  made.stderr.on('data', (text) => (said += text))
  const code = await new Promise((resolve) => made.once('error', resolve).once('close', resolve))
  if (code !== 0) throw new Error(`initdb failed: ${code instanceof Error ? code.message : said.trim()}`)
  fs.renameSync(unfinished, dataOf(place))
}

/**
 * The server runs under a small shell that waits on a pipe from us. When the pipe closes, for any reason, even SIGKILL,
 * the shell stops the server: none is ever left behind. Signals meant for us alone don't reach it.
 */
const keeper = `trap : INT TERM HUP; exec 3<&0
"$@" </dev/null 3<&- & server=$!
(trap '' INT TERM HUP; read -r end <&3; kill -INT $server) 2>/dev/null & watch=$!
exec 3<&- </dev/null
while kill -0 $server 2>/dev/null; do wait $server; how=$?; done
kill -KILL $watch 2>/dev/null; exit $how`

type Running = { child: ChildProcess; gone: Promise<string> }

function run(bin: string, ids: Ids, port: number, { place, durable = true, connections = 0, env }: Options): Running {
  const set = (...all: string[]) => all.flatMap((one) => ['-c', one])
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      keeper,
      'harambee-postgres',
      path.join(bin, 'postgres'),
      '-D',
      dataOf(place),
      '-p',
      String(port),
      ...set('listen_addresses=127.0.0.1', 'unix_socket_directories=', 'timezone=UTC', 'log_timezone=UTC'),
      // Its last output goes to our log when it dies: that is about the server, not about statements and their rows.
      ...set('log_min_messages=log', 'log_min_error_statement=panic'),
      ...(connections > usualConnections ? set(`max_connections=${connections}`) : []),
      ...(durable ? [] : set('fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300')),
    ],
    { ...ids, env: { ...plainEnvironment(), ...env }, cwd: place, stdio: ['pipe', 'ignore', 'pipe'], detached: true },
  )
  let lastWords = ''
  child.stderr!.on('data', (text) => {
    lastWords = (lastWords + text).slice(-4000)
  })
  child.stdin!.on('error', () => {})
  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', () => resolve(lastWords))
  })
  return { child, gone }
}

const ready = ({ child }: Running) =>
  new Promise<undefined>((resolve) => {
    let said = ''
    child.stderr!.on('data', function look(text) {
      said += text
      if (!said.includes('database system is ready to accept connections')) return
      child.stderr!.off('data', look)
      resolve(undefined)
    })
  })

async function stop({ child, gone }: Running, place: string) {
  child.stdin!.end()
  const urgent = setTimeout(() => {
    const pid = liveServer(place)
    if (pid) process.kill(pid, 'SIGQUIT')
  }, patience)
  await gone
  clearTimeout(urgent)
}

/** Waits for a server that is still stopping. One whose shell was killed is stopped; one that is in use stays. */
async function waitForEarlier(place: string, onWait: (why: string) => void) {
  const began = Date.now()
  let told = false
  for (let pid = liveServer(place); pid; pid = liveServer(place)) {
    if (!kept(pid)) process.kill(pid, 'SIGINT')
    if (Date.now() - began > patience)
      throw new Error(`the database in ${place} is in use: another Harambee runs on the same data (process ${pid})`)
    if (!told && Date.now() - began > 1000) onWait('waiting for an earlier server on the same data to finish …')
    told ||= Date.now() - began > 1000
    await pause(50)
  }
  // A process id that now belongs to another program would make Postgres believe that it runs already.
  fs.rmSync(path.join(dataOf(place), 'postmaster.pid'), { force: true })
}

function pidFile(place: string): string[] | undefined {
  try {
    return fs.readFileSync(path.join(dataOf(place), 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
}

function liveServer(place: string): number | undefined {
  const pid = Number(pidFile(place)?.[0])
  return pid && processOf(pid)?.command.includes(dataOf(place)) ? pid : undefined
}

const kept = (pid: number) => processOf(processOf(pid)?.parent ?? 0)?.command.includes('harambee-postgres') ?? false

function processOf(pid: number): { parent: number; command: string } | undefined {
  try {
    if (process.platform === 'linux') {
      const parent = Number(fs.readFileSync(`/proc/${pid}/status`, 'utf8').match(/^PPid:\s*(\d+)/m)?.[1])
      return { parent, command: fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }
    }
    const said = spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
    const [, parent, command] = said.match(/^(\d+)\s+(.*)$/s) ?? []
    return command ? { parent: Number(parent), command } : undefined
  } catch {
    return undefined
  }
}

async function ownDatabase(server: string): Promise<string> {
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  const known = await client.query('select from pg_database where datname = $1', [name])
  if (known.rowCount === 0) await client.query(`create database ${name}`)
  await client.end()
  return `${server}/${name}`
}

const plainEnvironment = () => ({ PATH: process.env.PATH, HOME: '/', LC_ALL: 'C', TZ: 'UTC' })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Systems give the ports above to outgoing connections. */
const [lowest, highest] = [20_000, 32_000]
const mostTries = 50

/**
 * Returns a port that nobody listens on. The port stays free while its server is away: an outgoing connection could take one
 * of the range above, and the server could not come back to it.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries++) {
    const port = await listenOn(randomInt(lowest, highest)).catch(() => undefined)
    if (port) return port
  }
  return listenOn(0)
}

const listenOn = (wanted: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject)
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
