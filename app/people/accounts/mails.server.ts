import { sql } from 'kysely'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { enqueueAll, type Jobs } from '#app/platform/jobs/queue.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { supportInWords } from '#app/platform/settings/choices.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import type { MailTemplate } from '#app/ui/mail.tsx'
import type { Role } from './account.ts'
import * as adminMails from './decided-mails.tsx'
import { type LinkKind, makeLink } from './links.server.ts'
import * as mails from './mails.tsx'
import { emailMovedMail, emailMovesMail } from './mails.tsx'
import { personAt } from './people.server.ts'
import { newestSignUp, signUpFromAccount, signUpOf } from './sign-up.server.ts'

// The mail jobs. A link is made here, when its mail is written, so that no job ever contains one.

type To = { userId: string }

export async function mailVerify(db: Db, { userId, signUpId }: To & { signUpId?: string }): Promise<void> {
  const reader = await readerOf(db, userId)
  // Nothing to write: the person confirmed meanwhile, is deleted, or never existed.
  if (!reader || reader.confirmed) return
  const id = signUpId ?? (await newestSignUp(db, userId))?.id ?? (await signUpFromAccount(db, userId))
  const signUp = id ? await signUpOf(db, id) : undefined
  if (!signUp) return
  const language = knownLanguage(signUp.language)
  const to = { ...reader, language }
  await sendAccountMail(
    to,
    mails.verifyMail(withoutLinks(signUp.full_name), await link(db, 'verify-email', '/auth/verify', signUp.id)),
  )
}

export async function mailAlreadyHaveAnAccount(db: Db, { userId }: To): Promise<void> {
  const reader = await readerOf(db, userId)
  if (reader)
    await sendAccountMail(reader, mails.alreadyHaveAnAccountMail(reader.name, at('/auth'), at('/auth/forgot')))
}

export async function mailResetPassword(db: Db, { userId }: To): Promise<void> {
  const reader = await readerOf(db, userId)
  if (!reader) return
  await sendAccountMail(reader, mails.resetMail(reader.name, await link(db, 'reset-password', '/auth/reset', userId)))
}

export async function mailEmailChange(db: Db, { changeId, side }: { changeId: string; side: 'old' | 'new' }) {
  const change = await changeOf(db, changeId)
  const reader = change && (await readerOf(db, change.user_id))
  if (!change || change.done_at || !reader || reader.email !== change.from_email) return
  const { from_email: from, to_email: to } = change
  const open = () => link(db, `email-${side}`, '/auth/email', changeId)
  if (side === 'old')
    return sendAccountMail(reader, mails.changeOldMail(reader.name, to, await open(), at('/auth/forgot')))
  const owner = await personAt(db, to)
  // The address already has another account: its owner is told, and nothing can be confirmed.
  if (owner?.email_verified) return mailAlreadyHaveAnAccount(db, { userId: owner.id })
  await sendAccountMail({ ...reader, email: to }, mails.changeNewMail(reader.name, from, await open()))
}

/** Tells the old address that the account moves without its answer, and how to stop that. */
export async function mailEmailMoves(db: Db, { changeId }: { changeId: string }): Promise<void> {
  const change = await changeOf(db, changeId)
  const reader = change && (await readerOf(db, change.user_id))
  if (!change?.due_at || change.done_at || !reader || reader.email !== change.from_email) return
  const stop = await link(db, 'email-stop', '/auth/email', changeId)
  const when = momentIn(reader.language, change.due_at)
  await sendAccountMail(
    reader,
    emailMovesMail(reader.name, { to: change.to_email, when, byAdmin: change.way === 'office', stop }),
  )
}

/** Tells the old address, which may be the only one its owner still reads; and the new one, if nobody was signed in. */
export async function mailEmailChanged(db: Db, { changeId }: { changeId: string }): Promise<void> {
  const change = await changeOf(db, changeId)
  const reader = change?.done_at && (await readerOf(db, change.user_id))
  if (!reader) return
  const mail = mails.emailChangedMail(reader.name, change.to_email, supportInWords())
  await sendAccountMail({ ...reader, email: change.from_email }, mail)
  if (change.way === 'office')
    await sendAccountMail(
      { ...reader, email: change.to_email },
      emailMovedMail(reader.name, at('/auth'), at('/auth/forgot')),
    )
}

const changeOf = (db: Db, id: string) =>
  db.selectFrom('email_changes').where('id', '=', id).selectAll().executeTakeFirst()

export async function mailPasswordChanged(db: Db, { userId }: To): Promise<void> {
  const reader = await readerOf(db, userId)
  if (reader) await sendAccountMail(reader, mails.passwordChangedMail(reader.name, at('/auth/forgot')))
}

