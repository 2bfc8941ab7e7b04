import { sql } from 'kysely'
import type { Language } from '#app/kit/languages.ts'
import { devicesOf } from '#app/people/accounts/account.server.ts'
import type { Role } from '#app/people/accounts/account.ts'
import { isConfirmed, phoneInstead, reachSeen } from '#app/people/accounts/people.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { AdminPerson } from './person-admin.ts'

/** Returns a person as administrators see them; undefined for a deleted account. */
export async function personSeen(db: Db, id: string): Promise<AdminPerson | undefined> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return undefined
  const row = await db
    .selectFrom('users as u')
    .innerJoin('profiles as p', 'p.user_id', 'u.id')
    .leftJoin('user_roles as r', 'r.user_id', 'u.id')
    .where('u.id', '=', id)
    .where('u.deleted_at', 'is', null)
    .select(['u.id', 'p.full_name', 'p.username', 'p.avatar_url', 'u.email', 'u.created_at'])
    .select(['u.seen_at', 'u.suspended_at', 'u.suspended_why', 'u.two_factor_enabled', 'u.language'])
    .select([sql<Role>`coalesce(r.role, 'user')`.as('role'), phoneInstead.as('phone'), isConfirmed.as('verified')])
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    fullName: row.full_name,
    username: row.username ?? '',
    avatar: row.avatar_url,
    email: reachSeen(row),
    hasEmail: row.email !== null,
    role: row.role,
    verified: row.verified,
    twoFactor: row.two_factor_enabled,
    language: row.language,
    joined: row.created_at,
    seen: row.seen_at,
    suspension: row.suspended_at && { at: row.suspended_at, why: row.suspended_why },
  }
}

/** Lists the devices they are signed in on, last used first. Of an IP address only the network is stored. */
export const sessionsOf = (db: Db, userId: string, language: Language) => devicesOf(db, userId, { language, here: '' })
