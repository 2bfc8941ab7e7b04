import { knownLanguage } from '#app/kit/languages.ts'
import { chosen } from '#app/platform/choices.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings.server.ts'
import { letterReasonWords } from './letter.ts'
import { letterMail } from './mails.tsx'

/** Tells support of a message: at the support address if it is a mailbox, else every administrator. */
export async function mailLetter(db: Db, { letterId }: { letterId: number }): Promise<void> {
  const row = await db
    .selectFrom('support_letters as l')
    .leftJoin('fund_drives as d', 'd.id', 'l.fund_drive_id')
    .where('l.id', '=', letterId)
    .select(['l.reason', 'l.message', 'l.email', 'd.title'])
    .executeTakeFirst()
  if (!row) return
  const told = { ...row, reason: letterReasonWords[row.reason], link: `${publicAddress()}/admin/letters` }
  for (const { email, language } of await readers(db)) await mailTo(email, knownLanguage(language), letterMail(told))
}

async function readers(db: Db): Promise<{ email: string; language: string | null }[]> {
  const box = /^mailto:([^?]+)/.exec(chosen('SUPPORT_URL'))?.[1]
  if (box) return [{ email: decodeURIComponent(box), language: 'en' }]
  return db
    .selectFrom('users as u')
    .innerJoin('user_roles as r', 'r.user_id', 'u.id')
    .where('r.role', '=', 'admin')
    .where('u.deleted_at', 'is', null)
    .where('u.suspended_at', 'is', null)
    .where('u.email', 'is not', null)
    .select(['u.language'])
    .select((row) => row.ref('u.email').$notNull().as('email'))
    .execute()
}
