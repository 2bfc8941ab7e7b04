import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { dayAt } from '#app/kit/time.ts'
import { shortAddress } from './http/network-address.server.ts'
import { currentSecret, secretBehind } from './settings/accepted-secrets.server.ts'
import { settings } from './settings/settings.server.ts'

// Visitors without an account, told apart without identifying them: by a cookie of ours, else by a hash that is
// worthless the next day.

const name = 'visitor'
/** A year, in seconds. */
const terms = `Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${settings.secure ? '; Secure' : ''}`

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
export const actedCookie = `acted=1; ${terms}`

/** Makes a cookie. Ids are made by the hundred: one at a time cost more than all else of a cached page. */
export function nextVisitorCookie(): string {
  if (at >= ids.length) {
    ids = randomBytes(16 * many)
    signatures = signed(ids)
    at = 0
  }
  const [id, signature] = [ids, signatures].map((bytes) => bytes.toString('base64url', at, at + 16))
  at += 16
  return `${name}=${id}.${signature}; ${terms}`
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
  const own = signedId(cookies?.match(shape))
  if (own || !cookies?.includes(`${newName}.`)) return own
  for (const one of cookies.matchAll(newShape)) {
    const known = signedId(one)
    if (known) return known
  }
  return undefined
}

function signedId(found: RegExpMatchArray | null | undefined): { id: string; secret: string } | undefined {
  const [, id = '', shown = ''] = found ?? []
  if (!id) return undefined
  const bytes = Buffer.from(id, 'base64url')
  // Sixteen spellings of the last letter are the same bytes: one cookie must not make sixteen visitors.
  if (shown.length === 22 && bytes.toString('base64url') !== id) return undefined
  const secret = secretBehind(shown, (one) =>
    shown.length === 43 ? hash('signature', id, one) : signed(bytes, one).toString('base64url'),
  )
  return secret === undefined ? undefined : { id, secret }
}

// Behind a shared cache pages are the same bytes for everybody, and a browser gets its cookie where something of it is counted. Before
// the first look is counted, the browser is sent to the same address once more, and shows there whether it keeps cookies.

const newName = 'new-visitor'
const newShape = /(?:^|; *)new-visitor\.[\w-]{6}=([\w-]{22})\.([\w-]{22})(?=;|$)/g
/** The mark of the second request in its address. */
const asked = 'cookie=asked'
/** In seconds. A look that is refused because too many came at once is told again within a minute or two. */
const newLasts = 600

/**
 * Returns the answer that sends a browser without a cookie to the same address once more; undefined for a browser that has one,
 * or that was sent already. Each cookie has a name of its own, so that none replaces another: of several that tabs got at once,
 * browsers send the oldest first, and that one counts.
 */
export function asksForCookie({ url, method, headers }: Request): Response | undefined {
  const { search } = new URL(url)
  if (search.includes(asked) || idIn(headers.get('cookie'))) return undefined
  const value = nextVisitorCookie()
    .slice(name.length + 1)
    .split(';')[0]!
  const cookie = `${newName}.${value.slice(0, 6)}=${value}; ${terms.replace(/Max-Age=\d+/, `Max-Age=${newLasts}`)}`
  // Only the query: whatever the path looks like, it leads to no other site.
  const location = `${search ? `${search}&` : '?'}${asked}`
  return new Response(null, {
    status: method === 'GET' ? 302 : 307,
    headers: { location, 'set-cookie': cookie, 'cache-control': 'no-store' },
  })
}

/** Returns the cookie for the year, for a browser that showed the one with which it was sent. */
export function keptVisitorCookie({ headers }: Pick<Request, 'headers'>): string | undefined {
  const cookies = headers.get('cookie') ?? ''
  if (signedId(cookies.match(shape))) return undefined
  const found = [...cookies.matchAll(newShape)].find((one) => signedId(one))
  return found && `${name}=${found[1]}.${found[2]}; ${terms}`
}

const hash = (purpose: string, text: string, secret = currentSecret()): string =>
  createHmac('sha256', secret).update(`visitor ${purpose}\n${text}`).digest('base64url')
