import { randomInt } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Language } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { hashOfMark } from './cookies.server.ts'
import type { signUpForm } from './forms.ts'
import { addPerson, type NewPerson, personAt, usernameIsTaken } from './people.server.ts'
import { peopleTexts } from './people.ts'
import { nameLimits, signUpLimits } from './sign-in.server.ts'
import { afterSignIn } from './way-back.ts'

type From = {
  language: Language
  address: string
  /** The random mark of the browser that signs up. */
  mark: string
}

/**
 * Stores a sign-up and queues the email with its link, or refuses a username that is taken. For an address with an account it does the same
 * work and gives the same answer; only the email differs.
 */
export async function signUp(
  db: Db,
  asked: z.output<typeof signUpForm>,
  { language, address, mark }: From,
): Promise<void> {
  const { fullName, username, email, to } = asked
  // Names have a limit of their own: most people try a few.
  await takeTry(nameLimits(address), peopleTexts.signUpFailed)
  if (await usernameIsTaken(db, username)) throw usernameTaken()
  await takeTry(signUpLimits(email, address), peopleTexts.signUpFailed)
  const passwordHash = await hashPassword(asked.password)
  const wanted = afterSignIn(to)
  await db.transaction().execute(async (tx) => {
    const person = { fullName, username, email, passwordHash, language }
    const userId = (await addPerson(tx, person)) ?? (await renewPerson(tx, person))
    if (!userId) return tellOwner(tx, email)
    const signUpId = await addSignUp(tx, userId, { ...person, wanted, browser: hashOfMark(mark) })
    await enqueue(tx, 'mail-verify', { userId, signUpId }, { key: signUpId })
  })
}

/** Tells the owner of an existing account that a person signed up with their address; nothing changes. */
async function tellOwner(tx: Tx, email: string) {
  const person = await personAt(tx, email)
  if (person) await enqueue(tx, 'mail-already-have-an-account', { userId: person.id }, { key: person.id })
}

const usernameTaken = () =>
  new Refusal({ title: peopleTexts.signUpFailed, text: peopleTexts.usernameTaken, tone: 'bad' }, { field: 'username' })

// Sign-ups that wait for their links. An unconfirmed address may have several, by different people: the one whose link is used becomes the
// account.

type NewSignUp = Omit<NewPerson, 'verified'> & { wanted: string; browser: string }

/** Updates an unconfirmed account to its newest sign-up. Undefined if its address is confirmed: then nothing changes. */
async function renewPerson(tx: Tx, person: NewPerson): Promise<string | undefined> {
  const user = await tx
    .updateTable('users')
    .set({ language: person.language ?? null, updated_at: new Date() })
    .where('email', '=', person.email)
    .where('email_verified', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (!user) return undefined
  await setCredentials(tx, user.id, person)
  return user.id
}

async function addSignUp(tx: Tx, userId: string, asked: NewSignUp): Promise<string> {
  const { id } = await tx
    .insertInto('sign_ups')
    .values({
      user_id: userId,
      full_name: asked.fullName,
      username: asked.username,
      password: asked.passwordHash,
      language: asked.language ?? null,
      wanted: asked.wanted,
      browser: asked.browser,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const signUpOf = (db: Db | Tx, id: string) =>
  db.selectFrom('sign_ups').where('id', '=', id).selectAll().executeTakeFirst()

/** Returns the newest sign-up of an unconfirmed account, this browser's own first. Undefined if there is none. */
export const newestSignUp = (db: Db | Tx, userId: string, browser?: string) =>
  db
    .selectFrom('sign_ups')
    .where('user_id', '=', userId)
    .selectAll()
    .orderBy(sql`browser is not distinct from ${browser ?? null}`, 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Makes a sign-up from an account that became unconfirmed in another way than by signing up. */
export async function signUpFromAccount(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into sign_ups (user_id, full_name, username, password, language)
    select u.id, p.full_name, coalesce(p.username, 'user_' || left(u.id::text, 8)), a.password, u.language
    from users u join profiles p on p.user_id = u.id join accounts a on a.user_id = u.id
    where u.id = ${userId} and a.provider_id = 'credential' and a.password is not null
    returning id`.execute(db)
  return rows[0]?.id
}

/** Gives an account the names and password of one sign-up. A username that was taken meanwhile gets four digits. */
export async function becomePerson(tx: Tx, userId: string, asked: Named, again = 0): Promise<void> {
  const username = again === 0 ? asked.username : `${asked.username.slice(0, 25)}-${randomInt(1000, 10_000)}`
  await tx.updateTable('profiles').set({ username }).where('user_id', '=', userId).execute()
  await setCredentials(tx, userId, asked)
}
type Named = Pick<NewPerson, 'fullName' | 'username' | 'passwordHash'>

/** Deletes an account's sign-ups and their links. */
export async function forgetSignUps(tx: Tx, userId: string): Promise<void> {
  const gone = await tx.deleteFrom('sign_ups').where('user_id', '=', userId).returning('id').execute()
  if (gone.length > 0)
    await tx
      .deleteFrom('verifications')
      .where(
        'value',
        'in',
        gone.map(({ id }) => id),
      )
      .execute()
}

async function setCredentials(tx: Tx, userId: string, { fullName, passwordHash }: Omit<Named, 'username'>) {
  await tx
    .updateTable('accounts')
    .set({ password: passwordHash, updated_at: new Date() })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .execute()
  await tx
    .updateTable('profiles')
    .set({ full_name: fullName, updated_at: new Date() })
    .where('user_id', '=', userId)
    .execute()
}

/** Tries again with another username if the first was taken at the same moment. */
export async function againOnClash<Result>(attempt: (again: number) => Promise<Result>): Promise<Result> {
  for (let again = 0; ; again++)
    try {
      return await attempt(again)
    } catch (error) {
      if (again === 5 || !isUsernameClash(error)) throw error
    }
}

/** True for the database's refusal of a second holder of a username. */
export const isUsernameClash = (error: unknown): boolean =>
  error instanceof Error && (error as { constraint?: string }).constraint === 'profiles_username_once'
