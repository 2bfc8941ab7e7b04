import { knownLanguage } from '#app/kit/languages.ts'
import { mailManagers } from '#app/people/accounts/recipients.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings.server.ts'
import { creditsOf } from './credits.server.ts'
import { boughtMail, claimedMail, leftMail } from './mails.tsx'

/** Tells the person who bought views what they got. Mails about money are always sent. */
export async function mailViewsBought(db: Db, { paymentId }: { paymentId: number }): Promise<void> {
  const row = await db
    .selectFrom('payments as p')
    .innerJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
    .innerJoin('subscription_packages as k', 'k.id', 'p.package_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('p.id', '=', paymentId)
    .where('p.status', '=', 'succeeded')
    .where('u.deleted_at', 'is', null)
    .select(['d.id', 'd.title', 'd.slug', 'k.name', 'p.views', 'p.amount', 'p.reference', 'p.settled_at'])
    .select(['u.email', 'p.language'])
    .executeTakeFirst()
  if (!row?.email) return
  const language = knownLanguage(row.language)
  const credits = await creditsOf(db, row.id)
  const { title, name, amount, reference } = row
  const about = { title, package: name, amount, reference, language, at: row.settled_at ?? new Date() }
  const told = { ...about, views: row.views ?? 0, remaining: credits?.remaining ?? 0 }
  const mail = boughtMail(told, `${publicAddress()}/fund-drive/${row.slug}/home`)
  await mailTo(row.email, language, mail)
}

/** Tells those who manage a drive that few views or none are left, unless that is no longer true. */
export async function mailViewsLeft(
  db: Db,
  { driveId, level }: { driveId: string; level: 'low' | 'exhausted' },
): Promise<void> {
  const row = await db
    .selectFrom('fund_drives')
    .where('id', '=', driveId)
    .where('status', '=', 'active')
    .select(['title', 'slug'])
    .executeTakeFirst()
  const credits = await creditsOf(db, driveId)
  if (!row || credits?.level !== level) return
  const { slug, title } = row
  const buy = `${publicAddress()}/fund-drive/${slug}/payouts/buy-views`
  await mailManagers(db, driveId, 'money', () => leftMail({ title, remaining: credits.remaining, buy }))
}

/** Tells those who manage a drive that unused views can't be used for now, or that they are back. Emails about money are always sent. */
export async function mailViewsClaimed(
  db: Db,
  { paymentId, change }: { paymentId: number; change: number },
): Promise<void> {
  const row = await db
    .selectFrom('payments as p')
    .innerJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
    .where('p.id', '=', paymentId)
    .select(['d.id', 'd.title', 'd.slug', 'p.reference'])
    .executeTakeFirst()
  if (!row) return
  const remaining = (await creditsOf(db, row.id))?.remaining ?? 0
  const { title, reference } = row
  const mail = claimedMail({ title, reference, change, remaining }, `${publicAddress()}/fund-drive/${row.slug}/payouts`)
  await mailManagers(db, row.id, 'money', () => mail)
}
