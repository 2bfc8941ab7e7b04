import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { dayAt } from '#app/kit/time.ts'
import { shortAddress } from './http/network-address.server.ts'
import { currentSecret, secretBehind } from './settings/accepted-secrets.server.ts'
import { settings } from './settings/settings.server.ts'

// Visitors without an account, told apart without identifying them: by a cookie of ours, else by a hash that is
// worthless the next day.

const name = 'visitor'

/** Returns the visitor's key. The cookie takes precedence: a phone keeps it when its network gives it another address. */
export function visitorKey({ headers }: Pick<Request, 'headers'>, address: string, now = new Date()): string {
  // Salted with the day, so that tomorrow's key tells nothing of today's.
  return (
    browserOf({ headers }) ?? hash(`day ${dayAt(now)}`, `${shortAddress(address)} ${headers.get('user-agent') ?? ''}`)
  )
}

/** Returns the browser's key, if it has a cookie of ours; else null, for many may share an address. */
export function browserOf({ headers }: Pick<Request, 'headers'>): string | null {
  const found = idIn(headers.get('cookie'))
  return found ? hash('cookie', found.id, found.secret) : null
}

/** Makes a cookie for a visitor who has none yet, before anything of theirs is counted. Signed: nobody can make up visitors. */
export function newVisitorCookie({ headers }: Request): string | undefined {
  return idIn(headers.get('cookie')) ? undefined : nextVisitorCookie()
}

const many = 256
let ids: Buffer = Buffer.alloc(0)
let signatures: Buffer = Buffer.alloc(0)
let at = 0

/**
 * The mark of a visitor who commented or liked here: pages show them their own, so they get no cached page. It does not
 * identify them.
 */
export const actedCookie = `acted=1; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${settings.secure ? '; Secure' : ''}`

/** Makes a cookie. Ids are made by the hundred: one at a time cost more than all else of a cached page. */
export function nextVisitorCookie(): string {
  if (at >= ids.length) {
    ids = randomBytes(16 * many)
    signatures = signed(ids)
    at = 0
  }
  const [id, signature] = [ids, signatures].map((bytes) => bytes.toString('base64url', at, at + 16))
  at += 16
  return `${name}=${id}.${signature}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${settings.secure ? '; Secure' : ''}`
}

/** Signs each id of 16 bytes by itself: one block of AES under a key of ours, which nobody else can make. */
function signed(ids: Buffer, secret = currentSecret()): Buffer {
  const cipher = createCipheriv('aes-256-ecb', createHmac('sha256', secret).update('visitor cookies').digest(), null)
  cipher.setAutoPadding(false)
  return Buffer.concat([cipher.update(ids), cipher.final()])
}

/** Checks only the shape: the signature is checked where something is counted. */
export const looksLikeVisitor = (cookies: string): boolean => shape.test(cookies)

/** Returns the visitor's key, also by the cookie that this answer sets: the next request has that key too. */
export function visitorOf(request: Request, address: string): { key: string; cookie: string | undefined } {
  const cookie = newVisitorCookie(request)
  if (!cookie) return { key: visitorKey(request, address), cookie }
  return { key: visitorKey({ headers: new Headers({ cookie: cookie.split(';')[0]! }) }, address), cookie }
}

/** The second form was issued until November 2026, and browsers keep a cookie for a year. */
const shape = /(?:^|; *)visitor=([\w-]{22})\.([\w-]{22}|[\w-]{43})(?:;|$)/

/** Returns a visitor's id, and the secret that signed it: their key follows from both, and stays while that secret is accepted. */
function idIn(cookies: string | null): { id: string; secret: string } | undefined {
  const [, id = '', shown = ''] = cookies?.match(shape) ?? []
  if (!id) return undefined
  const bytes = Buffer.from(id, 'base64url')
  // Sixteen spellings of the last letter are the same bytes: one cookie must not make sixteen visitors.
  if (shown.length === 22 && bytes.toString('base64url') !== id) return undefined
  const secret = secretBehind(shown, (one) =>
    shown.length === 43 ? hash('signature', id, one) : signed(bytes, one).toString('base64url'),
  )
  return secret === undefined ? undefined : { id, secret }
}

const hash = (purpose: string, text: string, secret = currentSecret()): string =>
  createHmac('sha256', secret).update(`visitor ${purpose}\n${text}`).digest('base64url')
