import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { freePort } from '#app/platform/postgres/postgres.server.ts'
import { quickFolder } from './quick-disk.ts'

// The one way to start the built product as a process, as `npm start` runs it: for tests, measurements and the budget.

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

export type Options = {
  dataDir?: string
  port?: number
  env?: Record<string, string>
  /** What to run; else the built product itself. */
  command?: string[]
  cwd?: string
  uid?: number
  gid?: number
}

/** A folder for data that everybody may pass through. */
export function openFolder(): string {
  const folder = quickFolder('harambee-product-')
  fs.chmodSync(folder, 0o755)
  return folder
}

/** Starts the product, without waiting for anything. */
export async function launch(options: Options = {}): Promise<Product> {
  const { command = [process.execPath, 'scripts/start.ts'], cwd = process.cwd(), uid, gid } = options
  const port = options.port ?? (await freePort())
  const dataDir = options.dataDir ?? path.join(openFolder(), 'data')
  const env = { ...plainEnvironment(), PORT: String(port), DATA_DIR: dataDir, ...options.env }
  const as = uid === undefined ? {} : { uid, gid: gid ?? uid }
  const child = spawn(command[0]!, command.slice(1), { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], ...as })
  let said = ''
  const log = logOf(port)
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (text) => {
      said += text
      if (log) fs.appendFileSync(log, text)
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve).once('error', () => resolve(null)))
  return { url: `http://127.0.0.1:${port}`, port, dataDir, child, said: () => said, ended }
}

/** The file where a product on this port writes what it says, so that a failed test can keep it; see keep-logs.ts. */
export function logOf(port: number | string): string | undefined {
  const folder = process.env.PRODUCT_LOGS
  return folder && path.join(folder, `${port}.log`)
}

/** Waits until it can serve, or until it answers at all. */
export async function ready(product: Product, page: '/readyz' | '/healthz' = '/readyz'): Promise<void> {
  await until(
    async () => {
      if (product.child.exitCode !== null) throw new Error(`it ended:\n${product.said()}`)
      return (await statusOf(`${product.url}${page}`)) === 200
    },
    () => `ready: ${product.said()}`,
    120_000,
  )
}

/** Tells it to end, and waits; one that does not is killed. */
export async function end({ child, ended }: Product): Promise<void> {
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await ended
  clearTimeout(late)
}

/** The status of an answer; 0 when nobody answers. */
export const statusOf = (url: string) =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) }).then(
    // An answer that has begun may be cut off, too.
    (answer) =>
      answer.arrayBuffer().then(
        () => answer.status,
        () => 0,
      ),
    () => 0,
  )

export async function until(
  true_: () => boolean | Promise<boolean>,
  what: string | (() => string),
  within = 90_000,
): Promise<void> {
  const end = Date.now() + within
  while (!(await true_())) {
    if (Date.now() > end) throw new Error(`not within ${within / 1000} s: ${typeof what === 'string' ? what : what()}`)
    await pause(50)
  }
}

/** What a person's own terminal has, without what the tests were started with. */
function plainEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, LANG, TMPDIR } = process.env
  const outer = (PATH ?? '').split(path.delimiter).filter((folder) => !folder.includes('node_modules'))
  return { PATH: outer.join(path.delimiter), HOME, LANG, TMPDIR, LOG_LEVEL: 'warn', WEB_PROCESSES: '1' }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Signs an example person in, by default the owner of the drives, and returns the cookies. */
export async function signIn({ url }: Pick<Product, 'url'>, email = 'owner@harambee.test'): Promise<string> {
  const answer = await fetch(`${url}/auth/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
    body: new URLSearchParams({ email, password: 'harambee' }),
  })
  if (answer.status !== 303) throw new Error(`signing in: ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
