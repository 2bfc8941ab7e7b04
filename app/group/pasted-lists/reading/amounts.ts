import { blankOut, centsOf } from './clean-text.ts'
import { datesInList, notMoney } from './list-words.ts'
import { hiddenPhones, phones } from './parties.ts'

// Amounts in words: 'elfu mbili mia tano', 'mia mbili hamsini', 'thao', 'five hundred'.

const numbersOf = (words: string, step: number) =>
  words.split(' ').map((word, at): [string, number] => [word, (at + 1) * step])
const numbers = new Map([
  ...numbersOf('moja mbili tatu nne tano sita saba nane tisa kumi', 1),
  ...numbersOf('kumi ishirini thelathini arobaini hamsini sitini sabini themanini tisini', 10),
  ...numbersOf('one two three four five six seven eight nine ten', 1),
  ...numbersOf('ten twenty thirty forty fifty sixty seventy eighty ninety', 10),
])
/** In Swahili and Sheng a scale is before its number, in English after it. */
const before = new Map([
  ['mia', 100],
  ['soo', 100],
  ['elfu', 1000],
  ['thao', 1000],
  ['ngiri', 1000],
  ['laki', 100_000],
])
const behind = new Map([
  ['hundred', 100],
  ['thousand', 1000],
])
const words = [...numbers.keys(), ...before.keys(), ...behind.keys()].join('|')
const spoken = new RegExp(String.raw`\b(?:${words})\b(?: (?:(?:na|and) )?(?:${words})\b){0,8}`, 'gi')
const goesOn = /^ ?(?:na )?nusu\b/i

/** An amount in words. `odd` if it can be understood in two ways, such as 'elfu kumi na mbili'. */
type SpokenAmount = { cents: number; index: number; end: number; odd: boolean }

/** Finds the first amount in words. Without 'hundred' or 'elfu' it is a number of something else. */
function spokenAmount(text: string): SpokenAmount | null {
  for (const { 0: said, index } of text.matchAll(spoken)) {
    const tokens = said.toLowerCase().split(' ')
    if (!tokens.some((one) => before.has(one) || behind.has(one))) continue
    const end = index + said.length
    const { shillings, odd } = worthOf(tokens)
    // 'Aunty Mia' is a name.
    const isName = tokens.length === 1 && /^\p{Lu}/u.test(said)
    return { cents: shillings * 100, index, end, odd: odd || isName || goesOn.test(text.slice(end)) }
  }
  return null
}

function worthOf(tokens: string[]): { shillings: number; odd: boolean } {
  let [total, scale, loose] = [0, 0, 0]
  let odd = false
  for (const one of tokens) {
    const number = numbers.get(one)
    if (number !== undefined) {
      // 'mia mbili hamsini' is 250; 'elfu kumi na mbili' is 12,000 for one and 10,002 for another.
      if (scale === 0 && total >= 1000) odd = true
      if (scale > 0) total += number * scale
      else loose += number
      scale = 0
    } else if (behind.has(one)) {
      total += Math.max(1, loose) * behind.get(one)!
      ;[loose, odd] = [0, false]
    } else {
      // 'Mama Tatu mia tano': a number in front does not belong to it.
      if (loose > 0) odd = true
      total += scale
      scale = before.get(one) ?? 0
    }
  }
  return { shillings: total + scale + loose, odd }
}

// Recognises money that is not in Kenyan shillings: by its sign, its code or its name, before or behind the digits.

const foreignCodes =
  'usd|eur|gbp|aud|cad|nzd|sgd|hkd|chf|sek|nok|dkk|isk|pln|czk|huf|rub|uah|jpy|cny|rmb|krw|inr|pkr|bdt|lkr|npr|thb|php|idr|myr|vnd|aed|sar|qar|omr|kwd|bhd|jod|ils|egp|lyd|tnd|dzd|ngn|ghs|zar|bwp|zmw|mwk|mzn|aoa|szl|lsl|tzs|ugx|rwf|frw|bif|etb|ssp|sdg|djf|scr|mur|mga|kmf|xof|xaf|cdf|gmd|sll|lrd|brl|mxn|ars|clp|cop|jmd|ttd|usdt|usdc|btc|eth'
