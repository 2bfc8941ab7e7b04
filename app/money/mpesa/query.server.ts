import { sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type KeepingOn, keepingOn } from '#app/platform/jobs/keeping-on.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { type MobileMoney, mobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { isStoppedNow } from '#app/platform/providers/provider.server.ts'
import { backOff, backoffLeft, requestRefused, secondsToWait } from './backoff.server.ts'
import { openRail } from './begin.server.ts'
import { credit } from './credit.server.ts'
import { isEnded, type PromptState } from './prompt.ts'
import { closeUnansweredPrompts, promptEnded, querySteps } from './prompts.server.ts'

// The questions to M-Pesa about how a request ended. Only an answer to a question of ours counts, never what is told unasked.

type Due = {
  id: number
  reference: string
  amount: number
  account: string
  phone: string | null
  checkout: string | null
  state: PromptState
  /** True if we were told that it was paid. */
  isTold: boolean
}

const due = sql`q.id, p.reference, p.amount, q.account, q.phone, q.checkout_id as checkout, q.state,
  (q.told = 'paid' or exists (select from mpesa_receipts r where r.prompt_id = q.id)) as "isTold"`

/** Takes the turn and reads what forbids it in one statement: pages that wait and hundreds of posts ask at once. */
const mayBeQueried = (rail: MobileMoney) =>
  sql`${backoffLeft('query')} = 0 and not ${isStoppedNow(rail.capabilities().name)}`

/** Asks about the newest request of a payment, for the page that waits for it. The caller limits how often. */
export async function queryNewestRequest(db: Db, reference: string): Promise<void> {
  const rail = mobileMoney()
  if (!rail) return
  const { rows } = await sql<Due>`
    update mpesa_prompts q set asked_at = now()
    from payments p
    where ${mayBeQueried(rail)} and p.reference = ${reference} and q.payment_id = p.id and q.state in ('open', 'unknown') and q.checkout_id is not null
      and q.n = (select max(n) from mpesa_prompts where payment_id = p.id)
    returning ${due}`.execute(db)
  for (const one of rows) await askAbout(db, rail, one)
}

/** Asks at once about a request that we were told of. */
export async function queryRequest(db: Db, id: number): Promise<void> {
  const rail = mobileMoney()
  if (!rail) return
  const { rows } = await sql<Due>`
    update mpesa_prompts q set asked_at = now() from payments p
    where ${mayBeQueried(rail)} and q.id = ${id}::bigint and p.id = q.payment_id and q.state <> 'paid' and q.checkout_id is not null
    returning ${due}`.execute(db)
  for (const one of rows) await askAbout(db, rail, one)
  if (rows.length > 0) return
  const wait = await secondsToWait(db, 'query')
  if (wait > 0 && (await openRail(db))) await askAfter(db, [id], wait)
}

const atOnce = 4
const fewSeconds = 3000

/**
 * Asks about requests that we were told of and that are not in the list yet: M-Pesa may list a payment minutes later. True if
 * some are left after a few seconds, or if another read of the list is due: in a burst one read answers for many.
 */
export async function queryUnlisted(db: Db, isForAnotherLook: () => boolean): Promise<boolean> {
  const rail = await openRail(db)
  if (!rail) return false
  const ends = Date.now() + fewSeconds
  const each = keepingOn()
  let some: Due[]
  do {
    some = await takeUnlisted(db)
    await askEach(db, rail, some, each)
  } while (some.length > 0 && Date.now() < ends && !isForAnotherLook())
  each.end()
  return some.length > 0
}

