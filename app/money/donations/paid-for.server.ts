import { sql } from 'kysely'
import type { PaidFor, PaidForColumns, Seen } from '#app/base/ledger/paid-for.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { recordDonations, reverseDonation } from './donation.server.ts'
import { donationTexts } from './donation.ts'
import type { GiftTold } from './paid-for.tsx'

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
async function take(db: Db, gifts: DonatedGift[]): Promise<(PaidForColumns | Refusal)[]> {
  const ids = [...new Set(gifts.map(({ driveId }) => driveId))]
  const rows = await db
    .selectFrom('open_drives')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .select(['id', 'takes_gifts'])
    .execute()
  const drives = new Map(rows.map(({ id, takes_gifts }) => [id, takes_gifts]))
  return gifts.map(
    ({ driveId, donorName: donor_name, donorEmail: donor_email, donorPhone: donor_phone = '', pledgeId, ...rest }) => {
      const takes = drives.get(driveId.toLowerCase())
      if (!takes) return new Refusal(donationTexts.closed, { status: takes === undefined ? 404 : 409 })
      const { message, anonymous } = rest
      return { donor_name, donor_email, donor_phone, message, anonymous, pledge_id: pledgeId ?? null }
    },
  )
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
