import { sql } from 'kysely'
import { knownLanguage } from '#app/kit/languages.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { returnTries } from '#app/platform/limits.server.ts'
import { textGiver } from '../../donations/gift-sms.server.ts'
import { type Applied, applyResult } from '../apply.server.ts'
import type { Facts } from '../payment.ts'
import { phoneLimits } from './limits.server.ts'
import { promptEnded } from './prompts.server.ts'
import { textPaidTwice } from './second.server.ts'

/** What a question of ours proves: so many cents arrived, under this number. The payer bears the tariff. */
export const paidInFull = (amount: number, providerId: string): Facts => ({
  state: 'success',
  amount,
  requested: null,
  currency: 'KES',
  fee: 0,
  channel: 'mobile',
  providerId,
})

/** By which answer of M-Pesa's it is known that money is here. */
export type Proof = 'query' | 'list' | 'status' | 'statement'
type Paid = { id: number; reference: string; amount: number; account: string; phone: string | null }

/**
 * A request was paid, and the proof of it is in. However often and whichever way this is found, the money is booked once: as
 * the gift, or in suspense when another request of the same gift was paid before.
 */
export async function credit(db: Db, provider: string, one: Paid, by: Proof): Promise<Applied> {
  const applied = await applyResult(db, provider, one.reference, paidInFull(one.amount, one.account))
  await promptEnded(db, one.id, { state: 'paid', code: '0', why: null })
  await placeReceipt(db, one.id, by)
  if (applied === 'unplaced') await textPaidTwice(db, provider, one.account)
  // What was paid does not count against the phone.
  if (one.phone && applied === 'applied') await returnTries(phoneLimits(one.phone))
  return applied
}

/**
 * Once a request is known to be paid, its code has its place: on the gift, whose giver is thanked by a text that names it, or
 * with the money that nobody can place.
 */
export const placeReceipt = (db: Db, promptId: number, by: Proof): Promise<void> =>
  db.transaction().execute(async (tx) => {
    // Whoever places the money at this moment is waited for, or its code would be put where the money is no more.
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
    for (const { code, paymentId } of rows) if (paymentId !== null) await thank(tx, paymentId, code)
  })

async function thank(tx: Tx, paymentId: number, code: string): Promise<void> {
  const gift = await tx
    .selectFrom('donations as g')
    .innerJoin('payments as p', 'p.id', 'g.payment_id')
    .innerJoin('fund_drives as d', 'd.id', 'g.fund_drive_id')
    .where('g.payment_id', '=', paymentId)
    .select(['g.id as donationId', 'g.receipt', 'g.amount', 'd.title as drive', 'p.language', 'p.donor_phone as phone'])
    .executeTakeFirst()
  if (gift?.phone) await textGiver(tx, { ...gift, language: knownLanguage(gift.language), code })
}
