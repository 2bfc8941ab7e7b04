import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'

// Links that are mailed: whoever opens one holds the mailbox. The database keeps their hash only, and how long they are good
// goes by its clock.

const lives = { 'verify-email': 24 * 3600, 'reset-password': 3600 } as const
export type LinkKind = keyof typeof lives

/** A new token for a person. Those sent before stay good until they are used or too old. */
export async function makeLink(db: Db | Tx, kind: LinkKind, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expires_at = sql<Date>`now() + make_interval(secs => ${lives[kind]})`
  await db
    .insertInto('verifications')
    .values({ identifier: nameOf(kind, token), value: userId, expires_at })
    .execute()
  return token
}

/** The person a token was sent to. It is used up by this, in the same transaction as what it allows. */
export async function takeLink(tx: Tx, kind: LinkKind, token: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('verifications')
    .where('identifier', '=', nameOf(kind, token))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('value')
    .executeTakeFirst()
  return row?.value
}

/** True when a token would be taken. Changes nothing. */
export async function linkIsGood(db: Db, kind: LinkKind, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('verifications')
    .where('identifier', '=', nameOf(kind, token))
    .where('expires_at', '>', sql<Date>`now()`)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets links, challenges, trusted devices and sessions that are over. */
export async function sweepPeople(db: Db): Promise<void> {
  for (const table of ['verifications', 'sessions'] as const)
    await db.deleteFrom(table).where('expires_at', '<', sql<Date>`now()`).execute()
}

const nameOf = (kind: LinkKind, token: string) => `${kind}:${createHash('sha256').update(token).digest('base64url')}`
