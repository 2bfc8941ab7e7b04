import { asDigits, asRead, editsBetween, isNumber, signsOf, wordMax, wordMin } from './code.ts'

// Codes that may have been meant, for an administrator who looks at money with an account that is none of ours.

/** The largest distance: beyond it, any code is near any other. */
export const furthest = 2

/** The parts of a typed account that may have been meant for a number or a word. */
export function partsOfWord(typed: string): { numbers: string[]; words: string[] } {
  const parts = typed.slice(0, 100).split(/[^A-Za-z0-9.,_/\p{Pd}]+/u)
  const signs = [typed, ...parts].map((part) => signsOf(part)).filter((part) => part !== undefined)
  const runs = (pattern: RegExp, least: number, most: number) =>
    signs.flatMap((part) => part.match(pattern) ?? []).filter(({ length }) => length >= least && length <= most)
  const numbers = runs(/(?<![A-Z])[0-9OIL]+|[0-9][0-9OIL]*/g, 4, 9).map(asDigits)
  const words = runs(/[A-Z01]+/g, wordMin - 1, wordMax + furthest).map(asRead)
  return { numbers: [...new Set(numbers)], words: [...new Set(words)] }
}

/** Yields every number that is one digit, or one swap of neighbours, away. */
function* besideNumber(number: string): Generator<string> {
  for (let at = 0; at <= number.length; at++) {
    const [before, here, behind] = [number.slice(0, at), number[at], number.slice(at + 1)]
    for (let digit = 0; digit <= 9; digit++) yield `${before}${digit}${number.slice(at)}`
    if (here === undefined) continue
    yield before + behind
    for (let digit = 0; digit <= 9; digit++) yield `${before}${digit}${behind}`
    if (behind) yield `${before}${behind[0]}${here}${behind.slice(1)}`
  }
}

/** Every number that a drive can have and that is two slips from the typed one: a thousand or so, which the database looks up. */
export function numbersNear(typed: string): string[] {
  const once = new Set([typed, ...besideNumber(typed)])
  const twice = new Set([...once].flatMap((one) => [one, ...besideNumber(one)]))
  return [...twice].filter(isNumber)
}

/** How far a code is from the nearest part. */
export function distance(code: string, { numbers, words }: { numbers: string[]; words: string[] }): number {
  const isWord = /^[A-Z]/.test(code)
  const read = isWord ? asRead(code) : code
  return Math.min(Number.POSITIVE_INFINITY, ...(isWord ? words : numbers).map((part) => editsBetween(part, read)))
}
