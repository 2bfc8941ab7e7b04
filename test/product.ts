import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach } from 'vitest'
import { type Postgres, runningPostgres, startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { startedBefore } from './first-start.ts'
import { end, launch, type Options, openFolder, type Product, ready, until } from './launch.ts'

export { freePort } from '#app/platform/postgres/postgres.server.ts'
export { type Product, pause, ready, signIn, statusOf, until } from './launch.ts'

// The product for tests of how it starts, stops, and is killed: what a test leaves running ends after it.

const started: Product[] = []
const servers: Postgres[] = []
const folders: string[] = []

afterEach(async () => {
  for (const product of started.splice(0)) await end(product)
  for (const server of servers.splice(0)) await server.stop()
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true })
})

/** A Postgres that a person brought along, on a fresh place or this one; gone after the test. */
export async function bringPostgres(at: Partial<Pick<Postgres, 'place' | 'port'>> = {}): Promise<Postgres> {
  const postgres = await startPostgres({ place: path.join(freshFolder(), 'postgres'), durable: false, ...at })
  servers.push(postgres)
  return postgres
}

/** A folder for data that everybody may pass through; gone after the test. */
export const freshFolder = () => goneLater(openFolder())

/** The same on a disk: a checkout in it is made of links to files that lie on one. */
export function freshFolderOnDisk(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'harambee-boot-'))
  fs.chmodSync(folder, 0o755)
  return goneLater(folder)
}

function goneLater(folder: string): string {
  folders.push(folder)
  return folder
}

/** Starts the product, without waiting for anything; on data of an earlier start, unless a folder is named. */
export async function start(options: Options = {}): Promise<Product> {
  const dataDir = options.dataDir ?? startedBefore(freshFolder(), options.env)
  const product = await launch({ ...options, dataDir })
  started.push(product)
  return product
}

/** Sends it a signal; gives its exit code once it has ended, which is null when the signal ended it. */
export function quit({ child, ended }: Pick<Product, 'child' | 'ended'>, signal: NodeJS.Signals = 'SIGTERM') {
  child.kill(signal)
  return ended
}

export async function startReady(options: Options = {}): Promise<Product> {
  const product = await start(options)
  await ready(product)
  return product
}

/** Where a product's database lies. */
export const placeOf = ({ dataDir }: Pick<Product, 'dataDir'>) => fs.realpathSync(path.join(dataDir, 'postgres'))

/** The process of its database's server; 0 when there is none. */
export const serverOf = (product: Product) => {
  const file = path.join(placeOf(product), '18/postmaster.pid')
  return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : 0
}

/** Ends the database's server, and waits until the product has another. */
export async function newServer(product: Product, end: (product: Product) => void) {
  const before = serverOf(product)
  end(product)
  await until(() => ![0, before].includes(serverOf(product)), 'a new server')
  await ready(product)
}

/** Asks its own database. */
export async function ask(product: Product, statement: string): Promise<unknown[]> {
  const client = new pg.Client(runningPostgres(placeOf(product))!.url)
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}

/** The processes that have this folder in their command line, such as the database on it and its keeper. */
export function processesOn(folder: string): number[] {
  if (process.platform !== 'linux') {
    const lines = spawnSync('ps', ['-A', '-o', 'pid=,command='], { encoding: 'utf8' }).stdout.split('\n')
    return lines.filter((line) => line.includes(folder)).map((line) => Number.parseInt(line, 10))
  }
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandOf(name).includes(folder))
    .map(Number)
}

function commandOf(pid: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
