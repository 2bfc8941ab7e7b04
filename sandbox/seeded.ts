import { createHmac } from 'node:crypto'

// What the pretend worlds make up: it follows from a seed, so that the same story can be told again.

/** Bytes that follow from the seed and a name alone. */
export const bytesOf = (seed: string, name: string) => createHmac('sha256', seed).update(name).digest()
/** A number from 0 to below 1 that follows from the seed and a name alone. */
export const chanceOf = (seed: string, name: string) => bytesOf(seed, name).readUInt32BE(0) / 2 ** 32
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
/** Small letters and digits. */
export const wordOf = (seed: string, name: string, length: number) =>
  Array.from(bytesOf(seed, name).subarray(0, length), (byte) => letters[byte % 36]).join('')
