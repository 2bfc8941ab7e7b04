import type { Facts } from './audit.ts'

/**
 * How something was found, without the addresses and numbers that were typed: a line is never removed, and whoever asks
 * to be forgotten must not be found in it.
 */
export const discreet = (found: Facts): Facts =>
  Object.fromEntries(
    Object.entries(found).map(([name, value]) => [name, typeof value === 'string' ? blurred(value) : value]),
  )

const blurred = (typed: string): string =>
  typed
    .replace(/([^\s@])[^\s@]*(@[^\s@]+)/g, '$1…$2')
    .replace(/(?<![\w-])\+?\d[\d\s()-]{6,}\d{3}(?![\w-])/g, (number) => `…${number.slice(-3)}`)
