import { createHash, createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { mobileIn } from '#app/kit/phone.ts'
import { currentSecret, isSignedByUs } from '#app/platform/settings/accepted-secrets.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { cookieFor, cookieIn, cookiePrefix, rememberedIn, rememberingCookie } from './auth.server.ts'
import type { JoiningSeen } from './people.ts'

// A cookie about a sign-up that waits for its link: the email address, for the words on the page, and a random mark that proves that this
// browser signed up. The database keeps only the mark's hash.

const joiningCookieName = `${cookiePrefix}.joining`
const week = 7 * 24 * 3600

const shape = z.object({
  mark: z.string().regex(/^[\w-]{43}$/),
  email: z.string().max(254),
  fullName: z.string().max(100),
  username: z.string().max(30),
})
type Joining = z.output<typeof shape>

export const joiningIn = (request: Request): Joining | undefined => rememberedIn(request, joiningCookieName, shape)

/** Returns the part of it for the page; scripts never see the mark. */
export function joiningSeen(request: Request): JoiningSeen | null {
  const joining = joiningIn(request)
  return joining ? { email: joining.email, fullName: joining.fullName, username: joining.username } : null
}

/** Returns this browser's mark, or a new one. */
export const markOfJoining = (request: Request): string =>
  joiningIn(request)?.mark ?? randomBytes(32).toString('base64url')

export const joiningCookie = (joining: Joining): string => rememberingCookie(joiningCookieName, joining, week)
export const joiningGone = (): string => cookieFor(joiningCookieName, '', 0)

export const hashOfMark = (mark: string): string => createHash('sha256').update(mark).digest('base64url')

// A browser in which a person has fully signed in keeps a signed mark for a year. The mark opens nothing. It only gives that browser a
// limit of its own, so that a stranger's wrong guesses don't lock the owner out.

/** Email addresses and phones have separate cookies, so that signing in by one keeps the other. */
const nameOf = (who: string) => `${cookiePrefix}.${who.startsWith('+') ? 'phone-device' : 'device'}`
const year = 365 * 24 * 3600

/** Returns the browser's mark, if the account of this email address or phone was signed in here before. */
export function knownDeviceIn(request: Request, who: string): string | undefined {
  return valueSigned(deviceMark(who), markIn(request, who))
}

/** True if the browser has any mark, unchecked. Only for choosing which tab to open. */
export const hasSignedInBefore = (request: Request): boolean =>
  markIn(request, '') !== '' || markIn(request, '+') !== ''

export function knownDeviceCookie(who: string, request: Request): string {
  const device = knownDeviceIn(request, who) ?? randomBytes(18).toString('base64url')
  return cookieFor(nameOf(who), signed(deviceMark(who), device), year)
}

const markIn = (request: Request, who: string): string => cookieIn(request, nameOf(who)) ?? ''

const deviceMark = (who: string) => `known device ${who}`

/** Signs the value of a cookie for one use: the signature is good for no other. */
const signed = (use: string, value: string, secret = currentSecret()) =>
  `${value}.${createHmac('sha256', secret).update(`${use} ${value}`).digest('base64url')}`

/** Returns the value of a signed cookie; undefined if we did not sign it for this use. */
function valueSigned(use: string, cookie: string): string | undefined {
  const [value = ''] = cookie.split('.')
  return value !== '' && isSignedByUs(cookie, (secret) => signed(use, value, secret)) ? value : undefined
}

// A cookie with the last signed-in person, for an hour longer than their session. It opens nothing: forms sent after the session has ended
// are kept for that account. Signing out removes it.

const lastPersonCookieName = `${cookiePrefix}.last`
const lastPerson = 'last person'

export function lastPersonIn(request: Pick<Request, 'headers'>): string | undefined {
  return valueSigned(lastPerson, cookieIn(request, lastPersonCookieName) ?? '')
}

export const lastPersonCookie = (id: string) =>
  cookieFor(lastPersonCookieName, signed(lastPerson, id), settings.SESSION_SECONDS + 3600)
export const lastPersonGone = () => cookieFor(lastPersonCookieName, '', 0)

// A cookie about a requested code: the phone it was texted to, and a random mark that proves that this browser asked for it. The database
// keeps only the mark's hash; no address of a page ever has the number.

const askedPhoneCookieName = `${cookiePrefix}.phone`
const tenMinutes = 600

const askedPhoneShape = z.object({
  mark: z.string().regex(/^[\w-]{43}$/),
  phone: z.string().refine((phone) => mobileIn(phone) === phone),
  /** The name typed at sign-up. */
  fullName: z.string().max(100).optional(),
})
export type AskedPhone = z.output<typeof askedPhoneShape>

export const askedPhoneIn = (request: Request): AskedPhone | undefined =>
  rememberedIn(request, askedPhoneCookieName, askedPhoneShape)

/** Returns this browser's mark, or a new one. */
export const phoneMarkOf = (request: Request): string =>
  askedPhoneIn(request)?.mark ?? randomBytes(32).toString('base64url')

export const askedPhoneCookie = (asked: AskedPhone): string =>
  rememberingCookie(askedPhoneCookieName, asked, tenMinutes)
export const askedPhoneGone = (): string => cookieFor(askedPhoneCookieName, '', 0)

// A cookie with the mark of a browser that had a code texted to the phone of a gift. It has no number: a receipt's link may be another
// person's.

const backMarkName = `${cookiePrefix}.back`
const backMarkShape = z.object({ mark: z.string().regex(/^[\w-]{43}$/) })

export const backMarkIn = (request: Request): string | undefined =>
  rememberedIn(request, backMarkName, backMarkShape)?.mark
export const newBackMark = (): string => randomBytes(32).toString('base64url')
export const backMarkCookie = (mark: string): string => rememberingCookie(backMarkName, { mark }, tenMinutes)