/** Codes that are also words: they count as money in capital letters only. */
const wordLike = 'ALL|TOP|TRY|MAD|CUP|PEN|SOS|GEL|LAK|BAM|RON|ANG|NAD'
const names =
  'dollars?|dolla|dola|bucks|euros?|yuro|pounds?|paundi|pauni|quid|sterling|rands?|randi|naira|cedis?|kwacha|pula|birr|dirhams?|diram|dhs?|riyals?|rials?|riali|rupees?|rupia|rs|yen|yuan|renminbi|francs?|faranga|kron[aeo]r?|kroner|kr|zlotys?|zł|liras?|shekels?|baht|pesos?|rubles?|roubles?|reais|ringgit|dinars?|dinari|metical|ariary|dalasi|leones?|tether|bitcoins?|crypto|ugandan?|tanzanian?|rwandan?|tshs?|ushs?|tz|ug|us'

/** Directly before the digits: '$', 'A$', 'AED', 'Rs.', and the rand's 'R'. */
const foreignBefore = new RegExp(String.raw`(?:\p{Sc}|(?<!\p{L})(?:${foreignCodes}|${names})[.:]?) ?$`, 'iu')
const capitalBefore = new RegExp(String.raw`(?<!\p{L})(?:${wordLike}|R)[.:]? ?$`, 'u')
const foreignBehind = new RegExp(
  String.raw`^ ?(?:k ?)?(?:/[=-] ?)?\(?(?:[A-Z]{0,2}\p{Sc}|(?:${foreignCodes}|${names})(?!\p{L}))`,
  'iu',
)
const capitalBehind = new RegExp(String.raw`^ ?(?:${wordLike})(?!\p{L})`, 'u')
const shilling = /(?:kshs?|kes)[.:]? ?$/i
const longest = 14

/** Checks whether the digits from `index` to `end` are money of another country. */
function isForeignAt(text: string, index: number, end: number): boolean {
  const [front, back] = [text.slice(Math.max(0, index - longest), index), text.slice(end, end + longest)]
  if (shilling.test(front)) return false
  return foreignBefore.test(front) || capitalBefore.test(front) || foreignBehind.test(back) || capitalBehind.test(back)
}

const anywhere = new RegExp(String.raw`\p{Sc}|(?<![\p{L}\d])(?:${foreignCodes.toUpperCase()})(?!\p{L}|\d{7})`, 'u')
const named = /\b(?:dollars?|dola|euros?|pounds|sterling|rands?|naira|dirhams?|riyals?|rupees|francs|tshs?|ush)\b/i

/** Checks whether a heading or a message mentions money of another country. */
export const namesForeign = (text: string): boolean => anywhere.test(text) || named.test(text)

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
const amountGoesOn = /^ ?(?:na |and )?(?:\d|nusu|mia|soo)/i

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
    (isScale.test(suffix) && amountGoesOn.test(text.slice(end, end + 10)))
  const isForeign = foreignSign.test(currency + suffix) || isForeignAt(text, index + currency.length, end)
  if (isName) return { cents, index: index + currency.length, end, sure: false, odd: true, foreign: false }
  return { cents, index, end, sure, odd: isOdd, foreign: isForeign }
}

function timesOf(currency: string, suffix: string): number {
  if (/^ ?(?:k$|th|gr|elfu|ngiri)/i.test(suffix) || /elfu|thao|ngiri/i.test(currency)) return 1000
  if (isHundred.test(currency) || / ?(?:hundred|mia|soo)/i.test(suffix)) return 100
  return /^ ?m$/i.test(suffix) ? 1_000_000 : 1
}
