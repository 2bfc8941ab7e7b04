import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './types.ts'

// Example content for a first start without settings, so that there is something to look at and somebody to be.

type Person = { fullName: string; username: string; email: string; passwordHash: string; verified: boolean }
/** What the features do; handed in, because the tables are theirs to write. */
export type Hands = {
  hashPassword(password: string): Promise<string>
  addPerson(tx: Transaction<DB>, person: Person): Promise<string | undefined>
  makeAdmin(tx: Transaction<DB>, email: string, grantedBy: 'example'): Promise<boolean>
}

export const examplePassword = 'harambee'
const owner = { fullName: 'Wanjiku Kamau', username: 'wanjiku', email: 'owner@harambee.test' }
const admin = { fullName: 'Otieno Odhiambo', username: 'otieno', email: 'admin@harambee.test' }

/** Makes the example people, once: a database in which anybody has ever been is left alone. */
export async function seed(db: Kysely<DB>, { hashPassword, addPerson, makeAdmin }: Hands): Promise<boolean> {
  if (!(await isEmpty(db))) return false
  const passwordHash = await hashPassword(examplePassword)
  return db.transaction().execute(async (tx) => {
    // Of two processes that start at once, the second waits here and then finds the people of the first.
    await sql`select pg_advisory_xact_lock(hashtext('example content'))`.execute(tx)
    if (!(await isEmpty(tx))) return false
    for (const person of [owner, admin]) await addPerson(tx, { ...person, passwordHash, verified: true })
    await makeAdmin(tx, admin.email, 'example')
    return true
  })
}

async function isEmpty(db: Kysely<DB>): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}
