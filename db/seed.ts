import { type Kysely, sql, type Transaction } from 'kysely'
import { type DriveHands, seedDrives, seedPictures } from './seed-drives.ts'
import type { DB } from './types.ts'

// Example content for a first start without settings, so that there is something to look at and somebody to be.

type Person = { fullName: string; username: string; email: string; passwordHash: string; verified: boolean }
/** What the features do; handed in, because the tables are theirs to write. */
export type Hands = DriveHands & {
  hashPassword(password: string): Promise<string>
  addPerson(tx: Transaction<DB>, person: Person): Promise<string | undefined>
  makeAdmin(tx: Transaction<DB>, email: string, grantedBy: 'example'): Promise<boolean>
}

export const examplePassword = 'harambee'
const owner = { fullName: 'Wanjiku Kamau', username: 'wanjiku', email: 'owner@harambee.test' }
const admin = { fullName: 'Otieno Odhiambo', username: 'otieno', email: 'admin@harambee.test' }

/**
 * Makes the example people and their drives, once: a database in which anybody has ever been is left alone. What takes
 * longer is handed back: whoever made the people makes the pictures, too, once the house is open.
 */
export async function seed(db: Kysely<DB>, hands: Hands): Promise<Dressing | undefined> {
  if (!(await isEmpty(db))) return undefined
  const ownerId = await makePeople(db, hands)
  if (!ownerId) return undefined
  await seedDrives(db, hands, ownerId)
  return (folder, signal) => seedPictures(db, hands, { ownerId, folder, signal })
}

/** Puts pictures of a folder into the example drives, until it is done or stopped. */
type Dressing = (folder: string, signal: AbortSignal) => Promise<void>

async function makePeople(db: Kysely<DB>, { hashPassword, addPerson, makeAdmin }: Hands): Promise<string | undefined> {
  const passwordHash = await hashPassword(examplePassword)
  return db.transaction().execute(async (tx) => {
    // Of two processes that start at once, the second waits here and then finds the people of the first.
    await sql`select pg_advisory_xact_lock(hashtext('example content'))`.execute(tx)
    if (!(await isEmpty(tx))) return undefined
    const ownerId = await addPerson(tx, { ...owner, passwordHash, verified: true })
    await addPerson(tx, { ...admin, passwordHash, verified: true })
    await makeAdmin(tx, admin.email, 'example')
    return ownerId
  })
}

async function isEmpty(db: Kysely<DB>): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}
