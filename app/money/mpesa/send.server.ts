import { sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { log } from '#app/platform/log.server.ts'
import { mobileMoney, type SendEnd, type ToldOfSend } from '#app/platform/providers/mobile-money.server.ts'
import type { Failure } from '#app/platform/providers/provider.ts'
import type { CallbackReply } from './pay-in.server.ts'
import { hashOfCallbackToken, newAddress } from './prompts.server.ts'
import { initiatorRefusals, sendRequest } from './requests.server.ts'

// Orders to M-Pesa to send money, and what became of each. An order is stored before it is sent. Its end is posted to an
// address that only this order has, and has to name our reference; if none comes, we ask.

/**
 * The state of money that was ordered under one reference. `missing`: M-Pesa has no such order. `isTaken`: it said that it has
 * one. `isOther`: it went to a person of another name than the one we know.
 */
export type SentNow =
  | { is: 'done'; receipt: string; cents: number; isOther: boolean }
  | { is: 'ended'; end: SendEnd }
  | { is: 'missing' }
  | { is: 'open'; isTaken: boolean }

const notSetUp: Failure = { is: 'failure', class: 'retry', code: 'not_set_up', message: 'M-Pesa is not set up' }

/** Orders a send, again if need be: under one reference M-Pesa sends once. */
export async function orderSend(
  db: Db,
  what: { reference: string; cents: number; phone: string },
): Promise<{ is: 'taken' | 'known' } | Failure> {
  const rail = mobileMoney()
  if (!rail) return notSetUp
  const { hearAt, hash } = newAddress()
  const { rows } = await sql<{ id: number }>`
    with before as (
      update mpesa_asks set state = 'lost' where what = 'b2c' and subject = ${what.reference} and state = 'open' returning id)
    insert into mpesa_asks (what, subject, hear_hash)
    select 'b2c', ${what.reference}, ${hash} where (select count(*) from before) >= 0 returning id`.execute(db)
  const answer = await rail.send({ ...what, hearAt })
  const facts = answer.is === 'failure' ? { wasRefused: answer.class !== 'unknown' } : { isTaken: true }
  const isOurs = answer.is === 'failure' && answer.class === 'config'
  const code = answer.is === 'failure' ? (answer.code?.slice(0, 50) ?? null) : null
  await sql`
    update mpesa_asks set state = case when ${facts.wasRefused ?? false} and state = 'open' then 'lost' else state end,
      code = coalesce(code, ${code}), facts = facts || ${JSON.stringify(isOurs ? { ...facts, isRefused: true } : facts)}::jsonb
    where id = ${rows[0]!.id}::bigint`.execute(db)
  if (answer.is !== 'failure' || !isOurs) return answer
  await callFor(db, code, answer.message)
  // The orders pause until a person has put it right; gifts go on.
  return { ...answer, class: 'retry' }
}

const callFor = (db: Db, code: string | null, message: string): Promise<void> =>
  db.transaction().execute((tx) => raiseDiscrepancy(tx, 'questions that are refused', 'mpesa', { code, message }))

/** Asks M-Pesa what became of an order, unless it was asked a moment ago. */
export async function askWhatBecame(db: Db, reference: string): Promise<void> {
  const rail = mobileMoney()
  if (rail)
    await sendRequest(db, { what: 'status', subject: reference }, (hearAt) => rail.askSent({ reference, hearAt }))
}

type Row = { what: string; state: string; askedAt: Date; facts: Facts }
type Facts = {
  end?: SendEnd | 'missing'
  receipt?: string
  cents?: number
  isOther?: boolean
  isTaken?: boolean
  wasRefused?: boolean
}

/** Returns what M-Pesa has said so far: no failure outweighs that the money arrived. */
export async function whatBecame(db: Db, reference: string): Promise<SentNow> {
  const { rows } = await sql<Row>`
    select what, state, asked_at as "askedAt", facts from mpesa_asks
    where what in ('b2c', 'status') and subject = ${reference} order by id`.execute(db)
  const done = rows.find(({ facts }) => facts.end === 'done')?.facts
  if (done) return { is: 'done', receipt: done.receipt!, cents: done.cents!, isOther: done.isOther ?? false }
  const ended = rows.find(({ facts: { end = 'open' } }) => end !== 'open' && end !== 'missing')?.facts
  if (ended) return { is: 'ended', end: ended.end as SendEnd }
  const orders = rows.filter(({ what, facts }) => what === 'b2c' && !facts.wasRefused)
  const isTaken = orders.some(({ state, facts }) => facts.isTaken || state === 'answered' || state === 'late')
  const last = orders.at(-1)
  const isMissing = rows.some(({ facts, askedAt }) => facts.end === 'missing' && last && askedAt > last.askedAt)
  return !last || (isMissing && !isTaken) ? { is: 'missing' } : { is: 'open', isTaken }
}

/** Handles a post to the secret address of an order, or of a question about one. Undefined if it is of neither. */
export async function receiveSentResult(db: Db, token: string, raw: Uint8Array): Promise<CallbackReply | undefined> {
  const one = await db
    .selectFrom('mpesa_asks')
    .where('hear_hash', '=', hashOfCallbackToken(token))
    .where(sql<boolean>`(what = 'b2c' or (what = 'status' and (subject like 'pay-%' or subject like 'back-%')))`)
    .select(['id', 'what', 'subject', 'originator'])
    .executeTakeFirst()
  if (!one) return undefined
  const told = mobileMoney()?.readSent(raw)
  if (!told || told.is === 'garbage') return { status: 200, outcome: 'garbage' }
  const name = one.what === 'b2c' ? one.subject : one.originator
  if (name !== null && name !== told.id) {
    log.warn({ ask: one.id }, 'what was posted about money sent names another order')
    return { status: 200, outcome: 'another' }
  }
  await heard(db, one, told)
  return { status: 200, outcome: 'answer' }
}

type One = { id: number; what: string; subject: string }

async function heard(db: Db, one: One, told: Exclude<ToldOfSend, { is: 'garbage' }>): Promise<void> {
  if (told.is === 'late')
    return void (await sql`
      update mpesa_asks set state = 'late' where id = ${one.id}::bigint and state in ('open', 'lost')`.execute(db))
  const { code, receipt, cents, left } = told
  const end = endOf(one, told)
  const facts = { end, receipt, cents, left, isOther: await isOtherName(db, one.subject, told.name) }
  await db.transaction().execute(async (tx) => {
    // The first answer counts, unless a later one says that it arrived.
    const { numAffectedRows } = await sql`
      update mpesa_asks set state = 'answered', answered_at = coalesce(answered_at, now()), code = ${code},
        facts = facts || ${JSON.stringify(facts)}::jsonb
      where id = ${one.id}::bigint and (state <> 'answered' or (${end} = 'done' and facts ->> 'end' <> 'done'))`.execute(
      tx,
    )
    if (numAffectedRows !== 1n) return
    // The other answers are not needed any more.
    if (end !== 'open' && end !== 'missing')
      await sql`update mpesa_asks set state = 'lost' where subject = ${one.subject} and state in ('open', 'late')`.execute(
        tx,
      )
    await tellSender(tx, one.subject)
  })
  if (end === 'ours') await callFor(db, code, 'the initiator is not let in')
}

/** Starts the job that books it: of a refund, whose number is in its reference, or of a withdrawal. */
function tellSender(tx: Tx, reference: string) {
  const [, refund] = /^back-(\d+)-/.exec(reference) ?? []
  return refund
    ? enqueue(tx, 'send-refund', { reversalId: Number(refund) }, { key: refund })
    : enqueue(tx, 'hear-transfer', { reference }, { key: reference })
}

/** Returns the end. A refused question says nothing of the order, and one that finds none says that there is none. */
function endOf({ what }: One, { end, code }: Extract<ToldOfSend, { is: 'sent' }>): SendEnd | 'missing' {
  if (what === 'b2c' || code === '0') return end
  return initiatorRefusals.includes(code) ? 'open' : 'missing'
}

/** True if the name is another person's, which is for a person to judge. The name itself is not kept. */
async function isOtherName(db: Db, reference: string, name: string | null): Promise<boolean> {
  if (name === null) return false
  const owner = await db
    .selectFrom('payout_attempts as a')
    .innerJoin('payout_requests as o', 'o.id', 'a.payout_id')
    .innerJoin('profiles as p', 'p.user_id', 'o.user_id')
    .where('a.reference', '=', reference)
    .select('p.full_name')
    .executeTakeFirst()
  const theirs = new Set(wordsOf(name))
  return owner !== undefined && !wordsOf(owner.full_name).some((word) => theirs.has(word))
}

const wordsOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1)

