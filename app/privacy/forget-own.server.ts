import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { isReceipt } from '#app/group/recorded-gifts/given.server.ts'
import { recordedGiftTexts } from '#app/group/recorded-gifts/recorded.ts'
import { Refusal } from '#app/kit/says.ts'
import { paymentTexts } from '#app/money/payments/payment.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { forgetMailsTo } from '#app/platform/mail/mail.server.ts'
import { hasNumber } from '#app/platform/postgres/queries.server.ts'
import { forgetSmsTo } from '#app/platform/sms/outbox.server.ts'
import {
  type Forgotten,
  forgetClaims,
  forgetFollowing,
  forgetPayments,
  forgetPhonesLeft,
  forgetPledges,
  forgetRecorded,
  forgetTyped,
  type HeldPhone,
} from './forget-donor.server.ts'
import { forgetRows } from './personal-data.server.ts'

/** Removes the name of a recorded gift's giver, and erases the paste that it was entered from. Amount, day and code stay. */
export const forgetGiven = (db: Db, receipt: string): Promise<void> =>
  inOneGo(db, async (tx) => {
    const row = await tx
      .selectFrom('recorded_gifts')
      .where('receipt', '=', isReceipt(receipt) ? receipt : '')
      .select('id')
      .executeTakeFirst()
    if (!row) throw new Refusal(recordedGiftTexts.missing, { status: 404 })
    await forgetPasteOf(tx, row.id)
    await forgetRecorded(tx, sql`id = ${row.id}`)
  })

/** Erases the paste that a recorded gift was entered from, alone or as a part of a pledge. */
export const forgetPasteOf = (tx: Tx, recordedId: number): Promise<number> =>
  forgetRows(
    tx,
    ['list_pastes', 'donor'],
    sql`body is not null and id in (select paste_id from paste_rows r
      where r.became = 'recorded' and r.became_id = ${recordedId}::bigint
        or r.became = 'pledge' and r.became_id in (select pledge_id from pledge_parts where recorded_id = ${recordedId}::bigint))`,
  )

/** A person's own rows, by number, and their phones. */
type Own = { gifts: number[]; pledges: number[]; recorded: number[]; claims: number[]; held: HeldPhone[] }

/**
 * Forgets a person on their own request, in one of their gifts or in all: a gift that is not theirs is missing. A request for all
 * includes other rows with their phones.
 */
export async function forgetGiving(db: Db, by: Actor, gift: number | null): Promise<Forgotten> {
  const { addresses, done } = await inOneGo(db, async (tx) => {
    // Own rows are read first: gifts and pledges, which are forgotten below, tell since when a phone is theirs.
    const own = await ownOf(tx, by.id)
    if (gift === null) await forgetPastedWhile(tx, own.held)
    const rows = await ownPayments(tx, own.gifts, gift)
    if (gift !== null && rows.length === 0) throw new Refusal(paymentTexts.giftMissing, { status: 404 })
    const ids = rows.map(({ id }) => id)
    const done = await forgetPayments(tx, ids)
    await record(tx, { by, act: 'donor forgotten', noun: 'donation', subject: '', after: { ...done } })
    const addresses = rows.flatMap(({ email }) => email || [])
    if (gift === null) addresses.push(...(await forgetBesideGifts(tx, own)))
    if (gift === null) await forgetFollowing(tx, [...addresses, ...own.held.map(({ phone }) => phone)])
    for (const drive of new Set(rows.flatMap((row) => row.fund_drive_id ?? []))) await tell(tx, `drive:${drive}`)
    return { done, addresses: new Set(addresses) }
  })
  // A request for one gift leaves its receipt in their inbox, and with us as long as mails are kept.
  if (gift === null) for (const address of addresses) await forgetMailsTo(address)
  return done
}

async function ownOf(tx: Tx, personId: string): Promise<Own> {
  const { rows } = await sql<Own>`
    select array(select given_by(${personId})) as gifts, array(select promised_by(${personId})) as pledges,
      array(select recorded_for(${personId})) as recorded, array(select claimed_by(${personId})) as claims,
      coalesce((select json_agg(h) from phones_held(${personId}) h), '[]') as held`.execute(tx)
  return rows[0]!
}

const during = ({ since, until }: HeldPhone) => sql`created_at between ${since}::timestamptz and ${until}::timestamptz`

/** Forgets lists that were pasted while this number was theirs. */
async function forgetPastedWhile(tx: Tx, held: HeldPhone[]): Promise<void> {
  for (const one of held)
    await forgetRows(
      tx,
      ['list_pastes', 'donor'],
      sql`body is not null and ${during(one)} and ${hasNumber('body', one.phone)}`,
    )
}

/**
 * Forgets gifts that others recorded, their number in notes on other gifts, pledges, and rows known by their phones alone: claims,
 * texts, and money sent with their number as the account. Returns addresses that mails went to.
 */
async function forgetBesideGifts(tx: Tx, { recorded, pledges, claims, held }: Own): Promise<string[]> {
  await forgetRecorded(tx, sql`id = any(${recorded}::bigint[])`)
  for (const one of held)
    await forgetRecorded(tx, sql`${during(one)} and note <> '' and ${hasNumber('note', one.phone)}`, ['note'])
  const { addresses } = await forgetPledges(tx, pledges)
  await forgetClaims(tx, sql`id = any(${claims}::bigint[])`)
  for (const one of held) {
    await forgetTyped(tx, one)
    await forgetSmsTo(tx, one.phone)
  }
  await forgetPhonesLeft(
    tx,
    held.map(({ phone }) => phone),
  )
  return addresses
}

function ownPayments(tx: Tx, ids: number[], gift: number | null) {
  const own = tx
    .selectFrom('payments as p')
    .where('p.id', '=', sql<number>`any(${ids}::bigint[])`)
    .select(['p.id', 'p.fund_drive_id', 'p.donor_email as email'])
    .orderBy('p.id')
    .forUpdate()
  return (
    gift === null
      ? own
      : own.where('p.id', 'in', tx.selectFrom('donations').where('id', '=', gift).select('payment_id'))
  ).execute()
}
