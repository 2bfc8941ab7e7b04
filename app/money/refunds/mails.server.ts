import { knownLanguage } from '#app/kit/languages.ts'
import { receiptNumber } from '#app/money/donations/receipt.ts'
import { mailManagers } from '#app/people/accounts/recipients.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings.server.ts'
import * as mails from './mails.tsx'

// The mail jobs for money that went back.

/** Writes to the person who had paid, in the language they paid in. */
export async function mailPaidBack(db: Db, { reversalId }: { reversalId: number }): Promise<void> {
  const row = await reversalOf(db, reversalId)
  if (!row?.donor_email) return
  const link = `${publicAddress()}/fundraiser/${row.slug}`
  await mailTo(row.donor_email, knownLanguage(row.language), mails.paidBackMail(told(row), link))
}

/** Writes to those who manage the drive, unless they want no news of it. */
export async function mailGiftGone(db: Db, { reversalId }: { reversalId: number }): Promise<void> {
  const row = await reversalOf(db, reversalId)
  if (!row) return
  const link = `${publicAddress()}/fund-drive/${row.slug}/donations`
  await mailManagers(db, row.drive_id, 'activity', () => mails.giftGoneMail(told(row), link))
}

const reversalOf = (db: Db, id: number) =>
  db
    .selectFrom('reversals as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .innerJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
    .leftJoin('view_claims as v', 'v.payment_id', 'p.id')
    .leftJoin('donations as g', 'g.payment_id', 'p.id')
    .where('r.id', '=', id)
    .where('r.state', '=', 'done')
    .select(['r.kind as how', 'r.amount', 'p.kind', 'p.amount as paid', 'p.reference', 'p.donor_email', 'p.language'])
    .select(['d.id as drive_id', 'd.title', 'd.slug', 'v.taken as views', 'g.id as gift', 'g.created_at as given'])
    .executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof reversalOf>>>

const told = ({ title, how, kind, amount, paid, reference, views, gift, given }: Row): mails.BackTold => ({
  title,
  amount,
  paid,
  // A gift is named by its receipt; a purchase has none.
  reference: gift && given ? receiptNumber(gift, given) : reference,
  of: kind,
  views: views ?? 0,
  kind: how === 'chargeback' ? 'chargeback' : 'refund',
})
