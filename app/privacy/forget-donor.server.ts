import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import { phoneIn } from '#app/kit/phone.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { log } from '#app/platform/log.server.ts'
import { forgetMailsTo } from '#app/platform/mail/mail.server.ts'
import { hasNumber } from '#app/platform/postgres/queries.server.ts'
import { forgetSmsTo } from '#app/platform/sms/outbox.server.ts'
import { forgetOnLists } from './forget-supporters.server.ts'
import { forgetRows, type Rows } from './personal-data.server.ts'

// Forgets a person who paid, gave or pledged, at their request; the books keep amounts, references and dates. Without words: commands
// of the operator need it.
// Lock order: pastes (as where a paste is entered), payments by number and their dependents, recorded gifts, pledges, books of
// people, guests.

export type Forgotten = {
  payments: number
  gifts: number
  /** Provider events that named them and are blank now. */
  events: number
}

/** A phone, and the time in which it was surely this person's. */
export type HeldPhone = { phone: string; since: string; until: string }

const anyOf = (ids: number[]) => sql`any(${ids}::bigint[])`

/**
 * Forgets the person who paid with this address, or from this phone, in any spelling: in payments, gifts, provider events, pledges,
 * pasted lists, books of people and lists of guests. No count or sum changes.
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
    await forgetFollowing(tx, [...addresses, phoneIn(who) ?? []].flat())
    return { addresses, paid: paid.done, pastes, pledges: pledges.many, books, guests: guests.many }
  })
  for (const address of new Set(addresses)) await forgetMailsTo(address)
  log.warn({ audit: 'payer forgotten', ...paid }, 'audit')
  return { ...paid, ...more }
}

/** Removes people with this address or number from all lists of guests and all books of people. */
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
  // A payment found by the phone may have an address, too, that mails went to.
  const addresses = whose.flatMap(({ email }) => email || [])
  const ids = whose.map(({ id }) => id)
  const done = await forgetPayments(tx, ids, who)
  await forgetTyped(tx, { phone: who, since: '-infinity', until: 'infinity' })
  // Gifts that did not pass through us, and were recorded by hand.
  await forgetRecorded(tx, sql`phone = ${phoneIn(who) ?? 'none'} or ${hasNumber('note', who)}`)
  await forgetPhonesLeft(tx, [phoneIn(who) ?? 'none'])
  return { done, addresses }
}

/** Forgets the payers of these payments; and what else is found by their address or phone, if it is given. */
export async function forgetPayments(tx: Tx, ids: number[], who = ''): Promise<Forgotten> {
  const events = await blankEvents(tx, ids, who)
  const phones = [...(await phonesIn(tx, ids)), ...[phoneIn(who) ?? []].flat()]
  await forgetRows(tx, ['idempotency_keys', 'donor'], sql`payment_id = ${anyOf(ids)}`)
  await forgetRows(tx, ['payments', 'donor'], sql`id = ${anyOf(ids)}`, { beside: { updated_at: sql`now()` } })
  // Their own words in claims of a payment, by this phone or as the giver of one of these.
  await forgetClaims(
    tx,
    sql`phone = ${phoneIn(who) ?? 'none'} or payment_id = ${anyOf(ids)}
      or (state = 'placed' and receipt in (select receipt from mpesa_receipts where payment_id = ${anyOf(ids)}))`,
  )
  await forgetPhones(tx, ids)
  for (const phone of new Set(phones)) await forgetSmsTo(tx, phone)
  await forgetRows(tx, ['followers', 'donor'], sql`payment_id = ${anyOf(ids)}`)
  await forgetFollowing(tx, phones)
  const gifts = await forgetRows(tx, ['donations', 'donor'], sql`payment_id = ${anyOf(ids)}`)
  await forgetPhonesLeft(tx, phones)
  return { payments: ids.length, gifts, events }
}

/**
 * Blanks events by the address, and by the references, because the provider may write an address in its own way. A job that processes
 * an event reads its subject beside it, so nothing needs its words.
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

/** Ends the updates of all drives to these addresses and phones, and forgets whom of them a drive is for. */
export async function forgetFollowing(tx: Tx, contacts: string[]): Promise<void> {
  await sql`select forget_followers(${contacts}::text[])`.execute(tx)
  await forgetRows(
    tx,
    ['beneficiaries', 'donor'],
    sql`(email = any(${contacts}::text[]) or phone = any(${contacts}::text[]))`,
  )
}

/** Forgets recorded gifts. Amount, day and code stay. */
export const forgetRecorded = (tx: Tx, which: Rows, only?: string[]): Promise<number> =>
  forgetRows(tx, ['recorded_gifts', 'donor'], which, { only, beside: { version: sql`version + 1` } })

/** Forgets that these numbers left their owners, once no gift or pledge has them. */
export const forgetPhonesLeft = (tx: Tx, phones: string[]) =>
  sql`select forget_phones_left(${phones}::text[])`.execute(tx)

/**
 * Forgets a phone typed as the account of a Paybill, as many do. The money stays under an unnamed account. Only payments of the time
 * when the number was this person's change.
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

/** Returns the phones that were typed with these, those that were asked to pay, and those that were thanked. */
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

/** Forgets the phones that were asked to pay, and their owners. M-Pesa's codes stay, as the books do. */
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

/** Forgets the names in pledges; the sums pledged and given stay. Returns the addresses that mails about them went to. */
export async function forgetPledges(tx: Tx, ids: number[]): Promise<{ many: number; addresses: string[] }> {
  const { rows } = await sql<{ phone: string | null; email: string | null }>`
    select phone, email from pledges where id = ${anyOf(ids)} for update`.execute(tx)
  const many = await forgetRows(tx, ['pledges', 'donor'], sql`id = ${anyOf(ids)}`, { beside: { remind_at: null } })
  const numbers = new Set(rows.flatMap(({ phone }) => phone ?? []))
  for (const number of numbers) await forgetSmsTo(tx, number)
  await forgetRows(tx, ['followers', 'donor'], sql`pledge_id = ${anyOf(ids)}`)
  await forgetPhonesLeft(tx, [...numbers])
  return { many, addresses: rows.flatMap(({ email }) => email ?? []) }
}

/** Erases the text of each paste with this address or number. The paste can't be taken back any more; its entries stay. */
const forgetPasted = (tx: Tx, who: string): Promise<number> =>
  forgetRows(
    tx,
    ['list_pastes', 'donor'],
    sql`body is not null and (position(lower(${who}) in lower(body)) > 0 or ${hasNumber('body', who)})`,
  )

/**
 * Removes households with this number from all books, also where an owner typed it. Returns how many households there were. No book
 * has an address for mail: guests found by it leave the books with their lists.
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
