import { randomBytes } from 'node:crypto'
import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import type { z } from 'zod'
import { Refusal } from '#app/kit/says.ts'
import { type Db, db, type Tx } from '#app/platform/db.server.ts'
import { type Limit, returnTries, takeTry } from '#app/platform/http/limits.server.ts'
import { household, shortAddress } from '#app/platform/http/network-address.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { lifecycle } from '#app/platform/processes/lifecycle.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { chosen, supportInWords } from '#app/platform/settings/choices.server.ts'
import {
  type AuthCaller,
  auth,
  authHeaders,
  challengeCookie,
  cookieIn,
  decodedCookie,
  fullTime,
  reasonOf,
  sessionCookie,
  suspendedCode,
} from './auth.server.ts'
import { knownDeviceCookie, knownDeviceIn } from './cookies.server.ts'
import type { signInForm, twoFactorForm } from './forms.ts'
import { personAt } from './people.server.ts'
import { peopleTexts, toasts } from './people.ts'
import { sessionCookieFor, sessionTokenIn } from './session.server.ts'

const tenMinutes = 600

/**
 * Limits on wrong passwords: for one account from one network, for it from all networks, and from one network for any account. A right one
 * is given back. A stranger's guesses lock their own network out of an account, and its owner nowhere else.
 */
const signInLimits = (email: string, address: string): Limit[] => [
  ...accountLimits(email, address),
  { name: 'sign-in-address', key: address, times: 200, seconds: tenMinutes },
]
/** The limits of one account. */
export const accountLimits = (email: string, address: string): Limit[] => [
  { name: 'sign-in-here', key: `${email} ${household(address)}`, times: 5, seconds: tenMinutes },
  { name: 'sign-in-account', key: email, times: 30, seconds: tenMinutes },
]
/** A browser in which the account was signed in before has a limit of its own: strangers can't use it up. */
const knownDeviceLimits = (email: string, device: string): Limit[] => [
  { name: 'sign-in-device', key: `${email} ${device}`, times: 5, seconds: tenMinutes },
]
/** Limits sign-ins with any result: each costs the hashing of a password. */
const anySignInLimits = (email: string, address: string): Limit[] => [
  { name: 'sign-in-any', key: `${email} ${household(address)}`, times: 30, seconds: tenMinutes },
  { name: 'sign-in-any-account', key: email, times: 300, seconds: tenMinutes },
  { name: 'sign-in-any-address', key: address, times: 900, seconds: tenMinutes },
]
/** Limits codes by network address; an account's own limit is in better-auth (ten, then a quarter of an hour). */
const codeLimits = (address: string): Limit[] => [
  { name: 'two-factor-address', key: address, times: 200, seconds: tenMinutes },
]
export const nameLimits = (address: string): Limit[] => [
  { name: 'sign-up-name', key: address, times: 900, seconds: 3600 },
]
export const signUpLimits = (email: string, address: string): Limit[] => [
  { name: 'sign-up-address', key: address, times: chosen('SIGN_UPS_AN_HOUR'), seconds: 3600 },
  { name: 'sign-up-mail', key: email, times: 3, seconds: 3600 },
]
/** Limits links by network address. They can't be guessed; this keeps the hashing of passwords rare. */
export const resetLimits = (address: string): Limit[] => [
  { name: 'reset-address', key: address, times: 200, seconds: tenMinutes },
]
/** Limits mails to one reader, however the address is written, and mails requested by one network address. */
export const mailLimits = (email: string, address: string): Limit[] => [
  { name: 'mail', key: email, times: 3, seconds: 3600 },
  { name: 'mail-sender', key: address, times: 300, seconds: 3600 },
]

export type SignedIn = { is: 'signed-in' | 'challenged'; cookies: string[] }

/**
 * Checks a password: a session, or the challenge for a second factor. The try is counted before the check and given back if the password
 * was right, so that many guesses at once can't exceed the limits.
 */
