import { createHmac, timingSafeEqual } from 'node:crypto'
import { settings } from '#app/platform/settings.server.ts'
import { authSecret, cookieFor, cookieIn, cookiePrefix } from './auth.server.ts'

// A cookie with the last signed-in person, for an hour longer than their session. It opens nothing: forms sent after the session has ended
// are kept for that account. Signing out removes it.

const name = `${cookiePrefix}.last`

export function lastPersonIn(request: Pick<Request, 'headers'>): string | undefined {
  const [id = '', signature = ''] = cookieIn(request, name)?.split('.') ?? []
  const [shown, ours] = [Buffer.from(signature), Buffer.from(signatureOf(id))]
  return id !== '' && shown.length === ours.length && timingSafeEqual(shown, ours) ? id : undefined
}

export const lastPersonCookie = (id: string) =>
  cookieFor(name, `${id}.${signatureOf(id)}`, settings.SESSION_SECONDS + 3600)
export const lastPersonGone = () => cookieFor(name, '', 0)

const signatureOf = (id: string) => createHmac('sha256', authSecret()).update(`last person ${id}`).digest('base64url')
