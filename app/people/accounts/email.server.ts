import { randomUUID } from 'node:crypto'
import { verifyPassword } from 'better-auth/crypto'
import { Refusal } from '#app/kit/says.ts'
import { type Db, db, type Tx } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import type { AuthCaller } from './auth.server.ts'
import { hashOfMark, joiningGone, joiningIn, knownDeviceCookie } from './cookies.server.ts'
import { linkAbout, takeLink } from './links.server.ts'
import { personAt } from './people.server.ts'
import { peopleTexts } from './people.ts'
import { makeFirstAdmin } from './roles.server.ts'
import { openSession } from './sign-in.server.ts'
import { againOnClash, becomePerson, forgetSignUps, newestSignUp, signUpOf } from './sign-up.server.ts'
import { authPath } from './way-back.ts'

// Confirming an address takes two things: the mailed link, and either the browser that signed up or the password chosen there. So nobody
// confirms a stranger's sign-up by opening its link, and a program that follows links changes nothing.

/** Returns the data for the page of a link: the address, and whether the password is needed. Undefined for a bad link. */
export async function waitingBehind(db: Db, token: string, mark: string | undefined) {
  const signUp = await signUpBehind(db, token)
  return signUp && { email: signUp.email, isHere: isSameBrowser(signUp, mark) }
}

type Shown = { token: string; mark?: string; password?: string }

/**
 * Confirms an address: the account gets the password and names of the link's sign-up, and every other sign-up with the address ends.
 * `andThen` runs in the same transaction, such as signing the person in.
 */
export async function confirmEmail<Result>(
  db: Db,
  { token, mark, password }: Shown,
  andThen: (tx: Tx, person: { id: string; email: string; wanted: string | null }) => Promise<Result>,
): Promise<Result> {
  const signUp = await signUpBehind(db, token)
  if (!signUp) throw linkOver()
  if (!isSameBrowser(signUp, mark)) await askSignUpPassword(signUp, password)
  return againOnClash((again) =>
    db.transaction().execute(async (tx) => {
      await confirmAs(tx, { ...signUp, token }, again)
      return andThen(tx, { id: signUp.user_id, email: signUp.email, wanted: signUp.wanted })
    }),
  )
}

type SignUp = NonNullable<Awaited<ReturnType<typeof signUpBehind>>>

async function confirmAs(tx: Tx, signUp: SignUp & { token: string }, again: number) {
  // Locks the person first: if two links of one account are opened at once, the second waits here, and then finds its own gone.
  const user = await tx
    .selectFrom('users')
    .where('id', '=', signUp.user_id)
    .where('deleted_at', 'is', null)
    .select(['email', 'email_verified', 'suspended_at'])
    .forUpdate()
    .executeTakeFirst()
  if (!(await takeLink(tx, 'verify-email', signUp.token)) || !user || user.email_verified || user.suspended_at)
    throw linkOver()
  await tx
    .updateTable('users')
    .set({ email_verified: true, updated_at: new Date(), language: signUp.language })
    .where('id', '=', signUp.user_id)
    .execute()
  const { full_name: fullName, username, password: passwordHash } = signUp
  await becomePerson(tx, signUp.user_id, { fullName, username, passwordHash }, again)
  await forgetSignUps(tx, signUp.user_id)
  if (user.email === settings.ADMIN_EMAIL?.toLowerCase()) await makeFirstAdmin(tx, user.email)
}

/**
 * Confirms an address by a password reset, which shows that the person reads this mailbox. Makes nobody an administrator. False if the
 * account is gone. A first confirmation takes the names of the newest sign-up.
 */
export async function confirmByReset(tx: Tx, userId: string, again: number): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .select('email_verified')
    .forUpdate()
    .executeTakeFirst()
  if (!user || user.email_verified) return user !== undefined
  const signUp = await newestSignUp(tx, userId)
  if (signUp)
    await becomePerson(
      tx,
      userId,
      { fullName: signUp.full_name, username: signUp.username, passwordHash: signUp.password },
      again,
    )
  await tx.updateTable('users').set({ email_verified: true, updated_at: new Date() }).where('id', '=', userId).execute()
  await forgetSignUps(tx, userId)
  return true
}

/** Queues the confirming email again. An address without an account costs the same work; its job finds nobody. */
export async function resendConfirmation(db: Db, email: string, mark?: string): Promise<void> {
  const userId = (await personAt(db, email))?.id ?? randomUUID()
  const signUpId = (await newestSignUp(db, userId, mark && hashOfMark(mark)))?.id
  await enqueue(db, 'mail-verify', { userId, ...(signUpId ? { signUpId } : {}) }, { key: signUpId ?? userId })
}

/** Queues a link for choosing a new password; an unknown address costs the same work, as above. */
export async function requestReset(db: Db, email: string): Promise<void> {
  const userId = (await personAt(db, email))?.id ?? randomUUID()
  await enqueue(db, 'mail-reset-password', { userId }, { key: userId })
}

async function signUpBehind(db: Db, token: string) {
  const id = await linkAbout(db, 'verify-email', token)
  const signUp = id ? await signUpOf(db, id) : undefined
  if (!signUp) return undefined
  const user = await db
    .selectFrom('users')
    .where('id', '=', signUp.user_id)
    .where('email_verified', '=', false)
    .where('deleted_at', 'is', null)
    .select('email')
    .executeTakeFirst()
  return user?.email ? { ...signUp, email: user.email } : undefined
}

const isSameBrowser = ({ browser }: { browser: string | null }, mark: string | undefined): boolean =>
  mark !== undefined && browser === hashOfMark(mark)

async function askSignUpPassword({ id, password: hash }: { id: string; password: string }, password = '') {
  if (!password) throw new Refusal(peopleTexts.passwordMissing, { status: 422, field: 'password' })
  await takeTry([{ name: 'confirm-email', key: id, times: 5, seconds: 600 }])
  if (!(await verifyPassword({ hash, password })))
    throw new Refusal(peopleTexts.otherPassword, { status: 422, field: 'password' })
}

const linkOver = () =>
  new Refusal({ title: peopleTexts.confirmFailed, why: peopleTexts.linkOver }, { status: 410, field: 'token' })

// The link of the confirming email: it confirms the address and signs the person in.

type Confirmed = { go: string; cookies: string[] }

/** Confirms the address, signs its person in, and leads to where they were going when they signed up. */
export async function confirmAndSignIn(asking: AuthCaller, token: string, password?: string): Promise<Confirmed> {
  const shown = { token, ...(password ? { password } : {}), mark: joiningIn(asking.request)?.mark }
  const { email, wanted, session } = await confirmEmail(db, shown, async (tx, person) => ({
    ...person,
    session: await openSession(tx, person.id, asking),
  }))
  const cookies = [session, knownDeviceCookie(email, asking.request), joiningGone()]
  return { go: authPath(wanted, '/auth/confirmed'), cookies }
}

/**
 * Confirms when the link is opened in the browser that signed up: only that browser has the mark, and a program that scans emails has not.
 * Undefined if the page has to ask.
 */
export async function confirmedByOpening(asking: AuthCaller, token: string): Promise<Confirmed | undefined> {
  if (asking.request.method !== 'GET') return undefined
  const waiting = await waitingBehind(db, token, joiningIn(asking.request)?.mark)
  return waiting?.isHere ? confirmAndSignIn(asking, token) : undefined
}
