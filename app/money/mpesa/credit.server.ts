import { sql } from 'kysely'
import { raiseBreak } from '#app/base/ledger/books.server.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { textGivers } from '#app/money/donations/gift-sms.server.ts'
import { type Applied, applyResult } from '#app/money/payments/apply.server.ts'
import { paidInFull } from '#app/money/payments/payment.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { squareCharges } from './charges.server.ts'
import { returnPaid } from './limits.server.ts'
import { promptEnded } from './prompts.server.ts'
import { textPaidTwice } from './second-text.server.ts'
import { tariffOn } from './tariffs.server.ts'

/** The answer of M-Pesa's that proves the money. */
export type Proof = 'query' | 'list' | 'status' | 'statement'
type Paid = { id: number; reference: string; amount: number; account: string; phone: string | null }

/**
 * Books a paid request, once its proof is in. However often and by whichever way it is found, the money is booked once: as the
 * gift, or in suspense if another request of the same gift was paid before.
 */
export async function credit(db: Db, provider: string, one: Paid, by: Proof, at = new Date()): Promise<Applied> {
  if ((await isUnplaced(db, one.id)) || (by === 'query' && (await isPerhapsUnplaced(db, one)))) {
    // A person places this money: it may be on its way back. Until then nobody is told that it failed.
    await promptEnded(db, one.id, { state: 'unknown', code: '0', why: null })
    return 'unplaced'
  }
  const fee = await tariffOn(db, 'paybill', one.amount, at)
  const applied = await applyResult(db, provider, one.reference, paidInFull(one.amount, one.account, fee))
  await promptEnded(db, one.id, { state: 'paid', code: '0', why: null })
  await placeReceipt(db, one.id, by)
  if (applied === 'unplaced') await textPaidTwice(db, provider, one.account)
  if (applied === 'applied') await returnPaid(db, [one])
  return applied
}

/** True if its code was told so late that the money was booked before, under the code alone, for a person. */
async function isUnplaced(db: Db, promptId: number): Promise<boolean> {
  const { rows } = await sql`
    select from mpesa_receipts r join suspense s on s.provider_tx_id = r.receipt and s.provider = 'mpesa'
    where r.prompt_id = ${promptId}::bigint and r.state <> 'heard'`.execute(db)
  return rows.length > 0
}

/**
 * Finds money that is most likely this request's: it has its amount and hour and no account, and waits for a person, while for
 * a day nobody knew whether the request was paid. A question's answer does not book it again; a person is told, once.
 */
const isPerhapsUnplaced = (db: Db, { id, reference, amount }: Paid): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ receipt: string; isTold: boolean }>`
      select r.receipt, exists (select from recon_breaks b where b.kind = 'a code like a gift without one'
        and b.subject = r.receipt and b.facts ->> 'paid' = ${reference}) as "isTold"
      from mpesa_prompts q, lateral (
        select r.receipt from mpesa_receipts r
        where r.amount = ${amount}::bigint and r.account = '' and r.prompt_id is null and r.proved_at is not null
          and r.state <> 'heard' and coalesce(right(r.tail, 3) = right(q.phone, 3), true)
          and r.paid_at between coalesce(q.sent_at, q.created_at) - interval '1 hour' and coalesce(q.sent_at, q.created_at) + interval '1 hour'
        limit 1) r
      where q.id = ${id}::bigint and q.state = 'unknown' and coalesce(q.sent_at, q.created_at) < now() - interval '24 hours'
        and not exists (select from mpesa_receipts o where o.prompt_id = q.id)`.execute(tx)
    const [found] = rows
    if (found && !found.isTold)
      await raiseBreak(tx, 'a code like a gift without one', found.receipt, { amount, reference, paid: reference })
    return found !== undefined
  })

/**
 * Places the code of a paid request: on the gift, whose giver is thanked by a text that names it, or with the money that nobody
 * can place.
 */
export const placeReceipt = (db: Db, promptId: number, by: Proof): Promise<void> =>
  db.transaction().execute(async (tx) => {
    // Wait for a transaction that places the money at this moment, or the code would be put where the money no longer is.
    await sql`
      select from suspense s join mpesa_prompts q on q.account = s.provider_tx_id
      where q.id = ${promptId}::bigint for update of s`.execute(tx)
    const { rows } = await sql<{ code: string; paymentId: number | null }>`
      update mpesa_receipts r set proved_by = coalesce(r.proved_by, ${by}), proved_at = coalesce(r.proved_at, now()),
        state = case when s.state is distinct from 'placed' and s.id is not null then 'unplaced' else 'placed' end,
        suspense_id = case when s.state <> 'placed' then s.id end,
        payment_id = case when s.id is null then p.id else s.placed_payment_id end
      from mpesa_prompts q join payments p on p.id = q.payment_id
        left join suspense s on s.provider = p.provider and s.provider_tx_id = q.account
      where q.id = ${promptId}::bigint and r.prompt_id = q.id and r.state = 'heard'
        and (s.id is not null or (p.status = 'succeeded' and p.provider_tx_id = q.account))
      returning r.receipt as code, r.payment_id as "paymentId"`.execute(tx)
    for (const { code } of rows) await squareCharges(tx, code)
    await textThanks(
      tx,
      rows.flatMap(({ code, paymentId }) => (paymentId === null ? [] : [{ code, paymentId }])),
    )
  })

/** Thanks the givers of these payments by a text each that names the code. `phone`: the one that paid, if its request does not say it. */
export async function textThanks(
  tx: Tx,
  paid: { code: string; paymentId: number; phone?: string | undefined }[],
): Promise<void> {
  if (paid.length === 0) return
  const codes = new Map(paid.map((one) => [one.paymentId, one]))
  const gifts = await tx
    .selectFrom('donations as g')
    .innerJoin('payments as p', 'p.id', 'g.payment_id')
    .innerJoin('fund_drives as d', 'd.id', 'g.fund_drive_id')
    .where('g.payment_id', '=', sql<number>`any(${[...codes.keys()]}::bigint[])`)
    .select(['g.id as donationId', 'g.payment_id as paymentId', 'g.receipt', 'g.amount', 'd.title as drive'])
    .select(['p.language', 'p.donor_phone as donorPhone'])
    .orderBy('g.id')
    .execute()
  await textGivers(
    tx,
    gifts.flatMap(({ paymentId, language, donorPhone, ...gift }) => {
      const { code, phone = donorPhone } = codes.get(paymentId)!
      return phone ? { ...gift, language: knownLanguage(language), code, phone } : []
    }),
  )
}
