import type { PromptEnd, ToldOfPrompt } from '#app/platform/providers/mobile-money.server.ts'
import { nameSaid, objectIn, parsed } from '#app/platform/providers/provider-answer.ts'

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

// Times in Safaricom's formats: in the time zone of Nairobi, which is three hours ahead all year.

const ahead = 3 * 3_600_000
const inNairobi = (moment: Date) => new Date(moment.getTime() + ahead).toISOString()

/** Formats as 20261123165500. */
export const stampOf = (moment: Date): string => inNairobi(moment).replace(/\D/g, '').slice(0, 14)

/** Formats as 2026-11-23 16:55:00. */
export const wordsOfMoment = (moment: Date): string => inNairobi(moment).slice(0, 19).replace('T', ' ')

/** Parses a time; without a time zone it is Nairobi's. */
export function momentInNairobi(value: unknown): Date | undefined {
  const text = String(typeof value === 'number' || typeof value === 'string' ? value : '').trim()
  const [, day, time, zone] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?$/.exec(text) ?? []
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  const written = day ? `${day}T${time}${zone ?? '+03:00'}` : `${y}-${mo}-${d}T${h}:${mi}:${s}+03:00`
  const moment = new Date(written)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

// Safaricom's notifications about a request on a phone. They are not signed, so they only say what to ask about.

export const mostCallbackBytes = 32 * 1024

/** Parses a notification. Never throws, whatever is posted. */
export function promptTold(raw: Uint8Array): ToldOfPrompt | { is: 'garbage' } {
  const text = raw.length <= mostCallbackBytes ? Buffer.from(raw).toString('utf8') : ''
  const told = objectIn(objectIn(objectIn(parsed(text)).Body).stkCallback)
  const id = checkoutIn(told.CheckoutRequestID)
  if (!id) return { is: 'garbage' }
  const code = codeSaid(told.ResultCode)
  const state = promptEndOf(code)
  return {
    is: 'told',
    id,
    state,
    code: code ?? null,
    receipt: state === 'paid' ? receiptAmong(told.CallbackMetadata) : null,
  }
}

/** Returns their id of a request on a phone. */
export const checkoutIn = (value: unknown): string | undefined => {
  const id = nameSaid(value)
  return id && /^[\x21-\x7e]{4,100}$/.test(id) ? id : undefined
}

/** Returns the code that the payer reads in the message of their phone. */
export const receiptInCallback = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Z0-9]{8,12}$/.test(value.trim()) ? value.trim() : undefined

/** Finds the receipt: the items come in any order, and some without a value. */
function receiptAmong(metadata: unknown): string | null {
  const { Item } = objectIn(metadata)
  const items = (Array.isArray(Item) ? Item : [Item]).map(objectIn)
  return receiptInCallback(items.find(({ Name }) => Name === 'MpesaReceiptNumber')?.Value) ?? null
}
