// The words and signs with which lists mark paid, promised, and no gift at all.

/** The mark of a line. A line of a budget is a cost, and nobody's gift. */
export type ListMark = 'paid' | 'pledged' | 'cost' | null

const ticks = /[\u{1f7e2}\u2705\u2714\u2611\u2713\u221a\u{1f4af}]|\(\/\)|\[[xXvV\u2713\u2714]\]/u
const waits =
  /[\u2717\u2718\u26d4\u{1f6ab}\u{1f44e}\u{1f534}\u{1f7e0}\u{1f7e1}\u23f3\u231b\u23f0\u274c\u2716\u274e\u{1f51c}\u{1f550}-\u{1f567}]/u
const pledgeWords =
  /\b(?:pledged?|pledges|pledging|(?:ha[sv]e? )?promised?|put me down(?: for)?|count (?:me in|on me)|niandikie|niwekee|andika mimi|ahadi|ameahidi|tumeahidi|naahidi|[anmt][iua]?ta(?:tuma|lipa|toa|leta)|will (?:send|pay|give|bring)|to (?:send|pay)|pending|not (?:yet )?(?:paid|cleared|received|sent|given)|unpaid|bado|haja(?:lipa|tuma|toa)|tomorrow|kesho|paid[ :=-]*(?:0|nil|zero|none)(?![\d,.])|by (?:mon|tues?|wed(?:nes)?|thurs?|fri|sat(?:ur)?|sun|end)\w*)\b/gi
/** Verbs as they are written in a chat: nitatuma, tutachanga. */
const willGive = /\b(?:ni|tu|wa)ta[a-z]{3,}\b/g
const listPaidWords =
  /\b(?:paid|pd|cleared|redeemed|received|sent|done|confirmed|ame(?:lipa|tuma|toa|leta|maliza|changa|angusha|weka)|wame(?:lipa|tuma|toa|changa)|ime(?:lipwa|tumwa|ingia)|imepokelewa|tumepokea|nimepokea|(?:mli|wali)o(?:tuma|toa|changa|lipa)|nime(?:tuma|lipa|toa|leta|weka|changa|angusha)|tume(?:tuma|lipa|toa|changa|angusha)|in full|bal(?:ance)?[ :=-]*(?:0|nil|zero)(?![\d,.]))\b/gi
const paidPledge = /pledge[ds]? (?:paid|cleared)|ahadi ime(?:lipwa|isha)/i
const listMethodWords =
  /\b(?:in )?(cash|taslimu|pesa taslimu|m-?pesa|lipa na m-?pesa|airtel(?: money)?|cheque|check|bank(?: transfer)?|via|through|kwa simu)\b/gi

/**
 * Returns the mark of a line, and whether it has both marks. A word of waiting outweighs a tick, a tick the heading. The words of
 * `not paid` do not count as `paid`.
 */
export function markOfLine(text: string, heading: ListMark): { mark: ListMark; both: boolean; isAbove: boolean } {
  const isPaidPledge = paidPledge.test(text)
  const rest = text.replace(pledgeWords, ' ').replace(willGive, ' ')
  const isPledged = waits.test(text) || /\(p\)/i.test(text) || (rest !== text && !isPaidPledge)
  const isPaid = isPaidPledge || ticks.test(text) || rest.search(listPaidWords) >= 0
  if (isPledged) return { mark: 'pledged', both: isPaid, isAbove: false }
  return { mark: isPaid ? 'paid' : heading, both: false, isAbove: !isPaid && heading !== null }
}

export const hasTick = (text: string): boolean => ticks.test(text)

/** Words around a name and its amount that belong to neither. */
const wordsAround =
  /\b(?:bal(?:ance)?|deni|out of|kati ya|remaining|arrears|deposit|kshs?|kes|leo|today|yesterday|jana|asubuhi|mchana|jioni|usiku|morning|evening|only|tu|pekee|another|tena|pia|also|hapa|please|tafadhali|kindly|added|plus|more|extra|on|by|kutoka(?: kwa)?|from|i|each|kila m(?:moja|tu)|x \d+|nil)\b/gi
const listDays =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|juma(?:tatu|nne|tano|mosi|pili)|alhamisi|ijumaa|next week|end month)\b/gi

