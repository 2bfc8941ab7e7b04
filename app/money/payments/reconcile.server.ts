import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { balanceOf, clearingOf } from '#app/base/ledger/post.server.ts'
import { kes } from '#app/kit/money.ts'
import { type Db, databaseNow } from '#app/platform/db.server.ts'
import { type KeepingOn, keepingOn } from '#app/platform/jobs/keeping-on.server.ts'
import { log } from '#app/platform/log.server.ts'
import { nameOf, openProviders, provider, providerNamed, providers } from '#app/platform/providers/provider.server.ts'
import type { FoundPayment, Provider } from '#app/platform/providers/provider.ts'
import { applyResult } from './apply.server.ts'
import { settlePayment } from './settle.server.ts'

// Questions of cron to the provider, so that money arrives even when nobody tells us of it.

const atOnce = 4
const longest = 50_000

/**
 * Asks about open payments: 3, 10, 30 and 120 minutes and a day after they began. None of these questions is used up
 * while the provider refuses our key, or is not set up.
 */
export async function checkPayments(db: Db): Promise<number> {
  const by = await openProviders(db)
  const ends = Date.now() + longest
  const each = keepingOn()
  let asked = 0
  for (;;) {
    const due = await takeDue(db, by)
    for (let at = 0; at < due.length; at += atOnce)
      await Promise.all(due.slice(at, at + atOnce).map((reference) => each.go(() => settlePayment(db, reference))))
    asked += due.length
    if (due.length === 0 || Date.now() > ends) break
  }
  each.end()
  return asked
}

/** Takes payments that are due. Their next time is set before they are asked about, so that nobody else asks, too. */
async function takeDue(db: Db, by: string[]): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    update payments set next_check_at = (
      select min(created_at + step) from unnest(array[interval '10 minutes', '30 minutes', '2 hours', '24 hours']) step
      where created_at + step > now() + interval '30 seconds'
    ) where id in (
      select id from payments where next_check_at <= now() and status in ('pending', 'failed', 'abandoned') and provider = any(${by})
      order by next_check_at limit 40 for update skip locked
    ) returning reference`.execute(db)
  return rows.map(({ reference }) => reference)
}

const hours = 48
const mostPages = 500

/**
 * Books every success that each provider lists of the last two days; each of ours has to be among them. Two days, so
 * that a day on which neither events nor this came through leaves no gap.
 */
export async function reconcilePayments(db: Db): Promise<number> {
  const each = keepingOn()
  let applied = 0
  for (const name of await openProviders(db))
    applied += (await each.go(() => reconcileWith(db, providerNamed(name)))) ?? 0
  each.end()
  return applied
}

async function reconcileWith(db: Db, by: Provider): Promise<number> {
  const to = await databaseNow(db)
  const from = new Date(to.getTime() - hours * 3_600_000)
  const listed = new Set<string>()
  const each = keepingOn()
  let applied = 0
  for (let page: number | null = 1; page !== null; ) {
    const answer = await by.listSuccess({ from, to, page })
    if (answer.is === 'failure' || page > mostPages) {
      log.warn({ page, code: answer.is === 'failure' ? answer.code : 'too many' }, 'payments could not be compared')
      each.end()
      return applied
    }
    applied += await bookListed(db, nameOf(by), answer.payments, each)
    for (const { providerId } of answer.payments) listed.add(providerId)
    page = answer.next
  }
  await missingThere(db, by, listed, each)
  each.end()
  return applied
}

/** Applies the listed payments that are not settled here yet. */
async function bookListed(db: Db, name: string, payments: FoundPayment[], each: KeepingOn): Promise<number> {
  const ids = payments.map(({ providerId }) => providerId)
  const { rows } = await sql<{ id: string }>`
    select provider_tx_id as id from payments where provider = ${name} and provider_tx_id = any(${ids}) and provider_fee is not null
    union all select provider_tx_id from suspense where provider = ${name} and provider_tx_id = any(${ids})`.execute(db)
  const settled = new Set(rows.map(({ id }) => id))
  let applied = 0
  for (const { reference, ...facts } of payments) {
    if (settled.has(facts.providerId)) continue
    if ((await each.go(() => applyResult(db, name, reference, facts))) !== 'applied') continue
    log.info({ reference }, 'a payment was found by comparing')
    applied++
  }
  return applied
}

/** Finds payments of ours that the provider does not list. The youngest are spared: they may have come in while the list was read. */
async function missingThere(db: Db, by: Provider, listed: Set<string>, each: KeepingOn): Promise<void> {
  const ours = await db
    .selectFrom('payments')
    .where('status', '=', 'succeeded')
    .where('provider', '=', nameOf(by))
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${hours - 1})`)
    .where('settled_at', '<', sql<Date>`now() - interval '10 minutes'`)
    .select(['reference', 'provider_tx_id', 'amount'])
    .execute()
  const lacking = ours.filter(({ provider_tx_id: id }) => !listed.has(id ?? ''))
  // A refunded payment is listed as reversed, so each is asked about before a person is called.
  for (const one of lacking) await each.go(() => lookFor(db, by, one))
}

