import type { Db } from '#app/platform/db.server.ts'
import { stopProvider } from '#app/platform/provider.server.ts'
import type { Failure } from '#app/platform/provider.ts'
import { raiseBreak } from './books.server.ts'

/**
 * Handles a key that the provider refuses: all requests to it wait from now on, both ways, and nothing counts as failed. Only a
 * person can correct the key, so a person is told.
 */
export async function keyRefused(db: Db, name: string, failure: Failure): Promise<void> {
  await stopProvider(db, name, failure)
  const facts = { status: failure.status ?? null }
  await db.transaction().execute((tx) => raiseBreak(tx, 'the provider refuses our key', name, facts))
}
