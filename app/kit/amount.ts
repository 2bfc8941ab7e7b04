import { centsMax } from './money.ts'

// Amounts as people type them.

const plain = /^\d{1,40}(?:\.\d{1,2})?$/
const grouped = /^\d{1,3}(?:[, \u00a0\u202f]\d{3}){1,12}(?:\.\d{1,2})?$/
/** The words and signs that people write around shillings: 'KES 500', 'Ksh. 500', 'Sh 500', '500/=', '500/-', '500 bob'. */
const around = /^(?:kes|kshs?|shs?)\.?\s*|\s*(?:\/[=-]|kes|kshs?|shs?|shillings?|bob)\.?$/gi
/** '2k' is two thousand. */
const thousands = /^(\d{1,7})\s?k$/i

/** Removes what is written around an amount: '500/=' becomes '500'. Returns the text itself if there is nothing to remove. */
export function bareAmount(text: string): string {
  const bare = text.trim().replace(around, '')
  return bare.replace(thousands, '$1000')
}

/** Reads a typed amount, '1000', '1,000', '99.50' or 'KES 500', in cents; undefined for anything that is not clearly one. */
export function centsIn(text: string): number | undefined {
  const amount = anyCentsIn(bareAmount(text))
  return amount !== undefined && amount <= centsMax ? amount : undefined
}

/** Reads a bare number of any currency, in its hundredths. */
export function hundredthsIn(text: string): number | undefined {
  const amount = anyCentsIn(text.trim())
  return amount !== undefined && amount <= centsMax ? amount : undefined
}

/** Checks for a clear amount that is more than any form takes. */
export const isTooMuch = (text: string): boolean => (anyCentsIn(bareAmount(text)) ?? 0) > centsMax

function anyCentsIn(typed: string): number | undefined {
  if (!plain.test(typed) && !grouped.test(typed)) return undefined
  const [shillings = '', cents = ''] = typed.replace(/[, \u00a0\u202f]/g, '').split('.')
  return Number(shillings) * 100 + Number(cents.padEnd(2, '0'))
}
