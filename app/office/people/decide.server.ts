import { sql } from 'kysely'
import { record } from '#app/features/audit/audit.server.ts'
import type { Actor } from '#app/features/audit/audit.ts'
import { agreed } from '#app/features/audit/two-administrators.server.ts'
import { endSessions } from '#app/features/people/password.server.ts'
import type { Role } from '#app/features/people/role.ts'
import { giveRole, lockAdmins, roleOf } from '#app/features/people/roles.server.ts'
import { mailLimits } from '#app/features/people/sign-in.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { giveBack, takeTry } from '#app/platform/limits.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { says } from './office.ts'

// What administrators do about a person. Each is written down in the transaction that does it.

type Decision = { by: Actor; why: string }
/** `first`: another administrator has to decide the same, and nothing has changed yet. */
type Decided = 'done' | 'first'

/**
 * Shuts a person out: they are signed out everywhere and can't sign in, visitors don't find their drives, and nothing is
 * withdrawn. Money that was begun before still comes in.
 */
export const suspend = (db: Db, userId: string, { by, why }: Decision): Promise<void> =>
  deciding(db, userId, by, async (tx) => {
    const person = await tx
      .updateTable('users')
      .set({ suspended_at: sql<Date>`now()`, suspended_why: why, updated_at: new Date() })
      .where('id', '=', userId)
      .where('suspended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!person) throw new Refusal(says.meanwhile)
    await endSessions(tx, userId)
    await tellDrives(tx, userId)
    const after = { suspended: true }
    await record(tx, { by, act: 'person suspended', noun: 'person', subject: userId, after, why })
    await enqueue(tx, 'mail-suspended', { userId }, { key: userId })
  })

/** Lets a person in again; their drives are found again as they were. */
export const restore = (db: Db, userId: string, { by, why }: Decision): Promise<Decided> =>
  deciding(db, userId, by, async (tx) => {
    const suspended = await suspendedOf(tx, userId)
    if (!suspended) throw new Refusal(says.meanwhile)
    if (suspended.isAdmin) {
      const { isAgreed, first } = await agreed(tx, { about: 'restore', subject: userId, value: 'yes', by, why })
      if (!isAgreed) return 'first'
      await madeAgain(tx, userId, { by: by.id, first })
    }
    const person = await tx
      .updateTable('users')
      .set({ suspended_at: null, suspended_why: '', updated_at: new Date() })
      .where('id', '=', userId)
      .where('suspended_at', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!person) throw new Refusal(says.meanwhile)
    await tellDrives(tx, userId)
    const after = { suspended: false }
    await record(tx, { by, act: 'person restored', noun: 'person', subject: userId, after, why })
    await enqueue(tx, 'mail-restored', { userId }, { key: userId })
    return 'done'
  })

const suspendedOf = (tx: Tx, userId: string) =>
  tx
    .selectFrom('users as u')
    .leftJoin('user_roles as r', 'r.user_id', 'u.id')
    .where('u.id', '=', userId)
    .where('u.suspended_at', 'is not', null)
    .select(sql<boolean>`coalesce(r.role = 'admin', false)`.as('isAdmin'))
    .executeTakeFirst()

/** An administrator who comes back is as new as one who was just made: all the others are told. */
async function madeAgain(tx: Tx, userId: string, { by, first }: { by: string; first: string | null }): Promise<void> {
  const given = { given_by: by, asked_by: first, created_at: sql<Date>`now()` }
  await tx.updateTable('user_roles').set(given).where('user_id', '=', userId).execute()
  await enqueue(tx, 'mail-admin-made', { userId }, { key: userId })
}

/** Signs a person out everywhere. Links that were mailed to them are over as well. */
export const endTheirSessions = (db: Db, userId: string, { by, why }: Decision): Promise<void> =>
  deciding(db, userId, by, async (tx) => {
    const { sessions } = await tx
      .selectFrom('sessions')
      .where('user_id', '=', userId)
      .select(({ fn }) => fn.countAll<number>().as('sessions'))
      .executeTakeFirstOrThrow()
    await endSessions(tx, userId)
    const [before, after] = [{ sessions }, { sessions: 0 }]
    await record(tx, { by, act: 'sessions ended', noun: 'person', subject: userId, before, after, why })
  })

/** Gives a person another role. Whoever decides is an administrator and stays one: so there is always one left. */
export const changeRole = (db: Db, userId: string, role: Role, { by, why }: Decision): Promise<Decided> =>
  deciding(db, userId, by, async (tx) => {
    const wanted = { about: 'role', subject: userId, value: role, by, why } as const
    if ((await roleOf(tx, userId)) === role) throw new Refusal(says.meanwhile)
    const { isAgreed, first } = role === 'admin' ? await agreed(tx, wanted) : { isAgreed: true, first: null }
    if (!isAgreed) return 'first'
    await giveRole(tx, userId, role, { by, asked: first, grantedBy: 'admin', why })
    await enqueue(tx, 'mail-role-changed', { userId, role }, { key: userId })
    return 'done'
  })

/** Has the confirming mail sent once more, as seldom as the person could themselves. */
export async function sendConfirmation(db: Db, userId: string, by: Actor): Promise<void> {
  const person = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .select(['email', 'email_verified'])
    .executeTakeFirst()
  if (!person) throw new Refusal(says.missing, { status: 404 })
  if (person.email_verified) throw new Refusal(says.verifiedAlready)
  const limits = mailLimits(person.email, by.address)
  await takeTry(limits)
  try {
    await db.transaction().execute(async (tx) => {
      await record(tx, { by, act: 'confirmation sent', noun: 'person', subject: userId })
      await enqueue(tx, 'mail-verify', { userId }, { key: userId })
    })
  } catch (error) {
    await giveBack(limits)
    throw error
  }
}

/** Runs a decision about somebody else, by whoever still is an administrator then, and tells the open pages. */
async function deciding<Done>(db: Db, userId: string, by: Actor, decide: (tx: Tx) => Promise<Done>): Promise<Done> {
  if (by.id === userId) throw new Refusal(says.own, { status: 403 })
  return await db.transaction().execute(async (tx) => {
    if (!(await lockAdmins(tx)).includes(by.id)) throw new Refusal(says.noAdmin, { status: 403 })
    const person = await tx
      .selectFrom('users')
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .select('id')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!person) throw new Refusal(says.missing, { status: 404 })
    const done = await decide(tx)
    await tell(tx, `person:${userId}`)
    await tell(tx, 'office:desk')
    return done
  })
}

/** Pages of their drives that are open find out that they are shut, or open again. */
const tellDrives = (tx: Tx, userId: string) =>
  sql`select pg_notify('live', 'drive:' || id) from fund_drives where user_id = ${userId}`.execute(tx)
