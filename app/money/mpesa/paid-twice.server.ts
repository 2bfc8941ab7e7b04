import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#app/kit/says.ts'
import { placeMoney } from '#app/money/payments/place.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { paidTwiceKey } from './credit.server.ts'
import { paidTwiceTexts, type Second } from './paid-twice.ts'
import { beginReturn } from './returns.server.ts'
import { reverses } from './reversals.server.ts'

// The second of two requests for one gift was paid, too. The money is in the books, unplaced, until its giver gives both or
// wants one back; without an answer it goes back.

const answerHours = 72

/** Selects the text that asked the giver of this money. */
const textOf = (id: RawBuilder<unknown>) =>
  sql`select from sms_outbox o where o.key = ${paidTwiceKey} || ${id} and o.state in ('sent', 'delivered')`

const seconds = (db: Db, reference: string) =>
  db
    .selectFrom('suspense as s')
    .innerJoin('payments as p', 'p.id', 's.payment_id')
    .leftJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
    .where('p.reference', '=', reference)
    .where('s.why', '=', 'paid twice')
    .select(['s.id', 's.amount', 's.wish', 's.reserved_at as reservedAt', 'd.id as driveId', 'd.slug', 'd.title'])
    .select(['p.donor_name as name', 'p.donor_phone as phone', 'p.anonymous as isAnonymous', 's.state'])
    .select(sql<boolean>`exists (${textOf(sql.ref('s.id'))})`.as('isTexted'))
    .limit(1)

/** Finds open second payments. Those that the giver still decides come first: of three requests two may have been paid more than once. */
const open = (db: Db, reference: string) =>
  seconds(db, reference)
    .where('s.state', '=', 'open')
    .orderBy(sql`(s.wish is not null or s.reserved_at is not null)`)
    .orderBy('s.id')

/** Returns what the giver is asked, or is told of what went back; undefined if there is neither. */
export async function paidTwiceOf(db: Db, reference: string): Promise<Second | undefined> {
  const found =
    (await open(db, reference).executeTakeFirst()) ??
    (await seconds(db, reference).where('s.state', '=', 'closed').orderBy('s.id', 'desc').executeTakeFirst())
  if (!found) return undefined
  const { id, amount, wish, reservedAt, slug, title, state, isTexted } = found
  const drive = slug && title ? { slug, title } : null
  if (state === 'open') return { is: wish || reservedAt ? 'going back' : 'asked', amount, drive, isTexted, code: null }
  const kept = db.selectFrom('suspense_returns').where('suspense_id', '=', id).select('receipt')
  return { is: 'back', amount, drive, isTexted, code: (await kept.executeTakeFirst())?.receipt ?? null }
}

/** Makes it a gift of its own to the same drive. Returns its reference; another press finds it decided. */
export const giveBoth = (db: Db, reference: string): Promise<string> =>
  db.transaction().execute(async (tx) => {
    // Once it is to go back, M-Pesa may have sent it already.
    const found = await open(tx, reference).where('s.wish', 'is', null).executeTakeFirst()
    const { id: suspenseId, driveId, name, phone, isAnonymous } = found ?? {}
    const giver = { name: name ?? '', message: '', phone: phone ?? '', isAnonymous: isAnonymous ?? false }
    const booked = suspenseId && driveId && (await placeMoney(tx, { suspenseId, driveId, giver }))
    if (!booked) throw new Refusal(paidTwiceTexts.decided)
    return booked.reference
  })

/** Decides that it goes back: its giver can't make it a gift any more. M-Pesa is asked if it can be, else an administrator. */
export const wantBack = (db: Db, reference: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const found = await open(tx, reference).executeTakeFirst()
    if (!found) throw new Refusal(paidTwiceTexts.decided)
    const { numUpdatedRows } = await tx
      .updateTable('suspense')
      .set({ wish: 'back', wished_at: sql<Date>`now()` })
      .where('id', '=', found.id)
      .where('state', '=', 'open')
      .executeTakeFirst()
    // A moment ago it was given, or had gone back.
    if (numUpdatedRows !== 1n) throw new Refusal(paidTwiceTexts.decided)
    if (reverses()) await beginReturn(tx, found.id, 'waiting')
    await tell(tx, 'office:desk')
  })

/**
 * Run by cron: silence means that it goes back. Only a giver who was sent the question can be silent about it. All money that
 * is to go back goes, once M-Pesa can be asked; an administrator decides about money that was ordered back before, and freed.
 */
export async function returnPaidTwice(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      update suspense set wish = 'no answer', wished_at = now()
      where why = 'paid twice' and state = 'open' and wish is null
        and exists (${textOf(sql.ref('suspense.id'))} and o.tried_at < now() - make_interval(hours => ${answerHours}))
      returning id`.execute(tx)
    const begun = reverses() ? await beginReturns(tx) : 0
    if (rows.length + begun > 0) await tell(tx, 'office:desk')
    return rows.length
  })
}

async function beginReturns(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select s.id from suspense s left join mpesa_receipts r on r.suspense_id = s.id
    where s.why = 'paid twice' and s.state = 'open' and s.wish is not null and s.reserved_at is null
      and not exists (select from mpesa_asks a where a.what = 'reversal' and a.subject = r.receipt)
    order by s.id limit 500`.execute(tx)
  for (const { id } of rows) await beginReturn(tx, id, 'waiting')
  return rows.length
}