export async function signIn(asking: AuthCaller, asked: z.output<typeof signInForm>): Promise<SignedIn> {
  const { address } = asking.context.get(askedContext)
  const device = knownDeviceIn(asking.request, asked.email)
  await takeTry(anySignInLimits(asked.email, address), peopleTexts.signInFailed)
  const limits = device ? knownDeviceLimits(asked.email, device) : signInLimits(asked.email, address)
  await takeTry(limits, peopleTexts.signInFailed)
  const person = await personAt(db, asked.email)
  const answer = await whilePasswordStays(person?.id, () => passwordChecked(authHeaders(asking), asked))
  await returnTries(limits)
  if (answer.is === 'suspended') throw suspended()
  if (answer.is === 'unverified')
    throw new Refusal(
      { title: peopleTexts.signInFailed, text: peopleTexts.unverified },
      { status: 403, field: 'unverified' },
    )
  const { is, cookies } = answer
  return { is, cookies: is === 'signed-in' ? [...cookies, knownDeviceCookie(asked.email, asking.request)] : cookies }
}

/** An unknown address costs the same time and gets the same words as a wrong password: better-auth hashes in both cases. */
async function passwordChecked(headers: Headers, { email, password }: z.output<typeof signInForm>) {
  try {
    const answer = await auth().api.signInEmail({ body: { email, password }, headers, returnHeaders: true })
    const is = 'twoFactorRedirect' in answer.response ? ('challenged' as const) : ('signed-in' as const)
    return { is, cookies: answer.headers.getSetCookie() }
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    if (reason === 'EMAIL_NOT_VERIFIED') return { is: 'unverified' as const, cookies: [] }
    if (reason === suspendedCode) return { is: 'suspended' as const, cookies: [] }
    throw new Refusal({ title: peopleTexts.signInFailed, text: peopleTexts.invalidLogin }, { status: 401 })
  }
}

/** Checks the second factor of a sign-in under way: a code of the app, or a backup code, which is then used up. */
export async function signInWithCode(asking: AuthCaller, asked: z.output<typeof twoFactorForm>): Promise<SignedIn> {
  const limits = codeLimits(asking.context.get(askedContext).address)
  await takeTry(limits, peopleTexts.signInFailed)
  const body = { code: asked.code, trustDevice: asked.trust }
  // A session cookie in the request would let codes be tried without being counted.
  const headers = authHeaders(asking, [sessionCookie])
  try {
    const { cookies, email } = await whilePasswordStays(await challengedPerson(headers), async () => {
      const answer = await (asked.by === 'backup-code'
        ? auth().api.verifyBackupCode({ body, headers, returnHeaders: true })
        : auth().api.verifyTOTP({ body, headers, returnHeaders: true }))
      return { cookies: answer.headers.getSetCookie(), email: answer.response.user.email }
    })
    await returnTries(limits)
    return { is: 'signed-in', cookies: [...cookies, knownDeviceCookie(email, asking.request)] }
  } catch (error) {
    throw refusalOfCode(reasonOf(error)) ?? error
  }
}

/** Finds the person of a challenge cookie. Only for lookup: better-auth decides whether the challenge is genuine. */
async function challengedPerson(headers: Headers): Promise<string | undefined> {
  const shown = cookieIn({ headers }, challengeCookie)
  const identifier = shown && decodedCookie(shown).replace(/\.[^.]*$/, '')
  if (!identifier) return undefined
  const found = await (await auth().$context).internalAdapter.findVerificationValue(identifier)
  return found?.value
}

/** True between the password and the second factor. Only sending a code shows whether the challenge is still valid. */
export const isChallenged = (request: Request): boolean =>
  (request.headers.get('cookie') ?? '').includes(`${challengeCookie}=`)

/** False while nobody can sign in, because the database is away. */
const canSignIn = (): boolean => lifecycle.state() !== 'broken'

/** Runs something that needs the database; refuses with the words for that if it is away. */
export async function withDatabase<Result>(does: () => Promise<Result>): Promise<Result> {
  if (!canSignIn()) throw noDatabase()
  try {
    return await does()
  } catch (error) {
    throw lifecycle.heard(error) ? noDatabase() : error
  }
}

/** Refuses a suspended person. The support address is in the text: suspended people can't look it up inside. */
export function suspended(): Refusal {
  const support = supportInWords()
  const text = msg`An administrator has suspended it. Please write to ${support} if you think that this is a mistake.`
  return new Refusal({ title: peopleTexts.suspended, text, tone: 'bad' }, { status: 403 })
}

