import { isLanguage } from '#app/kit/languages.ts'
import { chosen } from '#app/platform/choices.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { sendMail } from '#app/platform/mail.server.ts'
import { publicAddress } from '#app/platform/settings.server.ts'
import { renderMail } from '#app/ui/render-mail.server.tsx'
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
  const support = chosen('SUPPORT_URL').replace(/^mailto:|^https?:\/\//, '')
  const mail = row.stopped_at
    ? mails.stoppedMail({ title: row.title, why: row.stopped_why, link, support })
    : mails.openedMail({ title: row.title, link })
  await sendMail({ to: row.email, ...renderMail(isLanguage(row.language) ? row.language : 'en', mail) })
}
