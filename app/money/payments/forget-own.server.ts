import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { forgetMailsTo } from '#app/platform/mail.server.ts'
import { forgetSmsTo } from '#app/platform/sms/outbox.server.ts'
import { type Forgotten, forgetPayments, forgetTyped } from './forget.server.ts'
import { paymentTexts } from './payment.ts'

/** What a person sees as theirs, by number. */
type Own = {
  gifts: number[]
  pledges: number[]
  recorded: number[]
  claims: number[]
  /** Their phones, and from when to when each was surely theirs. */
  held: Held[]
}
type Held = { phone: string; since: string; until: string }

/**
 * Forgets the person who asks for it on their own page, in one of their gifts or in all: a gift that is not theirs is missing.
 * Asked of all, it is about what else has their phones, too; `andThen` forgets more of it in the same transaction, and returns
 * addresses that mails went to.
 */
export async function forgetOwnGifts(
  db: Db,
  by: Actor,
  gift: number | null,
  andThen: (tx: Tx, own: Own) => Promise<string[]> = async () => [],
): Promise<Forgotten> {
  const { addresses, done } = await db.transaction().execute(async (tx) => {
    // All of it first: by gifts and pledges it is known since when a phone is theirs, and these are forgotten below.
    const own = await ownOf(tx, by.id)
    const rows = await ownPayments(tx, own.gifts, gift)
    if (gift !== null && rows.length === 0) throw new Refusal(paymentTexts.giftMissing, { status: 404 })
    const ids = rows.map(({ id }) => id)
    const done = await forgetPayments(tx, ids)
    await record(tx, { by, act: 'donor forgotten', noun: 'donation', subject: '', after: { ...done } })
    const addresses = rows.flatMap(({ email }) => email || [])
    if (gift === null) {
      addresses.push(...(await andThen(tx, own)))
      await forgetByPhones(tx, own)
    }
    for (const drive of new Set(rows.flatMap((row) => row.fund_drive_id ?? []))) await tell(tx, `drive:${drive}`)
    return { done, addresses: new Set(addresses) }
  })
  // Of one gift its receipt stays in their own inbox, and with us as long as mails are kept.
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

/** What is known by their phones alone: claims, texts, and money that they sent with their number as the account. */
async function forgetByPhones(tx: Tx, { claims, held }: Own): Promise<void> {
  await sql`update claims set name = '', message = '', phone = null, visitor = null where id = any(${claims}::bigint[])`.execute(
    tx,
  )
  for (const one of held) {
    await forgetTyped(tx, one.phone, one)
    await forgetSmsTo(tx, one.phone)
  }
  await sql`select forget_phones_left(${held.map(({ phone }) => phone)}::text[])`.execute(tx)
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
