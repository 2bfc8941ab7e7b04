import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import { phoneIn } from '#app/kit/phone.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { log } from '#app/platform/log.server.ts'
import { forgetMailsTo } from '#app/platform/mail.server.ts'
import { hasNumber } from '#app/platform/postgres/has-number.server.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'
import { forgetSmsTo } from '#app/platform/sms/outbox.server.ts'
import { forgetRows, type Rows } from './forget.server.ts'
import { forgetOnLists } from './forget-supporters.server.ts'

// Who paid, gave or promised is forgotten when they ask for it; the books keep amounts, references and dates. Without words: commands
// of the operator need it.
// Lock order: pastes (as where a paste is entered), payments by number and what hangs on them, recorded gifts, pledges, books of
// people, guests.

export type Forgotten = {
  payments: number
  gifts: number
  /** Words of the provider that named them and are blank now. */
  events: number
}

/** A phone, and from when to when it was surely this person's. */
export type HeldPhone = { phone: string; since: string; until: string }

const anyOf = (ids: number[]) => sql`any(${ids}::bigint[])`

/**
 * Forgets the person who paid with this address, or from this phone, however it is written: in payments, gifts, what the provider told
 * us, pledges, pasted lists, books of people and lists of guests. Nothing that is counted changes.
 */
export async function forgetDonor(db: Db, who: string, now = new Date()) {
  const { addresses, paid, ...more } = await inOneGo(db, async (tx) => {
    const pastes = await forgetPasted(tx, who)
    const paid = await forgetPayer(tx, who)
    const line = { act: 'donor forgotten', noun: 'donation', subject: '', why: 'npm run forget-donor' } as const
    await record(tx, { by: null, ...line, after: { ...paid.done } })
    const pledges = await forgetPledges(tx, await pledgesBy(tx, who))
    const books = await forgetRemembered(tx, who)
    const guests = await forgetOnLists(tx, who, now)
    const addresses = [who, ...paid.addresses, ...pledges.addresses, ...guests.addresses]
    return { addresses, paid: paid.done, pastes, pledges: pledges.many, books, guests: guests.many }
  })
  for (const address of new Set(addresses)) await forgetMailsTo(address)
  log.warn({ audit: 'payer forgotten', ...paid }, 'audit')
  return { ...paid, ...more }
}

/** Takes whoever has this address or number off all lists of guests, and out of all books of people. */
export async function forgetListed(db: Db, who: string, now = new Date()) {
  const { addresses, ...forgotten } = await inOneGo(db, async (tx) => {
    const books = await forgetRemembered(tx, who)
    const { many, addresses } = await forgetOnLists(tx, who, now)
    return { books, guests: many, addresses: [who, ...addresses] }
  })
  for (const address of new Set(addresses)) await forgetMailsTo(address)
  return forgotten
}

export async function forgetPayer(tx: Tx, who: string): Promise<{ done: Forgotten; addresses: string[] }> {
  const whose = await tx
    .selectFrom('payments')
    .where(({ eb, or }) =>
      or([eb(sql<string>`lower(donor_email)`, '=', who.toLowerCase()), eb('donor_phone', '=', phoneIn(who) ?? 'none')]),
    )
    .select(['id', 'donor_email as email'])
    .orderBy('id')
    .forUpdate()
    .execute()
  // Who is named by the phone gave an address, too, that mails went to.
  const addresses = whose.flatMap(({ email }) => email || [])
  const ids = whose.map(({ id }) => id)
  const done = await forgetPayments(tx, ids, who)
  await forgetTyped(tx, { phone: who, since: '-infinity', until: 'infinity' })
  // Gifts that did not pass through us, and were written down by hand.
  await forgetRecorded(tx, sql`phone = ${phoneIn(who) ?? 'none'} or ${hasNumber('note', who)}`)
  await forgetPhonesLeft(tx, [phoneIn(who) ?? 'none'])
  return { done, addresses }
}

/** Forgets who paid these, and where they are known by an address or a phone, what else is found by that. */
export async function forgetPayments(tx: Tx, ids: number[], who = ''): Promise<Forgotten> {
  const events = await blankEvents(tx, ids, who)
  const phones = [...(await phonesIn(tx, ids)), ...[phoneIn(who) ?? []].flat()]
  await forgetRows(tx, ['idempotency_keys', 'donor'], sql`payment_id = ${anyOf(ids)}`)
  await forgetRows(tx, ['payments', 'donor'], sql`id = ${anyOf(ids)}`, { beside: { updated_at: sql`now()` } })
  // What they said of themselves when they claimed a payment, by this phone or as the giver of one of these.
  await forgetClaims(
    tx,
    sql`phone = ${phoneIn(who) ?? 'none'} or payment_id = ${anyOf(ids)}
      or (state = 'placed' and receipt in (select receipt from mpesa_receipts where payment_id = ${anyOf(ids)}))`,
  )
  await forgetPhones(tx, ids)
  for (const phone of new Set(phones)) await forgetSmsTo(tx, phone)
  const gifts = await forgetRows(tx, ['donations', 'donor'], sql`payment_id = ${anyOf(ids)}`)
  await forgetPhonesLeft(tx, phones)
  return { payments: ids.length, gifts, events }
}

/**
 * By the address, and by the references, because the provider may write an address in its own way. A person who works an event
 * off reads beside it what it is about, so its words are missed by nobody.
 */
