import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { keepingOn } from '#app/platform/jobs/keeping-on.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { log } from '#app/platform/log.server.ts'
import {
  type Holding,
  type MoneyAsked,
  mobileMoney,
  type StatusFacts,
  type ToldOfAsk,
} from '#app/platform/providers/mobile-money.server.ts'
import type { Failure } from '#app/platform/providers/provider.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { backOff, secondsToWait } from './backoff.server.ts'
import { openRail } from './begin.server.ts'
import { bookReceipt } from './book.server.ts'
import type { CallbackReply } from './pay-in.server.ts'
import { hashOfCallbackToken, newAddress } from './prompts.server.ts'
import { lookForHeard } from './receipts.server.ts'

// Questions that M-Pesa answers later. A post counts as an answer because it comes to the secret address of one question of
// ours, and names that question as M-Pesa does.

type What = 'status' | 'balance' | 'reversal'
type New = { what: What; subject: string; facts?: Record<string, string | number>; by?: string | null }

/** Asks once: the row is written before M-Pesa is asked. It replaces an open question about the same thing after 20 seconds. */
export async function ask(
  db: Db,
  { what, subject, facts = {}, by = null }: New,
  send: (hearAt: string) => Promise<MoneyAsked | Failure | { is: 'over' }>,
): Promise<boolean> {
  // Orders to give money back, and the balance that sending waits for, are rare.
  if (what === 'status' && (await secondsToWait(db, 'question')) > 0) return false
  const { hearAt, hash } = newAddress()
  const { rows } = await sql<{ id: number }>`
    with before as (
      update mpesa_asks set state = 'lost' where what = ${what} and subject = ${subject} and state = 'open'
        and asked_at < now() - interval '20 seconds' returning id)
    insert into mpesa_asks (what, subject, hear_hash, facts, by)
    select ${what}, ${subject}, ${hash}, ${JSON.stringify(facts)}::jsonb, ${by}::uuid
    where not exists (select from mpesa_asks o where o.what = ${what} and o.subject = ${subject} and o.state = 'open'
      and o.id not in (select id from before))
    returning id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) return false
  const answer = await send(hearAt)
  if (answer.is === 'asked') {
    // The answer may have come first, with the name.
    await sql`update mpesa_asks set originator = coalesce(originator, ${answer.id}) where id = ${id}::bigint`.execute(
      db,
    )
    return true
  }
  if (answer.is === 'over') return false
  if (what === 'status') await backOff(db, 'question', answer)
  const isOver = answer.class === 'config' || answer.class === 'rejected'
  await sql`
    update mpesa_asks set state = case when ${isOver} then 'lost' else state end, code = ${answer.code?.slice(0, 50) ?? null},
      facts = facts || ${JSON.stringify(factsOf(answer))}::jsonb
    where id = ${id}::bigint and state = 'open'`.execute(db)
  if (answer.class === 'config') await refused(db, answer.code ?? null, answer.message)
  return false
}

const factsOf = ({ class: is }: Failure) =>
  is === 'config' ? { isRefused: true } : is === 'rejected' ? { isRejected: true } : {}

/** Asks what became of the money of this code. */
export async function askReceipt(db: Db, receipt: string): Promise<boolean> {
  const rail = await openRail(db)
  if (!rail?.capabilities().proves.includes('status')) return false
  return ask(db, { what: 'status', subject: receipt }, (hearAt) => rail.askReceipt({ receipt, hearAt }))
}

/** M-Pesa's codes for 'your initiator is not accepted': questions pause for an hour, and a person is called. A question may also
 * be refused at once, without any of these codes.
 */
export const promptRefusals = ['11', '21', '2001', '2006', '2028', '8006']

const refused = (db: Db, code: string | null, message: string): Promise<void> =>
  db.transaction().execute((tx) => raiseDiscrepancy(tx, 'questions that are refused', 'mpesa', { code, message }))

/** Handles a post to the secret address of a question. Undefined if the address is of no question. */
export async function receiveAnswer(db: Db, token: string, raw: Uint8Array): Promise<CallbackReply | undefined> {
  const one = await db
    .selectFrom('mpesa_asks')
    .where('hear_hash', '=', hashOfCallbackToken(token))
    .select(['id', 'what', 'subject', 'originator', 'state', 'facts', 'by', 'asked_at as askedAt'])
    .executeTakeFirst()
  if (!one) return undefined
  const told = mobileMoney()?.readAnswer(raw)
  if (told && told.is !== 'garbage') {
    if (one.originator === null || one.originator === told.id) await heard(db, one, told)
    else log.warn({ ask: one.id }, 'what was posted in answer to a question names another one')
  }
  return { status: 200, outcome: 'answer' }
}

type One = { id: number; what: string; subject: string; facts: unknown; by: string | null; askedAt: Date }

async function heard(db: Db, one: One, told: Exclude<ToldOfAsk, { is: 'garbage' }>): Promise<void> {
  if (told.is === 'late') {
    const late = sql`update mpesa_asks set state = 'late', originator = ${told.id} where id = ${one.id}::bigint and state = 'open'`
    return void (await late.execute(db))
  }
  const { code, status, held } = told
  const facts =
    one.what === 'reversal'
      ? { back: told.receipt }
      : one.what === 'balance'
        ? { held }
        : { amount: status?.cents ?? null, isDone: status?.isDone ?? null }
  const { numAffectedRows } = await sql`
    update mpesa_asks set state = 'answered', answered_at = now(), originator = ${told.id}, code = ${code},
      facts = facts || ${JSON.stringify(facts)}::jsonb
    where id = ${one.id}::bigint and state <> 'answered'`.execute(db)
  // The first answer counts. Should this process die now, cron asks again.
  if (numAffectedRows !== 1n) return
  if (promptRefusals.includes(code)) await refused(db, code, 'the initiator is not let in')
  if (one.what === 'reversal') await reversalAnswered(db, one.facts as { refund: number } | { unplaced: number })
  else if (one.what === 'balance') await balanceAnswered(db, one, held)
  else if (status) await statusAnswered(db, one, status)
}

/** Leaves the booking to the job of the refund, or of the return. Should this process die now, cron starts that job. */
const reversalAnswered = (db: Db, cause: { refund: number } | { unplaced: number }) =>
  'refund' in cause
    ? enqueue(db, 'send-refund', { reversalId: cause.refund }, { key: String(cause.refund) })
    : enqueue(db, 'send-return', { suspenseId: cause.unplaced }, { key: String(cause.unplaced) })

/** Books money at our number, under the code that was asked about: that proves it. */
async function statusAnswered(db: Db, { subject }: One, status: StatusFacts): Promise<void> {
  const rail = mobileMoney()!
  if (!status.isDone || status.receipt !== subject || status.shortcode !== rail.capabilities().payIn?.number) return
  const told = await db
    .selectFrom('mpesa_receipts')
    .where('receipt', '=', subject)
    .select(['paid_at', 'name', 'tail'])
    .executeTakeFirst()
  const { receipt, shortcode, cents, phone } = status
  const paidAt = status.paidAt ?? told?.paid_at ?? new Date()
  const [name, tail] = [status.name ?? told?.name ?? null, status.tail ?? told?.tail ?? null]
  // The answer does not say the account: we use the one that we were told, and its code and amount are proved.
  await bookReceipt(db, rail, { receipt, shortcode, cents, account: '', name, tail, phone, paidAt }, 'status')
}

/** Run by cron: asks about codes that were told and not proved, and calls a person if no answer comes. */
export async function askOpen(db: Db): Promise<number> {
  await noAnswer(db)
  const rail = await openRail(db)
  const proves = rail?.capabilities().proves ?? []
  if (!proves.includes('status') || (await isResting(db))) return 0
  const { rows } = await sql<{ receipt: string }>`
    select r.receipt from mpesa_receipts r
      left join lateral (select max(asked_at) as at from mpesa_asks where what = 'status' and subject = r.receipt) a on true
    where r.state = 'heard' and r.proved_at is null and r.created_at > now() - interval '48 hours'
      and r.created_at < now() - make_interval(secs => ${proves.includes('list') ? 360 : 10})
      and (a.at is null or a.at < now() - case when r.created_at > now() - interval '5 minutes' then interval '1 minute'
        when r.created_at > now() - interval '1 hour' then interval '10 minutes' else interval '1 hour' end)
    order by a.at nulls first, r.created_at limit 40`.execute(db)
  const each = keepingOn()
  for (const { receipt } of rows) await each.go(() => askReceipt(db, receipt))
  // If there is a list, reading it does this.
  if (!proves.includes('list')) await lookForHeard(db)
  each.end()
  return rows.length
}

/** True while the questions pause because our initiator is not accepted. */
export async function isResting(db: Db): Promise<boolean> {
  const { rows } = await sql<{ rests: boolean }>`
    select exists (select from mpesa_asks where (code = any(${promptRefusals}::text[]) or facts ->> 'isRefused' = 'true')
      and coalesce(answered_at, asked_at) > now() - interval '1 hour') as rests`.execute(db)
  return rows[0]!.rests
}

/** Closes questions without an answer: after a day a person is told; a balance is no news after half an hour. */
async function noAnswer(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<One & { isOld: boolean }>`
      update mpesa_asks set state = 'lost' where state in ('open', 'late')
        and asked_at < now() - case what when 'balance' then interval '30 minutes' else interval '24 hours' end
      returning id, what, subject, facts, by, asked_at as "askedAt"`.execute(tx)
    for (const one of rows)
      if (one.what === 'balance') await balanceUnanswered(tx, one)
      else await raiseDiscrepancy(tx, 'a question without an answer', `${one.what} ${one.subject}`, {})
  })
}

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
    ask(db, { what: 'balance', subject: at, facts: { ours }, by: by?.id ?? null }, (hearAt) =>
      rail.askBalance(at === payIn.number ? { hearAt } : { hearAt, at }),
    ),
  )
  return (await Promise.all(asked)).some((isAsked) => isAsked)
}

// Our money at M-Pesa, as M-Pesa says and as the books say.

type Question = { facts: unknown; by: string | null; subject: string }

/** Compares M-Pesa's answer with the books. Money that came in since the question may be in the answer, or not yet. */
async function balanceAnswered(db: Db, question: Question, held: Holding[] | null): Promise<void> {
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
async function balanceUnanswered(tx: Tx, { by }: Pick<Question, 'by'>): Promise<void> {
  const [ours, away] = [await balanceOf(tx, 'mpesa_clearing'), await underWay(tx)]
  await tx
    .insertInto('balance_checks')
    .values({ provider: 'mpesa', outcome: 'unknown', theirs: null, ours, away, by })
    .execute()
}

/** Returns what our other numbers hold, as they said within a quarter of an hour. Null if one did not say. */
async function heldElsewhere(db: Db, { subject }: Question): Promise<Holding[] | null | 'open'> {
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
