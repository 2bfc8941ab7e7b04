import { namesForeign } from './foreign-money.ts'
import { brands } from './no-giver.ts'
import { wordsOf } from './parties.ts'
import type { Known, Look, Row } from './row.ts'

// Recognises messages in a treasurer's own inbox that are no gifts: pay, refunds, prizes, loans, money of firms, the treasurer's own.

const otherMoney =
  /\b(?:salar(?:y|ies)|payroll|mshahara|mishahara|wages?|allowances?|posho|stipend|per ?diem|bonus|pension|refunds?|refunded|revers\w+|cash ?back|winnings?|won|jackpot|prize|rewards?|bet|bets|betting|dividends?|interest|riba|loans?|mkopo|disburs\w+|advance|commission|pay-?outs?|settlement|promotion|compensation|claims?|insurance|benefits?|bursary|inua jamii|hustler|helb|nhif|sha|nssf|kra|rent|kodi|rider|earnings|float|unused|deposit refund|maturity|fixed deposit)\b/i
const firms =
  /\b(?:ltd|limited|plc|inc|llp|company|co|corp\w*|account|acc|bank|sacco|microfinance|bulk|b2c|rspo|paybill|till|utility|payments?|services?|solutions?|systems|technologies|enterprises?|agenc(?:y|ies)|holdings|ventures|investments?|international|kenya|insurance|assurance|credit|capital|power|prepaid|postpaid|kplc|water|county|government|ministry|treasury|authority|school|university|college|academy|hospital|hotel|supermarket|stores?|shop|traders|pharmacy|bet|bolt|uber|safaricom|airtel|telkom|branch|mshwari|ziidi|fuliza|westernunion|wise|ipay|dpo|\w+\.(?:com|co|ke|net|africa))\b/i
/** A person's own names, as providers know them: two or more, each written as one, or all of them small. */
const personal =
  /^(?:[\p{Lu}\d][\p{L}.'-]*(?: (?:[\p{Lu}\d][\p{L}.'&-]*|wa|ole|bin|binti|arap|&|and))+|\p{Ll}{3,}(?: \p{Ll}[\p{Ll}.'-]+)+)$/u
const pochi = /pochi|business (?:account|balance)|sender:/i
const balance =
  /(?: new (?:[a-z-]+ ){0,4}(?:balance|account)\b|[. ](?:salio|baki|bal)\b|\b(?:your )?(?:[a-z-]+ ){0,3}balance\b)/i

/** Looks of a message by which money came. */
export function inboxLooks(row: Row, { collectors = [] }: Known): Look[] {
  const { name, phone, phoneEnd, source, text } = row
  const said = text.split(balance, 1)[0]!
  const looks: Look[] = []
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

/** A provider may know one name more, or one less. */
function isSamePerson(one: string, other: string): boolean {
  const [few = [], many = []] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length)
  return few.length > 1 && few.every((word) => many.includes(word))
}
