import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import { phoneIn } from '#app/kit/phone.ts'
import { forgetGifts } from '#app/money/donations/forget.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { forgetMailsTo } from '#app/platform/mail.server.ts'
import { hasNumber } from '#app/platform/postgres/has-number.server.ts'
import { forgetSmsTo } from '#app/platform/sms/outbox.server.ts'

// Who paid is forgotten when they ask for it, or when nothing came of it; the books keep amounts, references and dates.

export type Forgotten = {
  payments: number
  gifts: number
  /** Words of the provider that named them and are blank now. */
  events: number
}

/**
 * Forgets the person who paid with this address, or from this phone: name, address, phone and message become empty, in payments, in gifts and in what the
 * provider told us. Nothing that is counted changes.
 */
export async function forgetPayer(db: Db, who: string): Promise<Forgotten> {
  const { addresses, ...forgotten } = await db.transaction().execute(async (tx) => {
    const { addresses, ...done } = await forgetIn(tx, who)
    const line = { act: 'donor forgotten', noun: 'donation', subject: '', why: 'npm run forget-donor' } as const
    await record(tx, { by: null, ...line, after: { ...done } })
    return { ...done, addresses }
  })
  for (const address of new Set([who, ...addresses])) await forgetMailsTo(address)
  log.warn({ audit: 'payer forgotten', ...forgotten }, 'audit')
  return forgotten
}

async function forgetIn(tx: Tx, who: string): Promise<Forgotten & { addresses: string[] }> {
  const whose = await tx
    .selectFrom('payments')
    .where(({ eb, or }) =>
      or([eb(sql<string>`lower(donor_email)`, '=', who.toLowerCase()), eb('donor_phone', '=', phoneIn(who) ?? 'none')]),
    )
    .select(['id', 'donor_email as email'])
    .orderBy('id')
    .forUpdate()
    .execute()
  const ids = whose.map(({ id }) => id)
  // Who is named by the phone gave an address, too, that mails went to.
  const addresses = whose.flatMap(({ email }) => email || [])
  const done = await forgetPayments(tx, ids, who)
  await forgetTyped(tx, who)
  await forgetRecorded(tx, who)
  await sql`select forget_phones_left(array[${phoneIn(who) ?? 'none'}])`.execute(tx)
  return { ...done, addresses }
}

/** Forgets who paid these, and where they are known by an address or a phone, what else is found by that. */
export async function forgetPayments(tx: Tx, ids: number[], who = ''): Promise<Forgotten> {
  const events = await blankEvents(tx, ids, who)
  const phones = [...(await phonesIn(tx, ids)), ...[phoneIn(who) ?? []].flat()]
  await sql`delete from idempotency_keys where payment_id = any(${ids}::bigint[])`.execute(tx)
  await sql`
      update payments set donor_name = '', donor_email = '', donor_phone = '', message = '', failure = null, authorization_url = null,
        returned = case when returned is null then null else '' end, updated_at = now()
      where id = any(${ids}::bigint[])`.execute(tx)
  await forgetClaims(tx, ids, who)
  await forgetPhones(tx, ids)
  for (const phone of new Set(phones)) await forgetSmsTo(tx, phone)
  const gifts = await forgetGifts(tx, ids)
  await sql`select forget_phones_left(${phones}::text[])`.execute(tx)
  return { payments: ids.length, gifts, events }
}

/**
 * By the address, and by the references, because the provider may write an address in its own way. A person who works an event
 * off reads beside it what it is about, so its words are missed by nobody.
 */
async function blankEvents(tx: Tx, ids: number[], who: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_events set body = '' where length(body) > 0 and (
      (${who} <> '' and position(${who.toLowerCase()} in lower(encode(body, 'escape'))) > 0)
      or exists (
        select from payments p
        where p.id = any(${ids}::bigint[]) and position(convert_to(p.reference, 'UTF8') in body) > 0
      )
    )`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** What they said of themselves when they claimed a payment, by this phone or as the giver of one of these. */
async function forgetClaims(tx: Tx, ids: number[], who: string): Promise<void> {
  await sql`
    update claims set name = '', message = '', phone = null, visitor = null
    where phone = ${phoneIn(who) ?? 'none'} or payment_id = any(${ids}::bigint[])
      or (state = 'placed' and receipt in (select receipt from mpesa_receipts where payment_id = any(${ids}::bigint[])))`.execute(
    tx,
  )
}

/** What was written down by hand of gifts that did not pass through us, where it has this number. */
async function forgetRecorded(tx: Tx, who: string): Promise<void> {
  await sql`
    update recorded_gifts set name = '', phone = null, note = '', version = version + 1
    where phone = ${phoneIn(who) ?? 'none'} or ${hasNumber('note', who)}`.execute(tx)
}

/**
 * Many type their own number for the account of a Paybill. The money stays where it is, under no account that says so. `theirs`:
 * only what was typed while the number was this person's.
 */
export async function forgetTyped(tx: Tx, who: string, theirs?: { since: string; until: string }): Promise<void> {
  for (const [table, column, at] of [
    ['mpesa_receipts', 'account', 'coalesce(paid_at, created_at)'],
    ['mpesa_lines', 'account', 'at'],
    ['suspense', 'reference', 'created_at'],
  ] as const) {
    const inTime = theirs
      ? sql`${sql.raw(at)} between ${theirs.since}::timestamptz and ${theirs.until}::timestamptz`
      : sql`true`
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = 'forgotten' where ${hasNumber(column, who)} and ${inTime}`.execute(
      tx,
    )
  }
}

