import { type SqlBool, sql } from 'kysely'
import { adminList } from '#app/admin/list.server.ts'
import type { Language } from '#app/kit/languages.ts'
import type { FilterOf } from '#app/kit/list.ts'
import { phoneIn } from '#app/kit/phone.ts'
import { devicesOf } from '#app/people/accounts/account.server.ts'
import type { Role } from '#app/people/accounts/account.ts'
import { isConfirmed, phoneInstead, reachSeen } from '#app/people/accounts/people.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { type PeopleTotals, peopleView } from './people-list.tsx'
import type { AdminPerson, PersonLine } from './person-admin.ts'

// The list of all accounts, for administrators, without deleted ones.

const sorts = {
  joined: { by: sql`u.created_at`, kind: 'moment' },
  name: { by: sql`lower(p.full_name)`, kind: 'text' },
  seen: { by: sql`u.seen_at`, kind: 'moment' },
} satisfies Record<string, Sort>

type Filter = FilterOf<typeof peopleView.fields>

export const peopleList = adminList({
  view: peopleView,
  noun: 'person',
  file: 'people',
  sorts,
  async read(db, { filter, list }, size) {
    // Sorted by name the list is read through the names' index, which has the same ids.
    const id = list.sort === 'name' ? sql`p.user_id` : sql`u.id`
    const { rows, next } = await pageOfRows(
      people(db, filter)
        .innerJoin('profiles as p', 'p.user_id', 'u.id')
        .leftJoin('user_roles as r', 'r.user_id', 'u.id')
        .select(['u.id', 'p.full_name', 'p.username', 'u.email', 'u.created_at', 'u.seen_at'])
        .select([sql<Role>`coalesce(r.role, 'user')`.as('role'), phoneInstead.as('phone'), isConfirmed.as('verified')])
        .select(sql<boolean>`u.suspended_at is not null`.as('suspended'))
        .select(sql<number>`(select count(*) from fund_drives d where d.user_id = u.id)`.as('drives')),
      { sorts, asked: list, id: { column: id, kind: 'uuid' }, size },
    )
    return { rows: rows.map(lineOf), next }
  },
  /** Counts the matches of the filter, and some groups of them. */
  totals: (db, { filter }): Promise<PeopleTotals> =>
    people(db, filter)
      .select(({ fn }) => fn.countAll<number>().as('people'))
      .select(sql<number>`count(*) filter (where ${isConfirmed})`.as('verified'))
      .select(sql<number>`count(*) filter (where u.suspended_at is not null)`.as('suspended'))
      .executeTakeFirstOrThrow(),
})

/** Selects the people of the filter, with no joins beyond those needed to find them: all are counted each time. */
function people(db: Db, { search, role, verified, state }: Filter) {
  let query = db.selectFrom('users as u').where('u.deleted_at', 'is', null)
  if (search) {
    const like = containing(search)
    query = query.where(sql<SqlBool>`(u.email ilike ${like}
      or u.id in (select user_id from user_phones where phone = ${phoneIn(search) ?? ''})
      or u.id in (select user_id from profiles where full_name ilike ${like} or username ilike ${like}))`)
  }
  if (role === 'user')
    query = query.where(sql<SqlBool>`u.id not in (select user_id from user_roles where role <> 'user')`)
  else if (role) query = query.where(sql<SqlBool>`u.id in (select user_id from user_roles where role = ${role})`)
  if (verified) query = query.where(isConfirmed, '=', verified === 'yes')
  if (state) query = query.where('u.suspended_at', state === 'suspended' ? 'is not' : 'is', null)
  return query
}

type Row = {
  id: string
  full_name: string
  username: string | null
  email: string | null
  phone: string | null
  verified: boolean
  created_at: Date
  seen_at: Date
  role: Role
  suspended: boolean
  drives: number
}

const lineOf = (row: Row): PersonLine => ({
  id: row.id,
  fullName: row.full_name,
  username: row.username ?? '',
  email: reachSeen(row),
  role: row.role,
  verified: row.verified,
  drives: row.drives,
  suspended: row.suspended,
  joined: row.created_at,
  seen: row.seen_at,
})

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
