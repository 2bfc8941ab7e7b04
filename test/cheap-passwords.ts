import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

// Hashing a password costs a tenth of a second of the processor on purpose, and tests do it a thousand times.

const kept = globalThis as { scryptAsItIs?: typeof crypto.scrypt }
// This module may be read more than once in a process; the function is the first one.
kept.scryptAsItIs ??= crypto.scrypt
const scrypt = kept.scryptAsItIs
type Done = (error: Error | null, key: Buffer) => void

const cheap = (password: BinaryLike, salt: BinaryLike, length: number, options: ScryptOptions, done: Done) =>
  scrypt(password, salt, length, { ...options, N: 2, r: 1, p: 1 }, done)

/** From now on passwords are hashed as cheaply as can be. */
export const makePasswordsCheap = () => use(cheap as typeof scrypt)

/** For tests of what hashing costs. A password that was hashed cheaply is wrong meanwhile. */
export async function withRealPasswords(run: () => Promise<void>): Promise<void> {
  use(scrypt)
  try {
    await run()
  } finally {
    makePasswordsCheap()
  }
}

function use(one: typeof scrypt) {
  crypto.scrypt = one
  syncBuiltinESMExports()
}
