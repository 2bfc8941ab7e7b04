import { namesForeign } from './foreign-money.ts'
import { brands, nobodyIn } from './no-giver.ts'
import { wordsOfParty } from './parties.ts'
import { isOld } from './proposed.ts'
import type { KnownNames, PastedRow, RowLook } from './row.ts'

// Marks doubtful rows, which are not ticked: a row has no look only if its giver, its money, its meaning and its day are certain.

/** Adds all doubts to a row of any source. */
export function doubted(row: PastedRow, known: KnownNames): PastedRow {
  if (row.proposal === 'undo') return row
  const isOfMessage = row.source !== 'list'
  const more = isOfMessage ? (row.proposal === 'gift' ? inboxLooks(row, known) : []) : lineLooks(row, known)
  return more.length === 0 ? row : { ...row, looks: [...new Set<RowLook>([...row.looks, ...more])] }
}

const notGiven =
  /\b(?:ha(?:ja|ku|ta)(?:tuma|lipa|toa|leta|changa|fika|maliza|weza|pata|pati\p{L}*)\p{L}*|(?:did|has|have|had|does|do|is|was|could|can|will|would|should)(?:n't| not)|cannot|can't|won't|refus\w+|declin\w+|cancel\w*|return\w*|refund\w*|revers\w*|bounced|failed|imefeli|amekataa|amerudish\w*|amerudi|ameghairi|ametoka|borrow\w*|mkopo|amekop\w*|loan\w*|needs?|needed|anahitaji|anataka|anaomba|anadai|asks?|asked|wants?|not|wrong|error|mistake|makosa|kosa|duplicate|double|void|deceased|marehemu)\b/iu
const unsure =
  /\b(?:about|around|approx\w*|roughly|karibu|takriban|maybe|perhaps|labda|pengine|might|if|ikiwa|or|au|ama|at least|angalau|up to|estimated?|hadi|between|i think|nadhani|nafikiri|not sure|sina hakika|kama|to confirm|to be confirmed|tbc|unconfirmed)\b/
const often =
  /\b(?:monthly|weekly|daily|yearly|per (?:month|week|day|year)|every (?:month|week|day)|a (?:month|week)|kila (?:mwezi|wiki|siku|mwaka)|twice|thrice|\d times|mara (?:mbili|tatu|\d))\b/i
/** Letters between digits, a gap after a comma, a sign that says 'about'. */
const oddDigits = /\d[OolI](?=[\dOolI]|\b)|(?<![\p{L}\d])[OolI]\d{2}|\d, \d{3}(?!\d)|[~\u2248<>\u00b1] ?\d/u
/** '7th Day Adventist', '1st Born': not a day of a month. */
const ordinal =
  /^\W*(?:\d{1,3}[.)] ?)?(\d{1,3}(?:st|nd|rd|th)) (?!(?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))\p{Lu}/u
const anyDay = /(?<![\d/.,-])\d{1,2}[/-]\d{1,2}[/-](?:20)?\d\d(?![\d/])/
const withOthers = /(?:&|\band\b|\bna\b) \d{1,3} (?:others?|wengine|more|friends)/i
const longestLine = 480

function lineLooks({ name, at, text: whole }: PastedRow, { today }: KnownNames): RowLook[] {
  const text = whole.slice(0, longestLine)
  const looks: RowLook[] = []
  if (notGiven.test(text)) looks.push('not given')
  if (unsure.test(text) || oddDigits.test(text)) looks.push('odd amount')
  if (at === null && anyDay.test(text)) looks.push('no date')
  if (at && today && at > today) looks.push('future date')
  if (at && today && isOld(at, today)) looks.push('old date')
  if (withOthers.test(text)) looks.push('odd name')
  if (often.test(text)) looks.push('for each')
  const [, number] = ordinal.exec(text) ?? []
  if (number && !name?.startsWith(number)) looks.push('odd name')
  const nobody = name === null ? undefined : nobodyIn(name)
  if (nobody) looks.push(nobody)
  return looks
}

// Recognises messages in a treasurer's own inbox that are no gifts: pay, refunds, prizes, loans, money of firms, the treasurer's own.

const otherMoney =
  /\b(?:salar(?:y|ies)|payroll|mshahara|mishahara|wages?|allowances?|posho|stipend|per ?diem|bonus|pension|refunds?|refunded|revers\w+|cash ?back|winnings?|won|jackpot|prize|rewards?|bet|bets|betting|dividends?|interest|riba|loans?|mkopo|disburs\w+|advance|commission|pay-?outs?|settlement|promotion|compensation|claims?|insurance|benefits?|bursary|inua jamii|hustler|helb|nhif|sha|nssf|kra|rent|kodi|rider|earnings|float|unused|deposit refund|maturity|fixed deposit)\b/i
const firms =
  /\b(?:ltd|limited|plc|inc|llp|company|co|corp\w*|account|acc|bank|sacco|microfinance|bulk|b2c|rspo|paybill|till|utility|payments?|services?|solutions?|systems|technologies|enterprises?|agenc(?:y|ies)|holdings|ventures|investments?|international|kenya|insurance|assurance|credit|capital|power|prepaid|postpaid|kplc|water|county|government|ministry|treasury|authority|school|university|college|academy|hospital|hotel|supermarket|stores?|shop|traders|pharmacy|bet|bolt|uber|safaricom|airtel|telkom|branch|mshwari|ziidi|fuliza|westernunion|wise|ipay|dpo|\w+\.(?:com|co|ke|net|africa))\b/i
/** A person's name, as providers write it: two or more words, all capitalised or all small. */
const personal =
  /^(?:[\p{Lu}\d][\p{L}.'-]*(?: (?:[\p{Lu}\d][\p{L}.'&-]*|wa|ole|bin|binti|arap|&|and))+|\p{Ll}{3,}(?: \p{Ll}[\p{Ll}.'-]+)+)$/u
const pochi = /pochi|business (?:account|balance)|sender:/i
const balance =
  /(?: new (?:[a-z-]+ ){0,4}(?:balance|account)\b|[. ](?:salio|baki|bal)\b|\b(?:your )?(?:[a-z-]+ ){0,3}balance\b)/i

/** Returns the doubts about a message of received money. */
function inboxLooks(row: PastedRow, { collectors = [] }: KnownNames): RowLook[] {
  const { name, phone, phoneEnd, source, text } = row
  const said = text.split(balance, 1)[0]!
  const looks: RowLook[] = []
  if (otherMoney.test(said)) looks.push('pay or refund')
  if (namesForeign(said)) looks.push('other currency')
  // The payer sent this message: its words describe who was paid, not the payer.
  if (row.looks.some((look) => look === 'no name' || look === 'name from the chat')) return looks
  const isFirm =
    name !== null &&
    (firms.test(name) ||
      /\d{2}/.test(name) ||
      name
        .toLowerCase()
        .split(' ')
        .some((word) => brands.has(word)))
  const isUnphoned = source === 'mpesa' && !phone && !phoneEnd && !pochi.test(text)
  if (isFirm || isUnphoned) looks.push('a firm')
  if (name !== null && !isFirm && !personal.test(name)) looks.push('odd name')
  if (source === 'mpesa' && row.code && row.code.length !== 10 && (row.at ?? '') > '2017') looks.push('odd code')
  if (name !== null && collectors.some((one) => isSamePerson(one, name))) looks.push('own name')
  return looks
}

/** Compares names: a provider may know one name more, or one less. */
function isSamePerson(one: string, other: string): boolean {
  const [few = [], many = []] = [wordsOfParty(one), wordsOfParty(other)].sort((a, b) => a.length - b.length)
  return few.length > 1 && few.every((word) => many.includes(word))
}