const blankEvents = (tx: Tx, ids: number[], who: string): Promise<number> =>
  forgetRows(
    tx,
    ['webhook_events', 'donor'],
    sql`length(body) > 0 and (
      (${who} <> '' and position(${who.toLowerCase()} in lower(encode(body, 'escape'))) > 0)
      or exists (
        select from payments p
        where p.id = ${anyOf(ids)} and position(convert_to(p.reference, 'UTF8') in body) > 0
      )
    )`,
  )

export const forgetClaims = (tx: Tx, which: Rows): Promise<number> => forgetRows(tx, ['claims', 'donor'], which)

/** Amount, day and code stay. */
export const forgetRecorded = (tx: Tx, which: Rows, only?: string[]): Promise<number> =>
  forgetRows(tx, ['recorded_gifts', 'donor'], which, { only, beside: { version: sql`version + 1` } })

/** Forgets that these numbers left somebody, once nothing that was given has them. */
export const forgetPhonesLeft = (tx: Tx, phones: string[]) =>
  sql`select forget_phones_left(${phones}::text[])`.execute(tx)

/**
 * Many type their own number for the account of a Paybill. The money stays where it is, under no account that says so. Only what was
 * typed while the number was this person's.
 */
export async function forgetTyped(tx: Tx, { phone, since, until }: HeldPhone): Promise<void> {
  for (const [table, column, at] of [
    ['mpesa_receipts', 'account', 'coalesce(paid_at, created_at)'],
    ['mpesa_lines', 'account', 'at'],
    ['suspense', 'reference', 'created_at'],
  ] as const)
    await forgetRows(
      tx,
      [table, 'donor'],
      sql`${hasNumber(column, phone)} and ${sql.raw(at)} between ${since}::timestamptz and ${until}::timestamptz`,
      { only: [column] },
    )
}

/** The phones that were typed with these, those that were asked to pay, and those that were thanked. */
async function phonesIn(tx: Tx, ids: number[]): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`
    select donor_phone as phone from payments where id = ${anyOf(ids)} and donor_phone <> ''
    union
    select phone from mpesa_prompts where payment_id = ${anyOf(ids)} and phone is not null
    union
    select phone from sms_outbox where phone is not null
      and key in (select 'gift ' || id from donations where payment_id = ${anyOf(ids)})`.execute(tx)
  return rows.map(({ phone }) => phone)
}

/** The phones that were asked to pay, and whose they were. M-Pesa's codes stay, as the books do. */
async function forgetPhones(tx: Tx, ids: number[]): Promise<void> {
  await forgetRows(
    tx,
    ['mpesa_receipts', 'donor'],
    sql`prompt_id in (select id from mpesa_prompts where payment_id = ${anyOf(ids)}) or payment_id = ${anyOf(ids)}`,
    { only: ['name', 'tail'], beside: { forgotten_at: sql`now()` } },
  )
  await forgetRows(tx, ['mpesa_prompts', 'donor'], sql`payment_id = ${anyOf(ids)}`)
  await forgetRows(
    tx,
    ['mpesa_lines', 'donor'],
    sql`(name is not null or tail is not null)
      and receipt in (select receipt from mpesa_receipts where payment_id = ${anyOf(ids)})`,
    { only: ['name', 'tail'] },
  )
}

const pledgesBy = async (tx: Tx, who: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select id from pledges
    where phone = ${phoneIn(who) ?? 'none'} or lower(email) = ${who.toLowerCase()} order by id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What was promised and given stays, without a name. Gives the addresses that mails about it went to. */
export async function forgetPledges(tx: Tx, ids: number[]): Promise<{ many: number; addresses: string[] }> {
  const { rows } = await sql<{ phone: string | null; email: string | null }>`
    select phone, email from pledges where id = ${anyOf(ids)} for update`.execute(tx)
  const many = await forgetRows(tx, ['pledges', 'donor'], sql`id = ${anyOf(ids)}`, { beside: { remind_at: null } })
  const numbers = new Set(rows.flatMap(({ phone }) => phone ?? []))
  for (const number of numbers) await forgetSmsTo(tx, number)
  await forgetPhonesLeft(tx, [...numbers])
  return { many, addresses: rows.flatMap(({ email }) => email ?? []) }
}

/** Erases the text of each paste that has this address or number. It can't be taken back any more; what was entered of it stays. */
const forgetPasted = (tx: Tx, who: string): Promise<number> =>
  forgetRows(
    tx,
    ['list_pastes', 'donor'],
    sql`body is not null and (position(lower(${who}) in lower(body)) > 0 or ${hasNumber('body', who)})`,
  )

/**
 * Takes whoever has this number out of all books, where an owner typed them, too. Gives how many households that were. An address
 * for mail is in no book: guests who have it leave the books with their lists.
 */
async function forgetRemembered(tx: Tx, who: string): Promise<number> {
  const phone = phoneIn(who)
  if (!phone) return 0
  const owners = await tx
    .selectFrom('remembered')
    .where('phone', '=', phone)
    .select('user_id as owner')
    .orderBy('id')
    .forUpdate()
    .execute()
  const many = await forgetRows(tx, ['remembered', 'donor'], sql`phone = ${phone}`)
  for (const owner of new Set(owners.map((one) => one.owner))) await tell(tx, `person:${owner}`)
  return many
}
