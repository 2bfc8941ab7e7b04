import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import { quickFolder } from '#test/quick-disk.ts'

// A whole product of its own for browser tests: the built one, as `npm start` runs it, on fresh data.

export type House = {
  url: string
  dataDir: string
  /** The address of its database, when it was given one. */
  database?: string
  process: ChildProcess
  output: () => string
  stop: () => Promise<void>
}

/** Where the houses of this test file keep what they know, by their address. */
export const placeOf = new Map<string, Place>()
export type Place = Pick<House, 'dataDir' | 'database'>

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = net.createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })

/**
 * Starts the product and waits until it can serve, or only until it answers at all. One proxy hop is trusted, so that
 * each visitor can have an address of their own.
 */
export async function openHouse(
  settings: Record<string, string> = {},
  until: 'ready' | 'answers' = 'ready',
): Promise<House> {
  const port = Number(settings.PORT ?? (await freePort()))
  const dataDir = settings.DATA_DIR ?? quickFolder('harambee-e2e-')
  fs.chmodSync(dataDir, 0o755)
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (data: Buffer) => (output += data))
  const url = `http://localhost:${port}`
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    }
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
  // One that never serves is not left behind.
  await answersAt(`${url}/${until === 'ready' ? 'readyz' : 'healthz'}`, child, () => output).catch(async (error) => {
    await stop()
    throw error
  })
  const database = settings.DATABASE_URL
  placeOf.set(url, { dataDir, database })
  return { url, dataDir, database, process: child, output: () => output, stop }
}

async function answersAt(url: string, child: ChildProcess, output: () => string) {
  for (let tries = 0; tries < 1200; tries++) {
    if (child.exitCode !== null) throw new Error(`the product ended while starting:\n${output()}`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`the product was not ready within 120 s:\n${output()}`)
}
