import type { Amount } from './list-amounts.ts'
import type { RowLook } from './row.ts'

// Doubts about an amount although it was read: the line can be read in two ways.

/** Returns the doubts. `hidden` are numbers that were taken for something else, such as 'Form 4'. */
export function doubtsIn(number: string | undefined, said: string, shown: string, amounts: Amount[], hidden: string[]) {
  const looks: RowLook[] = []
  // '10.500 Kamau' is Kamau in line 10, or ten thousand five hundred.
  if (number && /\d\.$/.test(number) && /^\d{3}(?![\d,])/.test(said)) looks.push('odd amount')
  if (amounts.some(({ index }) => times.test(shown.slice(Math.max(0, index - longestTimes), index))))
    looks.push('for each')
  if (hidden.some(isRound)) looks.push('two numbers')
  // 'Otis → Mary': one of them passes it on.
  if (/\p{L} ?(?:->|=>|[>\u2192\u27a1]) ?\p{L}/u.test(shown)) looks.push('odd name')
  // 'Otis 500+'
  if (amounts.some(({ end }) => /^ ?\+(?! ?[\p{L}\d(])/u.test(shown.slice(end, end + 4)))) looks.push('odd amount')
  if (/[?\u2753\u2754\u2049]/.test(said)) looks.push('more words')
  return looks
}

/** 'Otis deni 500' */
export const owes = /\b(?:deni|arrears|ow(?:es?|ing)|debt|bal(?:ance)?(?![ :=-]*(?:0|nil|zero)(?![\d,.])))\b/i

/** 'Otis 2 x 500', 'Family of 4 @200' */
const times = /\d(?: \p{L}{1,12})? ?[x*×@] ?(?:(?:kshs?|kes)[.:]? ?)?$/iu
const longestTimes = 24

/** Recognises round numbers: 'Youth team 2000 paid 500' names money more often than a team. */
const isRound = (text: string): boolean => {
  const number = Number(/\d{3,}/.exec(text)?.[0] ?? 0)
  return number > 0 && number % 50 === 0 && !/class|alumni|batch|cohort|year/i.test(text)
}