type Lacking = { reference: string; provider_tx_id: string | null; amount: number }

async function lookFor(db: Db, by: Provider, { reference, provider_tx_id, amount }: Lacking): Promise<void> {
  const answer = await by.verify(reference)
  const isThere = answer.is === 'payment' && (answer.state === 'success' || answer.state === 'reversed')
  if (isThere || answer.is === 'failure') return
  await db
    .transaction()
    .execute((tx) => raiseDiscrepancy(tx, 'payment the provider does not list', reference, { provider_tx_id, amount }))
}

/** The highest cost of sending a withdrawal, which leaves with it. */
const sendingCost = kes(140)
/** Money that the provider was asked to send or to refund, without a final answer. */
const underWay = sql`(
  coalesce((select sum(o.net + ${sendingCost}::bigint) from payout_attempts a join payout_requests o on o.id = a.payout_id
    where a.state in ('sending', 'pending', 'unknown')), 0)
  + coalesce((select sum(amount) from reversals where kind = 'refund' and state = 'open' and progress <> 'waiting'), 0)
  + coalesce((select sum(amount) from suspense where state = 'open' and currency = 'KES' and asked_at is not null), 0))`

/**
 * Returns the cents at all providers whose money the books keep in this one account. Null if one does not say, as one
 * that payments name and that is not set up.
 */
async function balanceThere(db: Db): Promise<number | null> {
  const known = [...providers().map(nameOf), ...(await namesInPayments(db))]
  const names = new Set(known.filter((name) => clearingOf(name) === 'provider_clearing'))
  const answers = await Promise.all([...names].map((name) => providerNamed(name).balance()))
  const cents = answers.flatMap((answer) => (answer.is === 'balance' ? [answer.cents] : []))
  return cents.length < answers.length ? null : cents.reduce((sum, one) => sum + one, 0)
}

/** Lists provider names, stepping from one to the next by the index: there are few names, and many payments. */
async function namesInPayments(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive names as (
      select min(provider) as name from payments where provider_tx_id is not null
      union all
      select (select min(provider) from payments where provider_tx_id is not null and provider > names.name)
      from names where names.name is not null)
    select name from names where name is not null`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Compares our money at the provider, as it says and as we say. Money on its way may or may not have left it yet. Run
 * by cron, and whenever an administrator asks. Both figures are kept.
 */
export async function checkBalance(db: Db, by: Actor | null = null): Promise<'same' | 'differs' | 'unknown'> {
  const before = await balanceOf(db, 'provider_clearing')
  const theirs = await balanceThere(db)
  const name = nameOf(provider())
  return db.transaction().execute(async (tx) => {
    const ours = await balanceOf(tx, 'provider_clearing')
    const { rows } = await sql<{ away: number; fees: number }>`
      select ${underWay}::bigint as away,
        (select count(*) from payments where status = 'succeeded' and provider_fee is null) as fees`.execute(tx)
    const { away, fees } = rows[0]!
    // Money that came in while the provider was asked may be in its answer, or not yet.
    const fits = theirs !== null && theirs <= Math.max(before, ours) && theirs >= Math.min(before, ours) - away
    const outcome = theirs === null ? 'unknown' : fits ? 'same' : 'differs'
    await tx.insertInto('balance_checks').values({ provider: name, outcome, theirs, ours, away, by: by?.id }).execute()
    const after = { outcome, theirs, ours, away }
    if (by) await record(tx, { by, act: 'balance compared', noun: 'book', subject: name, after })
    if (outcome === 'differs')
      await raiseDiscrepancy(tx, 'balance at the provider', name, { theirs, ours, away, feesNotKnown: fees })
    return outcome
  })
}