export async function mailTwoFactorChanged(db: Db, { userId, on }: To & { on: boolean }): Promise<void> {
  const reader = await readerOf(db, userId)
  if (!reader) return
  const mail = on
    ? mails.twoFactorOnMail(reader.name, at('/settings'))
    : mails.twoFactorOffMail(reader.name, at('/auth/forgot'))
  await sendAccountMail(reader, mail)
}

/** Tells people by email, because the phone may be another person's now. */
export async function mailPhoneChanged(db: Db, { userId, tail, is }: To & { tail: string; is: 'added' | 'removed' }) {
  const reader = await readerOf(db, userId)
  if (!reader) return
  const mail = is === 'added' ? mails.phoneAddedMail : mails.phoneRemovedMail
  await sendAccountMail(reader, mail(reader.name, tail, at('/settings')))
}

/** Tries an address that emails came back from: the email that confirms it or, where it is confirmed, one that asks for nothing. */
export async function mailAddressWorks(db: Db, { userId }: To): Promise<void> {
  const reader = await readerOf(db, userId)
  if (reader && !reader.confirmed) return mailVerify(db, { userId })
  if (reader) await sendAccountMail(reader, mails.addressWorksMail(reader.name))
}

export async function mailSuspended(db: Db, { userId }: To): Promise<void> {
  const reader = await readerOf(db, userId)
  if (reader?.suspended) await sendAccountMail(reader, adminMails.suspendedMail(reader.name, supportInWords()))
}

export async function mailRestored(db: Db, { userId }: To): Promise<void> {
  const reader = await readerOf(db, userId)
  if (reader && !reader.suspended) await sendAccountMail(reader, adminMails.restoredMail(reader.name, at('/auth')))
}

export async function mailRoleChanged(db: Db, { userId, role }: To & { role: Role }): Promise<void> {
  const reader = await readerOf(db, userId)
  if (reader) await sendAccountMail(reader, adminMails.roleChangedMail(reader.name, role, supportInWords()))
}

/** A mail's reader; without an address none is sent. */
type Reader = {
  id: string
  email: string | null
  name: string
  language: Language
  confirmed: boolean
  suspended: boolean
}

export async function readerOf(db: Db, userId: string): Promise<Reader | undefined> {
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
  return { id: userId, email: row.email, name: withoutLinks(row.full_name), language, confirmed, suspended }
}

/**
 * Removes characters that mail programs turn into links: a stranger may sign up with another's address and an advertisement as the name.
 */
const withoutLinks = (name: string) =>
  name
    .replace(/[:/\\@]|[.。．｡](?=\S)/g, ' ')
    .replace(/ +/g, ' ')
    .trim()

export async function sendAccountMail({ email, language }: Reader, template: MailTemplate): Promise<void> {
  if (email) await mailTo(email, language, template)
}

export const at = (path: string) => publicAddress() + path

const link = async (db: Db, kind: LinkKind, path: string, userId: string) =>
  `${at(path)}?token=${await makeLink(db, kind, userId)}`

export type Recipient = { id: string; email: string; language: Language }
type About = 'money' | 'activity'

/** Returns the people who manage these drives and want to be told, by drive: of money all, of activity those who chose it. */
export async function recipientsOf(db: Db, driveIds: string[], about: About): Promise<Map<string, Recipient[]>> {
  const rows = await db
    .selectFrom('drive_recipients')
    .where('fund_drive_id', '=', sql<string>`any(${driveIds}::uuid[])`)
    .where('about', '=', about)
    .select(['fund_drive_id as drive', 'user_id', 'email', 'language'])
    .orderBy('user_id')
    .execute()
  const known = Map.groupBy(rows, ({ drive }) => drive!)
  return new Map(
    driveIds.map((id) => [
      id,
      (known.get(id) ?? []).map(({ user_id, email, language }) => ({
        id: user_id!,
        email: email!,
        language: knownLanguage(language),
      })),
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

type ByReader = { [Name in keyof Jobs]: 'reader' extends keyof Jobs[Name] ? Name : never }[keyof Jobs]

/**
 * Emails several readers, each by a job of its own, which carries the reader's id: where one email fails, the second try
 * emails no other reader again.
 */
export async function mailByReader<Name extends ByReader, One extends { id: string }>(
  db: Db,
  { name, carries }: { name: Name; carries: Jobs[Name] },
  readers: One[],
  send: (reader: One) => Promise<void>,
): Promise<void> {
  const { reader } = carries
  const chosen = reader === undefined ? readers : readers.filter(({ id }) => id === reader)
  if (chosen.length === 1) return send(chosen[0]!)
  const parts = chosen.map(({ id }) => {
    const own = { ...carries, reader: id }
    return { name, carries: own, key: Object.values(own).join(':') }
  })
  if (parts.length > 0) await enqueueAll(db, parts)
}
