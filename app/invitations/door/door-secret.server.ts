import { createHash, randomInt } from 'node:crypto'

// What a door shows: first the code that was scanned, then a secret of its own. Of both we keep the SHA-256 alone.

const letters = '23456789abcdefghijkmnpqrstuvwxyz'
/** Sixty random bits, good once and for a day. */
export const newJoinCode = (): string => Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

const cookieName = 'door'
/** Browsers send it to the calls of doors alone. */
export const doorCookie = (key: string, seconds: number, isSecure: boolean): string =>
  `${cookieName}=${key}; HttpOnly; SameSite=Strict; Path=/api/door; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`

export const doorKeyIn = (header: string | null): string | undefined =>
  /(?:^|;\s*)door=([\w-]{43})(?:;|$)/.exec(header ?? '')?.[1]
