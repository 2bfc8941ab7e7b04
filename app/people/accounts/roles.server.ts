import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'

// Roles: rights beyond one's own account. Runs without a build, for the command line and the example content.

type Granted = 'setting' | 'command' | 'example' | 'admin'
const whys = { setting: 'ADMIN_EMAIL', command: 'npm run admin', example: 'example content', admin: '' }

/** Makes the person with this address an administrator. False if nobody has it. */
export async function makeAdmin(tx: Tx, email: string, grantedBy: Exclude<Granted, 'admin'> = 'command') {
  const person = await tx
    .selectFrom('users')
    .where('email', '=', email.trim().toLowerCase())
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (person) await giveRole(tx, person.id, 'admin', { by: null, grantedBy, why: whys[grantedBy] })
  return person !== undefined
}

/**
 * Makes the person of ADMIN_EMAIL an administrator when the address is confirmed, once for each address: a person who lost the role, left
 * and signed up again does not get it back.
 */
export async function makeFirstAdmin(tx: Tx, email: string): Promise<void> {
  const first = await tx
    .insertInto('first_administrators')
    .values({ address_hash: createHash('sha256').update(email).digest('hex') })
    .onConflict((clash) => clash.doNothing())
    .returning('address_hash')
    .executeTakeFirst()
  if (first) await makeAdmin(tx, email, 'setting')
}

/** Gives a person a role, and records who did. Nothing happens if they have it already. `asked`: the first of two administrators. */
export async function giveRole(
  tx: Tx,
  userId: string,
  role: 'admin' | 'moderator' | 'user',
  { by, asked = null, grantedBy, why }: { by: Actor | null; asked?: string | null; grantedBy: Granted; why: string },
): Promise<'given' | 'had'> {
  const before = await roleOf(tx, userId)
  if (before === role) return 'had'
  const given = { role, granted_by: grantedBy, given_by: by?.id ?? null, asked_by: asked }
  await tx
    .insertInto('user_roles')
    .values({ user_id: userId, ...given })
    .onConflict((clash) => clash.column('user_id').doUpdateSet({ ...given, created_at: sql<Date>`now()` }))
    .execute()
  if (role === 'admin' && grantedBy !== 'example') await enqueue(tx, 'mail-admin-made', { userId }, { key: userId })
  await record(tx, {
    by,
    act: 'role changed',
    noun: 'person',
    subject: userId,
    before: { role: before },
    after: { role },
    why,
  })
  return 'given'
}

export async function roleOf(tx: Tx, userId: string): Promise<string> {
  const row = await tx.selectFrom('user_roles').where('user_id', '=', userId).select('role').executeTakeFirst()
  return row?.role ?? 'user'
}

/**
 * Locks all rows of the administrators until the transaction ends; returns those who can act. If two remove each other's role at once, each
 * would otherwise see the other still there; the second waits here and then reads again, in a statement of its own, who is left.
 */
export async function lockAdmins(tx: Tx): Promise<string[]> {
  await tx
    .selectFrom('user_roles')
    .where('role', '=', 'admin')
    .select('user_id')
    .orderBy('user_id')
    .forUpdate()
    .execute()
  const rows = await tx
    .selectFrom('user_roles as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .where('r.role', '=', 'admin')
    .where('u.deleted_at', 'is', null)
    .where('u.suspended_at', 'is', null)
    .select('r.user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}