/** Takes unlisted requests. One that was asked about a moment ago waits for its next turn by cron. */
async function takeUnlisted(db: Db): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update mpesa_prompts q set asked_at = now() from payments p
    where q.id in (
      select id from mpesa_prompts where ask_at is not null and told is not null and state in ('open', 'unknown')
        and checkout_id is not null and sent_at > now() - interval '15 minutes'
        and (asked_at is null or asked_at < now() - interval '5 seconds')
      order by sent_at limit 20 for update skip locked)
      and p.id = q.payment_id
    returning ${due}`.execute(db)
  return rows
}

/** Asks about four at a time. If M-Pesa asks us to wait, the others are asked about after that. Returns how many were asked about. */
async function askEach(db: Db, rail: MobileMoney, all: Due[], each: KeepingOn): Promise<number> {
  for (let at = 0; at < all.length; at += atOnce) {
    const rest = await secondsToWait(db, 'query')
    if (rest > 0) {
      const left = all.slice(at).map(({ id }) => id)
      await askAfter(db, left, rest)
      return at
    }
    await Promise.all(all.slice(at, at + atOnce).map((one) => each.go(() => askAbout(db, rail, one))))
  }
  return all.length
}

const longest = 50_000

/** Run by cron: asks about each request that is due, and sets the time of its next question first. */
export async function queryDueRequests(db: Db): Promise<number> {
  await closeUnansweredPrompts(db)
  const rail = await openRail(db)
  if (!rail) return 0
  const ends = Date.now() + longest
  const each = keepingOn()
  let asked = 0
  while (Date.now() < ends && (await secondsToWait(db, 'query')) === 0) {
    const some = await takeDue(db)
    if (some.length === 0) break
    asked += await askEach(db, rail, some, each)
  }
  await callForUnexplained(db, rail)
  each.end()
  return asked
}

/** Takes due requests. Without M-Pesa's id only the list tells. After the last question a person is called, and nothing is asked. */
async function takeDue(db: Db): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update mpesa_prompts q set asked_at = now(), asks = least(q.asks + 1, 100),
      ask_at = case when q.checkout_id is null then null else (
        select min(coalesce(q.sent_at, q.created_at) + make_interval(secs => step)) from unnest(${querySteps}::int[]) step
        where coalesce(q.sent_at, q.created_at) + make_interval(secs => step) > now() + interval '3 seconds') end
    from payments p
    where q.id in (select id from mpesa_prompts where ask_at <= now() order by ask_at limit 40 for update skip locked)
      and p.id = q.payment_id
    returning ${due}`.execute(db)
  return rows.filter(({ checkout }) => checkout !== null)
}

/** Asks an unanswered question again after M-Pesa's backoff, for two days at most. */
async function askAfter(db: Db, ids: number[], seconds: number): Promise<void> {
  await sql`
    update mpesa_prompts set ask_at = least(coalesce(ask_at, 'infinity'), now() + make_interval(secs => ${seconds}))
    where id = any(${ids}::bigint[]) and checkout_id is not null and state <> 'paid'
      and coalesce(sent_at, created_at) > now() - interval '48 hours'`.execute(db)
}

async function askAbout(db: Db, rail: MobileMoney, one: Due): Promise<void> {
  const answer = await rail.askPrompt(one.checkout!)
  if (answer.is === 'failure') {
    await backOff(db, 'query', answer)
    if (answer.waitSeconds) await askAfter(db, [one.id], Math.max(answer.waitSeconds, await secondsToWait(db, 'query')))
    if (answer.class === 'config') await requestRefused(db, rail, one.id, answer)
    return
  }
  const { state, code, why } = answer
  if (state === 'open') return
  if (state === 'paid') return void (await credit(db, rail.capabilities().name, one, 'query'))
  if (state === 'broken')
    await requestRefused(db, rail, one.id, { code: code ?? undefined, message: why ?? code ?? '' })
  // We were told 'paid', and the question says no: a payer whose money may be under way is never told that it failed.
  if (one.isTold && isEnded(state)) return promptEnded(db, one.id, { state: 'unknown', code, why })
  await promptEnded(db, one.id, { state, code, why })
  // Its page says that nothing was taken after the list is read.
  if (state === 'unanswered')
    await enqueue(db, 'list-receipts', {}, { key: 'unanswered', runAt: new Date(Date.now() + 3000) })
}

/**
 * Calls a person for each request of which nobody knows a day later whether it was paid, and of which nothing is left to ask.
 * Once for a gift, even after it is closed. Two kinds need nobody: requests that nobody said were paid, if the list names
 * requests and not this one; and those whose code a person is called for, or whose money waits on the desk.
 */
async function callForUnexplained(db: Db, rail: MobileMoney): Promise<void> {
  const hasList = rail.capabilities().proves.includes('list')
  const { rows } = await sql<{ reference: string; amount: number; account: string }>`
    select distinct on (p.id) p.reference, p.amount, q.account
    from mpesa_prompts q join payments p on p.id = q.payment_id
    where q.state = 'unknown' and q.ask_at is null and q.code is distinct from '0'
      and coalesce(q.sent_at, q.created_at) < now() - interval '24 hours'
      and not exists (select from discrepancies b where b.kind = 'a request that nobody can explain' and b.subject = p.reference)
      and not exists (select from mpesa_receipts r join discrepancies b on b.kind = 'a code that nobody lists' and b.subject = r.receipt
        where r.prompt_id = q.id)
      and (q.told = 'paid' or not (${hasList} and exists (select from mpesa_receipts r
        where r.prompt_id is not null and r.heard_by = 'list' and r.proved_at > coalesce(q.sent_at, q.created_at) + interval '1 hour')))
    order by p.id, q.id desc limit 100`.execute(db)
  for (const { reference, amount, account } of rows)
    await db
      .transaction()
      .execute((tx) =>
        raiseDiscrepancy(tx, 'a request that nobody can explain', reference, { reference, amount, account }),
      )
}
