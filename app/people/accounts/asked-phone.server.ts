import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { mobileIn } from '#app/kit/phone.ts'
import { cookieFor, cookiePrefix, rememberedIn, rememberingCookie } from './auth.server.ts'

// A cookie about a requested code: the phone it was texted to, and a random mark that proves that this browser asked for it. The database
// keeps only the mark's hash; no address of a page ever has the number.

const name = `${cookiePrefix}.phone`
const tenMinutes = 600

const shape = z.object({
  mark: z.string().regex(/^[\w-]{43}$/),
  phone: z.string().refine((phone) => mobileIn(phone) === phone),
  /** The name typed at sign-up. */
  fullName: z.string().max(100).optional(),
})
export type AskedPhone = z.output<typeof shape>

export const askedPhoneIn = (request: Request): AskedPhone | undefined => rememberedIn(request, name, shape)

/** Returns this browser's mark, or a new one. */
export const phoneMarkOf = (request: Request): string =>
  askedPhoneIn(request)?.mark ?? randomBytes(32).toString('base64url')

export const askedPhoneCookie = (asked: AskedPhone): string => rememberingCookie(name, asked, tenMinutes)
export const askedPhoneGone = (): string => cookieFor(name, '', 0)
