import fs from 'node:fs'
import { startedBefore } from '#test/first-start.ts'
import { end, launch, openFolder, type Product, ready } from '#test/launch.ts'

// A whole product of its own for browser tests, on fresh data.

export type House = Product & {
  /** The address of its database, when it was given one. */
  database?: string
  stop: () => Promise<void>
}

/** Where the houses of this test file keep what they know, by their address. */
export const placeOf = new Map<string, Place>()
export type Place = Pick<House, 'dataDir' | 'database'>

/**
 * Starts the product and waits until it can serve, or only until it answers at all: on data of an earlier start, unless a
 * folder is named. One proxy hop is trusted, so that
 * each visitor can have an address of their own.
 */
export async function openHouse(
  settings: Record<string, string> = {},
  until: 'ready' | 'answers' = 'ready',
): Promise<House> {
  const { PORT, DATA_DIR, ...env } = settings
  const folder = DATA_DIR ?? openFolder()
  const dataDir = DATA_DIR ?? startedBefore(folder, settings)
  const port = PORT ? Number(PORT) : undefined
  const product = await launch({ port, dataDir, env: { TRUST_PROXY: '1', ...env } })
  const url = `http://localhost:${product.port}`
  const stop = async () => {
    await end(product)
    fs.rmSync(folder, { recursive: true, force: true })
  }
  // One that never serves is not left behind.
  await ready(product, until === 'ready' ? '/readyz' : '/healthz').catch(async (error) => {
    await stop()
    throw error
  })
  const database = settings.DATABASE_URL
  placeOf.set(url, { dataDir, database })
  return { ...product, url, database, stop }
}
