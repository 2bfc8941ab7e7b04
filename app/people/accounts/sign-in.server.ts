import { msg } from '@lingui/core/macro'
import type { z } from 'zod'
import { Refusal } from '#app/kit/says.ts'
import { chosen, supportInWords } from '#app/platform/choices.server.ts'
import { db } from '#app/platform/db.server.ts'
import { household } from '#app/platform/household.server.ts'
import { lifecycle } from '#app/platform/lifecycle.server.ts'
import { type Limit, returnTries, takeTry } from '#app/platform/limits.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import {
  type AuthCaller,
  auth,
  authHeaders,
  challengeCookie,
  cookieIn,
  reasonOf,
  sessionCookie,
  suspendedCode,
} from './auth.server.ts'
import type { signInForm, twoFactorForm } from './forms.ts'
import { knownDeviceCookie, knownDeviceIn } from './known-device.server.ts'
import { whilePasswordStays } from './open-session.server.ts'
import { personAt } from './people.server.ts'
import { peopleTexts, toasts } from './people.ts'

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
  const identifier = shown && decodeSafely(shown).replace(/\.[^.]*$/, '')
  if (!identifier) return undefined
  const found = await (await auth().$context).internalAdapter.findVerificationValue(identifier)
  return found?.value
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
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
