import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { cookieFor, cookiePrefix, rememberedIn, rememberingCookie } from './auth.server.ts'
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
