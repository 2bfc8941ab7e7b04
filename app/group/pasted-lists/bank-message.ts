import { tidyName } from '#app/kit/pasted.ts'
import { centsOf } from './clean-text.ts'
import { momentOf } from './days.ts'
import { giftOf, paidIn, payersRow } from './message.ts'
import { longestMessage, type Piece } from './pieces.ts'
import { blankRow, checked, leftOut } from './proposed.ts'
import type { Known, LeftOut, Row } from './row.ts'

// A message of a bank: each has its own words, and most have the code of M-Pesa where the money came from there.

const money = String.raw`(?:(?:kshs?|kes)[.:]? ?){0,2}((?<![\d,])[\d,]{1,14}(?:\.\d{1,2})?)(?: ?(?:ksh|kes)\b)?`
const account = String.raw`(?:your )?(?:[a-z&-]+ ){0,3}(?:a\/c|acc|account|acct)`
const ignoringCase = (source: string) => new RegExp(source, 'i')

const credited = [
  String.raw`${money} (?:has been |was )?(?:credited|deposited|received) (?:to|into|in) ${account}.{0,60}? (?:from|by) `,
  String.raw`${money} (?:has been |was )?received from (?=.{1,60}? (?:into|in|to) ${account})`,
  String.raw`received ${money}(?: via [a-z]+)? from `,
  String.raw`confirmed[.,:]? ?${money} received from `,
  String.raw`(?:credit(?:ed)?|deposit)(?: of| with)? ${money}.{0,60}? (?:from|by) `,
].map(ignoringCase)
const paidOut = [
  String.raw`(?:transaction|payment) of ${money} (?:has been credited to|to) `,
  String.raw`sent ${money} to `,
].map(ignoringCase)
const endOfReceiver = / was |,? ?\bref\b/i

const soundsLikeBank =
  /\bref(?:erence)?\b|\ba\/c\b|\bacc(?:oun)?t\b|pesalink|\bbank\b|credited|transaction no|sent you/i
/** Money from abroad, told by who passes it on: the message of M-Pesa about it is another one. */
const sentYou = new RegExp(
  String.raw`(?:^|[!:,.] )(?<name>[\p{L}][\p{L} .'-]{2,60}?) (?:has |have )?sent you ${money}`,
  'iu',
)
const debited = /\bdebited\b|purchase at|withdraw(?:al|n)\b/i
const isSecret = /never share|one.time|\botp\b|use code/i
const shortest = 40

export function readBankMessage(piece: Piece, known: Known): Row | LeftOut | null {
  const text = piece.text.slice(0, longestMessage)
  if (text.length < shortest || !soundsLikeBank.test(text) || !/ksh|kes/i.test(text)) return null
  if (isSecret.test(text)) return leftOut(piece, 'no money')
  const code = codeIn(text)
  const row: Row = { ...blankRow(piece), source: 'bank', code, at: momentOf(text) ?? piece.day, method: 'bank', text }
  const abroad = sentYou.exec(text)
  if (abroad) return fromAbroad(row, abroad, known)
  const received = paidIn(text, credited)
  if (!received && debited.test(text)) return leftOut(piece, 'own accounts', code)
  if (received) return giftOf(piece, row, withoutAccount(received), known)
  if (/own account|airtime/i.test(text)) return leftOut(piece, 'own accounts', code)
  const sent = paidIn(text.replace(endOfReceiver, '. Ref'), paidOut)
  return sent ? payersRow(row, sent, known) : null
}

function fromAbroad(row: Row, found: RegExpExecArray, { today }: Known): Row {
  const amount = centsOf(found[2])
  const looks: Row['looks'] = ['may be another row']
  return checked(
    { ...row, name: tidyName(found.groups!['name']!), proposal: 'gift', amount, paid: amount, looks },
    today,
  )
}

/** 'DAVID KIMANI into A/C ****6150' is David Kimani. */
function withoutAccount<Found extends NonNullable<ReturnType<typeof paidIn>>>(found: Found): Found {
  const name = found.party.name
    ?.replace(/ (?:into|in|to) (?:your )?(?:[a-z-]+ )?(?:a\/c|acc|account).*$/i, '')
    .replace(/ ?[,(][^,(]*\bbank\b.*$/i, '')
  return { ...found, party: { ...found.party, name: name ? tidyName(name) : null } }
}

/** M-Pesa's code where the bank tells it, else the bank's own. */
function codeIn(text: string): string | null {
  const ofMpesa = /m-?pesa ref(?:erence)?[ :.,]*(?:no\.? ?)?([A-Z0-9]{8,12})/i.exec(text)?.[1]
  const own = /(?:ref(?:erence)?|trans(?:action)?)(?: ?(?:id|no|number))?[ :.,]+([A-Z0-9]{6,20})/i.exec(text)?.[1]
  return (ofMpesa ?? (/\d/.test(own ?? '') ? own : undefined))?.toUpperCase() ?? null
}