/** The mark of the lines below a heading. A title only says that money is collected: among lines with ticks it says nothing. */
export type Heading = { heading: ListMark; isTitle: boolean; isSure: boolean }
export function headingOf(lettered: string): Heading | undefined {
  const text = lettered.replace(letterInFront, '')
  // '*2nd contribution* (received)', 'We have received from:'
  const isHeading = text.length <= 80 && (/[:)]\W*$/.test(text) || isAnyHeading(text))
  if ((isHeading || costAlone.test(text)) && costHeading.test(text) && !givers.test(text))
    return { heading: 'cost', isTitle: false, isSure: true }
  const found = headings.find(([one]) => one.test(text))?.[1]
  if (found === undefined && !isHeading) return undefined
  const { mark, both } = markOfLine(text, null)
  if (found === undefined && !mark) return undefined
  const isTitle = found !== undefined && titles.test(text) && !saysPaid.test(text)
  // 'CASH PLEDGES', 'PLEDGES PAID'
  const heading = found === 'cost' ? found : (mark ?? found ?? null)
  const isPart = heading === 'paid' && (inPart.test(text) || (costs.test(text) && !givers.test(text)))
  const isTurned = found === 'pledged' && heading === 'paid'
  return { heading, isTitle, isSure: !isTitle && !isPart && !isTurned && !both }
}
/** 'B) Walioahidi', 'II. Pledges' */
const letterInFront = /^\W*(?:[A-H]|[IVX]{1,4})[.)] ?(?=\p{L}{3})/u
/** Checks for any heading, known or not, of the lines below: 'FAMILY:', '*Diaspora*'. */
export const isAnyHeading = (text: string): boolean =>
  text.length <= 60 && (/:[*_ ]*$|^\*[^*]+\*$/.test(text) || (/\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text)))

/** Costs that a group pays for. */
export const costs =
  /\b(?:expens\w*|expend\w*|matumizi|gharama|bills?|bili|spent|coffin|casket|jeneza|hearse|mortuary|morgue|cater(?:er|ers|ing)|tents?|chairs|viti|transport|fuel|petrol|nauli|wreaths?|flowers|graves?|kaburi|refunds?|rent|kodi|hire|fees|karo|purchase[ds]?|charges?|withdrawals?|fare|lunch|food)\b/i
/** Words of costs that are the heading of a budget, not of gifts. */
const costHeading =
  /\b(?:expens\w*|expend\w*|matumizi|gharama|spent|needed|required|requirements|mahitaji|bills? (?:cleared|paid|settled)|paid out)\b|^\W*(?:bills?|bili|tume(?:lipa|tumia|nunua)|purchases|refunds)\b\W*$/i
const costAlone =
  /^\W*(?:\p{L}+ )?(?:expenses|expenditure|matumizi|gharama)(?: (?:paid|so far|incurred|za|ya|\p{L}+)){0,3}\W*$/iu
/** 'Contributions for the hospital expenses:' is a heading of gifts all the same. */
const givers =
  /\b(?:contribut\w*|michango|mchango|donat\w*|donors?|gifts?|raised|pledge[ds]?|ahadi|promise[ds]?|received|collected|wali\p{L}+|wame\p{L}+|members?)\b/iu
/** 'Paid but not confirmed', 'Waliolipa nusu' */
const inPart =
  /\b(?:but|not|lakini|nusu|half|part(?:ly|ial(?:ly)?)?|some|kidogo|will|to (?!date)|be|last|previous|refund\w*|return\w*|rever\w+|expected|hai\w+|hawa\w+)\b/i

const saysPaid = /\b(?:received|paid)\b/i
const titles = /^(?:list of )?(?:contributions?|contributors|michango|mchango|donations?)\b/i
const headings: readonly [RegExp, ListMark][] = [
  [
    /^(?:list of )?(?:pledges?|pledged|promises|ahadi|walioahidi|pending|not (?:yet )?paid|unpaid|bado|waliobaki)\b/i,
    'pledged',
  ],
  [/^(?:budget|bajeti)\b/i, 'cost'],
  [
    /^(?:(?:proposed|funeral|burial|wedding|our) )?(?:budget|bajeti|expenses|expenditure|matumizi|gharama|costs?|requirements|mahitaji)\W*$/i,
    'cost',
  ],
  [
    /^(?:list of )?(?:paid|received|cash|contributions?|contributors|michango|mchango|waliolipa|waliotoa|waliotuma|waliochanga|walioleta|.{0,40}\b(?:received|collected|paid) so far|wametuma|wametoa|wamelipa|zilizopokelewa|iliyopokelewa|(?:so far )?collected|donations?)\b/i,
    'paid',
  ],
]

