import { sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { feeBpsOf, feeOf } from '#app/base/ledger/ledger.ts'
import type { Back, PaidFor, PaidForColumns, Seen } from '#app/base/ledger/paid-for.ts'
import { clearingOf, post, postingsOf } from '#app/base/ledger/post.server.ts'
import { addRaised, lockWallet, takeBackGift } from '#app/base/ledger/wallet.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell, tellingAll } from '#app/platform/live/live.server.ts'
import type { GiftChannel } from './channel.ts'
import { donationTexts } from './donation.ts'
import type { GiftTold } from './paid-for.tsx'

export type NewDonation = {
  paymentId: number
  /** The provider that the gift came through. */
  provider: string
  driveId: string
  amount: number
  /** The provider's fee; null until it is known. */
  providerFee: number | null
  channel: GiftChannel
  donorName: string
  donorEmail: string
  message: string
  anonymous: boolean
  /** The time it came in, for a gift that is written down afterwards: such a gift is no news to anybody. */
  at?: Date
}

/** A gift with our share of it and the owner of its drive. */
type Booked = NewDonation & { feeBps: number; platformFee: number; ownerId: string; deserted: boolean }

/**
 * Books gifts that came in, all or none of them: the rows, the platform's share, the ledger, what their drives have raised. A
 * second gift of the same payment fails. Locks nothing that another gift needs, so gifts to one drive don't queue up.
 */
export async function recordDonations(tx: Tx, given: NewDonation[]): Promise<{ id: number; platformFee: number }[]> {
  const drives = await drivesOf(tx, given)
  const gifts = given.map((gift): Booked => {
    const drive = drives.get(gift.driveId)
    if (!drive) throw new Error(`there is no drive ${gift.driveId}`)
    const feeBps = feeBpsOf(drive)
    const [ownerId, deserted] = [drive.user_id, drive.deleted_at !== null]
    return { ...gift, feeBps, platformFee: feeOf(gift.amount, feeBps), ownerId, deserted }
  })
  const ids = await write(tx, gifts)
  // The payment began before the owner left, and nobody is there to withdraw it.
  for (const { driveId, paymentId, amount, deserted } of gifts)
    if (deserted) await raiseDiscrepancy(tx, 'gift to a drive whose owner is gone', driveId, { paymentId, amount })
  const donationIds = gifts.flatMap(({ paymentId, at }) => (at ? [] : [ids.get(paymentId)!]))
  if (donationIds.length > 0)
    await enqueue(tx, 'gifts-arrived', { donationIds }, { key: String(donationIds[0]), yields: true })
  return gifts.map(({ paymentId, platformFee }) => ({ id: ids.get(paymentId)!, platformFee }))
}

async function drivesOf(tx: Tx, given: NewDonation[]) {
  const ids = [...new Set(given.map(({ driveId }) => driveId))]
  const rows = await tx
    .selectFrom('fund_drives as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .where('d.id', '=', sql<string>`any(${ids}::uuid[])`)
    .select(['d.id', 'd.user_id', 'd.fee_policy', 'd.fee_bps', 'u.deleted_at'])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Writes all rows of all gifts in one statement: most of the time goes to the way to the database and back. Open pages are
 * notified with the commit, each once. Returns the gifts' ids by payment.
 */
async function write(tx: Tx, gifts: Booked[]): Promise<Map<number, number>> {
  const posting = postingsOf(
    'donation',
    gifts.map(({ paymentId, provider, driveId, amount, platformFee, providerFee, at }) => ({
      subject: paymentId,
      at,
      legs: [
        { leg: 1, debit: clearingOf(provider), credit: { drive: driveId }, amount: amount - platformFee },
        { leg: 2, debit: clearingOf(provider), credit: 'platform_revenue', amount: platformFee },
        { leg: 3, debit: 'provider_fees', credit: clearingOf(provider), amount: providerFee ?? 0 },
      ],
    })),
  )
  const news = gifts.filter(({ at }) => !at)
  const topics = news.flatMap(({ driveId, ownerId }) => [`drive:${driveId}`, `person:${ownerId}`])
  const { rows } = await sql<{ ids: [payment: number, gift: number][]; posted: number }>`
    with gift as (${giftsOf(gifts)}), posted as (${posting.statement}), credited as (${addRaised(gifts)})
    select (select json_agg(json_build_array(gift.payment_id, gift.id)) from gift) as ids,
      (select count(*)::int from posted) as posted, (${tellingAll(topics)}) as told`.execute(tx)
  posting.check(rows[0]!.posted)
  return new Map(rows[0]!.ids)
}

function giftsOf(gifts: Booked[]) {
  const each = <Value>(of: (gift: Booked) => Value) => sql.val(gifts.map(of))
  return sql`
    insert into donations (payment_id, fund_drive_id, amount, fee_bps, platform_fee, channel, donor_name, donor_email,
      message, anonymous, created_at)
    select payment, drive, amount, fee_bps, platform_fee, channel, name, email, message, anonymous, coalesce(at, now())
    from unnest(${each(({ paymentId }) => paymentId)}::bigint[], ${each(({ driveId }) => driveId)}::uuid[],
      ${each(({ amount }) => amount)}::bigint[], ${each(({ feeBps }) => feeBps)}::int[],
      ${each(({ platformFee }) => platformFee)}::bigint[], ${each(({ channel }) => channel)}::text[],
      ${each(({ donorName }) => donorName)}::text[], ${each(({ donorEmail }) => donorEmail)}::text[],
      ${each(({ message }) => message)}::text[], ${each(({ anonymous }) => anonymous)}::boolean[],
      ${each(({ at = null }) => at)}::timestamptz[])
      g (payment, drive, amount, fee_bps, platform_fee, channel, name, email, message, anonymous, at)
    order by payment
    returning id, payment_id`
}

/**
 * Books that a gift, or a part of it, went back to its giver. The part that the owner has withdrawn already becomes a debt of
 * the drive. Returns the platform's part. The payment is locked by now; `before` went back earlier.
 */
async function reverseDonation(
  tx: Tx,
  { paymentId, reversalId, amount, before, provider }: Back,
): Promise<{ feePart: number }> {
  const gift = await tx
    .selectFrom('donations')
    .where('payment_id', '=', paymentId)
    .select(['fund_drive_id', 'amount', 'fee_bps'])
    .executeTakeFirstOrThrow()
  // The difference of two rounded shares, so that parts of a gift refund exactly what the whole would.
  const feePart = feeOf(before + amount, gift.fee_bps) - feeOf(before, gift.fee_bps)
  const wallet = await lockWallet(tx, gift.fund_drive_id)
  await takeBackGift(wallet, tx, amount)
  await post(tx, 'reversal', reversalId, [
    { leg: 1, debit: { drive: gift.fund_drive_id }, credit: clearingOf(provider), amount: amount - feePart },
    { leg: 2, debit: 'platform_revenue', credit: clearingOf(provider), amount: feePart },
  ])
  await tell(tx, `drive:${gift.fund_drive_id}`)
  await sql`select tell_topic('person:' || user_id) from fund_drives where id = ${gift.fund_drive_id}`.execute(tx)
  return { feePart }
}

export type DonatedGift = {
  driveId: string
  /** The amount in cents. */
  amount: number
  donorName: string
  donorEmail: string
  /** The phone that is asked to pay. */
  donorPhone?: string
  message: string
  anonymous: boolean
  /** The pledge whose page the gift comes from. */
  pledgeId?: number
}

/** Payments for gifts to a drive. */
export const giftPayments: PaidFor<DonatedGift, GiftTold> = {
  prefix: 'don',
  event: 'donation',
  feeLeg: 3,
  locks: false,
  emailOf: ({ donorEmail }) => donorEmail,
  take,
  taken: {
    columns: columnsOf,
    where: sql`exists (select from open_drives o where o.id = b.fund_drive_id and o.takes_gifts)`,
  },
  async book(tx, paid) {
    await recordDonations(
      tx,
      paid.map(({ payment, ...facts }) => ({
        ...facts,
        paymentId: payment.id,
        provider: payment.provider,
        amount: payment.amount,
        donorName: payment.donor_name,
        donorEmail: payment.donor_email,
        message: payment.message,
        anonymous: payment.anonymous,
      })),
    )
  },
  async refund(tx, back) {
    const done = await reverseDonation(tx, back)
    await enqueue(tx, 'mail-gift-gone', { reversalId: back.reversalId }, { key: String(back.reversalId) })
    return done
  },
  told,
}

/** Refuses a gift to a drive that takes none. */
async function take(db: Db | Tx, gifts: DonatedGift[]): Promise<(PaidForColumns | Refusal)[]> {
  const ids = [...new Set(gifts.map(({ driveId }) => driveId))]
  const rows = await db
    .selectFrom('open_drives')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .select(['id', 'takes_gifts'])
    .execute()
  const drives = new Map(rows.map(({ id, takes_gifts }) => [id, takes_gifts]))
  return gifts.map((gift) => {
    const takes = drives.get(gift.driveId.toLowerCase())
    return takes ? columnsOf(gift) : new Refusal(donationTexts.closed, { status: takes === undefined ? 404 : 409 })
  })
}

function columnsOf({ donorName, donorEmail, donorPhone = '', pledgeId, ...rest }: DonatedGift): PaidForColumns {
  const { message, anonymous } = rest
  const donor = { donor_name: donorName, donor_email: donorEmail, donor_phone: donorPhone }
  return { ...donor, message, anonymous, pledge_id: pledgeId ?? null }
}

/** Reads what the page of the payment shows. The link to the receipt, and the name, are for the payer alone. */
async function told(db: Db, seen: Seen, isPayer: () => Promise<boolean>): Promise<GiftTold> {
  const row = await db
    .selectFrom('payments as p')
    .leftJoin('donations as g', 'g.payment_id', 'p.id')
    .leftJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
    .leftJoin('fund_drive_totals as t', 't.fund_drive_id', 'd.id')
    .leftJoin('drive_beside as b', 'b.fund_drive_id', 'd.id')
    .leftJoin('profiles as o', 'o.user_id', 'd.user_id')
    .where('p.id', '=', seen.id)
    .select(['p.donor_email', 'g.receipt', 't.raised_amount', 'd.goal_amount', 'd.collect_donations', 'd.thanks'])
    .select(['o.full_name as organiser', 'b.shown'])
    .select(sql<boolean>`exists (select from sms_outbox s where s.key = 'gift ' || g.id)`.as('texted'))
    .executeTakeFirstOrThrow()
  const receipt = row.receipt && (await isPayer()) ? row.receipt : null
  const { raised_amount, goal_amount, collect_donations, donor_email, texted } = row
  return {
    receipt,
    sentTo: donor_email ? 'email' : texted ? 'phone' : null,
    donor: receipt && !seen.anonymous ? seen.donor_name || null : null,
    total:
      collect_donations && goal_amount ? { raised: (raised_amount ?? 0) + (row.shown ?? 0), goal: goal_amount } : null,
    organiser: row.organiser ?? '',
    thanks: row.thanks,
  }
}

/** The number of newest gifts that are checked: more than an hour has. */
const newest = 50_000

/**
 * Finds gifts that a person may have given twice without meaning to: in two tabs, or after going back. Both are real, so
 * nothing is undone; a person is asked to look. Run by cron. Returns how many were found.
 */
export async function findDoubles(db: Db): Promise<number> {
  const { rows } = await sql<{ first: string; second: string; drive: string; amount: number }>`
    select p.reference as first, q.reference as second, e.fund_drive_id::text as drive, e.amount
    from donations e
      join payments q on q.id = e.payment_id
      join donations d on d.fund_drive_id = e.fund_drive_id and d.id < e.id and d.amount = e.amount
        and d.created_at > e.created_at - interval '15 minutes' and lower(d.donor_email) = lower(e.donor_email)
      join payments p on p.id = d.payment_id
    where e.id > (select coalesce(max(id), 0) - ${newest}::bigint from donations)
      and e.created_at > now() - interval '1 hour' and e.donor_email <> '' and p.reversed = 0 and q.reversed = 0
      and not exists (select from discrepancies b where b.kind = 'possible double' and b.subject = q.reference)
    limit 100`.execute(db)
  for (const { first, second, drive, amount } of rows)
    await db.transaction().execute((tx) => raiseDiscrepancy(tx, 'possible double', second, { first, drive, amount }))
  return rows.length
}
