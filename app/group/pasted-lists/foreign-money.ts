// Recognises money that is not in Kenyan shillings: by its sign, its code or its name, before or behind the digits.

const codes =
  'usd|eur|gbp|aud|cad|nzd|sgd|hkd|chf|sek|nok|dkk|isk|pln|czk|huf|rub|uah|jpy|cny|rmb|krw|inr|pkr|bdt|lkr|npr|thb|php|idr|myr|vnd|aed|sar|qar|omr|kwd|bhd|jod|ils|egp|lyd|tnd|dzd|ngn|ghs|zar|bwp|zmw|mwk|mzn|aoa|szl|lsl|tzs|ugx|rwf|frw|bif|etb|ssp|sdg|djf|scr|mur|mga|kmf|xof|xaf|cdf|gmd|sll|lrd|brl|mxn|ars|clp|cop|jmd|ttd|usdt|usdc|btc|eth'
/** Codes that are also words: they count as money in capital letters only. */
const wordLike = 'ALL|TOP|TRY|MAD|CUP|PEN|SOS|GEL|LAK|BAM|RON|ANG|NAD'
const names =
  'dollars?|dolla|dola|bucks|euros?|yuro|pounds?|paundi|pauni|quid|sterling|rands?|randi|naira|cedis?|kwacha|pula|birr|dirhams?|diram|dhs?|riyals?|rials?|riali|rupees?|rupia|rs|yen|yuan|renminbi|francs?|faranga|kron[aeo]r?|kroner|kr|zlotys?|zł|liras?|shekels?|baht|pesos?|rubles?|roubles?|reais|ringgit|dinars?|dinari|metical|ariary|dalasi|leones?|tether|bitcoins?|crypto|ugandan?|tanzanian?|rwandan?|tshs?|ushs?|tz|ug|us'

/** Directly before the digits: '$', 'A$', 'AED', 'Rs.', and the rand's 'R'. */
const before = new RegExp(String.raw`(?:\p{Sc}|(?<!\p{L})(?:${codes}|${names})[.:]?) ?$`, 'iu')
const capitalBefore = new RegExp(String.raw`(?<!\p{L})(?:${wordLike}|R)[.:]? ?$`, 'u')
const behind = new RegExp(
  String.raw`^ ?(?:k ?)?(?:/[=-] ?)?\(?(?:[A-Z]{0,2}\p{Sc}|(?:${codes}|${names})(?!\p{L}))`,
  'iu',
)
const capitalBehind = new RegExp(String.raw`^ ?(?:${wordLike})(?!\p{L})`, 'u')
const shilling = /(?:kshs?|kes)[.:]? ?$/i
const longest = 14

/** Checks whether the digits from `index` to `end` are money of another country. */
export function isForeignAt(text: string, index: number, end: number): boolean {
  const [front, back] = [text.slice(Math.max(0, index - longest), index), text.slice(end, end + longest)]
  if (shilling.test(front)) return false
  return before.test(front) || capitalBefore.test(front) || behind.test(back) || capitalBehind.test(back)
}

const anywhere = new RegExp(String.raw`\p{Sc}|(?<![\p{L}\d])(?:${codes.toUpperCase()})(?!\p{L}|\d{7})`, 'u')
const named = /\b(?:dollars?|dola|euros?|pounds|sterling|rands?|naira|dirhams?|riyals?|rupees|francs|tshs?|ush)\b/i

/** Checks whether a heading or a message mentions money of another country. */
export const namesForeign = (text: string): boolean => anywhere.test(text) || named.test(text)
