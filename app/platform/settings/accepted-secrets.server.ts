import { createHmac, timingSafeEqual } from 'node:crypto'
import { seal, sealBytes, unseal, unsealBytes } from './secret.server.ts'
import { settings } from './settings.server.ts'

// AUTH_SECRET signs and seals. While it is changed, what AUTH_SECRET_PREVIOUS signed and sealed is accepted, too; it makes nothing new.

/** Returns the secret that signs and seals. */
export function currentSecret(): string {
  if (!settings.AUTH_SECRET) throw new Error('AUTH_SECRET is missing: nothing can be signed without it')
  return settings.AUTH_SECRET
}

/** Returns the secrets that are accepted, the current one first. */
export const acceptedSecrets = (): string[] => {
  const { AUTH_SECRET_PREVIOUS: previous } = settings
  return previous ? [currentSecret(), previous] : [currentSecret()]
}

/** Returns the accepted secret that made this signature; undefined if none did. */
export const secretBehind = (shown: string, made: (secret: string) => string): string | undefined =>
  acceptedSecrets().find((secret) => isSame(shown, made(secret)))

/** Tells whether an accepted secret made this signature. */
export const isSignedByUs = (shown: string, made: (secret: string) => string): boolean =>
  secretBehind(shown, made) !== undefined

function isSame(shown: string, ours: string): boolean {
  const [is, given] = [Buffer.from(ours), Buffer.from(shown)]
  return is.length === given.length && timingSafeEqual(is, given)
}

/** Returns the secret end of a link: 128 bits, in few signs, none of which a program for texts cuts off at the end. */
export function linkSecret(what: string, secret = currentSecret()): string {
  const mac = createHmac('sha256', secret).update(what).digest('hex')
  return BigInt(`0x${mac.slice(0, 32)}`)
    .toString(36)
    .padStart(25, '0')
}

/** Seals with the current secret. */
export const sealNow = (purpose: string, text: string): string => seal(currentSecret(), purpose, text)

/** Opens what an accepted secret sealed; undefined if none did. */
export function openSealed(purpose: string, sealed: string): string | undefined {
  for (const secret of acceptedSecrets()) {
    const text = unseal(secret, purpose, sealed)
    if (text !== undefined) return text
  }
  return undefined
}

/** Returns the same text sealed with the current secret; undefined if it is so already, or no accepted secret opens it. */
export function sealedAnew(purpose: string, sealed: string): string | undefined {
  if (unseal(currentSecret(), purpose, sealed) !== undefined) return undefined
  const text = openSealed(purpose, sealed)
  return text === undefined ? undefined : sealNow(purpose, text)
}

/** Seals a photo of a paper with DOCUMENTS_KEY, on a laptop with AUTH_SECRET. */
export const sealDocument = (purpose: string, bytes: Uint8Array): Buffer<ArrayBuffer> =>
  sealBytes(settings.DOCUMENTS_KEY ?? currentSecret(), purpose, bytes)

/** Opens a photo of a paper; undefined if it was sealed with another key. What AUTH_SECRET sealed before DOCUMENTS_KEY was set opens, too. */
export function openDocument(purpose: string, sealed: Uint8Array): Buffer | undefined {
  const { DOCUMENTS_KEY: key } = settings
  for (const secret of [...(key ? [key] : []), ...acceptedSecrets()]) {
    const bytes = unsealBytes(secret, purpose, sealed)
    if (bytes) return bytes
  }
  return undefined
}
