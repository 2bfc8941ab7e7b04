import { createHmac, timingSafeEqual } from 'node:crypto'
import { settings } from '#app/platform/settings.server.ts'
import { authSecret, cookiePrefix } from './auth.server.ts'

// The person who was signed in with this browser last, for an hour longer than their session. It opens nothing: what they type after their
// session has ended is kept for their account by it. The person who signs out takes it away.

const name = `${cookiePrefix}.last`

export function lastPersonIn({ headers }: Pick<Request, 'headers'>): string | undefined {
  const start = `${name}=`
  const pair = headers
    .get('cookie')
    ?.split(/; */)
    .find((one) => one.startsWith(start))
  const [id = '', signature = ''] = pair?.slice(start.length).split('.') ?? []
  const [shown, ours] = [Buffer.from(signature), Buffer.from(signatureOf(id))]
  return id !== '' && shown.length === ours.length && timingSafeEqual(shown, ours) ? id : undefined
}

export const lastPersonCookie = (id: string) => cookieWith(`${id}.${signatureOf(id)}`, settings.SESSION_SECONDS + 3600)
export const lastPersonGone = () => cookieWith('', 0)

const cookieWith = (value: string, seconds: number) =>
  `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${settings.secure ? '; Secure' : ''}`

const signatureOf = (id: string) => createHmac('sha256', authSecret()).update(`last person ${id}`).digest('base64url')
