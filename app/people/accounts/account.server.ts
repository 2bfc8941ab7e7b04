import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import type { Language } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import type { Limit } from '#app/platform/limits.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { accountTexts, type MailWishes, tombstoneName } from './account.ts'
import { forgetAvatar } from './avatar.server.ts'
import { endSessions, setPassword } from './password.server.ts'
import { peopleTexts as rules } from './people.ts'
import { forgetPhones } from './phones.server.ts'
import { lockAdmins } from './roles.server.ts'
import { isUsernameClash } from './waiting-sign-ups.server.ts'

/** Changes the person's name and username, or refuses a username that another person has. */
export async function saveProfile(
  db: Db,
  userId: string,
  { fullName, username }: { fullName: string; username: string },
) {
  await db
    .transaction()
    .execute(async (tx) => {
      await tx
        .updateTable('profiles')
        .set({ full_name: fullName, username, updated_at: new Date() })
        .where('user_id', '=', userId)
        .execute()
      await tell(tx, `person:${userId}`)
    })
    .catch((error) => {
      // The unique index decides: asking beforehand would let two people take the same name at once.
      if (isUsernameClash(error)) throw new Refusal(rules.usernameTaken, { status: 422, field: 'username' })
      throw error
    })
}

export async function saveLanguage(db: Db, userId: string, language: Language): Promise<void> {
  await db.updateTable('users').set({ language, updated_at: new Date() }).where('id', '=', userId).execute()
}

export async function mailWishesOf(db: Db, userId: string): Promise<MailWishes> {
  const row = await db
    .selectFrom('users')
    .select(['mail_activity', 'mail_news'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { activity: row.mail_activity, news: row.mail_news }
}

export async function saveMailWishes(db: Db, userId: string, { activity, news }: MailWishes): Promise<void> {
  await db
    .updateTable('users')
    .set({ mail_activity: activity, mail_news: news, updated_at: new Date() })
    .where('id', '=', userId)
    .execute()
}

/** How often a person may be asked for their own password or code again. Right answers count too: nobody needs many. */
export const againLimits = (userId: string): Limit[] => [
  { name: 'password-again', key: userId, times: 10, seconds: 600 },
]
export const uploadLimits = (userId: string): Limit[] => [{ name: 'upload', key: userId, times: 20, seconds: 3600 }]

/** Refuses at that field unless the password is the person's own. Takes as long as a sign-in: limit it. */
export async function askPassword(db: Db, userId: string, password: string, field = 'password'): Promise<void> {
  const row = await db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  if (row && row.password === null)
    throw new Refusal(
      { title: accountTexts.passwordFirst, why: accountTexts.passwordFirstText, tone: 'bad' },
      { status: 422, field },
    )
  const right = row?.password ? await verifyPassword({ hash: row.password, password }) : false
  if (!right) throw new Refusal(accountTexts.wrongPassword, { status: 422, field })
}

type Here = { id: string; sessionId: string }

/** Gives the person another password, ends every other session and tells them by mail. */
export async function changePassword(
  db: Db,
  { id, sessionId }: Here,
  typed: { currentPassword: string; newPassword: string },
): Promise<void> {
  await askPassword(db, id, typed.currentPassword, 'currentPassword')
  const hash = await hashPassword(typed.newPassword)
  await db.transaction().execute(async (tx) => {
    await setPassword(tx, id, hash)
    await endSessions(tx, id, sessionId)
    await enqueue(tx, 'mail-password-changed', { userId: id }, { key: id })
  })
}

/**
 * Sets the first password of a person who signed up with a phone. Only in a session in which they signed in a moment ago: nobody else can
 * choose it at a screen that was left open.
 */
export async function setFirstPassword(db: Db, { id, sessionId }: Here, password: string): Promise<void> {
  if (!(await isYoung(db, sessionId)))
    throw new Refusal(
      { title: accountTexts.signInAgain, text: accountTexts.signInAgainText, tone: 'bad' },
      { status: 403 },
    )
  const hash = await hashPassword(password)
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('accounts')
      .set({ password: hash, updated_at: new Date() })
      .where('user_id', '=', id)
      .where('provider_id', '=', 'credential')
      .where('password', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Refusal(accountTexts.passwordIsSet)
    await endSessions(tx, id, sessionId)
  })
}

const isYoung = async (db: Db, sessionId: string): Promise<boolean> =>
  (await db
    .selectFrom('sessions')
    .where('id', '=', sessionId)
    .where('created_at', '>', sql<Date>`now() - interval '10 minutes'`)
    .select('id')
    .executeTakeFirst()) !== undefined

/**
 * Deletes the account: the personal data is gone, the row stays for the books as 'Deleted person'. The address and the username are free
 * again. Refuses a wrong password, and the last administrator; `first` may refuse for other reasons.
 */
export async function deleteAccount(
  db: Db,
  userId: string,
  password: string,
  first: (tx: Tx, userId: string) => Promise<void> = async () => {},
): Promise<void> {
  await askPassword(db, userId, password)
  const avatar = await db.transaction().execute(async (tx) => {
    await first(tx, userId)
    await refuseLastAdmin(tx, userId)
    const { avatar_url } = await tx
      .selectFrom('profiles')
      .select('avatar_url')
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await forgetPerson(tx, userId)
    return avatar_url
  })
  await forgetAvatar(avatar)
}

async function refuseLastAdmin(tx: Tx, userId: string) {
  const admins = await lockAdmins(tx)
  if (admins.length === 1 && admins[0] === userId) throw new Refusal(accountTexts.lastAdmin)
}

async function forgetPerson(tx: Tx, userId: string) {
  await endSessions(tx, userId)
  await forgetPhones(tx, userId)
  for (const table of ['accounts', 'two_factors', 'user_roles', 'email_changes', 'kept_forms'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  await tx
    .updateTable('profiles')
    .set({ full_name: tombstoneName, username: null, avatar_url: null, updated_at: new Date() })
    .where('user_id', '=', userId)
    .execute()
  await tx
    .updateTable('users')
    .set({
      email: `${userId}@deleted.invalid`,
      email_verified: false,
      two_factor_enabled: false,
      language: null,
      mail_activity: false,
      mail_news: false,
      updated_at: new Date(),
      deleted_at: new Date(),
    })
    .where('id', '=', userId)
    .execute()
}