const noDatabase = () =>
  new Refusal(
    {
      ...toasts.noDatabase,
      why: msg`The database is not configured or can't be reached, so nobody can sign in at the moment. Please try again soon.`,
    },
    { status: 503, retryAfter: 10 },
  )

function refusalOfCode(reason: string | undefined): Refusal | undefined {
  switch (reason) {
    case undefined:
      return undefined
    case suspendedCode:
      return suspended()
    case 'INVALID_CODE':
    case 'INVALID_BACKUP_CODE':
      return new Refusal(
        { title: peopleTexts.signInFailed, why: peopleTexts.invalidCode },
        { status: 401, field: 'code' },
      )
    case 'ACCOUNT_TEMPORARILY_LOCKED':
      return new Refusal(
        { title: peopleTexts.signInFailed, why: peopleTexts.codesLocked },
        { status: 429, retryAfter: 900 },
      )
    default:
      return new Refusal(
        { title: peopleTexts.signInFailed, why: peopleTexts.challengeOver },
        { status: 401, field: 'over' },
      )
  }
}

// A session is only opened if the password is still the one that was checked for it.

/** The most sessions of a person. A further one ends the least recently used. */
export const mostSessions = 20

/** Signs a person in within the caller's transaction, which has just identified them. Returns the cookie. */
export async function openSession(tx: Tx, userId: string, { request, context }: AuthCaller): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await lockPassword(tx, userId)
  await tx
    .insertInto('sessions')
    .values({
      user_id: userId,
      token,
      expires_at: fullTime(),
      ip_address: shortAddress(context.get(askedContext).address) ?? '',
      user_agent: (request.headers.get('user-agent') ?? '').slice(0, 500),
    })
    .execute()
  await endOldest(tx, userId)
  await tx.updateTable('users').set({ seen_at: sql`now()` }).where('id', '=', userId).execute()
  await tell(tx, `person:${userId}`)
  return sessionCookieFor({ token })
}

type Opened = { cookies: string[] }

/**
 * Runs something that opens a session for a person after checking who they are, and undoes it if their password changed meanwhile. A reset
 * changes the password first and ends open sessions afterwards, in one transaction; so either the reset ends this session too, or this
 * check finds the new password.
 */
export async function whilePasswordStays<Result extends Opened>(
  userId: string | undefined,
  does: () => Promise<Result>,
): Promise<Result> {
  if (userId === undefined) return does()
  const before = await passwordHashOf(db, userId)
  const result = await does()
  const stays = await db.transaction().execute(async (tx) => {
    const now = await lockPassword(tx, userId)
    await (now === before ? endOldest(tx, userId) : endOpened(tx, userId, result))
    return now === before
  })
  if (!stays) throw new Refusal({ title: peopleTexts.signInFailed, text: peopleTexts.invalidLogin }, { status: 401 })
  return result
}

/** Waits for a running change of the password, and makes the next one wait until this transaction is over. */
async function lockPassword(tx: Tx, userId: string): Promise<string | null | undefined> {
  const row = await tx
    .selectFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .select('password')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.password
}

const passwordHashOf = async (db: Db, userId: string): Promise<string | null | undefined> =>
  (
    await db
      .selectFrom('accounts')
      .where('user_id', '=', userId)
      .where('provider_id', '=', 'credential')
      .select('password')
      .executeTakeFirst()
  )?.password

/** Ends the oldest sessions, under the lock of the password: so many sign-ins at once can't exceed the limit. */
async function endOldest(tx: Tx, userId: string): Promise<void> {
  await sql`
    delete from sessions where user_id = ${userId} and id not in (
      select id from sessions where user_id = ${userId} order by updated_at desc, created_at desc limit ${mostSessions}
    )`.execute(tx)
}

/** Ends everything opened with the old password: the session, and the challenge that the second factor would turn into one. */
async function endOpened(tx: Tx, userId: string, { cookies }: Opened): Promise<void> {
  const tokens = cookies.map(sessionTokenIn).filter((token) => token !== undefined)
  if (tokens.length > 0) await tx.deleteFrom('sessions').where('token', 'in', tokens).execute()
  await tx
    .deleteFrom('verifications')
    .where('value', '=', userId)
    .where((row) => row.or([row('identifier', 'like', '2fa-%'), row('identifier', 'like', 'trust-device-%')]))
    .execute()
}
