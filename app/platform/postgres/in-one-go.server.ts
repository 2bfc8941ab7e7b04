import { type Db, isOutdated, type Tx } from '#app/platform/db.server.ts'

const mostTries = 4

/**
 * Runs a transaction, and repeats it when the database aborted it because of another: a deadlock, a serialization failure, or a migration
 * that changed its tables. Repeats three times at most. Its work may touch nothing but the database.
 */
export const inOneGo = <Done>(db: Db, work: (tx: Tx) => Promise<Done>): Promise<Done> =>
  retried(() => db.transaction().execute(work))

/** Does the same for work that is one statement, and needs no transaction around it. */
export async function retried<Done>(work: () => Promise<Done>): Promise<Done> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries >= mostTries || !(isOutdated(error) || /^40(P01|001)$/.test(codeOf(error)))) throw error
      // A random pause, so that both don't collide again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * tries))
    }
  }
}

/** True when a statement gave up because another transaction held its lock for too long. */
export const isHeld = (error: unknown): boolean => codeOf(error) === '55P03'

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')
