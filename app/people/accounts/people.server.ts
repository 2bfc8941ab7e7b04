import { sql } from 'kysely'
import type { Language } from '#app/kit/languages.ts'
import { phoneShown, phoneWhole } from '#app/kit/phone.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'

// The rows of a person. Runs without a build, so that scripts can use it.

export type NewPerson = {
  fullName: string
  username: string
  email: string
  /** The hash is made before: hashing takes long, and no transaction waits for it. */
  passwordHash: string
  language?: Language
  verified?: boolean
}

/**
 * Inserts a person. Undefined if the address has an account already; a taken username fails at its index. An unconfirmed person takes no
 * username: otherwise a sign-up would reveal whether the address was free.
 */
export async function addPerson(tx: Tx, person: NewPerson): Promise<string | undefined> {
  const user = await tx
    .insertInto('users')
    .values({ email: person.email, email_verified: person.verified ?? false, language: person.language ?? null })
    // An address may come twice at once: the second insert waits here for the first.
    .onConflict((clash) => clash.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!user) return undefined
  const credential = { account_id: user.id, provider_id: 'credential', password: person.passwordHash }
  await tx
    .insertInto('accounts')
    .values({ user_id: user.id, ...credential })
    .execute()
  await tx
    .insertInto('profiles')
    .values({ user_id: user.id, full_name: person.fullName, username: person.verified ? person.username : null })
    .execute()
  return user.id
}

/** Returns the account of an address; undefined if there is none. */
export const personAt = (db: Db | Tx, email: string) =>
  db
    .selectFrom('users')
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .select(['id', 'email_verified'])
    .executeTakeFirst()

export async function usernameIsTaken(db: Db | Tx, username: string): Promise<boolean> {
  const row = await db.selectFrom('profiles').where('username', '=', username).select('id').executeTakeFirst()
  return row !== undefined
}

// How a person is reached: by their email address or, without one, by their phone.

/** A phone of the query's user `u`, if they have no address. */
export const phoneInstead = sql<string | null>`case when u.email is null then phone_of(u.id) end`

type Reach = { email: string | null; phone: string | null }

/** Formats the reach for others: of a number only the beginning and the end. */
export const reachSeen = ({ email, phone }: Reach): string => email ?? (phone ? phoneShown(phone) : '')

/** Formats the reach for its person. */
export const ownReach = ({ email, phone }: Reach): string => email ?? (phone ? phoneWhole(phone) : '')

/** True once their address is confirmed; phones always are. `u` is the user of the query. */
export const isConfirmed = sql<boolean>`(u.email_verified or u.email is null)`
