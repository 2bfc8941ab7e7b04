import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#app/platform/db.server.ts'
import { brokenIn } from '#db/checks.ts'
import { brokenBooks } from './books.ts'

/** Runs the statement past the triggers, looks at all rules, and takes it back. Gives the rules that were broken. */
export async function brokenBy(db: Db, statement: string): Promise<string[]> {
  const broken = new Set<string>()
  const back = new Error('taken back')
  const spoilt = db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
    const all = await brokenIn(tx)
    expect(await brokenBooks(tx)).toEqual(all)
    for (const { id } of all) broken.add(id)
    throw back
  })
  await expect(spoilt).rejects.toBe(back)
  return [...broken]
}
