import { sql } from 'kysely'
import { type Db, db as ours, type Tx } from '#app/platform/db.server.ts'
import { inBatches } from '#app/platform/postgres/batches.server.ts'

// The addresses that a mail server refused permanently: no email is sent to them. Writing to them again and again makes providers
// distrust the sender.

/** Returns an address as it is compared. */
const compared = (address: string) => address.trim().toLowerCase()

type Refused = { command?: unknown; rejectedErrors?: unknown; responseCode?: unknown; response?: unknown }

/** Codes about the sender's address, which say nothing about the recipient. */
const aboutSender = ['7', '8', '9']
/** Words of servers that refuse the sender, its network or the message, and write no enhanced code. */
const otherCause =
  /relay|auth|denied|polic|spam|block|list|sender|reputation|spf|dkim|dmarc|\brate\b|limit|quota|full|again|temporar|log ?in|rcpthosts|\bips?\b|network/i

/**
 * Returns the server's code if it refused the recipient permanently, else undefined. An answer that may be about the sender, the
 * connection, a policy or the message does not count: in doubt an email is tried again.
 */
export function refusedForGood(error: unknown): string | undefined {
  const { command, rejectedErrors, responseCode, response } = (error ?? {}) as Refused
  // Only an answer to RCPT TO is about the recipient. A refused sender or message has another command.
  if (command !== 'RCPT TO' || !Array.isArray(rejectedErrors) || rejectedErrors.length === 0) return undefined
  const [code, said] = [Number(responseCode), String(response ?? '')]
  if (!(code >= 500 && code < 600)) return undefined
  const [, subject, detail] = /(?:^\d{3}[ -]|#)5\.(\d{1,3})\.(\d{1,3})\b/.exec(said) ?? []
  if (subject && detail)
    return subject === '1' && !aboutSender.includes(detail) ? `${code} 5.${subject}.${detail}` : undefined
  const words = said.replace(/\S+@\S+/g, '')
  return [550, 551, 553].includes(code) && !otherCause.test(words) ? String(code) : undefined
}

/** Records that this address was refused permanently. */
export const suppress = async (address: string, code: string): Promise<void> =>
  void (await ours
    .insertInto('mail_suppressions')
    .values({ address: compared(address), code })
    .onConflict((same) => same.column('address').doUpdateSet({ code, at: sql`now()`, until: null }))
    .execute())

const inForce = sql<boolean>`(until is null or until > now())`

/** Tells whether no email is sent to this address. Emails of the same moment ask together. */
export const isSuppressed = inBatches(async (addresses: string[]): Promise<boolean[]> => {
  const asked = addresses.map(compared)
  const found = await ours
    .selectFrom('mail_suppressions')
    .where('address', '=', sql<string>`any(${asked}::text[])`)
    .where(inForce)
    .select('address')
    .execute()
  const known = new Set(found.map(({ address }) => address))
  return asked.map((address) => known.has(address))
})

/** Returns since when no email is sent to this address; null for one that is written to. */
export async function refusedSince(db: Db | Tx, address: string): Promise<Date | null> {
  const found = await db
    .selectFrom('mail_suppressions')
    .where('address', '=', compared(address))
    .where(inForce)
    .select('at')
    .executeTakeFirst()
  return found?.at ?? null
}

/** Lets emails go to this address again. Returns the server's answer that put it on the list; undefined if it was not there. */
export async function liftSuppression(db: Db | Tx, address: string): Promise<string | undefined> {
  const lifted = await db
    .deleteFrom('mail_suppressions')
    .where('address', '=', compared(address))
    .returning('code')
    .executeTakeFirst()
  return lifted?.code
}

/** Returns how many addresses are on the list, and the newest without the names before their @. */
export async function suppressionsNow(db: Db) {
  const [{ many }, newest] = await Promise.all([
    db
      .selectFrom('mail_suppressions')
      .where(inForce)
      .select(({ fn }) => fn.countAll<number>().as('many'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('mail_suppressions')
      .where(inForce)
      .select([sql<string>`left(address, 1) || '…@' || split_part(address, '@', 2)`.as('address'), 'code', 'at'])
      .orderBy('at', 'desc')
      .orderBy('mail_suppressions.address')
      .limit(20)
      .execute(),
  ])
  return { many, newest }
}

/** Deletes entries that are over, and those older than a year: a mailbox may exist by then, and no address stays for ever. */
export const sweepSuppressions = async (db: Db): Promise<void> =>
  void (await db
    .deleteFrom('mail_suppressions')
    .where(sql<boolean>`(until <= now() or at < now() - interval '1 year')`)
    .execute())
