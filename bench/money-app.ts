import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { databaseUser, own } from '../app/platform/postgres/place.server.ts'
import { startPostgres } from '../app/platform/postgres/postgres.server.ts'
import { providerKey } from './money-provider.ts'
import { childrenOf, processorGone, processorOf } from './processor.ts'

/** The built product with its provider, on a Postgres that others may ask, too. All of it on this machine alone. */
export type House = {
  url: string
  databaseUrl: string
  db: pg.Pool
  /** Seconds of processor time that the product has taken so far. Linux only. */
  seconds(): number
  /** Milliseconds of processor that each has taken so far; `rest` is the provider and the program that measures. */
  processor(): { product: number; database: number; rest: number }
  /** The process that answers. */
  pid: number
}

/**
 * Opens it in this folder, and closes it when the work is done or went wrong. Postgres runs as the product runs it, with
 * every commit on the disk. `PROFILE=folder` writes down where the product spends its time; `FOLDER=folder` starts the built
 * product of another version, to compare the two; `WORKER=1` has a worker of its own do the jobs, with what the others leave.
 */
export async function withHouse(home: string, work: (house: House) => Promise<void>): Promise<void> {
  own(home, databaseUser(home))
  const postgres = await startPostgres({ place: path.join(home, 'postgres') })
  const db = new pg.Pool({ connectionString: postgres.url, max: 4 })
  // Its Postgres may be gone before its last connection is.
  db.on('error', () => {})
  const children: ChildProcess[] = []
  const stopped = () => {
    for (const child of children) child.kill('SIGKILL')
    process.exit(1)
  }
  process.once('SIGTERM', stopped)
  try {
    const [port, theirs] = [await freePort(), await freePort()]
    const stdio = ['pipe', 'inherit', 'inherit'] as ['pipe', 'inherit', 'inherit']
    children.push(spawn(process.execPath, ['bench/money-provider.ts', String(theirs)], { stdio }))
    const profile = process.env.PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE}`] : []
    const env = {
      ...process.env,
      PORT: String(port),
      DATA_DIR: path.join(home, 'data'),
      DATABASE_URL: postgres.url,
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
      PAYSTACK_SECRET_KEY: providerKey,
      PAYSTACK_URL: `http://127.0.0.1:${theirs}`,
      TRUST_PROXY: '1',
    }
    const cwd = process.env.FOLDER ?? process.cwd()
    const apart = process.env.WORKER === '1'
    const product = spawn(process.execPath, [...profile, 'scripts/start.ts'], {
      env: { ...env, ...(apart ? { ROLE: 'web' } : {}) },
      cwd,
      stdio,
    })
    children.push(product)
    const url = `http://127.0.0.1:${port}`
    await ready(product, url)
    const products = [product.pid!]
    if (apart) {
      const worker = spawn(process.execPath, ['scripts/start.ts'], {
        env: { ...env, ROLE: 'worker', PORT: String(await freePort()) },
        cwd,
        stdio,
      })
      children.push(worker)
      os.setPriority(worker.pid!, 10)
      products.push(worker.pid!)
    }
    const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
    const postmaster = Number(/PPid:\t(\d+)/.exec(readFileSync(`/proc/${rows[0]!.pid}/status`, 'utf8'))![1])
    await work({
      url,
      databaseUrl: postgres.url,
      db,
      pid: product.pid!,
      seconds: () => secondsOf(product.pid!),
      processor: () => ({
        product: processorOf(products),
        database: processorOf([postmaster, ...childrenOf(postmaster)]) + processorGone(postmaster),
        rest: processorOf([process.pid, children[0]!.pid!]),
      }),
    })
  } finally {
    for (const child of children.reverse()) await ended(child)
    await db.end()
    await postgres.stop()
    process.off('SIGTERM', stopped)
  }
}

async function ready(product: ChildProcess, url: string) {
  for (;;) {
    if (product.exitCode !== null) throw new Error('the product did not start')
    if ((await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200) return
    await pause(200)
  }
}

async function ended(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 30_000)
  await gone
  clearTimeout(late)
}

/** The kernel counts in hundredths; the name of the process may have spaces in it. */
function secondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
