import { knownLanguage } from '#app/kit/languages.ts'
import { supportInWords } from '#app/platform/choices.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings.server.ts'
import * as mails from './mails.tsx'

/** Tells the owner that we have paused their drive, or opened it again: whichever is true when the mail is written. */
export async function mailStopped(db: Db, { driveId }: { driveId: string }): Promise<void> {
  const row = await db
    .selectFrom('fund_drives as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .where('d.id', '=', driveId)
    .where('u.deleted_at', 'is', null)
    .select(['d.title', 'd.slug', 'd.stopped_at', 'd.stopped_why', 'u.email', 'u.language'])
    .executeTakeFirst()
  if (!row) return
  const link = `${publicAddress()}/fund-drive/${row.slug}/home`
  const about = { title: row.title, link }
  const mail = row.stopped_at
    ? mails.stoppedMail(about, { why: row.stopped_why, support: supportInWords() })
    : mails.openedMail(about)
  await mailTo(row.email, knownLanguage(row.language), mail)
}
