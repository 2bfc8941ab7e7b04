import { createHmac } from 'node:crypto'

/** What an authenticator app shows for a secret (RFC 6238: SHA-1, 30 s), written apart from what the product uses. */
export function codeOf(secret: string, at = Date.now()): string {
  const bits = [...secret.replace(/\s|=/g, '').toUpperCase()]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const start = mac.at(-1)! & 15
  return String((mac.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** What the app shows half a minute from now: taken already, because clocks differ, and not used up by the present one. */
export const nextCodeOf = (secret: string) => codeOf(secret, Date.now() + 30_000)
