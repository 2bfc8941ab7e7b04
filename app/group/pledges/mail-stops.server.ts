import { createHash } from 'node:crypto'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { pledgeTexts } from './pledge.ts'
import { isMailReader, pledgeByLink } from './token.server.ts'

// People who want no more email about pledges, of any drive and by any writer.

export async function hasStoppedMail(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('pledge_mail_stops')
    .where('address_hash', '=', markOf(email))
    .select('since')
    .executeTakeFirst()
  return row !== undefined
}

type Asked = { token: string; reader: string }

/** Stops mails to the address of this pledge. Only a reader of its mails may ask for it: `reader` is in the mails alone. */
export async function stopMail(db: Db, asked: Asked): Promise<void> {
  const address_hash = await markAt(db, asked)
  await db
    .insertInto('pledge_mail_stops')
    .values({ address_hash })
    .onConflict((same) => same.doNothing())
    .execute()
}

/** Restarts the mails for that person. */
export async function startMail(db: Db, asked: Asked): Promise<void> {
  await db
    .deleteFrom('pledge_mail_stops')
    .where('address_hash', '=', await markAt(db, asked))
    .execute()
}

/** Returns whether mails are stopped, for the reader of a mail about this pledge; null for everybody else. */
export async function mailStopOf(db: Db, asked: Asked): Promise<{ stopped: boolean } | null> {
  const email = await addressAt(db, asked)
  return email ? { stopped: await hasStoppedMail(db, email) } : null
}

async function markAt(db: Db, asked: Asked): Promise<string> {
  const email = await addressAt(db, asked)
  if (!email) throw new Refusal(pledgeTexts.gone, { status: 404 })
  return markOf(email)
}

async function addressAt(db: Db, { token, reader }: Asked): Promise<string | null> {
  const row = await db
    .selectFrom('pledges as g')
    .where(pledgeByLink(token))
    .select(['g.email', 'g.client_key'])
    .executeTakeFirst()
  return row && isMailReader(row.client_key, reader) ? row.email : null
}

const markOf = (email: string): string => createHash('sha256').update(email.trim().toLowerCase()).digest('hex')
