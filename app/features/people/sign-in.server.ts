import type { z } from 'zod'
import { Refusal } from '#app/kit/says.ts'
import type { Limit } from '#app/platform/limits.server.ts'
import { auth, reasonOf, sessionCookie } from './auth.server.ts'
import { says, type signInForm, type twoFactorForm } from './people.ts'

const tenMinutes = 600

/** Wrong passwords that an account and a network address may try. A right one is given back. */
export const signInLimits = (email: string, address: string): Limit[] => [
  { name: 'sign-in-account', key: email, times: 5, seconds: tenMinutes },
  { name: 'sign-in-address', key: address, times: 10, seconds: tenMinutes },
]
/** Codes that a network address may try; an account's own limit stands in better-auth (ten, then a quarter of an hour). */
export const codeLimits = (address: string): Limit[] => [
  { name: 'two-factor-address', key: address, times: 10, seconds: tenMinutes },
]
export const signUpLimits = (email: string, address: string): Limit[] => [
  { name: 'sign-up-address', key: address, times: 5, seconds: 3600 },
  { name: 'sign-up-mail', key: email, times: 3, seconds: 3600 },
]
/** Mails that can be asked for, however they are called. */
export const mailLimits = (email: string): Limit[] => [{ name: 'mail', key: email, times: 3, seconds: 3600 }]

export type SignedIn = { is: 'signed-in' | 'challenged'; cookies: string[] }

/**
 * Checks a password: a session, or the challenge for a second factor. An unknown address costs the same time and gets
 * the same words as a wrong password, because better-auth hashes in both cases.
 */
export async function signIn(headers: Headers, { email, password }: z.output<typeof signInForm>): Promise<SignedIn> {
  try {
    const answer = await auth().api.signInEmail({ body: { email, password }, headers, returnHeaders: true })
    return {
      is: 'twoFactorRedirect' in answer.response ? 'challenged' : 'signed-in',
      cookies: answer.headers.getSetCookie(),
    }
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    if (reason === 'EMAIL_NOT_VERIFIED')
      throw new Refusal({ title: says.signInFailed, text: says.unverified }, { status: 403, field: 'unverified' })
    throw new Refusal({ title: says.signInFailed, text: says.invalidLogin }, { status: 401 })
  }
}

/** Checks the second factor of a sign-in that is under way: a code of the app, or a backup code, which then is used up. */
export async function signInWithCode(headers: Headers, asked: z.output<typeof twoFactorForm>): Promise<SignedIn> {
  const body = { code: asked.code, trustDevice: asked.trust }
  try {
    const answer = await (asked.by === 'backup-code'
      ? auth().api.verifyBackupCode({ body, headers, returnHeaders: true })
      : auth().api.verifyTOTP({ body, headers, returnHeaders: true }))
    return { is: 'signed-in', cookies: answer.headers.getSetCookie() }
  } catch (error) {
    throw refusalOfCode(reasonOf(error)) ?? error
  }
}

/** A session that is shown along would let codes be tried without being counted. */
export const cookiesNotShown = [sessionCookie]

function refusalOfCode(reason: string | undefined): Refusal | undefined {
  switch (reason) {
    case undefined:
      return undefined
    case 'INVALID_CODE':
    case 'INVALID_BACKUP_CODE':
      return new Refusal({ title: says.signInFailed, text: says.invalidCode }, { status: 401, field: 'code' })
    case 'ACCOUNT_TEMPORARILY_LOCKED':
      return new Refusal({ title: says.signInFailed, text: says.codesLocked }, { status: 429, retryAfter: 900 })
    default:
      return new Refusal({ title: says.signInFailed, text: says.challengeOver }, { status: 401, field: 'over' })
  }
}