/** Returns the kind of sum that a line gives for the whole list. */
export function sumKind(text: string): 'total' | 'pledged' | 'balance' | 'goal' | undefined {
  return sums.find(([one]) => one.test(text))?.[1]
}
const sums: readonly [RegExp, 'total' | 'pledged' | 'balance' | 'goal'][] = [
  [
    /^(?:still pledged|total pledge[sd]?|pledges? total|ahadi zilizobaki|pending(?= ?[:=])|jumla ya ahadi)\b/i,
    'pledged',
  ],
  [
    /^(?:grand |sub[ -]?)?(?:total|jumla|sum|so far|collected|tumepata|tumefikisha|(?:cash )?(?:at|in) hand|amount (?:raised|collected))\b|^= ?\d|^(?:table|group|family|team|page|house) ?\w{0,12} (?:sub ?)?total\b/i,
    'total',
  ],
  [
    /^(?:balance|bal|salio|deficit|upungufu|remaining|tunahitaji|still needed|[bc]\/f|brought forward|carried forward)\b/i,
    'balance',
  ],
  [/^(?:target|goal|budget|lengo|bajeti|required)\b/i, 'goal'],
]

export const howToPay =
  /pay ?bill|till (?:no|num)|^(?:m-?pesa |our |buy goods )?till\b[ :.#=-]*\d{5,7}\b|^(?:buy goods|nambari ya till|lipa na)\b|^(?:account|acc|minimum|kiwango cha chini)\b|\bacc(?:ount)?\.? ?(?:no|num|name)|business no|send (?:your|to)\b|\btuma (?:kwa|mchango)|\blipa kwa|wa\.me|https?:/i
/** A cut message, or one of an unknown provider: money came, whatever else it says. */
export const saysReceived =
  /\b(?:received (?:kshs?|kes)[.:]? ?[\d,.]+ from|umepokea (?:kshs?|kes)[.:]? ?[\d,.]+ kutoka|cr ?: ?(?:kshs?|kes)[.:]? ?\d)/i
/** The price of something, or the amount still missing. */
export const isCost =
  /\b(?:bill|target|goal|lengo|budget|bajeti|deficit)\b[^\d]{0,14}\b(?:is|ni|imefika|imekuwa|of|ya|iko)\b|debited|purchase at|\b(?:bill|bili|target|goal|budget)\b(?: jumla)? ?[:=]|^(?:tumelipa|tumetumia|tumenunua|spent|expenses?|paid (?:for|to))\b/i
/** Requests for money: their sender has not given any. */
export const asksForMoney = /has requested (?:kshs?|kes)|sent a request of|accept or decline|ameomba (?:kshs?|kes)/i
export const failedPayment = /^(?:failed|imefeli)|(?:insufficient|hakuna) (?:funds|pesa)|wrong pin|temporarily unable/i

const goods =
  'debes?|bags?|crates?|chairs|viti|tents?|kgs?|kilos?|lit(?:re|er)s?|bales?|cartons?|goats?|mbuzi|cows?|bulls?|kuku|hens?|chickens?|plates|packets?|pkts?|trays?|gunias?|boxes|dozens?|sacks?|mattress(?:es)?|blankets?|mabati|bricks|bundles?|loaves|sufuria'

/** Numbers that are not money: 'Form 4', 'Class of 98', '12 members', 'John 3:16'. */
export const notMoney = new RegExp(
  [
    String.raw`\b(?:form|class|std|grade|group|cell|block|house|room|no|number|year|ward|team|batch|class of|unit|phase|zone|area|plot|hse|hs|apt|flat|door|gate|table|floor|family of|section|court|card|ticket|stage|aged?|box|route|psalms?) ?\d{1,4}(?!\d|,\d|k\b)`,
    String.raw`\b(?:19|20)\d\d (?:class|group|alumni|team|batch|cohort)\b`,
    String.raw`\b\d{1,4} (?:members?|people|pax|persons?|watu|kids|children|watoto|days?|siku|weeks?)\b`,
    String.raw`\b(?:wk|week|wiki|round|month)s? ?\d{1,3}(?: ?(?:&|and|na|-) ?\d{1,3})?\b`,
    String.raw`\b\d{1,4} (?:${goods})\b|\b(?:${goods}) \d{1,4}\b`,
    String.raw`^ ?(?:19|20)\d\d(?= ?(?:\(.{0,20}\))? ?:?$)`,
    String.raw`\b\d{1,3}:\d{1,3}(?:-\d{1,3})?(?!\d)`,
    String.raw`\b(?:saa|at) \d{1,2}\b(?![,.]?\d)`,
    String.raw`\b\d{1,2} ?[ap]m\b`,
  ].join('|'),
  'gi',
)

const months =
  'jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december'
export const datesInList = new RegExp(
  [
    String.raw`(?<![\d.,])\d{1,2}(?:\/\d{1,2}(?:\/(?:20)?\d\d)?|[.-]\d{1,2}[.-](?:20)?\d\d)(?![\d.,]*\d|\/[=-])`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th)\b(?: (?:of )?[a-z]{3,9}\b)?(?: 20\d\d\b)?`,
    String.raw`\b\d{1,2} (?:${months})\b(?: 20\d\d\b)?|\b(?:${months}) \d{1,2}\b(?![,.\dk])(?: 20\d\d\b)?`,
    String.raw`\b\d{1,2}-(?:${months})(?:-(?:20)?\d\d)?\b|\b20\d\d-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?`,
    String.raw`\b\d{1,2}[:.]\d{2} ?(?:[ap]\.?m|hrs)\b`,
  ].join('|'),
  'gi',
)

// The rest of a line without the words about payment, from which the name is made. Such a word may be part of the name, too: 'Promise
// Wanjiru', 'Leo Otieno', 'Redeemed Gospel Church', 'Kamau via Mary'.

/** `isOdd` if a word may belong to the name, and `isMarkOdd` if that word is one about paying or promising. */
export type Left = { text: string; isOdd: boolean; isMarkOdd: boolean }

/** Words that are in no person's name. */
const plain =
  /^(?:\(p\)|kshs?|kes|paid|pd|sent|received|done|confirmed|cleared|cash|taslimu|m-?pesa|airtel(?: money)?|cheque|check|bal(?:ance)?|deni|arrears|deposit|pledge[ds]?|pending|bado|unpaid|from|by|on|kutoka(?: kwa)?|via|through|i|today|yesterday|jana|kesho|tomorrow|please|kindly|tafadhali|tu|only|pekee|each|tena|also|added|plus|remaining|[anwt][iua]?(?:me|ta)\p{L}+|i?mepokelewa|.* .*)$/iu

/** Placeholders of removed words: plain ones, others, those with a capital letter, and those that are also marks. */
const [ofPlain, ofOther, ofCapital, ofMark] = ['\ue002', '\ue003', '\ue004', '\ue005']
const between = /\p{L}{2}[^|]*[\ue002-\ue005][^|]*\p{L}{2}/u
const inFront = /[\ue003-\ue005][^|]*\p{L}{2}/u

export function leftOf(whole: string): Left {
  let text = whole.replace(/\(p\)/gi, ' ')
  for (const [words, isMark] of all) text = text.replace(words, (word, ...more) => signOf(word, more, isMark))
  const isCapital = (signs: RegExp) => signs.test(text) && /\p{L}{2}/u.test(text)
  return {
    text: text.replace(/[\ue002-\ue005]/g, ' '),
    isOdd: between.test(text) || inFront.test(text) || isCapital(/[\ue004\ue005]/),
    isMarkOdd: isCapital(/\ue005/),
  }
}

const all: readonly [RegExp, boolean][] = [
  [listMethodWords, false],
  [pledgeWords, true],
  [willGive, false],
  [listPaidWords, true],
  [wordsAround, false],
  [listDays, false],
]

/** Returns the placeholder of a word. A capitalised word before another word stays in the name. */
function signOf(word: string, more: unknown[], isMark: boolean): string {
  if (plain.test(word)) return ` ${ofPlain} `
  if (!/^\p{Lu}/u.test(word)) return ` ${ofOther} `
  const [at, text] = more.filter((one) => one !== undefined).slice(-2) as [number, string]
  const sign = isMark ? ofMark : ofCapital
  return /^ \p{L}{2}/u.test(text.slice(at + word.length)) ? `${word} ${sign} ` : ` ${sign} `
}