// The money from which we can send to phones.

/** Returns M-Pesa's latest figure, and its time; undefined if there was none. */
export async function leftToSend(db: Db): Promise<{ cents: number; at: Date } | undefined> {
  const sends = mobileMoney()?.capabilities().sends
  if (!sends) return undefined
  const { rows } = await sql<{ cents: number; at: Date }>`
    select cents, at from (
      select (facts ->> 'left')::bigint as cents, answered_at as at from mpesa_asks
        where what = 'b2c' and state = 'answered' and facts ->> 'left' is not null
      union all
      select (h ->> 'cents')::bigint, answered_at from mpesa_asks, jsonb_array_elements(facts -> 'held') h
        where what = 'balance' and subject = ${sends.from} and state = 'answered' and jsonb_typeof(facts -> 'held') = 'array'
          and h ->> 'account' = ${sends.account}) x
    order by at desc limit 1`.execute(db)
  return rows[0]
}

/** Returns that figure less what M-Pesa was asked to send since; `attempt` is the withdrawal that asks. */
export async function leftNow(db: Db, { attempt = null }: { attempt?: number | null } = {}) {
  const left = await leftToSend(db)
  if (!left) return 'not known'
  const { rows } = await sql<{ sent: number }>`
    select (coalesce((select sum(o.net + coalesce(a.fee, 0))
        from payout_attempts a join payout_requests o on o.id = a.payout_id
        where a.provider = 'mpesa' and a.id is distinct from ${attempt}::bigint
          and (a.state in ('pending', 'unknown') or (a.state = 'success' and a.updated_at > ${left.at}))), 0)
      + coalesce((select sum(amount + coalesce(fee, 0)) from refund_sends
        where state = 'open' or (state = 'done' and ended_at > ${left.at})), 0))::bigint as sent`.execute(db)
  return left.cents - rows[0]!.sent
}
