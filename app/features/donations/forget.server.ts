import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'

// By itself, because a command asks for it: Node runs commands as they are written, and what books gifts has words in it
// that only a build understands.

/** Takes name, address and message out of the gifts of the person who has this address; amounts, dates and numbers stay. */
export async function forgetGiver(tx: Tx, email: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('donations')
    .set({ donor_name: '', donor_email: '', message: '' })
    .where(sql<string>`lower(donor_email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
