import type { PromptEnd } from '#app/platform/mobile-money.ts'

// M-Pesa's codes for the end of a request on a phone, and the words that its gateway uses in place of a code.

const ends = new Map<string, PromptEnd>([
  ['0', 'paid'],
  ['1', 'short'],
  ['2', 'over_limit'],
  ['3', 'over_limit'],
  ['4', 'over_limit'],
  // Our account is full.
  ['8', 'broken'],
  ['17', 'too_soon'],
  ['1001', 'busy'],
  ['1019', 'expired'],
  ['1032', 'cancelled'],
  ['1037', 'unanswered'],
  ['2001', 'wrong_pin'],
  // Paybill and till mixed up.
  ['2028', 'broken'],
  ['SFC_IC0003', 'broken'],
  ['8006', 'locked'],
])

/** Codes that are not in the table tell nothing: 1025, 26, 9999 and any other. */
export const promptEndOf = (code: string | undefined): PromptEnd => ends.get(code ?? '') ?? 'unknown'

/** True while the payer can still answer. */
export const isOpenCode = (code: string | undefined): boolean => code === '4999'

/** Returns a code as text: notifications have numbers, answers have text. */
export function codeSaid(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^[\w.]{1,30}$/.test(text) ? text : undefined
}

/** The meanings of an error: the one code 500.001.1001 has several, told by its words. */
export type Meaning = 'open' | 'busy' | 'ours' | 'too fast' | 'quota' | 'no token' | 'none' | 'nothing'

const byWords: [RegExp, Meaning][] = [
  [/unable to lock|already in process/i, 'busy'],
  [/being processed|under processing/i, 'open'],
  [/wrong credentials|merchant does not exist|invalid passkey|no apiproduct/i, 'ours'],
  // The request is unknown to them: in any case they accepted our keys.
  [/transaction does not exist/i, 'none'],
  [/spike ?arrest/i, 'too fast'],
  [/quota ?violation/i, 'quota'],
]
const byCode: [RegExp, Meaning][] = [
  [/^(404\.001\.03|400\.003\.01)$/, 'no token'],
  [/^500\.003\.03$/, 'quota'],
]

/** Returns an error's meaning, if that can be told. */
export function meaningOf(code: string | undefined, words: string): Meaning {
  const meaning = byWords.find(([words_]) => words_.test(words)) ?? byCode.find(([one]) => one.test(code ?? ''))
  if (meaning) return meaning[1]
  if (promptEndOf(code) === 'broken') return 'ours'
  return 'nothing'
}

/** True for the only 'invalid' answers that the payer can correct; all others are our mistake. */
export const isOfPayer = (words: string): boolean =>
  /amount|phone ?number|party ?a\b|msisdn|checkoutrequestid/i.test(words)
