import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'
import { togetherOrAlone } from '#app/platform/postgres/together.server.ts'
import type { DB } from '#db/types.ts'
import { recordDonation } from '../donations/donation.server.ts'
import { raiseBreak } from '../ledger/books.server.ts'
import { post } from '../ledger/post.server.ts'
import { buyCredits } from '../views/buy.server.ts'
import { letInTogether, type Result } from './apply-together.server.ts'
import { type Facts, feeToUs, isAsAsked } from './payment.ts'

type Payment = Selectable<DB['payments']>

/**
 * What became of a result. `already`: it was applied before. `waiting`: nothing to apply yet. `failed`: the payer did not
 * pay, so far. `held`: money came in that fits no payment; it waits in suspense for a person. `clash`: the provider gave
 * one number to two payments, and nothing was applied.
 */
export type Applied = 'applied' | 'already' | 'waiting' | 'failed' | 'held' | 'clash'

/**
 * THE ONE FUNCTION that lets money in. The webhook, the page the payer comes back to and the reconciliation all call it,
 * as often as they like and at the same time: the first applies it, the others read so. One transaction, all or nothing.
 * Gifts that are in order and come at the same moment share theirs.
 */
export const applyResult = (db: Db, provider: string, reference: string, facts: Facts): Promise<Applied> =>
  (facts.state === 'success' ? applyOne : applyAlone)(db, { provider, reference, facts })

const applyAlone = (db: Db, { provider, reference, facts }: Result): Promise<Applied> =>
  inOneGo(db, async (tx) => {
    const payment = await lock(tx, provider, reference)
    if (!payment) return isMoney(facts) ? hold(tx, { provider, reference, why: 'unknown reference' }, facts) : 'waiting'
    if (payment.status === 'succeeded') return again(tx, payment, facts)
    if (payment.status === 'mismatch') return 'held'
    if (!isMoney(facts)) return note(tx, payment, facts)
    const about = { provider, reference, payment }
    if (facts.currency !== 'KES') return hold(tx, { ...about, why: 'wrong currency' }, facts)
    if (!isAsAsked(payment.amount, facts)) return hold(tx, { ...about, why: 'wrong amount' }, facts)
    if (!payment.fund_drive_id) return hold(tx, { ...about, why: 'drive is gone' }, facts)
    return settle(tx, payment, payment.fund_drive_id, facts)
  })

const applyOne = togetherOrAlone<Db, Result, Applied>(letInTogether, applyAlone, { ways: 2, most: 50 })

/** What was paid and then given back was paid first; that it went back is another matter. */
const isMoney = ({ state }: Facts) => state === 'success' || state === 'reversed'

/**
 * The payment, locked: the lock closes the race of webhook and returning payer. Its drive first, so that one that is
 * deleted at this moment is either gone or stays.
 */
async function lock(tx: Tx, provider: string, reference: string): Promise<Payment | undefined> {
  await sql`select from fund_drives where id = (select fund_drive_id from payments where reference = ${reference})
    for key share`.execute(tx)
  return tx
    .selectFrom('payments')
    .where('reference', '=', reference)
    .where('provider', '=', provider)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
}

async function settle(tx: Tx, payment: Payment, driveId: string, facts: Facts): Promise<Applied> {
  const providerFee = feeToUs(payment.amount, facts)
  const settled = { status: 'succeeded', settled_at: sql<Date>`now()`, failure: null, next_check_at: null } as const
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ ...settled, provider_tx_id: facts.providerId, provider_fee: providerFee, channel: facts.channel })
    .set({ updated_at: sql<Date>`now()` })
    .where('id', '=', payment.id)
    .where(({ not, exists }) => not(exists(other(tx, payment, facts))))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return clash(tx, payment, facts)
  const { id: paymentId, amount } = payment
  if (payment.kind === 'donation') {
    const { donor_name: donorName, donor_email: donorEmail, message, anonymous } = payment
    const from = { donorName, donorEmail, message, anonymous, channel: facts.channel }
    await recordDonation(tx, { paymentId, driveId, amount, providerFee, ...from })
  } else {
    const { user_id: userId, package_id: packageId, views } = payment
    const bought = { userId: userId!, packageId: packageId!, views: views! }
    await buyCredits(tx, { paymentId, driveId, amount, providerFee, ...bought })
  }
  // It went back before we heard that it had come: what went back is asked for now, before somebody withdraws it.
  if (facts.state === 'reversed') await enqueue(tx, 'compare-back', {}, { key: 'clock', maxTries: 3 })
  return 'applied'
}

