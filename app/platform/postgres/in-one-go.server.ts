import { type Db, isOutdated, type Tx } from '#app/platform/db.server.ts'

const mostTries = 4

/**
 * A transaction that is done again when the database broke it off for the sake of another: two that waited for each
 * other, or that could not both be as if alone, or a migration that changed its tables. Three times at most. Its work may touch nothing but the database.
 */
export async function inOneGo<Done>(db: Db, work: (tx: Tx) => Promise<Done>): Promise<Done> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tries >= mostTries || !(isOutdated(error) || /^40(P01|001)$/.test(codeOf(error)))) throw error
      // Not both at once again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * tries))
    }
  }
}

/** True when another transaction locked for too long what a statement waited for, and it gave up. */
export const isHeld = (error: unknown): boolean => codeOf(error) === '55P03'

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')
