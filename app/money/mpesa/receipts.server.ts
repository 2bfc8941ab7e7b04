import { type RawBuilder, sql } from 'kysely'
import { discrepanciesDecided, raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { type Db, databaseNow, type Tx } from '#app/platform/db.server.ts'
import { keepingOn } from '#app/platform/jobs/keeping-on.server.ts'
import { log } from '#app/platform/log.server.ts'
import type { MobileMoney, MobileReceipt, Unreadable } from '#app/platform/providers/mobile-money.server.ts'
import { openRail } from './begin.server.ts'
import { bookReceipt } from './book.server.ts'
import { insertCodes } from './codes.server.ts'
// Registers its figures.
import './figures.server.ts'
import { backOff, secondsToWait } from './backoff.server.ts'

// M-Pesa's own codes of money that came in: those posted to us, and those in its list.

/** A code that was posted about a request, with the request's account and amount. */
export type PostedCode = { promptId: number; receipt: string; account: string; cents: number }

/**
 * Keeps codes that were posted to us, each request and each code once. A code is no proof, but names what to look for. The code
 * of a request that was deleted meanwhile is left to M-Pesa's list. `before`: a statement that is done before any of them.
 */
export async function storePostedCodes(db: Db, all: PostedCode[], before?: RawBuilder<unknown>): Promise<void> {
  const codes = all.map((code) => ({ ...code, by: 'callback' as const }))
  const where = sql`exists (select from mpesa_prompts q where q.id = m.prompt_id)`
  const stored = await insertCodes(db, codes, { where, before })
  const fresh = new Set(stored.map(({ receipt }) => receipt))
  const known = all.filter(({ receipt }) => !fresh.has(receipt))
  if (known.length > 0) await nameRequests(db, known)
}

/**
 * Says whose a known code is that M-Pesa listed without an account. A confirmation may have told another amount: this answer
 * proves the amount that was asked for. In order, so that two transactions at once don't deadlock.
 */
async function nameRequests(db: Db, known: PostedCode[]): Promise<void> {
  const each = <Value>(of: (one: PostedCode) => Value) => sql.val(known.map(of))
  await sql`
    with mine as (
      select r.receipt, q.prompt_id, q.account, q.amount
      from unnest(${each(({ receipt }) => receipt)}::text[], ${each(({ promptId }) => promptId)}::bigint[],
        ${each(({ account }) => account)}::text[], ${each(({ cents }) => cents)}::bigint[]) q (receipt, prompt_id, account, amount)
        join mpesa_receipts r using (receipt)
      where r.prompt_id is null
        and ((r.state = 'heard' and r.heard_by = 'confirmation') or (r.account = '' and r.amount = q.amount))
        and not exists (select from mpesa_receipts o where o.prompt_id = q.prompt_id)
      order by r.receipt for update of r
    )
    update mpesa_receipts r set prompt_id = mine.prompt_id, amount = mine.amount,
      account = case r.account when '' then mine.account else r.account end
    from mine where r.receipt = mine.receipt`.execute(db)
}

const hours = 48
const mostPages = 500
/** The number of payments that are booked together. */
const atOnce = 200

/**
 * Books everything that M-Pesa lists of the last two days; with `minutes` only what it lists of these. Run by cron. Returns how
 * many were new to the books.
 */
export async function listReceipts(db: Db, { minutes }: { minutes?: number } = {}): Promise<number> {
  const rail = await openRail(db)
  if (!rail?.capabilities().proves.includes('list') || (await secondsToWait(db, 'list')) > 0) return 0
  // M-Pesa takes whole seconds: the one that is not over yet is included.
  const to = new Date(Math.ceil((await databaseNow(db)).getTime() / 1000) * 1000)
  const from = new Date(to.getTime() - (minutes ?? hours * 60) * 60_000)
  const whole = minutes === undefined ? { provider: rail.capabilities().name, from, to } : undefined
  if (whole) await lookForMissed(db, whole)
  const each = keepingOn()
  let found = 0
  let offset = 0
  for (let page = 0; ; page++) {
    const answer = await rail.list({ from, to, offset })
    if (answer.is === 'failure') await backOff(db, 'list', answer)
    if (answer.is === 'failure' || page > mostPages) {
      log.warn({ page, code: answer.is === 'failure' ? answer.code : 'too many' }, 'receipts could not be compared')
      break
    }
    found += await bookListed(db, rail, answer.receipts, each)
    await callForUnreadable(db, answer.unreadable ?? [])
    if (answer.next === null) {
      if (whole) {
        await listWasRead(db, whole)
        await lookForUnlisted(db, whole.provider)
      }
      break
    }
    offset = answer.next
  }
  await lookForHeard(db)
  each.end()
  return found
}

async function bookListed(db: Db, rail: MobileMoney, listed: MobileReceipt[], each: ReturnType<typeof keepingOn>) {
  const { rows } = await sql<{ receipt: string }>`
    select receipt from mpesa_receipts where receipt = any(${listed.map(({ receipt }) => receipt)}::text[])
      and state <> 'heard' and heard_by not in ('callback', 'confirmation')`.execute(db)
  const known = new Set(rows.map(({ receipt }) => receipt))
  const news = listed.filter(({ receipt }) => !known.has(receipt))
  let found = 0
  for (let at = 0; at < news.length; at += atOnce) {
    const some = news.slice(at, at + atOnce)
    const became = await Promise.all(some.map((one) => each.go(() => bookReceipt(db, rail, one, 'list'))))
    found += became.filter((one) => one === 'new').length
  }
  return found
}

const unread = 'a listed payment that can not be read'

/** Calls a person once for each. A payment that another answer proved meanwhile needs nobody. */
async function callForUnreadable(db: Db, rows: Unreadable[]): Promise<void> {
  for (const { receipt, name } of rows.slice(0, 100)) {
    const { rows: known } = await sql`
      select from mpesa_receipts where receipt = ${receipt} and proved_at is not null
      union all select from discrepancies where kind = ${unread} and subject = ${name} limit 1`.execute(db)
    if (known.length > 0) continue
    await db.transaction().execute((tx) => raiseDiscrepancy(tx, unread, name, {}))
  }
}

const unlisted = 'a code that nobody lists'

/**
 * Calls a person for codes that were posted to us two hours ago and that no list and no question knows. Those checked longest
 * ago come first, so that none waits behind a hundred others. A made-up code is never listed: a person who has closed it is not
 * called again.
 */
export async function lookForHeard(db: Db): Promise<void> {
  await closeProved(db)
  const { rows } = await sql<{ receipt: string; amount: number }>`
    select r.receipt, r.amount from mpesa_receipts r
      left join discrepancies b on b.kind = ${unlisted} and b.subject = r.receipt and b.state = 'open'
    where r.state = 'heard' and r.proved_at is null and r.created_at < now() - interval '2 hours'
      and not exists (select from discrepancies c where c.kind = ${unlisted} and c.subject = r.receipt and c.state = 'closed')
    order by b.seen_at nulls first, r.created_at limit 100`.execute(db)
  for (const { receipt, amount } of rows)
    await db.transaction().execute((tx) => raiseDiscrepancy(tx, unlisted, receipt, { amount }))
}

/** Closes the discrepancies of codes that were proved after all: they need nobody any more. */
async function closeProved(db: Db): Promise<void> {
  const { rows } = await sql<{ receipt: string }>`
    select r.receipt from discrepancies b join mpesa_receipts r on r.receipt = b.subject
    where b.kind = ${unlisted} and b.state = 'open' and r.proved_at is not null limit 500`.execute(db)
  for (const { receipt } of rows)
    await db.transaction().execute((tx) => discrepanciesDecided(tx, [unlisted], receipt, null))
}

/**
 * Calls a person for requests that are paid by M-Pesa's own word and that its list, read to the end, does not have two hours
 * later. The time of asking counts: a request settled long after may be too old for the list. A list that has never named a
 * request names none.
 */
async function lookForUnlisted(db: Db, provider: string): Promise<void> {
  const { rows } = await sql<{ reference: string; amount: number }>`
    select p.reference, p.amount from payments p
    where p.provider = ${provider} and p.status = 'succeeded' and p.settled_at > now() - make_interval(hours => ${hours})
      and exists (select from mpesa_prompts q where q.payment_id = p.id and q.account = p.provider_tx_id
        and coalesce(q.sent_at, q.created_at) between now() - make_interval(hours => ${hours}) and now() - interval '2 hours')
      and not exists (select from mpesa_receipts r where r.payment_id = p.id and r.heard_by in ('list', 'status', 'statement'))
      and not exists (select from discrepancies b where b.kind = 'payment the provider does not list' and b.subject = p.reference)
      and exists (select from mpesa_receipts r where r.prompt_id is not null and r.heard_by = 'list'
        and r.proved_at > now() - interval '7 days')
    limit 100`.execute(db)
  for (const { reference, amount } of rows)
    await db
      .transaction()
      .execute((tx) => raiseDiscrepancy(tx, 'payment the provider does not list', reference, { reference, amount }))
}

// The time up to which M-Pesa's list was read without a gap. Older payments than the list has are only in the statement of the portal.

const kind = 'days that no list covers'

type Read = { provider: string; from: Date; to: Date }
type Missed = { since: Date; name: string }

/** Looks for a gap before the list is read: if that fails for days, a person learns of it when the first hour is lost. */
async function lookForMissed(db: Db, { provider, from }: Read): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const missed = await missedBefore(tx, provider, from)
    if (missed && !(await wasRaised(tx, missed)))
      await raiseDiscrepancy(tx, kind, missed.name, { since: when(missed.since) })
  })
}

