import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { shortAddress } from '#app/kit/addresses.ts'
import { dayAt } from '#app/kit/time.ts'
import { settings } from './settings.server.ts'

// Visitors without an account, told apart without knowing who they are: by a cookie of ours, else by a hash that is
// worth nothing the next day.

const name = 'visitor'

/** The key that stands for a visitor. The cookie wins: a phone keeps it when its network gives it another address. */
export function visitorKey({ headers }: Pick<Request, 'headers'>, address: string, now = new Date()): string {
  const id = idIn(headers.get('cookie'))
  if (id) return hash('cookie', id)
  // Salted with the day, so that tomorrow's key tells nothing of today's.
  return hash(`day ${dayAt(now)}`, `${shortAddress(address)} ${headers.get('user-agent') ?? ''}`)
}

/** A cookie to give to a visitor who has none yet, before anything of theirs is counted. Signed: nobody makes up visitors. */
export function newVisitorCookie({ headers }: Request): string | undefined {
  if (idIn(headers.get('cookie'))) return undefined
  const id = randomBytes(16).toString('base64url')
  const attributes = `Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${settings.secure ? '; Secure' : ''}`
  return `${name}=${id}.${hash('signature', id)}; ${attributes}`
}

/** Who asks, also by the cookie that this answer gives: from the next request on they are known by it. */
export function visitorOf(request: Request, address: string): { key: string; cookie: string | undefined } {
  const cookie = newVisitorCookie(request)
  if (!cookie) return { key: visitorKey(request, address), cookie }
  return { key: visitorKey({ headers: new Headers({ cookie: cookie.split(';')[0]! }) }, address), cookie }
}

function idIn(cookies: string | null): string | undefined {
  const [, id = '', shown = ''] = cookies?.match(/(?:^|; *)visitor=([\w-]{22})\.([\w-]{43})(?:;|$)/) ?? []
  const ours = Buffer.from(hash('signature', id))
  return id && timingSafeEqual(Buffer.from(shown), ours) ? id : undefined
}

function hash(purpose: string, text: string): string {
  if (!settings.AUTH_SECRET) throw new Error('AUTH_SECRET is missing: visitors can not be told apart without it')
  return createHmac('sha256', settings.AUTH_SECRET).update(`visitor ${purpose}\n${text}`).digest('base64url')
}
