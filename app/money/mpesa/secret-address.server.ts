import { createHash, randomBytes } from 'node:crypto'
import { hearOrigin } from '#app/platform/mpesa/choose-mobile-money.server.ts'

// The addresses where M-Pesa posts to us: each request, each question and each kind of payment by hand has one that nobody
// guesses. We keep no more than the hash of its end.

export const hashOfCallbackToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export function newAddress(): { hearAt: string; hash: Buffer } {
  const token = randomBytes(32).toString('hex')
  return { hearAt: `${hearOrigin()}/hooks/m/${token}`, hash: hashOfCallbackToken(token) }
}