/** The phones that were typed with these, those that were asked to pay, and those that were thanked. */
async function phonesIn(tx: Tx, ids: number[]): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`
    select donor_phone as phone from payments where id = any(${ids}::bigint[]) and donor_phone <> ''
    union
    select phone from mpesa_prompts where payment_id = any(${ids}::bigint[]) and phone is not null
    union
    select phone from sms_outbox where phone is not null
      and key in (select 'gift ' || id from donations where payment_id = any(${ids}::bigint[]))`.execute(tx)
  return rows.map(({ phone }) => phone)
}

/** The phones that were asked to pay, and whose they were. M-Pesa's codes stay, as the books do. */
async function forgetPhones(tx: Tx, ids: number[]): Promise<void> {
  await sql`
    update mpesa_receipts set name = null, tail = null, forgotten_at = now()
    where prompt_id in (select id from mpesa_prompts where payment_id = any(${ids}::bigint[]))
      or payment_id = any(${ids}::bigint[])`.execute(tx)
  await sql`
    update mpesa_prompts set phone = null, visitor = null, network = null,
      state = case when state in ('created', 'open') then 'unknown' else state end
    where payment_id = any(${ids}::bigint[])`.execute(tx)
  await sql`
    update mpesa_lines set name = null, tail = null where (name is not null or tail is not null)
      and receipt in (select receipt from mpesa_receipts where payment_id = any(${ids}::bigint[]))`.execute(tx)
}

/** Days after which an attempt that came to nothing is nobody's any more, and for which the provider's words are kept. */
const kept = { unpaid: 90, returned: 90, events: 180 }
const atOnce = 1000

/** By the clock: what nobody has paid, and what went back, is made nameless after 90 days, what the provider told us is thrown away after 180. */
export async function forgetUnpaid(db: Db): Promise<{ payments: number; events: number }> {
  const payments = await inTurns(() =>
    sql`
      update payments set donor_name = '', donor_email = '', donor_phone = '', message = '', failure = null, authorization_url = null,
        updated_at = now()
      where id in (
        select id from payments
        where status in ('failed', 'abandoned', 'init_unknown') and (donor_email <> '' or donor_phone <> '')
          and created_at < now() - make_interval(days => ${kept.unpaid})
        order by created_at limit ${atOnce} for update skip locked
      )`.execute(db),
  )
  await inTurns(() =>
    sql`
      update mpesa_prompts set phone = null, visitor = null where id in (
        select q.id from mpesa_prompts q join payments p on p.id = q.payment_id
        where q.phone is not null and q.state not in ('created', 'open') and p.status <> 'succeeded'
          and q.created_at < now() - make_interval(days => ${kept.unpaid})
        limit ${atOnce} for update of q skip locked
      )`.execute(db),
  )
  await inTurns(() =>
    sql`
      update mpesa_prompts set network = null where id in (
        select id from mpesa_prompts where network is not null and created_at < now() - interval '1 day'
        limit ${atOnce} for update skip locked
      )`.execute(db),
  )
  await inTurns(() => forgetReturned(db))
  await sql`select forget_phones_left(null)`.execute(db)
  const events = await inTurns(() =>
    sql`
      delete from webhook_events where id in (
        select id from webhook_events
        where state <> 'received' and received_at < now() - make_interval(days => ${kept.events})
        order by received_at limit ${atOnce} for update skip locked
      )`.execute(db),
  )
  return { payments, events }
}

/** Money that went back is nobody's gift: after a while it says no more who sent it. */
const forgetReturned = (db: Db) =>
  sql`
    update mpesa_receipts set name = null, tail = null, forgotten_at = now() where receipt in (
      select r.receipt from mpesa_receipts r join suspense s on s.id = r.suspense_id
      where s.state = 'closed' and s.closed_at < now() - make_interval(days => ${kept.returned})
        and (r.name is not null or r.tail is not null)
      limit ${atOnce} for update of r skip locked
    )`.execute(db)

/** A thousand rows at a time, so that nobody waits long for one of them. */
async function inTurns(turn: () => Promise<{ numAffectedRows?: bigint }>): Promise<number> {
  for (let all = 0; ; ) {
    const done = Number((await turn()).numAffectedRows ?? 0)
    all += done
    if (done < atOnce) return all
  }
}
