import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live.server.ts'
import { feeBpsOf, feeOf } from '../ledger/ledger.ts'
import { post } from '../ledger/post.server.ts'
import { credit, lockWallet, takeBack } from '../ledger/wallet.server.ts'
import type { Channel } from './donation.ts'

export type Given = {
  paymentId: number
  driveId: string
  amount: number
  /** What the provider keeps; null until it is known. */
  providerFee: number | null
  channel: Channel
  donorName: string
  donorEmail: string
  message: string
  anonymous: boolean
}

/**
 * Books a gift that came in: the row, the platform's share, the ledger, the drive's total. It locks nothing that another
 * gift needs, so gifts to one drive don't queue up. A second one of the same payment fails.
 */
export async function recordDonation(tx: Tx, given: Given): Promise<{ id: number; platformFee: number }> {
  const { driveId, amount, paymentId } = given
  const { user_id, fee_policy } = await tx
    .selectFrom('fund_drives')
    .where('id', '=', driveId)
    .select(['user_id', 'fee_policy'])
    .executeTakeFirstOrThrow()
  const feeBps = feeBpsOf(fee_policy)
  const platformFee = feeOf(amount, feeBps)
  const { id } = await tx
    .insertInto('donations')
    .values({
      ...{ payment_id: paymentId, fund_drive_id: driveId, amount, fee_bps: feeBps, platform_fee: platformFee },
      ...{ channel: given.channel, donor_name: given.donorName, donor_email: given.donorEmail },
      ...{ message: given.message, anonymous: given.anonymous },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await post(tx, 'donation', paymentId, [
    { leg: 1, debit: 'provider_clearing', credit: { drive: driveId }, amount: amount - platformFee },
    { leg: 2, debit: 'provider_clearing', credit: 'platform_revenue', amount: platformFee },
    { leg: 3, debit: 'provider_fees', credit: 'provider_clearing', amount: given.providerFee ?? 0 },
  ])
  await credit(tx, driveId, amount)
  await tell(tx, `drive:${driveId}`)
  await tell(tx, `person:${user_id}`)
  return { id, platformFee }
}

/**
 * Books that a gift, or a part of it, went back to whoever gave it. What the owner has withdrawn already becomes a debt
 * of the drive. Returns the platform's part. The payment is locked by now and says what went back before.
 */
export async function reverseDonation(
  tx: Tx,
  { paymentId, reversalId, amount, before }: { paymentId: number; reversalId: number; amount: number; before: number },
): Promise<{ feePart: number }> {
  const gift = await tx
    .selectFrom('donations')
    .where('payment_id', '=', paymentId)
    .select(['fund_drive_id', 'amount', 'fee_bps'])
    .executeTakeFirstOrThrow()
  // The difference of two rounded shares, so that parts of a gift give back exactly what the whole would.
  const feePart = feeOf(before + amount, gift.fee_bps) - feeOf(before, gift.fee_bps)
  const wallet = await lockWallet(tx, gift.fund_drive_id)
  await takeBack(wallet, tx, { amount, donors: before + amount === gift.amount ? 1 : 0 })
  await post(tx, 'reversal', reversalId, [
    { leg: 1, debit: { drive: gift.fund_drive_id }, credit: 'provider_clearing', amount: amount - feePart },
    { leg: 2, debit: 'platform_revenue', credit: 'provider_clearing', amount: feePart },
  ])
  await tell(tx, `drive:${gift.fund_drive_id}`)
  await sql`select pg_notify('live', 'person:' || user_id) from fund_drives where id = ${gift.fund_drive_id}`.execute(
    tx,
  )
  return { feePart }
}
