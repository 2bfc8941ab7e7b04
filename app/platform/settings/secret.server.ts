import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import path from 'node:path'

// Encryption of values that nobody may read in the database, with a key derived from the product's secret.

const method = 'aes-256-gcm'
const [ivBytes, tagBytes] = [12, 16]

/** Encrypts bytes. `purpose`: what is sealed for one opens for no other. */
export function sealBytes(secret: string, purpose: string, bytes: Uint8Array): Buffer<ArrayBuffer> {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(method, keyOf(secret, purpose), iv)
  const sealed = [cipher.update(bytes), cipher.final()]
  return Buffer.concat([iv, cipher.getAuthTag(), ...sealed])
}

/** Decrypts bytes; undefined when they were sealed with another secret, for another purpose, or changed since. */
export function unsealBytes(secret: string, purpose: string, all: Uint8Array): Buffer | undefined {
  if (all.length < ivBytes + tagBytes) return undefined
  try {
    const opening = createDecipheriv(method, keyOf(secret, purpose), all.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    })
    opening.setAuthTag(all.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([opening.update(all.subarray(ivBytes + tagBytes)), opening.final()])
  } catch {
    return undefined
  }
}

/** Encrypts a text. */
export const seal = (secret: string, purpose: string, text: string): string =>
  sealBytes(secret, purpose, Buffer.from(text)).toString('base64url')

/** Decrypts a text, as `unsealBytes` does. */
export const unseal = (secret: string, purpose: string, sealed: string): string | undefined =>
  unsealBytes(secret, purpose, Buffer.from(sealed, 'base64url'))?.toString('utf8')

const keyOf = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `sealed ${purpose}`, 32))

/** Seals facts that everybody may read, so that a change of them is seen. `purpose`: a seal for one is none for another. */
export const macOfFacts = (secret: string, purpose: string, facts: readonly (string | number)[]): string =>
  createHmac('sha256', keyOf(secret, `mac ${purpose}`))
    .update(JSON.stringify(facts))
    .digest('base64url')

/** The generated secret of a product that was given none: made once, kept in the data folder, readable by its owner alone. */
export function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret')
  fs.mkdirSync(dataDir, { recursive: true })
  if (!fs.existsSync(file)) {
    const mine = `${file}.${process.pid}`
    fs.writeFileSync(mine, randomBytes(32).toString('base64url'), { mode: 0o600 })
    // A link fails if the name is taken: two processes that start at once both use the same secret.
    try {
      fs.linkSync(mine, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      fs.rmSync(mine)
    }
  }
  return fs.readFileSync(file, 'utf8').trim()
}
