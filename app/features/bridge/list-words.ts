// The words and signs by which lists say what was paid, what is promised, and what is no gift at all.

export type Mark = 'paid' | 'pledged' | null

const ticks = /[\u2705\u2714\u2611\u2713\u221a\u{1f4af}]|\(\/\)/u
const waits = /[\u23f3\u231b\u23f0\u274c\u2716\u274e\u{1f51c}\u{1f550}-\u{1f567}]/u
const pledgeWords =
  /\b(?:pledged?|pledges|pledging|promised?|ahadi|ameahidi|tumeahidi|naahidi|[anmt][iua]?ta(?:tuma|lipa|toa|leta)|will (?:send|pay|give|bring)|to (?:send|pay)|pending|not (?:yet )?paid|unpaid|bado|haja(?:lipa|tuma|toa)|tomorrow|kesho|by (?:mon|tues?|wed(?:nes)?|thurs?|fri|sat(?:ur)?|sun|end)\w*)\b/gi
const paidWords =
  /\b(?:paid|pd|cleared|received|sent|done|confirmed|ame(?:lipa|tuma|toa|leta|maliza)|wame(?:lipa|tuma|toa)|ime(?:lipwa|tumwa|ingia)|imepokelewa|tumepokea|nime(?:tuma|lipa|toa)|tume(?:tuma|lipa|toa)|in full|bal(?:ance)?[ :=-]*(?:0|nil|zero)(?![\d,.]))\b/gi
const paidPledge = /pledge[ds]? (?:paid|cleared)|ahadi ime(?:lipwa|isha)/i
const methodWords =
  /\b(?:in )?(cash|taslimu|pesa taslimu|m-?pesa|lipa na m-?pesa|airtel(?: money)?|cheque|check|bank(?: transfer)?|via|through|kwa simu)\b/gi

/**
 * What is said of a line, and whether it says both. A word of waiting outweighs a tick, a tick the heading. The words of
 * `not paid` are no words of `paid`.
 */
export function markOf(text: string, heading: Mark): { mark: Mark; both: boolean } {
  const isPaidPledge = paidPledge.test(text)
  const rest = text.replace(pledgeWords, ' ')
  const isPledged = waits.test(text) || /\(p\)/i.test(text) || (rest !== text && !isPaidPledge)
  const isPaid = isPaidPledge || ticks.test(text) || rest.search(paidWords) >= 0
  if (isPledged) return { mark: 'pledged', both: isPaid }
  return { mark: isPaid ? 'paid' : heading, both: false }
}

export const hasTick = (text: string): boolean => ticks.test(text)

/** A line without the words that say how it is with it: of what is left, the name is made. */
export const withoutMarks = (text: string): string =>
  text
    .replace(/\(p\)/gi, ' ')
    .replace(methodWords, ' ')
    .replace(pledgeWords, ' ')
    .replace(paidWords, ' ')
    .replace(around, ' ')
    .replace(days, ' ')
const around =
  /\b(?:bal(?:ance)?|deni|out of|kati ya|remaining|arrears|deposit|kshs?|kes|leo|today|yesterday|jana|asubuhi|mchana|jioni|usiku|morning|evening|only|tu|pekee|please|tafadhali|kindly|added|plus|more|extra|on|by|kutoka(?: kwa)?|from|i|each|kila mmoja|x \d+|nil)\b/gi
const days =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|juma(?:tatu|nne|tano|mosi|pili)|alhamisi|ijumaa|next week|end month)\b/gi

/** What the lines below a heading are. A title only says that money is collected: among lines with ticks it says nothing. */
export type Heading = { heading: Mark; isTitle: boolean }
export function headingOf(text: string): Heading | undefined {
  const found = headings.find(([one]) => one.test(text))
  return found && { heading: found[1], isTitle: titles.test(text) }
}
const titles = /^(?:list of )?(?:contributions?|contributors|michango|mchango|donations?)\b/i
const headings: readonly [RegExp, Mark][] = [
  [
    /^(?:list of )?(?:pledges?|pledged|promises|ahadi|walioahidi|pending|not (?:yet )?paid|unpaid|bado|waliobaki)\b/i,
    'pledged',
  ],
  [
    /^(?:list of )?(?:paid|received|cash|contributions?|contributors|michango|mchango|waliolipa|waliotoa|waliochanga|wametuma|donations?)\b/i,
    'paid',
  ],
]

/** What a line says of the whole list. */
export function sumKind(text: string): 'total' | 'pledged' | 'balance' | 'goal' | undefined {
  return sums.find(([one]) => one.test(text))?.[1]
}
const sums: readonly [RegExp, 'total' | 'pledged' | 'balance' | 'goal'][] = [
  [/^(?:still pledged|total pledge[sd]?|pledges? total|ahadi zilizobaki|jumla ya ahadi)\b/i, 'pledged'],
  [
    /^(?:grand |sub ?)?(?:total|jumla|sum|so far|collected|tumepata|tumefikisha|cash (?:at|in) hand|amount (?:raised|collected))\b/i,
    'total',
  ],
  [
    /^(?:balance|bal|salio|deficit|upungufu|remaining|tunahitaji|still needed|[bc]\/f|brought forward|carried forward)\b/i,
    'balance',
  ],
  [/^(?:target|goal|budget|lengo|bajeti|required)\b/i, 'goal'],
]

export const howToPay =
  /pay ?bill|till (?:no|num)|\bacc(?:ount)?\.? ?(?:no|num|name)|business no|send (?:your|to)\b|tuma (?:kwa|mchango)|lipa kwa|wa\.me|https?:/i
/** A message that is cut, or of a provider that is not known: whatever else it says, money came. */
export const saysReceived =
  /\b(?:received (?:kshs?|kes)[.:]? ?[\d,.]+ from|umepokea (?:kshs?|kes)[.:]? ?[\d,.]+ kutoka)\b/i
/** A person who asks for money has not given any. */
export const asksForMoney = /has requested (?:kshs?|kes)|accept or decline|ameomba (?:kshs?|kes)/i
export const failedPayment = /^(?:failed|imefeli)|(?:insufficient|hakuna) (?:funds|pesa)|wrong pin|temporarily unable/i

/** 'Form 4', 'Class of 98', '12 members', 'John 3:16': numbers that are no money. */
export const notMoney = new RegExp(
  [
    String.raw`\b(?:form|class|std|grade|group|cell|block|house|room|no|number|year|ward|team|batch|class of|unit|phase|zone|area|plot|hse|hs|apt|flat|door|gate|table|floor|family of|aged?|box|route|psalms?) ?\d{1,4}(?!\d|,\d|k\b)`,
    String.raw`\b(?:19|20)\d\d (?:class|group|alumni|team|batch|cohort)\b`,
    String.raw`\b\d{1,4} (?:members?|people|pax|persons?|watu|kids|children|watoto|days?|siku|weeks?)\b`,
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
    String.raw`\b\d{1,2}(?:st|nd|rd|th)\b(?: (?:of )?[a-z]{3,9})?`,
    String.raw`\b\d{1,2} (?:${months})\b(?: 20\d\d\b)?|\b(?:${months}) \d{1,2}\b(?![,.\dk])(?: 20\d\d\b)?`,
    String.raw`\b\d{1,2}[:.]\d{2} ?(?:[ap]\.?m|hrs)\b`,
  ].join('|'),
  'gi',
)
