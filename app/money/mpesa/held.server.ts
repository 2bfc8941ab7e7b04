import { sql } from 'kysely'
import { givingTexts as givingSays } from '#app/money/payments/giving.ts'
import { askedFor } from '#app/money/payments/key.server.ts'
import { openedMeanwhile } from '#app/money/payments/start.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { payPath } from './prompt.ts'

// The form of a gift by phone that is sent again: it never asks a phone for the same gift twice.

/** The same form leads to the gift that it began, whatever became of that, and sends nothing. */
export async function ledTo(
  db: Db,
  { reference, age }: { reference: string; age: number },
  origin: string,
): Promise<{ reference: string; url: string }> {
  const page = origin + payPath(reference)
  const how = { failed: givingSays.failed, page, waits: age <= askedFor, isWaitedOn: true }
  return { reference, url: await openedMeanwhile(db, reference, how) }
}

/** In seconds: so long a request that was not paid is sent again from its own page. */
const youngFor = 3600

/**
 * A gift has its form's key while its money may be under way, and while its own page sends the request again. Cut off before
 * anything was written down for a phone, the form begins another.
 */
export async function isHeld(
  db: Db | Tx,
  { id, status, age }: { id: number; status: string; age: number },
): Promise<boolean> {
  if (status === 'init_unknown' || status === 'abandoned') return false
  const { rows } = await sql<{ sent: boolean; live: boolean | null }>`
    select count(*) > 0 as sent, bool_or(state in ('created', 'open', 'unknown') or told = 'paid') as live
    from mpesa_prompts where payment_id = ${id}::bigint`.execute(db)
  const { sent, live } = rows[0]!
  return sent ? live === true || age < youngFor : age <= askedFor
}
