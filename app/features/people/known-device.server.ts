import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { settings } from '#app/platform/settings.server.ts'
import { authSecret, cookiePrefix } from './auth.server.ts'

// A browser in which a person has signed in fully keeps a signed mark of that for a year. It opens nothing. It only gives
// that browser tries of its own, so that a stranger's wrong guesses don't lock the owner out.

const name = `${cookiePrefix}.device`
const year = 365 * 24 * 3600

/** The browser's mark, when this account was signed in here before. */
export function knownDeviceIn(request: Request, email: string): string | undefined {
  const [device = '', signature = ''] = markIn(request).split('.')
  const [shown, ours] = [Buffer.from(signature), Buffer.from(signatureOf(email, device))]
  return device !== '' && shown.length === ours.length && timingSafeEqual(shown, ours) ? device : undefined
}

/** True when anybody has signed in with this browser before, as far as it says. For which tab to open, nothing else. */
export const hasSignedInBefore = (request: Request): boolean => markIn(request) !== ''

export function knownDeviceCookie(email: string, known?: string): string {
  const device = known ?? randomBytes(18).toString('base64url')
  const attributes = `Path=/; HttpOnly; SameSite=Lax${settings.secure ? '; Secure' : ''}`
  return `${name}=${device}.${signatureOf(email, device)}; Max-Age=${year}; ${attributes}`
}

function markIn(request: Request): string {
  const start = `${name}=`
  const pair = (request.headers.get('cookie') ?? '').split(/; */).find((one) => one.startsWith(start))
  return pair?.slice(start.length) ?? ''
}

const signatureOf = (email: string, device: string) =>
  createHmac('sha256', authSecret()).update(`known device ${email} ${device}`).digest('base64url')
