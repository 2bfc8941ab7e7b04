import { sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { type MoneyAsked, mobileMoney, type ToldOfAsk } from '#app/platform/providers/mobile-money.server.ts'
import type { Failure } from '#app/platform/providers/provider.ts'
import { backOff, secondsToWait } from './backoff.server.ts'
import type { CallbackReply } from './pay-in.server.ts'
import { hashOfCallbackToken, newAddress } from './prompts.server.ts'

// Requests that M-Pesa answers later: what became of a payment, what it holds for us, money to be given back. A post counts as an
// answer because it comes to the secret address of one request of ours, and names that request as M-Pesa does. Requests on phones
// and money that is sent have tables of their own, because money hangs on them: prompts.server.ts and send.server.ts.

type What = 'status' | 'balance' | 'reversal'
type New = { what: What; subject: string; facts?: Record<string, string | number>; by?: string | null }
type Answer = Extract<ToldOfAsk, { is: 'answer' }>
export type MpesaRequest = {
  id: number
  what: string
  subject: string
  facts: unknown
  by: string | null
  askedAt: Date
}

/** Handles the answers to one kind of request. */
type RequestKind = {
  /** The part of an answer that is stored with the request. */
  factsOf: (answer: Answer) => Record<string, unknown>
  /** Called with the first answer. Should this process die now, cron asks again. */
  answered: (db: Db, request: MpesaRequest, answer: Answer) => Promise<unknown>
  /** Hours after which no answer is expected any more. */
  longest?: number
  /** Called when none came. By default a person is told. */
  unanswered?: (tx: Tx, request: MpesaRequest) => Promise<unknown>
}

const kinds = new Map<string, RequestKind>()

/** Declares a kind of request, once, beside the code that sends it. */
export const registerRequest = (what: What, kind: RequestKind): void => void kinds.set(what, kind)

/** Asks once: the row is written before M-Pesa is asked. It replaces an open question about the same thing after 20 seconds. */
export async function sendRequest(
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

/** M-Pesa's codes for 'your initiator is not accepted': questions pause for an hour, and a person is called. A question may also
 * be refused at once, without any of these codes.
 */
export const initiatorRefusals = ['11', '21', '2001', '2006', '2028', '8006']

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
    if (one.originator === null || one.originator === told.id) await requestAnswered(db, one, told)
    else log.warn({ ask: one.id }, 'what was posted in answer to a question names another one')
  }
  return { status: 200, outcome: 'answer' }
}

async function requestAnswered(db: Db, one: MpesaRequest, told: Exclude<ToldOfAsk, { is: 'garbage' }>): Promise<void> {
  if (told.is === 'late') {
    const late = sql`update mpesa_asks set state = 'late', originator = ${told.id} where id = ${one.id}::bigint and state = 'open'`
    return void (await late.execute(db))
  }
  const kind = kinds.get(one.what)
  const { numAffectedRows } = await sql`
    update mpesa_asks set state = 'answered', answered_at = now(), originator = ${told.id}, code = ${told.code},
      facts = facts || ${JSON.stringify(kind?.factsOf(told) ?? {})}::jsonb
    where id = ${one.id}::bigint and state <> 'answered'`.execute(db)
  // The first answer counts.
  if (numAffectedRows !== 1n) return
  if (initiatorRefusals.includes(told.code)) await refused(db, told.code, 'the initiator is not let in')
  await kind?.answered(db, one, told)
}

/** True while the questions pause because our initiator is not accepted. */
export async function isResting(db: Db): Promise<boolean> {
  const { rows } = await sql<{ rests: boolean }>`
    select exists (select from mpesa_asks where (code = any(${initiatorRefusals}::text[]) or facts ->> 'isRefused' = 'true')
      and coalesce(answered_at, asked_at) > now() - interval '1 hour') as rests`.execute(db)
  return rows[0]!.rests
}

/** Closes requests without an answer, and tells a person, or does what their kind says. */
export async function closeUnanswered(db: Db): Promise<void> {
  const hours = JSON.stringify(Object.fromEntries([...kinds].map(([what, { longest = usual }]) => [what, longest])))
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<MpesaRequest>`
      update mpesa_asks set state = 'lost' where state in ('open', 'late')
        and asked_at < now() - coalesce((${hours}::json ->> what)::float, ${usual}::float) * interval '1 hour'
      returning id, what, subject, facts, by, asked_at as "askedAt"`.execute(tx)
    for (const one of rows) {
      const { unanswered = callPerson } = kinds.get(one.what) ?? {}
      await unanswered(tx, one)
    }
  })
}
const usual = 24

const callPerson = (tx: Tx, { what, subject }: MpesaRequest) =>
  raiseDiscrepancy(tx, 'a question without an answer', `${what} ${subject}`, {})
