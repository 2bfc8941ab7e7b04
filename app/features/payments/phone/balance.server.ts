import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import type { Holding } from '#app/platform/money-questions.ts'
import { settings } from '#app/platform/settings.server.ts'
import { raiseBreak } from '../../ledger/books.server.ts'
import { balanceOf } from '../../ledger/post.server.ts'

// Our money at M-Pesa, as M-Pesa says and as the books say.

type Question = { facts: unknown; by: string | null }

/** What M-Pesa answered. What came in since it was asked may be in its answer, or not yet. */
export async function balanceAnswered(db: Db, { facts, by }: Question, held: Holding[] | null): Promise<void> {
  const theirs = held && sumOf(held)
  await db.transaction().execute(async (tx) => {
    const ours = await balanceOf(tx, 'mpesa_clearing')
    const before = (facts as { ours?: number }).ours ?? ours
    const away = await underWay(tx)
    const fits = theirs !== null && theirs <= Math.max(before, ours) && theirs >= Math.min(before, ours) - away
    const outcome = theirs === null ? 'unknown' : fits ? 'same' : 'differs'
    await tx.insertInto('balance_checks').values({ provider: 'mpesa', outcome, theirs, ours, away, by }).execute()
    if (outcome === 'differs') await raiseBreak(tx, 'balance at the provider', 'mpesa', { theirs, ours, away })
    await tell(tx, 'office:desk')
  })
}

/** M-Pesa said nothing. */
export async function balanceUnanswered(tx: Tx, { by }: Question): Promise<void> {
  const [ours, away] = [await balanceOf(tx, 'mpesa_clearing'), await underWay(tx)]
  await tx
    .insertInto('balance_checks')
    .values({ provider: 'mpesa', outcome: 'unknown', theirs: null, ours, away, by })
    .execute()
}

/** In cents, in the accounts that count. Null when M-Pesa names none of them. */
function sumOf(held: Holding[]): number | null {
  const counts = new Set(settings.DARAJA_BALANCE_ACCOUNTS.map((name) => name.toLowerCase()))
  const ours = held.filter(({ account }) => counts.has(account.toLowerCase()))
  return ours.length > 0 ? ours.reduce((sum, { cents }) => sum + cents, 0) : null
}

/** What M-Pesa was asked to give back, and has not told the end of. */
async function underWay(tx: Tx): Promise<number> {
  const { rows } = await sql<{ away: number }>`
    select coalesce((select sum(r.amount) from reversals r join payments p on p.id = r.payment_id
        where p.provider = 'mpesa' and r.kind = 'refund' and r.state = 'open' and r.progress <> 'waiting'), 0)
      + coalesce((select sum(amount) from suspense
        where provider = 'mpesa' and state = 'open' and currency = 'KES' and asked_at is not null), 0) as away`.execute(
    tx,
  )
  return rows[0]!.away
}
