import { knownLanguage } from '#app/kit/languages.ts'
import { supportInWords } from '#app/platform/choices.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings.server.ts'
import * as mails from './mails.tsx'

/** Tells the owner that their withdrawals are frozen, or free again: whichever is true when the mail is written. */
export async function mailFrozen(db: Db, { driveId }: { driveId: string }): Promise<void> {
  const row = await db
    .selectFrom('wallets as w')
    .innerJoin('fund_drives as d', 'd.id', 'w.fund_drive_id')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .where('d.id', '=', driveId)
    .where('u.deleted_at', 'is', null)
    .select(['d.title', 'd.slug', 'w.frozen_at', 'w.frozen_why', 'u.email', 'u.language'])
    .executeTakeFirst()
  if (!row) return
  const link = `${publicAddress()}/fund-drive/${row.slug}/payouts`
  const about = { title: row.title, link }
  const mail = row.frozen_at
    ? mails.frozenMail(about, { why: row.frozen_why, support: supportInWords() })
    : mails.freedMail(about)
  await mailTo(row.email, knownLanguage(row.language), mail)
}
