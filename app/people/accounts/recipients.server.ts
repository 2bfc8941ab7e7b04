import { sql } from 'kysely'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail-to.server.ts'
import type { MailTemplate } from '#app/ui/mail.tsx'

export type Recipient = { email: string; language: Language }
type About = 'money' | 'activity'

/** Returns the people who manage these drives and want to be told, by drive: of money all, of activity those who chose it. */
export async function recipientsOf(db: Db, driveIds: string[], about: About): Promise<Map<string, Recipient[]>> {
  const rows = await db
    .selectFrom('drive_recipients')
    .where('fund_drive_id', '=', sql<string>`any(${driveIds}::uuid[])`)
    .where('about', '=', about)
    .select(['fund_drive_id as drive', 'email', 'language'])
    .orderBy('user_id')
    .execute()
  const known = Map.groupBy(rows, ({ drive }) => drive!)
  return new Map(
    driveIds.map((id) => [
      id,
      (known.get(id) ?? []).map(({ email, language }) => ({ email: email!, language: knownLanguage(language) })),
    ]),
  )
}

/** Emails all who manage a drive, each in their own language. */
export const mailManagers = async (
  db: Db,
  driveId: string,
  about: About,
  mail: (language: Language) => MailTemplate,
): Promise<void> => mailEach((await recipientsOf(db, [driveId], about)).get(driveId)!, mail)

export async function mailEach(recipients: Recipient[], mail: (language: Language) => MailTemplate): Promise<void> {
  for (const { email, language } of recipients) await mailTo(email, language, mail(language))
}
