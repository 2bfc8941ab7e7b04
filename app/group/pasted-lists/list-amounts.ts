import { blankOut, centsOf } from './clean-text.ts'
import { isForeignAt } from './foreign-money.ts'
import { datesInList, notMoney } from './list-words.ts'
import { hiddenPhones, phones } from './parties.ts'
import { spokenAmount } from './spoken-amount.ts'

// Reads the amounts of a line, in the order in which they are written.

export type Amount = {
  cents: number
  index: number
  end: number
  /** True if a currency, '/=' or 'k' says that it is money. */
  sure: boolean
  /** True if it can be read as two sums: '5 000', '1.000', '1000 x 2'. */
  odd: boolean
  foreign: boolean
}

const currency = String.raw`kshs?|kes|ksh?|shs?|bob|elfu|thao|ngiri|mia|soo|usd|tshs?|tzs|ugx|gbp|eur|[$£€]`
const digits = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,3}(?: \d{3})+(?:\.\d{1,2})?|\d{1,3}(?:\.\d{3})+|\d+(?:\.\d{1,2})?`
const suffix = String.raw` ?(?:k|m|thao|thousand|thou|grand|hundred|elfu|ngiri|mia|soo)\b| ?\/ ?[=-]| ?=(?! ?[\dk])| ?(?:bob|kshs?|kes|shs?|usd)\b`
const written = new RegExp(
  String.raw`(?<![\d,.])(?:(?<![\p{L}])(?<currency>${currency})[.:]? ?)?(?<digits>${digits})(?![\d%]|[.,]\d)(?<suffix>${suffix})?(?!\p{L})`,
  'giu',
)

/** An amount below this is none, unless it has a currency: it is a class, a day, an hour. */
const least = 1000
/** A number below this in front of a name may be the number of the line. */
const leastUsual = 5000
const foreignSign = /\$|usd|tsh|tzs|ugx|gbp|£|€|eur/i
const isHundred = /mia|soo/i
const timesBehind = /^ ?[x*×] ?\d/i
/** '2 elfu 500', '2 elfu na nusu': words and numbers after such a word are added to it. */
const isScale = /hundred|elfu|ngiri|mia|soo|thao|thou/i
const goesOn = /^ ?(?:na |and )?(?:\d|nusu|mia|soo)/i

/** A code in small letters has ten signs, and more than one digit that is not at its end: 'mwangi1000' is Mwangi. */
export const codes =
  /(?<![A-Za-z0-9])(?:(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])(?![A-Z0-9]*XXX)[A-Z0-9]{9,10}|(?=[A-Za-z]*\d[A-Za-z]*\d)(?=[A-Za-z0-9]*\d[A-Za-z])(?![A-Za-z0-9]*xxx)[A-Za-z][A-Za-z0-9]{9})(?![A-Za-z0-9])/g

/** Blanks out phones, codes and days; the line keeps its length. */
export const withoutOtherNumbers = (line: string): string =>
  [phones, hiddenPhones, codes, datesInList, /\.{2,}/g].reduce((text, one) => text.replace(one, blankOut), line)

/** Reads the amounts of a line without any context. */
export const moneyAmountsIn = (line: string): Amount[] =>
  amountsIn(withoutOtherNumbers(line).replace(notMoney, blankOut))

export function amountsIn(text: string): Amount[] {
  const found = [...text.matchAll(written)].flatMap((match) => amountOf(text, match) ?? [])
  const spoken = found.length === 0 ? spokenAmount(text) : null
  return spoken ? [{ ...spoken, sure: true, foreign: false }] : found
}

function amountOf(text: string, match: RegExpExecArray): Amount | null {
  const { currency = '', digits = '', suffix = '' } = match.groups!
  const [index, end] = [match.index, match.index + match[0].length]
  const sure = currency !== '' || suffix.trim() !== ''
  // 'Aunty Mia 500': in 'mia 5', five hundred, the number is small. 'Uncle Bob 500': a currency has no capital letter.
  const isBob = /^B/.test(currency) && /\p{L}{2} ?$/u.test(text.slice(Math.max(0, index - 3), index))
  const isName = isBob || (isHundred.test(currency) && digits.length > 1)
  // 'Covid19' is a name; 'Mary500' is Mary, who forgot a space.
  const isGlued = currency === '' && /\p{L}/u.test(text[index - 1] ?? '')
  if (isGlued && digits.length < 3 && !sure) return null
  const cents = Math.round(centsOf(digits.replace(/ |\.(?=\d{3})/g, '')) * timesOf(isName ? '' : currency, suffix))
  if (cents < least && !sure) return null
  const isOdd =
    isGlued ||
    isName ||
    /\.\d{3}/.test(digits) ||
    (/ /.test(digits) && !sure) ||
    (!sure && cents < leastUsual && !/\p{L}/u.test(text.slice(0, index))) ||
    timesBehind.test(text.slice(end, end + 4)) ||
    (isScale.test(suffix) && goesOn.test(text.slice(end, end + 10)))
  const isForeign = foreignSign.test(currency + suffix) || isForeignAt(text, index + currency.length, end)
  if (isName) return { cents, index: index + currency.length, end, sure: false, odd: true, foreign: false }
  return { cents, index, end, sure, odd: isOdd, foreign: isForeign }
}

function timesOf(currency: string, suffix: string): number {
  if (/^ ?(?:k$|th|gr|elfu|ngiri)/i.test(suffix) || /elfu|thao|ngiri/i.test(currency)) return 1000
  if (isHundred.test(currency) || / ?(?:hundred|mia|soo)/i.test(suffix)) return 100
  return /^ ?m$/i.test(suffix) ? 1_000_000 : 1
}
