import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { sweepKept } from '#app/platform/http/form.server.ts'

// Mailed links: opening one proves access to the mailbox. The database keeps only their hash, and its clock decides how long they are good.

const day = 24 * 3600
const lives = {
  'verify-email': day,
  'reset-password': 3600,
  'email-old': day,
  'email-new': day,
  'email-stop': 3 * day,
} as const
export type LinkKind = keyof typeof lives

/** Makes a token for its subject: a sign-up, or a person. Earlier ones stay good until they are used or too old. */
export async function makeLink(db: Db | Tx, kind: LinkKind, about: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expires_at = sql<Date>`now() + make_interval(secs => ${lives[kind]})`
  await db
    .insertInto('verifications')
    .values({ identifier: nameOf(kind, token), value: about, expires_at })
    .execute()
  return token
}

/** Takes a token and returns its subject. The token is used up in the transaction of the change it allows. */
export async function takeLink(tx: Tx, kind: LinkKind, token: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('verifications')
    .where('identifier', '=', nameOf(kind, token))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('value')
    .executeTakeFirst()
  return row?.value
}

/** Returns the subject of a token without taking it. Changes nothing. */
export async function linkAbout(db: Db | Tx, kind: LinkKind, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('verifications')
    .where('identifier', '=', nameOf(kind, token))
    .where('expires_at', '>', sql<Date>`now()`)
    .select('value')
    .executeTakeFirst()
  return row?.value
}

/** True if a token would be accepted. Changes nothing. */
export const linkIsGood = async (db: Db, kind: LinkKind, token: string): Promise<boolean> =>
  (await linkAbout(db, kind, token)) !== undefined

/**
 * Deletes expired links, challenges, trusted devices and sessions, unconfirmed second factors and addresses, and old sign-ups except the
 * newest of an account.
 */
export async function sweepPeople(db: Db): Promise<void> {
  await sql`
    delete from sign_ups s where created_at < now() - interval '7 days' and exists (
      select from sign_ups newer where newer.user_id = s.user_id and newer.created_at > s.created_at
    )`.execute(db)
  await sql`
    delete from email_changes where coalesce(due_at, created_at) < now() - case when done_at is null then interval '2 days' else interval '30 days' end`.execute(
    db,
  )
  await sql`delete from two_factors where not verified and begun_at < now() - interval '15 minutes'`.execute(db)
  await sweepKept(db)
  for (const table of ['verifications', 'sessions'] as const)
    await db.deleteFrom(table).where('expires_at', '<', sql<Date>`now()`).execute()
}

const nameOf = (kind: LinkKind, token: string) => `${kind}:${createHash('sha256').update(token).digest('base64url')}`
