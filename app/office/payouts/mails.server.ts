import { mailManagers } from '#app/features/people/recipients.server.ts'
import { supportInWords } from '#app/platform/choices.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { publicAddress } from '#app/platform/settings.server.ts'
import * as mails from './mails.tsx'

/** Tells those who manage a drive that its withdrawals are frozen, or free again: whichever is true when the mail is written. */
export async function mailFrozen(db: Db, { driveId }: { driveId: string }): Promise<void> {
  const row = await db
    .selectFrom('wallets as w')
    .innerJoin('fund_drives as d', 'd.id', 'w.fund_drive_id')
    .where('d.id', '=', driveId)
    .select(['d.title', 'd.slug', 'w.frozen_at', 'w.frozen_why'])
    .executeTakeFirst()
  if (!row) return
  const link = `${publicAddress()}/fund-drive/${row.slug}/payouts`
  const about = { title: row.title, link }
  const mail = row.frozen_at
    ? mails.frozenMail(about, { why: row.frozen_why, support: supportInWords() })
    : mails.freedMail(about)
  await mailManagers(db, driveId, 'money', () => mail)
}
