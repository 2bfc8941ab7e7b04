import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { type Holding, mobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { openRail } from './begin.server.ts'
import { type MpesaRequest, registerRequest, sendRequest } from './requests.server.ts'

// Our money at M-Pesa, as M-Pesa says and as the books say.

registerRequest('balance', {
  factsOf: ({ held }) => ({ held }),
  answered: (db, request, { held }) => balanceAnswered(db, request, held),
  // A balance is no news after half an hour.
  longest: 0.5,
  unanswered: (tx, request) => balanceUnanswered(tx, request),
})

/**
 * Asks how much money M-Pesa holds for us, at each number of ours. Run by cron, and when an administrator asks. False if nobody
 * can be asked.
 */
export async function askBalance(db: Db, by: Actor | null = null): Promise<boolean> {
  const rail = await openRail(db)
  const { payIn = null, proves = [], sends = null } = rail?.capabilities() ?? {}
  if (!rail || !payIn || !proves.includes('status')) return false
  const ours = await balanceOf(db, 'mpesa_clearing')
  if (by)
    await db
      .transaction()
      .execute((tx) => record(tx, { by, act: 'balance compared', noun: 'book', subject: 'mpesa', after: { ours } }))
  const numbers = [...new Set([payIn.number, sends?.from ?? payIn.number])]
  const asked = numbers.map((at) =>
    sendRequest(db, { what: 'balance', subject: at, facts: { ours }, by: by?.id ?? null }, (hearAt) =>
      rail.askBalance(at === payIn.number ? { hearAt } : { hearAt, at }),
    ),
  )
  return (await Promise.all(asked)).some((isAsked) => isAsked)
}

/** Compares M-Pesa's answer with the books. Money that came in since the question may be in the answer, or not yet. */
async function balanceAnswered(db: Db, question: MpesaRequest, held: Holding[] | null): Promise<void> {
  const { facts, by } = question
  const others = await heldElsewhere(db, question)
  // The last number that answers is compared, with what the others said.
  if (others === 'open') return
  const theirs = held && others && sumOf([...held, ...others])
  await db.transaction().execute(async (tx) => {
    const ours = await balanceOf(tx, 'mpesa_clearing')
    const before = (facts as { ours?: number }).ours ?? ours
    const away = await underWay(tx)
    const fits = theirs !== null && theirs <= Math.max(before, ours) && theirs >= Math.min(before, ours) - away
    const outcome = theirs === null ? 'unknown' : fits ? 'same' : 'differs'
    await tx.insertInto('balance_checks').values({ provider: 'mpesa', outcome, theirs, ours, away, by }).execute()
    if (outcome === 'differs') await raiseDiscrepancy(tx, 'balance at the provider', 'mpesa', { theirs, ours, away })
    await tell(tx, 'office:desk')
  })
}

/** Notes that M-Pesa did not answer. */
async function balanceUnanswered(tx: Tx, { by }: MpesaRequest): Promise<void> {
  const [ours, away] = [await balanceOf(tx, 'mpesa_clearing'), await underWay(tx)]
  await tx
    .insertInto('balance_checks')
    .values({ provider: 'mpesa', outcome: 'unknown', theirs: null, ours, away, by })
    .execute()
}

/** Returns what our other numbers hold, as they said within a quarter of an hour. Null if one did not say. */
async function heldElsewhere(db: Db, { subject }: MpesaRequest): Promise<Holding[] | null | 'open'> {
  const { payIn, sends } = mobileMoney()!.capabilities()
  const others = new Set([payIn?.number, sends?.from].filter((one) => one !== undefined && one !== subject))
  const all: Holding[] = []
  for (const other of others) {
    const { rows } = await sql<{ state: string; held: Holding[] | null }>`
      select state, facts -> 'held' as held from mpesa_asks
      where what = 'balance' and subject = ${other} and asked_at > now() - interval '15 minutes' order by id desc limit 1`.execute(
      db,
    )
    const [answer] = rows
    if (answer && answer.state !== 'answered' && answer.state !== 'lost') return 'open'
    if (!answer?.held) return null
    all.push(...answer.held)
  }
  return all
}

/** Sums the accounts that count, in cents. Null if M-Pesa names none of them. */
function sumOf(held: Holding[]): number | null {
  const counts = new Set(settings.DARAJA_BALANCE_ACCOUNTS.map((name) => name.toLowerCase()))
  const ours = held.filter(({ account }) => counts.has(account.toLowerCase()))
  return ours.length > 0 ? ours.reduce((sum, { cents }) => sum + cents, 0) : null
}

/** Sums what M-Pesa was asked to give back or to send, and has not ended, with the fees that it may cost. */
async function underWay(tx: Tx): Promise<number> {
  const { rows } = await sql<{ away: number }>`
    select coalesce((select sum(r.amount) from reversals r join payments p on p.id = r.payment_id
        where p.provider = 'mpesa' and r.kind = 'refund' and r.state = 'open' and r.progress <> 'waiting'), 0)
      + coalesce((select sum(amount) from suspense
        where provider = 'mpesa' and state = 'open' and currency = 'KES' and asked_at is not null), 0)
      + coalesce((select sum(o.net + coalesce((select max(fee) from mpesa_tariffs where what = 'b2c'), 0))
        from payout_attempts a join payout_requests o on o.id = a.payout_id
        where a.provider = 'mpesa' and a.state in ('pending', 'unknown')), 0) as away`.execute(tx)
  return rows[0]!.away
}
