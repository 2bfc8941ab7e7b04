import { mailManagers } from '#app/features/people/recipients.server.ts'
import { supportInWords } from '#app/platform/choices.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { publicAddress } from '#app/platform/settings.server.ts'
import * as mails from './mails.tsx'

/** Tells those who manage a drive that we have paused it, or opened it again: whichever is true when the mail is written. */
export async function mailStopped(db: Db, { driveId }: { driveId: string }): Promise<void> {
  const row = await db
    .selectFrom('fund_drives')
    .where('id', '=', driveId)
    .select(['title', 'slug', 'stopped_at', 'stopped_why'])
    .executeTakeFirst()
  if (!row) return
  const link = `${publicAddress()}/fund-drive/${row.slug}/home`
  const about = { title: row.title, link }
  const mail = row.stopped_at
    ? mails.stoppedMail(about, { why: row.stopped_why, support: supportInWords() })
    : mails.openedMail(about)
  await mailManagers(db, driveId, 'money', () => mail)
}
