import { msg } from '@lingui/core/macro'
import type { FactWords, NounWords } from '#app/base/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'

// A drive's code, which any phone can type as the account of a payment: its number, or the word that its owner chose. An
// account is a code, or a code with the tag of one request behind it. Pure, on both sides.

export const wordMin = 4
export const wordMax = 7

const steps = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
]

/** Damm's check digit of a number; 0 for one that ends with its right check digit. */
export const damm = (digits: string): number =>
  Array.from(digits).reduce((step, digit) => Number(steps[step]![Number(digit)]), 0)

/** Whether it can be the number of a drive: any one wrong digit, and any two neighbours that changed places, are noticed. */
export const isNumber = (text: string): boolean => /^[1-9][0-9]{5,6}$/.test(text) && damm(text) === 0

/** Normalizes a word for comparison: letters that look alike become the same. */
export const asRead = (word: string): string => word.replace(/[L1]/g, 'I').replace(/0/g, 'O')
export const asDigits = (text: string): string => text.replace(/[IL]/g, '1').replace(/O/g, '0')

export type CodeAccount = {
  kind: 'number' | 'word'
  /** The number, or the word as it is compared. */
  code: string
  /** The end of the account that names one request on a phone; null if the account is the code alone. */
  tag: string | null
}

/** The most characters read of an account: a phone sends 20 at most. */
const longest = 40
const separators = /[\s.,_/\p{Pd}]/gu

/** Returns the letters and digits typed, in capitals; undefined if anything else was typed. */
export function signsOf(typed: string): string | undefined {
  const signs = typed.slice(0, longest + 1).replace(separators, '')
  return typed.length <= longest && /^[A-Za-z0-9]+$/.test(signs) ? signs.toUpperCase() : undefined
}

/**
 * Reads the code that was typed, as any phone writes it: in small letters, in parts, with O for 0, and I or L for 1.
 * Returns undefined if it can't be a code. A tag begins with a letter after a number and with a digit after a word,
 * never one that people confuse, so the end of the code is never in doubt.
 */
export function readAccount(typed: string): CodeAccount | undefined {
  const signs = signsOf(typed)
  const [, digits, behindNumber] = signs?.match(/^([0-9OIL]{6,7})([A-HJKMNP-Z][A-Z0-9]{3,4})?$/) ?? []
  if (digits && isNumber(asDigits(digits))) return { kind: 'number', code: asDigits(digits), tag: behindNumber ?? null }
  const [, letters, behindWord] = signs?.match(/^([A-Z01]{4,7})([2-9][A-Z0-9]{3,4})?$/) ?? []
  return letters ? { kind: 'word', code: asRead(letters), tag: behindWord ?? null } : undefined
}

/** Signs that nobody mixes up on a small screen: neither 0 and O nor 1, I and L are among them. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const digits = '23456789'

/** The account of a new request: the code, and a tag that `pick` chooses signs of. */
export function accountOfCode(code: string, pick: (signs: string) => string): string {
  const first = pick(/^[A-Z]/.test(code) ? digits : letters)
  return code + first + Array.from({ length: 4 }, () => pick(letters + digits)).join('')
}

/** How many signs must be put in, left out, changed, or moved past their neighbour to make one of the other. */
export function editsBetween(one: string, other: string): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      row.push(isSwap ? Math.min(least, before[j - 2]! + 1) : least)
    }
    ;[before, last] = [last, row]
  }
  return last[other.length]!
}

/** Our names and those of payment firms and authorities: a payer would believe them. Words one letter away are refused, too. */
const misleading = [
  'HARAMBEE',
  'HARAMBE',
  'ADMIN',
  'MPESA',
  'SAFARICOM',
  'SAFARIC',
  'SAFCOM',
  'PAYBILL',
  'AIRTEL',
  'PAYSTACK',
  'TELKOM',
  'EQUITY',
  'ECITIZEN',
  'HUDUMA',
  'POLICE',
  'OFFICIAL',
]
/** More such names, and commands: refused only as a whole word, because near words are honest. */
const reserved = [
  'TILL',
  'BANK',
  'COOP',
  'ABSA',
  'STOP',
  'ANZA',
  'START',
  'TEST',
  'NULL',
  'NONE',
  'REFUND',
  'REVERSE',
  'SUPPORT',
  'ACCOUNT',
  'STATE',
  'IKULU',
  'COURT',
  'SCAM',
  'FRAUD',
]
/** Refused anywhere in a word. */
const offensive = [
  'FUCK',
  'SHIT',
  'CUNT',
  'BITCH',
  'NIGGA',
  'NIGGER',
  'WHORE',
  'SLUT',
  'RAPIST',
  'PORN',
  'PUSSY',
  'NAZI',
  'HITLER',
  'MALAYA',
  'MBORO',
  'MATAKO',
  'SHOGA',
  'MSENGE',
  'TOMBA',
  'KAFIR',
]
/** Offensive by itself, and harmless in another word. */
const rude = ['RAPE', 'DICK', 'COCK', 'KUMA', 'MAVI', 'FALA', 'UMBWA']

/** Why a word can't be anyone's, or null. */
export function wrongWord(word: string): 'shape' | 'reserved' | null {
  if (!new RegExp(`^[A-Z]{${wordMin},${wordMax}}$`).test(word)) return 'shape'
  // People would read the word as digits.
  if (/^[OIL]{6}|^[OIL]+$/.test(word)) return 'reserved'
  const read = asRead(word)
  const refused =
    misleading.some((one) => editsBetween(asRead(one), read) < 2) ||
    [...reserved, ...rude].some((one) => asRead(one) === read) ||
    offensive.some((one) => read.includes(asRead(one)))
  return refused ? 'reserved' : null
}

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

// This noun's declarations for other features: audit acts, nouns, facts. See docs/develop/decisions/0006.

const acts = {
  'word chosen': msg`Chose a word for a fund drive’s code`,
} satisfies Record<string, Words>

/** The code is a noun of its own: its owner chose the word, so it is no admin decision about a drive. */
const nouns = {
  code: {
    name: msg`Codes`,
    page: (_, { after }) => (after.word ? `/admin/fund-drives?search=${after.word}` : null),
  },
} satisfies Record<string, NounWords>

const facts = {
  word: { name: msg`Word` },
} satisfies Record<string, FactWords>

/** The declarations, collected by app/admin/declared.ts. */
export const codesDeclared = { acts, nouns, facts }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}
