import { knownLanguage, type Language } from '#app/kit/languages.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail-to.server.ts'
import type { MailTemplate } from '#app/ui/mail.tsx'

/** Tells everybody who manages a drive, each in their own language: of money always, of activity if they want it. */
export async function mailManagers(
  db: Db,
  driveId: string,
  about: 'money' | 'activity',
  mail: (language: Language) => MailTemplate,
): Promise<void> {
  const recipients = await db
    .selectFrom('drive_recipients')
    .where('fund_drive_id', '=', driveId)
    .where('about', '=', about)
    .select(['email', 'language'])
    .orderBy('user_id')
    .execute()
  for (const { email, language: written } of recipients) {
    const language = knownLanguage(written)
    await mailTo(email!, language, mail(language))
  }
}
