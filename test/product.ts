import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach } from 'vitest'
import { quickFolder } from './quick-disk.ts'

// The whole product as processes, as people run it: for tests of how it starts, stops, and is killed.

export type Product = {
  url: string
  port: number
  dataDir: string
  child: ChildProcess
  /** Everything it wrote to the terminal. */
  said: () => string
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>
}

type Options = {
  dataDir?: string
  port?: number
  env?: Record<string, string>
  /** What to run; else the built product itself. */
  command?: string[]
  cwd?: string
  uid?: number
  gid?: number
}

const started: Product[] = []
const folders: string[] = []

afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGTERM')
    await Promise.race([ended, pause(20_000)])
    child.kill('SIGKILL')
  }
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true })
})

/** A folder for data that everybody may pass through; gone after the test. */
export const freshFolder = () => openToAll(quickFolder('harambee-boot-'))

/** The same on a disk: a checkout in it is made of links to files that lie on one. */
export const freshFolderOnDisk = () => openToAll(fs.mkdtempSync(path.join(os.tmpdir(), 'harambee-boot-')))

function openToAll(folder: string): string {
  fs.chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

/** Starts the product, without waiting for anything. */
export async function start(options: Options = {}): Promise<Product> {
  const { command = [process.execPath, 'scripts/start.ts'], cwd = process.cwd(), uid, gid } = options
  const port = options.port ?? (await freePort())
  const dataDir = options.dataDir ?? path.join(freshFolder(), 'data')
  const env = { ...plainEnvironment(), PORT: String(port), DATA_DIR: dataDir, ...options.env }
  const as = uid === undefined ? {} : { uid, gid: gid ?? uid }
  const child = spawn(command[0]!, command.slice(1), { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], ...as })
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (said += text))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve).once('error', () => resolve(null)))
  const product = { url: `http://127.0.0.1:${port}`, port, dataDir, child, said: () => said, ended }
  started.push(product)
  return product
}

export async function startReady(options: Options = {}): Promise<Product> {
  const product = await start(options)
  await ready(product)
  return product
}

export async function ready(product: Product): Promise<void> {
  await until(async () => {
    if (product.child.exitCode !== null) throw new Error(`it ended:\n${product.said()}`)
    return (await statusOf(`${product.url}/readyz`)) === 200
  }, `ready: ${product.said()}`)
}

/** The status of an answer; 0 when nobody answers. */
export const statusOf = (url: string) =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )

export async function until(true_: () => boolean | Promise<boolean>, what: string, within = 90_000): Promise<void> {
  const end = Date.now() + within
  while (!(await true_())) {
    if (Date.now() > end) throw new Error(`not within ${within / 1000} s: ${what}`)
    await pause(50)
  }
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

/** What a person's own terminal has, without what the tests were started with. */
function plainEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, LANG, TMPDIR } = process.env
  const outer = (PATH ?? '').split(path.delimiter).filter((folder) => !folder.includes('node_modules'))
  return { PATH: outer.join(path.delimiter), HOME, LANG, TMPDIR, LOG_LEVEL: 'warn' }
}

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = net.createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
