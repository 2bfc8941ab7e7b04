import { sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { paidInFull } from '#app/money/payments/payment.ts'
import { bookUnasked } from '#app/money/payments/place.server.ts'
import { keepUnplaced } from '#app/money/payments/suspense.server.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { keepingOn } from '#app/platform/jobs/keeping-on.server.ts'
import { type MobileReceipt, mobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { squareCharges, tariffOn } from './charges.server.ts'
import { settleClaims } from './claims.server.ts'
import { readTyped } from './codes.server.ts'
import { credit, type Proof, textThanks } from './credit.server.ts'

// The placing of proved money: it settles the request that it names, or is a gift to the drive whose code was typed, or waits for a person.

type Proved = Pick<MobileReceipt, 'receipt' | 'cents' | 'account' | 'paidAt' | 'phone'> & {
  promptId: number | null
  by: Proof
}
/** `held`: most likely it is in the books already, so it waits for a day. `known`: another transaction booked it. */
export type BookedReceipt = 'new' | 'held' | 'known'

export async function bookProved(db: Db, provider: string, one: Proved): Promise<BookedReceipt> {
  const promptId = one.promptId ?? (await requestWithoutCode(db, one))
  if (promptId === null) return placeTyped(db, provider, one)
  await credit(db, provider, await requestOf(db, promptId), one.by, one.paidAt)
  return 'new'
}

const atOnce = 200

/**
 * Run by cron: books proved money that has no place yet. A process died between both, or the money was held back. M-Pesa is not
 * asked, so it works while M-Pesa does not answer. Returns how many were booked.
 */
export async function placeReceipts(db: Db): Promise<number> {
  const rail = mobileMoney()
  if (!rail) return 0
  const { name } = rail.capabilities()
  const each = keepingOn()
  let booked = 0
  let last = ''
  for (;;) {
    const some = await withoutPlace(db, last)
    for (const one of some) if ((await each.go(() => bookProved(db, name, one))) === 'new') booked++
    if (some.length === 0) break
    last = some.at(-1)!.receipt
  }
  each.end()
  return booked
}

/** Finds codes without a place that have a proof of their own, or were told for a request whose money is in the books. */
async function withoutPlace(db: Db, after: string): Promise<Proved[]> {
  const { rows } = await sql<Proved>`
    select r.receipt, r.amount as cents, r.account, coalesce(r.paid_at, r.created_at) as "paidAt", r.prompt_id as "promptId",
      coalesce(r.proved_by, 'query') as by
    from mpesa_receipts r
      left join mpesa_prompts q on q.id = r.prompt_id left join payments p on p.id = q.payment_id
    where r.state = 'heard' and r.receipt > ${after} and (r.proved_at is not null
      or (p.status = 'succeeded' and p.provider_tx_id = q.account)
      or exists (select from suspense s where s.provider = p.provider and s.provider_tx_id = q.account))
    order by r.receipt limit ${atOnce}`.execute(db)
  return rows
}

const requestOf = (db: Db, id: number) =>
  db
    .selectFrom('mpesa_prompts as q')
    .innerJoin('payments as p', 'p.id', 'q.payment_id')
    .where('q.id', '=', id)
    .select(['q.id', 'p.reference', 'p.amount', 'q.account', 'q.phone'])
    .executeTakeFirstOrThrow()

/** Places a payment that its payer sent by themselves. In one transaction: its code, its gift, or its place among the unplaced. */
const placeTyped = (db: Db, provider: string, one: Proved): Promise<BookedReceipt> =>
  inOneGo(db, async (tx) => {
    const free = await tx
      .selectFrom('mpesa_receipts')
      .where('receipt', '=', one.receipt)
      .where('state', '=', 'heard')
      // Else it became known meanwhile whose it is: it is credited there.
      .where('prompt_id', 'is', null)
      .select('receipt')
      .forUpdate()
      .executeTakeFirst()
    if (!free) return 'known'
    const fee = await tariffOn(tx, 'paybill', one.cents, one.paidAt)
    const facts = paidInFull(one.cents, one.receipt, fee)
    const drive = await driveFor(tx, one.account)
    if (drive?.id) {
      const [booked] = await bookUnasked(tx, [{ provider, driveId: drive.id, facts }])
      const { paymentId } = booked!
      await tx
        .updateTable('mpesa_receipts')
        .set({ state: 'placed', payment_id: paymentId })
        .where('receipt', '=', one.receipt)
        .execute()
      await squareCharges(tx, [one.receipt])
      await textThanks(tx, [{ code: one.receipt, paymentId, phone: one.phone }])
      await settleClaims(tx, one.receipt)
      return 'new'
    }
    if (!drive && (await isPerhapsAsked(tx, one))) return 'held'
    const why = drive ? 'drive is gone' : 'unknown account'
    await keepUnplaced(tx, { provider, reference: one.account, why, payment: undefined }, facts)
    await sql`
      update mpesa_receipts r set state = 'unplaced', suspense_id = s.id
      from suspense s where r.receipt = ${one.receipt} and s.provider = ${provider} and s.provider_tx_id = ${one.receipt}`.execute(
      tx,
    )
    await squareCharges(tx, [one.receipt])
    await settleClaims(tx, one.receipt)
    return 'new'
  })

/** Finds the drive whose code was typed, or whose request named this account before; `id` is null once it is deleted. */
async function driveFor(tx: Tx, account: string): Promise<{ id: string | null } | undefined> {
  const { found, asked } = await readTyped(tx, account)
  if (found) return { id: found.driveId }
  return tx
    .selectFrom('mpesa_prompts as q')
    .innerJoin('payments as p', 'p.id', 'q.payment_id')
    .where('q.account', '=', asked)
    .select('p.fund_drive_id as id')
    .executeTakeFirst()
}

/** Requests without a known code, of the amount and the hour of a code `r`. */
const like = sql`mpesa_prompts q join payments p on p.id = q.payment_id
  where p.amount = r.amount and not exists (select from mpesa_receipts o where o.prompt_id = q.id)
    and coalesce(q.sent_at, q.created_at) between r.paid_at - interval '1 hour' and r.paid_at + interval '1 hour'`
/** True if the phone that was asked may have paid it, as far as is known. */
const isItsPhone = sql`coalesce(right(r.tail, 3) = right(q.phone, 3), true)`

/**
 * Finds the request of money to a till, which has no account: a paid one of its amount and hour that has no code, if the digits
 * of the phone don't say otherwise. That request is in the books already, so this is its code.
 */
const requestWithoutCode = (db: Db, { receipt, account }: Proved): Promise<number | null> =>
  inOneGo(db, async (tx) => {
    // A payment to a Paybill has an account: an answer that names none does not say whose the money is.
    if (account !== '' || mobileMoney()?.capabilities().payIn?.kind !== 'till') return null
    const { rows } = await sql<{ id: number }>`
      select q.id from mpesa_receipts r, lateral (
        select q.id from ${like} and q.state = 'paid' and ${isItsPhone}
        order by (r.tail is null or q.phone is null), q.id limit 1 for no key update of q) q
      where r.receipt = ${receipt} and r.state = 'heard' and r.prompt_id is null`.execute(tx)
    const [one] = rows
    if (!one) return null
    // Another code may have taken the request a moment ago.
    const { numAffectedRows } = await sql`
      update mpesa_receipts r set prompt_id = q.id, account = q.account from mpesa_prompts q
      where r.receipt = ${receipt} and r.state = 'heard' and r.prompt_id is null and q.id = ${one.id}::bigint
        and not exists (select from mpesa_receipts o where o.prompt_id = q.id)`.execute(tx)
    return numAffectedRows === 1n ? one.id : null
  })

/**
 * True if money without an account of ours is most likely booked already: a request of its amount and hour was paid whose code
 * is not known, or may still be paid at a till. After a day it waits for a person all the same, who is told.
 */
async function isPerhapsAsked(tx: Tx, { receipt, cents }: Proved): Promise<boolean> {
  const { rows } = await sql<{ reference: string; isOld: boolean }>`
    select f.reference, least(r.paid_at, r.proved_at) < now() - interval '24 hours' as "isOld"
    from mpesa_receipts r, lateral (
      select p.reference from ${like} and (q.state = 'paid'
        or (r.account = '' and q.state in ('created', 'open', 'unknown'))) limit 1) f
    where r.receipt = ${receipt}`.execute(tx)
  const [found] = rows
  if (!found?.isOld) return found !== undefined
  const facts = { amount: cents, reference: found.reference }
  await raiseDiscrepancy(tx, 'a code like a gift without one', receipt, facts)
  return false
}
