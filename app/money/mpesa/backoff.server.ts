import { sql } from 'kysely'
import { keyRefused, raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { MobileMoney, PhoneFailure } from '#app/platform/providers/mobile-money.server.ts'

// The backoff that M-Pesa asks for if it is too busy, or a quota is used up. All processes leave that part of it alone so long,
// and twice as long if it asks again soon after.

export type MpesaPart = 'prompt' | 'query' | 'question' | 'list'

/** In seconds. */
const longest = 300

/** Returns for how many seconds this part is left alone; 0 while it may be called. */
export async function secondsToWait(db: Db, part: MpesaPart): Promise<number> {
  const { rows } = await sql<{ left: number }>`select ${backoffLeft(part)} as left`.execute(db)
  return rows[0]!.left
}

export const backoffLeft = (part: MpesaPart) => sql<number>`coalesce((
  select ceil(extract(epoch from until - now()))::int from mpesa_rests where part = ${part} and until > now()), 0)`

/** Builds the answer in place of a part that is left alone. */
export const backingOff = (waitSeconds: number): PhoneFailure => ({
  is: 'failure',
  class: 'retry',
  code: 'backingOff',
  message: 'M-Pesa asked us to wait',
  waitSeconds,
})

/** Starts a backoff after a failure that asks us to wait. A part that is only spared is tried again by itself, one call at a time. */
export async function backOff(db: Db, part: MpesaPart, { class: is, code, waitSeconds }: PhoneFailure): Promise<void> {
  const isAsked = waitSeconds !== undefined && (is === 'retry' || is === 'unknown')
  if (!isAsked || code === 'circuit_open' || code === 'backingOff') return
  const seconds = Math.min(Math.max(Math.ceil(waitSeconds), 1), longest)
  const next = sql`case when r.until > now() - make_interval(secs => 2 * r.seconds)
    then greatest(least(2 * r.seconds, ${longest}::int), excluded.seconds) else excluded.seconds end`
  await sql`
    insert into mpesa_rests as r (part, seconds, until) values (${part}, ${seconds}::int, now() + make_interval(secs => ${seconds}::int))
    on conflict (part) do update set seconds = ${next}, until = now() + make_interval(secs => ${next})
    where r.until <= now()`.execute(db)
}

// Refusals of requests, or of questions about them, for a reason that is our mistake: see docs/develop/decisions/0015.

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
