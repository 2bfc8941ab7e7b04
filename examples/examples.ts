import { hashPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import type { addPicture } from '#app/base/pictures/picture.server.ts'
import { addPerson } from '#app/people/accounts/people.server.ts'
import { makeAdmin } from '#app/people/accounts/roles.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { mobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { addCommittee, askByText } from './committee.ts'
import { fillGatherings, openGatherings } from './gatherings.ts'
import { payMistyped } from './mistyped.ts'
import { openDrives, putPictures } from './open-drives.ts'

// Example content for a first start without settings, so that there is something to look at and a person to be.

const examplePassword = 'harambee'
const owner = { fullName: 'Wanjiku Kamau', username: 'wanjiku', email: 'owner@harambee.test' }
const admin = { fullName: 'Otieno Odhiambo', username: 'otieno', email: 'admin@harambee.test' }

/**
 * Makes the example people, their drives and whom they invite, once: a database that ever had a person is left alone. Gifts and withdrawals, and
 * a payment that nobody can place, come along where the provider is the sandbox; a real one knows of no example. What takes longer is given to the caller:
 * the process that made the people makes all that happened to their guests, and the pictures, once the app is open.
 */
export async function openExamples(db: Db, { withMoney }: { withMoney: boolean }): Promise<Dressing | undefined> {
  if (!(await isEmpty(db))) return undefined
  const ownerId = await makePeople(db)
  if (!ownerId) return undefined
  await openDrives(db, ownerId, withMoney)
  const rail = withMoney ? mobileMoney() : undefined
  if (rail) await payMistyped(db, rail)
  const gatherings = await openGatherings(db, ownerId)
  return async (folder, signal, add) => {
    await askByText(db)
    await fillGatherings(db, gatherings, { withMoney, signal })
    await putPictures(db, { ownerId, folder, signal, withMoney }, add)
  }
}

/** Lets happen to the guests what did, and puts pictures of a folder into the drives, until it is done or stopped. */
type Dressing = (folder: string, signal: AbortSignal, add?: typeof addPicture) => Promise<void>

async function makePeople(db: Db): Promise<string | undefined> {
  const passwordHash = await hashPassword(examplePassword)
  return db.transaction().execute(async (tx) => {
    // Of two processes that start at once, the second waits here and then finds the people of the first.
    await sql`select pg_advisory_xact_lock(hashtext('example content'))`.execute(tx)
    if (!(await isEmpty(tx))) return undefined
    const ownerId = await addPerson(tx, { ...owner, passwordHash, verified: true })
    const adminId = (await addPerson(tx, { ...admin, passwordHash, verified: true }))!
    await makeAdmin(tx, admin.email, 'example')
    await addCommittee(tx, passwordHash, adminId)
    return ownerId
  })
}

async function isEmpty(db: Db | Tx): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}
