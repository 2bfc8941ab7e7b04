import type { Db } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { inBatchesOn } from '#app/platform/postgres/batches.server.ts'
import { provider } from '#app/platform/provider.server.ts'
import type { Failure } from '#app/platform/provider.ts'

// While the provider refuses our key, nothing is sent and nothing counts as failed: the fault is ours, and everything
// waits until a person has put it right.

export const isStopped = (db: Db): Promise<boolean> => isAmongStopped(db, provider().capabilities().name)

/** Each gift asks, when it is begun and when it is let in: those of the same moment ask together. */
const isAmongStopped = inBatchesOn(async (db: Db, names: string[]): Promise<boolean[]> => {
  const rows = await db.selectFrom('provider_stops').select('provider').execute()
  const stopped = new Set(rows.map((row) => row.provider))
  return names.map((name) => stopped.has(name))
})

/** Notes that our key is refused. True when nobody knew. */
export async function stopProvider(db: Db, { message, status, code }: Failure): Promise<boolean> {
  const { name } = provider().capabilities()
  log.error({ provider: name, status, code }, 'the provider refuses our key: nothing is sent until it takes it again')
  const row = await db
    .insertInto('provider_stops')
    .values({ provider: name, why: message.slice(0, 500) })
    .onConflict((same) => same.doNothing())
    .returning('provider')
    .executeTakeFirst()
  return row !== undefined
}

/** Asks the provider something harmless, if it is stopped; once our key is taken again, everything goes on. By the clock. */
export async function tryStopped(db: Db): Promise<'open' | 'stopped'> {
  if (!(await isStopped(db))) return 'open'
  const answer = await provider().balance()
  if (answer.is === 'failure' && answer.class !== 'rejected') return 'stopped'
  const { name } = provider().capabilities()
  await db.deleteFrom('provider_stops').where('provider', '=', name).execute()
  log.warn({ provider: name }, 'the provider takes our key again')
  return 'open'
}
