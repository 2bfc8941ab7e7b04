import { createHash, randomInt } from 'node:crypto'

// The secrets of a door: first the scanned code, then a secret of its own. For both we store only the SHA-256.

const letters = '23456789abcdefghijkmnpqrstuvwxyz'
/** Makes a code of sixty random bits, good once and for a day. */
export const newJoinCode = (): string => Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

const cookieName = 'door'
/** Builds a door's cookie. Browsers send it only to doors' calls. */
export const doorCookie = (key: string, seconds: number, isSecure: boolean): string =>
  `${cookieName}=${key}; HttpOnly; SameSite=Strict; Path=/api/door; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`

export const doorKeyIn = (header: string | null): string | undefined =>
  /(?:^|;\s*)door=([\w-]{43})(?:;|$)/.exec(header ?? '')?.[1]
