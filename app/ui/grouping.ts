import { bareAmount, centsIn } from '#app/kit/amount.ts'

const shape = /^(\d{1,15})(?:\.(\d{0,2}))?$/

/**
 * Groups the thousands of a typed amount: '12500.5' → '12,500.50'. Undefined if it is no amount, or not clearly one: '5,00' is a
 * question, and never 500.
 */
export function grouped(typed: string): string | undefined {
  const found = shape.exec(bareAmount(typed).replace(/\s|,(?=\d{3}(?!\d))/g, ''))
  if (!found) return undefined
  const [, whole = '', cents] = found
  const set = apart(whole.replace(/^0+(?=\d)/, ''))
  return cents ? `${set}.${cents.padEnd(2, '0')}` : set
}

const apart = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

export type Typing = { text: string; caret: number }

/**
 * Groups the thousands while an amount is typed, and keeps the caret beside the same digit. A comma that the person types stays where
 * it is: '99,50' is a question for them, never 9,950. Undefined when nothing changes.
 */
export function regrouped(before: string, { text, caret }: Typing, pasted = false): Typing | undefined {
  if (!/^[\d,]*\.?\d*$/.test(text)) return undefined
  const ownComma = commas(text) > commas(before) || toGroups(before) !== before
  if ((ownComma || pasted) && centsIn(text) === undefined) return undefined
  const grouped = toGroups(text)
  if (grouped === text) return undefined
  const figures = text.slice(0, caret).replaceAll(',', '').length
  return { text: grouped, caret: placeAfter(grouped, figures) }
}

const commas = (text: string) => text.split(',').length - 1

function toGroups(text: string): string {
  const [whole = '', ...cents] = text.replaceAll(',', '').split('.')
  return [apart(whole), ...cents].join('.')
}

/** Returns the position after so many digits, commas not counted. */
function placeAfter(text: string, figures: number): number {
  let at = 0
  for (let seen = 0; seen < figures && at < text.length; at++) if (text[at] !== ',') seen++
  return at
}