/** Notes that the list was read to its end, so it counts as read up to here; asks a person about time that it did not reach. */
async function listWasRead(db: Db, { provider, from, to }: Read): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const missed = await missedBefore(tx, provider, from)
    if (missed) await raiseDiscrepancy(tx, kind, missed.name, { since: when(missed.since), until: when(from) })
    await sql`
      insert into mpesa_listed as l (provider, until) values (${provider}, ${to})
      on conflict (provider) do update set until = greatest(l.until, excluded.until)`.execute(tx)
    if (missed) await closeCovered(tx)
  })
}

/** Closes gaps that processed statements cover entirely: nobody is needed any more. */
export async function closeCovered(tx: Tx): Promise<void> {
  const { rows } = await sql<{ subject: string }>`
    select subject from discrepancies
    where kind = ${kind} and state = 'open' and facts ->> 'until' is not null
      and (select range_agg(tstzrange(first_at, last_at, '[]')) from mpesa_statements where done_at is not null and first_at is not null)
        @> tstzrange((facts ->> 'since')::timestamptz, (facts ->> 'until')::timestamptz)`.execute(tx)
  for (const { subject } of rows) await discrepanciesDecided(tx, [kind], subject, null)
}

/** Finds the gap, locked, so that two reads of the list at once don't ask for the same time twice. */
async function missedBefore(tx: Tx, provider: string, from: Date): Promise<Missed | undefined> {
  const { rows } = await sql<Missed>`
    select until as since, to_char(until at time zone 'Africa/Nairobi', 'YYYY-MM-DD HH24:MI:SS') as name
    from mpesa_listed where provider = ${provider} and until < ${from} for update`.execute(tx)
  return rows[0]
}

async function wasRaised(tx: Tx, { name }: Missed): Promise<boolean> {
  const { rows } = await sql`select from discrepancies where kind = ${kind} and subject = ${name}`.execute(tx)
  return rows.length > 0
}

const when = (moment: Date) => moment.toISOString()
