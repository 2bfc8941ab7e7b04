import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { authSecret, cookieFor, cookieIn, cookiePrefix } from './auth.server.ts'

// A browser in which a person has fully signed in keeps a signed mark for a year. The mark opens nothing. It only gives that browser a
// limit of its own, so that a stranger's wrong guesses don't lock the owner out.

/** Email addresses and phones have separate cookies, so that signing in by one keeps the other. */
const nameOf = (who: string) => `${cookiePrefix}.${who.startsWith('+') ? 'phone-device' : 'device'}`
const year = 365 * 24 * 3600

/** Returns the browser's mark, if the account of this email address or phone was signed in here before. */
export function knownDeviceIn(request: Request, who: string): string | undefined {
  const [device = '', signature = ''] = markIn(request, who).split('.')
  const [shown, ours] = [Buffer.from(signature), Buffer.from(signatureOf(who, device))]
  return device !== '' && shown.length === ours.length && timingSafeEqual(shown, ours) ? device : undefined
}

/** True if the browser has any mark, unchecked. Only for choosing which tab to open. */
export const hasSignedInBefore = (request: Request): boolean =>
  markIn(request, '') !== '' || markIn(request, '+') !== ''

export function knownDeviceCookie(who: string, request: Request): string {
  const device = knownDeviceIn(request, who) ?? randomBytes(18).toString('base64url')
  return cookieFor(nameOf(who), `${device}.${signatureOf(who, device)}`, year)
}

const markIn = (request: Request, who: string): string => cookieIn(request, nameOf(who)) ?? ''

const signatureOf = (who: string, device: string) =>
  createHmac('sha256', authSecret()).update(`known device ${who} ${device}`).digest('base64url')
