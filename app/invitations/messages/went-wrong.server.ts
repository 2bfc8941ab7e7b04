import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'

type MailError = { responseCode?: number; command?: string; code?: string }

/** Tells whether no connection came about, so that nothing can have left. */
const neverLeft = ({ command, code }: MailError) =>
  command === 'CONN' || /^(ECONNECTION|EDNS|EAUTH|ECONNREFUSED|ENOTFOUND|EHOSTUNREACH)$/.test(code ?? '')

/**
 * Updates a line whose mail failed. An address that is permanently refused is not tried again. Returns the error if it would hit all other
 * lines too.
 */
export async function wentWrong(db: Db, line: { id: number; tries: number }, error: unknown): Promise<unknown> {
  const known = (error ?? {}) as MailError
  if (neverLeft(known)) {
    await db
      .updateTable('message_lines')
      .set({ state: 'queued', tries: sql<number>`tries - 1` })
      .where('id', '=', line.id)
      .execute()
    return error
  }
  const refused = known.responseCode !== undefined && known.responseCode >= 500
  const over = refused || line.tries >= 2
  await db
    .updateTable('message_lines')
    .set(
      over
        ? { state: 'failed', why: refused ? 'refused' : 'no answer', at: sql<Date>`now()` }
        : { state: 'queued', at: sql<Date>`now()` },
    )
    .where('id', '=', line.id)
    .execute()
  return undefined
}
