import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import type { Language } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { type Limit, returnTries } from '#app/platform/http/limits.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell, tellRights } from '#app/platform/live/live.server.ts'
import { liftSuppression } from '#app/platform/mail/suppressions.server.ts'
import { accountTexts, type MailWishes, tombstoneName } from './account.ts'
import { forgetAvatar } from './avatar.server.ts'
import { deviceOf } from './device.ts'
import { confirmByReset } from './email.server.ts'
import { linkAbout, takeLink } from './links.server.ts'
import { peopleTexts, peopleTexts as rules } from './people.ts'
import { forgetPhones } from './phones.server.ts'
import { lockAdmins } from './roles.server.ts'
import { accountLimits } from './sign-in.server.ts'
import { againOnClash, isUsernameClash } from './sign-up.server.ts'

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

/** Takes the person's addresses, also earlier ones, off the list of those that emails come back from. */
async function forgetSuppressions(tx: Tx, userId: string) {
  const { rows } = await sql<{ email: string }>`select email from users where id = ${userId} and email is not null
    union select from_email from email_changes where user_id = ${userId} and from_email is not null
    union select to_email from email_changes where user_id = ${userId}`.execute(tx)
  for (const { email } of rows) await liftSuppression(tx, email)
}

async function forgetPerson(tx: Tx, userId: string) {
  await endSessions(tx, userId)
  await forgetPhones(tx, userId)
  await forgetSuppressions(tx, userId)
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

/** Sets a new password by the mailed link, and ends every session of the account. */
export async function resetPassword(db: Db, token: string, password: string, address = ''): Promise<void> {
  // The link is checked before the password is hashed, so that made-up links cost little.
  const userId = await linkAbout(db, 'reset-password', token)
  if (!userId) throw linkOver()
  const hash = await hashPassword(password)
  const email = await againOnClash((again) =>
    db.transaction().execute(async (tx) => {
      // Locks the person first, then takes the link: if two links are used at once, the second waits, and then finds its own gone.
      if (!(await confirmByReset(tx, userId, again))) throw linkOver()
      if (!(await takeLink(tx, 'reset-password', token))) throw linkOver()
      await setPassword(tx, userId, hash)
      await endSessions(tx, userId)
      await enqueue(tx, 'mail-password-changed', { userId }, { key: userId })
      const user = await tx.selectFrom('users').where('id', '=', userId).select('email').executeTakeFirstOrThrow()
      return user.email
    }),
  )
  // The wrong guesses so far are forgotten: the owner can sign in at once.
  for (const limit of accountLimits(email ?? '', address)) await returnTries(Array(limit.times).fill(limit))
}

export const setPassword = (tx: Tx, userId: string, hash: string) =>
  tx
    .updateTable('accounts')
    .set({ password: hash, updated_at: new Date() })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .execute()

/** Ends all sessions of a person (except one), with every waiting link, challenge, trusted device and change of address. */
export async function endSessions(tx: Tx, userId: string, butFor?: string): Promise<void> {
  // A new address may have been requested with the old password. Deleted first, so that the lock order is that of confirming it.
  await tx.deleteFrom('email_changes').where('user_id', '=', userId).where('done_at', 'is', null).execute()
  const sessions = tx.deleteFrom('sessions').where('user_id', '=', userId)
  await (butFor ? sessions.where('id', '!=', butFor) : sessions).execute()
  await tx.deleteFrom('verifications').where('value', '=', userId).execute()
  await tell(tx, `person:${userId}`)
  await tellRights(tx, userId)
}

const linkOver = () =>
  new Refusal({ title: peopleTexts.resetFailed, why: peopleTexts.linkOver }, { status: 410, field: 'token' })

/**
 * Lists the devices a person is signed in on, last used first. Times are formatted here: the browser's own format may differ by a space.
 */
export async function devicesOf(db: Db, userId: string, { language, here }: { language: Language; here: string }) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip_address as address', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('updated_at', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ id, address, user_agent, created_at, updated_at }) => ({
    ...deviceOf(user_agent),
    id,
    address,
    since: momentIn(language, created_at),
    used: momentIn(language, updated_at),
    here: id === here,
  }))
}

/** Signs one device out. A device that is already gone, or another person's, is ignored. */
export const signOutDevice = (db: Db, userId: string, device: string): Promise<void> => end(db, userId, device)

/** Signs every device out, also the current one. */
export const signOutEverywhere = (db: Db, userId: string): Promise<void> => end(db, userId)

const end = (db: Db, userId: string, device?: string) =>
  db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .$if(device !== undefined, (query) => query.where('id', '=', device!))
      .execute()
    await tell(tx, `person:${userId}`)
    await tellRights(tx, userId)
  })
