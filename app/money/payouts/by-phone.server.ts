import { sql } from 'kysely'
import { raiseBreak } from '#app/base/ledger/books.server.ts'
import { type ReasonCode, reason } from '#app/kit/provider-reasons.ts'
import { endOfDay } from '#app/kit/time.ts'
import { askBalance, isResting } from '#app/money/mpesa/asks.server.ts'
import { leftNow, leftToSend } from '#app/money/mpesa/left-to-send.server.ts'
import { askWhatBecame, orderSend, type SentNow, whatBecame } from '#app/money/mpesa/sent.server.ts'
import { tariffOn } from '#app/money/mpesa/tariffs.server.ts'
import { type Db, databaseNow } from '#app/platform/db.server.ts'
import type { MobileMoney } from '#app/platform/mobile-money.ts'
import type { SendEnd } from '#app/platform/money-out.ts'
import type { Carrier, FoundTransfer, Load, Readiness } from './carrier.ts'
import { mostADay } from './payout.ts'

// Withdrawals that M-Pesa sends. It says at once that it takes one, and posts the result later; if no post comes, we ask. It
// has one order for each reference, so that one whose answer was lost may be ordered again.

export const byPhone = (rail: MobileMoney): Carrier => ({
  name: rail.capabilities().name,
  limits: () => rail.capabilities().sends ?? undefined,
  ready,
  forget: async () => {},
  transfer: async (db, { reference, amountCents: cents, recipient: phone }) => {
    const answer = await orderSend(db, { reference, cents, phone })
    return answer.is === 'failure' ? answer : { is: 'transfer', state: 'pending', code: null, fee: null }
  },
  verify,
  mostPause: 300,
})

async function ready(db: Db, load: Load): Promise<Readiness> {
  const { destination: to } = load
  if (to.type !== 'mobile_money') return { is: 'nowhere', why: reason('no_such_account') }
  if (await isResting(db)) return { is: 'waits', stopped: true }
  const recipient = { is: 'recipient', code: to.phone, known: false } as const
  // An order that M-Pesa may have taken is repeated whatever the balance: M-Pesa says itself if that is too little.
  if (load.state !== 'sending') return recipient
  if ((await sentToday(db, load)) + load.net > mostADay) return { is: 'waits', stopped: false }
  const left = await leftNow(db, { attempt: load.id })
  if (left === 'not known') {
    await askBalance(db)
    return { is: 'waits', stopped: false }
  }
  return left >= load.net + (await tariffOn(db, 'b2c', load.net, new Date())) ? recipient : shortOf(db, load)
}

/** Sums what went to the phone of this attempt since midnight in Nairobi, and what was to be sent there before it. */
async function sentToday(db: Db, { id }: Load): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select ${before(await midnight(db))} as sum
    from payout_attempts x join payout_requests q on q.id = x.payout_id where x.id = ${id}::bigint`.execute(db)
  return rows[0]!.sum
}

/** Returns which of these requests are approved and wait because their phone would receive more than it may on one day. */
export async function waitingForADay(db: Db, payoutIds: number[]): Promise<Set<number>> {
  if (payoutIds.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select q.id from payout_attempts x join payout_requests q on q.id = x.payout_id
    where q.id = any(${payoutIds}::bigint[]) and x.provider = 'mpesa' and x.state = 'sending'
      and ${before(await midnight(db))} + q.net > ${mostADay}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const midnight = async (db: Db) => new Date(endOfDay(await databaseNow(db)) - 86_400_000)

/** Sums what went to the phone of attempt x, of request q, since then, and what was to be sent there before it. */
const before = (since: Date) => sql<number>`(
  select coalesce(sum(o.net), 0)::bigint from payout_attempts a join payout_requests o on o.id = a.payout_id
  where a.provider = 'mpesa' and o.destination ->> 'phone' = q.destination ->> 'phone' and a.id <> x.id
    and (a.state in ('pending', 'unknown', 'success') and a.updated_at >= ${since} or a.state = 'sending' and a.id < x.id))`

/** Fails if M-Pesa said since the approval that there is too little; an older figure may have been put right, so it asks again. */
async function shortOf(db: Db, { id }: Load): Promise<Readiness> {
  const { at } = (await leftToSend(db))!
  const { rows } = await sql<{ isNews: boolean }>`
    select created_at <= ${at} as "isNews" from payout_attempts where id = ${id}::bigint`.execute(db)
  if (rows[0]!.isNews) return { is: 'nowhere', why: reason('no_money') }
  await askBalance(db)
  return { is: 'waits', stopped: false }
}

async function verify(db: Db, reference: string): Promise<FoundTransfer> {
  const now = await whatBecame(db, reference)
  if (now.is === 'missing') return now
  if (now.is === 'done') return done(db, reference, now)
  if (now.is === 'ended')
    return {
      is: 'transfer',
      state: 'failed',
      code: null,
      fee: null,
      why: reason(reasons[now.end] ?? 'transfer_failed'),
    }
  await askWhatBecame(db, reference)
  if (now.isTaken) return { is: 'transfer', state: 'pending', code: null, fee: null }
  return { is: 'failure', class: 'unknown', message: 'M-Pesa has not said whether it took the order' }
}

const reasons: Partial<Record<SendEnd, ReasonCode>> = {
  no_money: 'no_money',
  over_limit: 'receiver_limit',
  account_full: 'receiver_full',
  not_registered: 'not_registered',
  no_such_number: 'not_registered',
  ours: 'not_let_in',
}

/** Reports that it arrived. A sum other than the one asked for is for a person, and is not booked. */
async function done(
  db: Db,
  reference: string,
  { receipt, cents, isOther }: SentNow & { is: 'done' },
): Promise<FoundTransfer> {
  const asked = await db
    .selectFrom('payout_attempts as a')
    .innerJoin('payout_requests as o', 'o.id', 'a.payout_id')
    .where('a.reference', '=', reference)
    .select('o.net')
    .executeTakeFirst()
  if (asked?.net !== cents) {
    const facts = { sent: cents, net: asked?.net ?? 0 }
    await db.transaction().execute((tx) => raiseBreak(tx, 'transfer of another amount', reference, facts))
    return { is: 'transfer', state: 'pending', code: null, fee: null }
  }
  const fee = await tariffOn(db, 'b2c', cents, new Date())
  return { is: 'transfer', state: 'success', code: receipt, fee, isOther }
}
