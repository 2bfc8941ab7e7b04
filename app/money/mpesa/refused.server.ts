import { sql } from 'kysely'
import { keyRefused, raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { MobileMoney, PhoneFailure } from '#app/platform/providers/mobile-money.server.ts'

// Refusals of requests, or of questions about them, for a reason that is our mistake: see docs/decisions/0086.

const minutes = 15

/**
 * True after two refusals for different phones: one alone may be its phone's fault. Once the older is past, a request is tried
 * again, and the next refusal stops them once more.
 */
export async function requestsPaused(db: Db): Promise<boolean> {
  const { rows } = await sql<{ paused: boolean }>`select ${requestsPausedNow()} as paused`.execute(db)
  return rows[0]!.paused
}

/** Tells the same as a part of a larger query. */
export const requestsPausedNow = () => sql<boolean>`(
  select count(distinct phone) > 1 from mpesa_prompts where refused_at > now() - make_interval(mins => ${minutes}))`

type Refused = Pick<PhoneFailure, 'status' | 'code' | 'message' | 'isOfAll'>

/** Calls a person. Stops the whole rail if M-Pesa accepts nothing of ours, else only requests to phones. */
export async function requestRefused(db: Db, rail: MobileMoney, promptId: number, why: Refused): Promise<void> {
  const { name } = rail.capabilities()
  if (why.isOfAll) return keyRefused(db, name, { is: 'failure', class: 'config', ...why })
  await sql`update mpesa_prompts set refused_at = now() where id = ${promptId}::bigint`.execute(db)
  const facts = { code: why.code ?? null, why: why.message.slice(0, 300) }
  await db.transaction().execute((tx) => raiseDiscrepancy(tx, 'requests that are refused', name, facts))
}
