import { db } from '#app/platform/db.server.ts'
import type { AuthCaller } from './auth.server.ts'
import { confirmEmail, waitingBehind } from './email.server.ts'
import { joiningGone, joiningIn } from './joining.server.ts'
import { knownDeviceCookie } from './known-device.server.ts'
import { openSession } from './open-session.server.ts'
import { authPath } from './way-back.ts'

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
