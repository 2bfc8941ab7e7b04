import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { shortAddress } from '#app/kit/addresses.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Db, db, type Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { type AuthCaller, fullTime } from './auth.server.ts'
import { peopleTexts } from './people.ts'
import { sessionCookieFor, sessionTokenIn } from './session.server.ts'

// A session is only opened if the password is still the one that was checked for it.

/** The most sessions of a person. A further one ends the least recently used. */
export const mostSessions = 20

/** Signs a person in within the caller's transaction, which has just identified them. Returns the cookie. */
export async function openSession(tx: Tx, userId: string, { request, context }: AuthCaller): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await lockPassword(tx, userId)
  await tx
    .insertInto('sessions')
    .values({
      user_id: userId,
      token,
      expires_at: fullTime(),
      ip_address: shortAddress(context.get(askedContext).address) ?? '',
      user_agent: (request.headers.get('user-agent') ?? '').slice(0, 500),
    })
    .execute()
  await endOldest(tx, userId)
  await tx.updateTable('users').set({ seen_at: sql`now()` }).where('id', '=', userId).execute()
  await tell(tx, `person:${userId}`)
  return sessionCookieFor({ token })
}

type Opened = { cookies: string[] }

/**
 * Runs something that opens a session for a person after checking who they are, and undoes it if their password changed meanwhile. A reset
 * changes the password first and ends open sessions afterwards, in one transaction; so either the reset ends this session too, or this
 * check finds the new password.
 */
export async function whilePasswordStays<Result extends Opened>(
  userId: string | undefined,
  does: () => Promise<Result>,
): Promise<Result> {
  if (userId === undefined) return does()
  const before = await passwordHashOf(db, userId)
  const result = await does()
  const stays = await db.transaction().execute(async (tx) => {
    const now = await lockPassword(tx, userId)
    await (now === before ? endOldest(tx, userId) : endOpened(tx, userId, result))
    return now === before
  })
  if (!stays) throw new Refusal({ title: peopleTexts.signInFailed, text: peopleTexts.invalidLogin }, { status: 401 })
  return result
}

/** Waits for a running change of the password, and makes the next one wait until this transaction is over. */
async function lockPassword(tx: Tx, userId: string): Promise<string | null | undefined> {
  const row = await tx
    .selectFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .select('password')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.password
}

const passwordHashOf = async (db: Db, userId: string): Promise<string | null | undefined> =>
  (
    await db
      .selectFrom('accounts')
      .where('user_id', '=', userId)
      .where('provider_id', '=', 'credential')
      .select('password')
      .executeTakeFirst()
  )?.password

/** Ends the oldest sessions, under the lock of the password: so many sign-ins at once can't exceed the limit. */
async function endOldest(tx: Tx, userId: string): Promise<void> {
  await sql`
    delete from sessions where user_id = ${userId} and id not in (
      select id from sessions where user_id = ${userId} order by updated_at desc, created_at desc limit ${mostSessions}
    )`.execute(tx)
}

/** Ends everything opened with the old password: the session, and the challenge that the second factor would turn into one. */
async function endOpened(tx: Tx, userId: string, { cookies }: Opened): Promise<void> {
  const tokens = cookies.map(sessionTokenIn).filter((token) => token !== undefined)
  if (tokens.length > 0) await tx.deleteFrom('sessions').where('token', 'in', tokens).execute()
  await tx
    .deleteFrom('verifications')
    .where('value', '=', userId)
    .where((row) => row.or([row('identifier', 'like', '2fa-%'), row('identifier', 'like', 'trust-device-%')]))
    .execute()
}
