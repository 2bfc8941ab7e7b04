import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { tell, telling } from '#app/platform/live.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { raiseBreak } from '../ledger/books.server.ts'
import { feeBpsOf, feeOf } from '../ledger/ledger.ts'
import { post, postingOf } from '../ledger/post.server.ts'
import { creditOf, lockWallet, takeBack } from '../ledger/wallet.server.ts'
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
  /** When it came in, where that is written down afterwards: then it is no news to anybody. */
  at?: Date
}

/**
 * Books a gift that came in: the row, the platform's share, the ledger, the drive's total. It locks nothing that another
 * gift needs, so gifts to one drive don't queue up. A second one of the same payment fails.
 */
export async function recordDonation(tx: Tx, given: Given): Promise<{ id: number; platformFee: number }> {
  const { driveId, amount, paymentId } = given
  const { user_id, fee_policy, deleted_at } = await tx
    .selectFrom('fund_drives as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .where('d.id', '=', driveId)
    .select(['d.user_id', 'd.fee_policy', 'u.deleted_at'])
    .executeTakeFirstOrThrow()
  const feeBps = feeBpsOf(fee_policy)
  const platformFee = feeOf(amount, feeBps)
  const id = await write(tx, given, { feeBps, platformFee, ownerId: user_id })
  // It was begun before they left, and nobody is there to withdraw it.
  if (deleted_at) await raiseBreak(tx, 'gift to a drive whose owner is gone', driveId, { paymentId, amount })
  if (!given.at) await enqueue(tx, 'gift-arrived', { donationId: id }, { key: String(id) })
  return { id, platformFee }
}

/**
 * All rows of a gift in one statement: the time that a gift takes is that of its way to the database and back, several
 * times over. The pages that are open learn of it with the commit.
 */
async function write(
  tx: Tx,
  { paymentId, driveId, amount, channel, donorName, donorEmail, message, anonymous, ...given }: Given,
  { feeBps, platformFee, ownerId }: { feeBps: number; platformFee: number; ownerId: string },
): Promise<number> {
  const posting = postingOf(
    'donation',
    paymentId,
    [
      { leg: 1, debit: 'provider_clearing', credit: { drive: driveId }, amount: amount - platformFee },
      { leg: 2, debit: 'provider_clearing', credit: 'platform_revenue', amount: platformFee },
      { leg: 3, debit: 'provider_fees', credit: 'provider_clearing', amount: given.providerFee ?? 0 },
    ],
    given.at,
  )
  const told = given.at ? sql`` : sql`, ${telling(`drive:${driveId}`)}, ${telling(`person:${ownerId}`)}`
  const { rows } = await sql<{ id: number; posted: number }>`
    with gift as (
      insert into donations (payment_id, fund_drive_id, amount, fee_bps, platform_fee, channel, donor_name, donor_email,
        message, anonymous, created_at)
      values (${paymentId}::bigint, ${driveId}, ${amount}::bigint, ${feeBps}::int, ${platformFee}::bigint, ${channel},
        ${donorName}, ${donorEmail}, ${message}, ${anonymous}, coalesce(${given.at ?? null}::timestamptz, now()))
      returning id
    ), posted as (${posting.statement}), credited as (${creditOf(driveId, amount)})
    select gift.id, (select count(*)::int from posted) as posted ${told} from gift`.execute(tx)
  posting.check(rows[0]!.posted)
  return rows[0]!.id
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