/** It was applied before. Only the provider's fee may be news; money that came a second time is for a person. */
async function again(tx: Tx, payment: Payment, facts: Facts): Promise<Applied> {
  if (isMoney(facts) && facts.providerId !== payment.provider_tx_id)
    await raiseBreak(tx, 'two payments under one reference', payment.reference, {
      ...{ providerId: payment.provider_tx_id, other: facts.providerId, amount: facts.amount },
    })
  const fee = isMoney(facts) ? feeToUs(payment.amount, facts) : null
  if (payment.provider_fee !== null || fee === null || facts.providerId !== payment.provider_tx_id) return 'already'
  await tx.updateTable('payments').set({ provider_fee: fee }).where('id', '=', payment.id).execute()
  const leg = payment.kind === 'donation' ? 3 : 2
  await post(tx, payment.kind as 'donation' | 'subscription', payment.id, [
    { leg, debit: 'provider_fees', credit: 'provider_clearing', amount: fee },
  ])
  return 'already'
}

/** Not paid, or not yet. A success that comes later still counts, however late. */
async function note(tx: Tx, payment: Payment, { state, why }: Facts): Promise<Applied> {
  if (state !== 'failed') return 'waiting'
  await tx
    .updateTable('payments')
    .set({ status: 'failed', failure: why?.slice(0, 500) ?? null, updated_at: sql<Date>`now()` })
    .where('id', '=', payment.id)
    .execute()
  return 'failed'
}

/** Another payment with the same number of the provider's. */
const other = (tx: Tx, { id, provider }: Payment, { providerId }: Facts) =>
  tx
    .selectFrom('payments as other')
    .where('other.provider', '=', provider)
    .where('other.provider_tx_id', '=', providerId)
    .where('other.id', '<>', id)
    .select('other.reference')

async function clash(tx: Tx, payment: Payment, facts: Facts): Promise<'clash'> {
  const { reference } = await other(tx, payment, facts).executeTakeFirstOrThrow()
  await raiseBreak(tx, 'one number for two payments', payment.reference, {
    ...{ providerId: facts.providerId, other: reference },
  })
  return 'clash'
}

type Held = { provider: string; reference: string; why: DB['suspense']['why']; payment?: Payment }

/** Books money that fits nothing, once, and calls a person. Other currencies are noted: the books are in shillings. */
async function hold(tx: Tx, { provider, reference, why, payment }: Held, facts: Facts): Promise<Applied> {
  if (payment && (await other(tx, payment, facts).executeTakeFirst())) return clash(tx, payment, facts)
  const { providerId, amount, currency, fee } = facts
  const row = await tx
    .insertInto('suspense')
    .values({
      ...{ provider, provider_tx_id: providerId, reference: reference.slice(0, 200), why, amount, currency },
      ...{ payment_id: payment?.id ?? null, provider_fee: fee },
    })
    .onConflict((same) => same.columns(['provider', 'provider_tx_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (payment)
    await tx
      .updateTable('payments')
      .set({ status: 'mismatch', failure: why, next_check_at: null, updated_at: sql<Date>`now()` })
      .where('id', '=', payment.id)
      .execute()
  if (!row) return 'held'
  if (currency === 'KES')
    await post(tx, 'suspense', row.id, [
      { leg: 1, debit: 'provider_clearing', credit: 'suspense', amount },
      { leg: 2, debit: 'provider_fees', credit: 'provider_clearing', amount: fee ?? 0 },
    ])
  await raiseBreak(tx, 'money in suspense', `${provider} ${providerId}`.slice(0, 200), {
    reference,
    why,
    amount,
    currency,
  })
  return 'held'
}
