import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { cookieFor, cookiePrefix, rememberedIn, rememberingCookie } from './auth.server.ts'
import type { JoiningSeen } from './people.ts'

// What a browser remembers of a sign-up that waits for its link: where the email went, for the words on the page, and a
// random mark that proves that this is the browser that signed up. The database keeps the mark's hash only.

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

/** What the page shows of it; the mark stays out of sight of scripts. */
export function joiningSeen(request: Request): JoiningSeen | null {
  const joining = joiningIn(request)
  return joining ? { email: joining.email, fullName: joining.fullName, username: joining.username } : null
}

/** The mark this browser has, or a new one. */
export const markOfJoining = (request: Request): string =>
  joiningIn(request)?.mark ?? randomBytes(32).toString('base64url')

export const joiningCookie = (joining: Joining): string => rememberingCookie(joiningCookieName, joining, week)
export const joiningGone = (): string => cookieFor(joiningCookieName, '', 0)

export const hashOfMark = (mark: string): string => createHash('sha256').update(mark).digest('base64url')
