import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { supportInWords } from '#app/platform/choices.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings.server.ts'
import type { MailTemplate } from '#app/ui/mail.tsx'
import { type LinkKind, makeLink } from './links.server.ts'
import * as mails from './mails.tsx'
import * as officeMails from './office/mails.tsx'
import type { Role } from './office/office.ts'

// What the mail jobs do. A link is made here, when its mail is written, so that no job ever carries one.

type To = { userId: string }

export async function mailVerify(db: Db, { userId }: To): Promise<void> {
  const reader = await readerOf(db, userId)
  // Confirmed meanwhile, deleted, or never there: then there is nothing to write.
  if (!reader || reader.confirmed) return
  await send(reader, mails.verifyMail(reader.name, await link(db, 'verify-email', '/auth/verify', userId)))
}

export async function mailAlreadyHaveAnAccount(db: Db, { userId }: To): Promise<void> {
  const reader = await readerOf(db, userId)
  if (reader) await send(reader, mails.alreadyHaveAnAccountMail(reader.name, at('/auth'), at('/auth/forgot')))
}

export async function mailResetPassword(db: Db, { userId }: To): Promise<void> {
  const reader = await readerOf(db, userId)
  if (!reader) return
  await send(reader, mails.resetMail(reader.name, await link(db, 'reset-password', '/auth/reset', userId)))
}

export async function mailPasswordChanged(db: Db, { userId }: To): Promise<void> {
  const reader = await readerOf(db, userId)
  if (reader) await send(reader, mails.passwordChangedMail(reader.name, at('/auth/forgot')))
}

export async function mailTwoFactorChanged(db: Db, { userId, on }: To & { on: boolean }): Promise<void> {
  const reader = await readerOf(db, userId)
  if (!reader) return
  const mail = on
    ? mails.twoFactorOnMail(reader.name, at('/settings'))
    : mails.twoFactorOffMail(reader.name, at('/auth/forgot'))
  await send(reader, mail)
}

/** Every administrator is told, also the one in whose name it was done: it may have been somebody else. */
export async function mailMuchTaken(db: Db, { userId }: To): Promise<void> {
  const who = await readerOf(db, userId)
  if (!who) return
  const all = await db.selectFrom('user_roles').where('role', '=', 'admin').select('user_id').execute()
  for (const { user_id } of all) {
    const reader = await readerOf(db, user_id)
    if (reader && !reader.suspended)
      await send(reader, officeMails.muchTakenMail(reader.name, who.name, at(`/admin/audit?by=${userId}`)))
  }
}

export async function mailSuspended(db: Db, { userId }: To): Promise<void> {
  const reader = await readerOf(db, userId)
  if (reader?.suspended) await send(reader, officeMails.suspendedMail(reader.name, supportInWords()))
}

export async function mailRestored(db: Db, { userId }: To): Promise<void> {
  const reader = await readerOf(db, userId)
  if (reader && !reader.suspended) await send(reader, officeMails.restoredMail(reader.name, at('/auth')))
}

export async function mailRoleChanged(db: Db, { userId, role }: To & { role: Role }): Promise<void> {
  const reader = await readerOf(db, userId)
  if (reader) await send(reader, officeMails.roleChangedMail(reader.name, role, supportInWords()))
}

type Reader = { email: string; name: string; language: Language; confirmed: boolean; suspended: boolean }

async function readerOf(db: Db, userId: string): Promise<Reader | undefined> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('profiles as p', 'p.user_id', 'u.id')
    .where('u.id', '=', userId)
    .where('u.deleted_at', 'is', null)
    .select(['u.email', 'u.email_verified', 'u.language', 'u.suspended_at', 'p.full_name'])
    .executeTakeFirst()
  if (!row) return undefined
  const language = knownLanguage(row.language)
  const [confirmed, suspended] = [row.email_verified, row.suspended_at !== null]
  return { email: row.email, name: withoutLinks(row.full_name), language, confirmed, suspended }
}

/**
 * A name without what mail programs make a link of: somebody may sign up with another's address and an advertisement
 * for a name.
 */
const withoutLinks = (name: string) =>
  name
    .replace(/[:/\\@]|[.。．｡](?=\S)/g, ' ')
    .replace(/ +/g, ' ')
    .trim()

const send = (reader: Reader, template: MailTemplate) => mailTo(reader.email, reader.language, template)

const at = (path: string) => publicAddress() + path

const link = async (db: Db, kind: LinkKind, path: string, userId: string) =>
  `${at(path)}?token=${await makeLink(db, kind, userId)}`
