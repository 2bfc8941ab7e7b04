import type { KnownNames, LeftOut, PastedRow, RowLook, RowReason } from '#app/group/pasted-lists/pasted-list.ts'
import { moneyAmountsIn } from './amounts.ts'
import { centsOf } from './clean-text.ts'
import { firstMomentIn } from './days.ts'
import { saysReceived } from './list-words.ts'
import { hidesName, isCollector, type MoneyParty, partyInLine, phoneOf } from './parties.ts'
import { beginsMpesa, footer, longestMessage, type Piece, speakerName } from './pieces.ts'
import { blankRow, checked, leftOut } from './proposed.ts'

// Words that people write around a message: for whom the money is, how it is shared, or that it is no gift at all. The message proves
// the money and none of that, so a person looks.

/** Returns the doubts from a message's line beside the provider's own words, and from the person who shows it. */
function looksAround({ speaker, text: whole }: Piece, { collectors = [] }: KnownNames): RowLook[] {
  const text = whole.slice(0, longestMessage)
  const looks: RowLook[] = []
  const [first] = text.matchAll(beginsMpesa)
  const inFront = text.slice(0, first?.index ?? 0)
  if (/\p{L}{2}/u.test(inFront.replace(label, '')) || isSaid(text, first !== undefined) || hidesName(text))
    looks.push('more words')
  // Money that another person than a collector received has not reached the fund drive.
  const isKnown =
    speaker === null ||
    role.test(speaker) ||
    isCollector({ name: speaker, phone: phoneOf(speaker), phoneEnd: null }, collectors)
  if (collectors.length > 0 && !isKnown) looks.push('other receiver')
  return looks
}

/** The collector's name in many phones. */
const role = /^(?:treasurer|mweka hazina|mhazini)\b/i
const label = /^\W*(?:(?:congratulations|fwd|fw|forwarded(?: message)?|m-?pesa|sms|message|from m-?pesa)\W*)+$/i
const balance =
  /(?: new (?:[a-z-]+ ){0,4}(?:balance|account)\b|[. ](?:salio|baki|bal)\b)[^.]{0,40}?\d[\d,]*(?:\.\d\d)?|\bbal(?:ance)?:? ?(?:ksh|kes)?[. ]?\d[\d,]*(?:\.\d\d)?/i
const aboutWhom =
  /\b(?:hi[iy]o?|hizi|this|that|these) (?:ni|is|are|was)\b|\bni (?:ya|za|kwa|kutoka|mchango)\b|\bon behalf\b|\bniaba\b|\bm[ci]?i?chango\b|\bcontributions?\b|\bkwa ajili\b/i
const forPerson = /\bfor \p{Lu}\p{Ll}/u
/** The provider's own words. Providers write each amount with its cents. */
const ofProvider =
  /(?<=^|\.)[^.]*\b(?:hupiga|kurudisha|reverse|queries|call|piga|sms)\b[^.]*|\b(?:tid|(?:trans\w{0,8}|txn) ?id|muamala|ref(?:erence)?)\b[:. ]{1,3}[\w.]+|\bsaa \d{1,2}[:.]\d\d|\d[\d,]*\.\d\d|https?:\S+|\*\d+(?:\*\d+){0,6}#/gi

/** Checks for a person's words after the balance, as opposed to advertising. */
function isSaid(text: string, isMpesa: boolean): boolean {
  const found = balance.exec(text)
  if (!found) return false
  const behind = text.slice(found.index + found[0].length, found.index + found[0].length + longestAdded)
  const isShort =
    isMpesa && /\p{L}{2}/u.test(behind) && behind.length <= shortest && !isPlain(behind) && !ofAdvert.test(behind)
  return (
    isShort ||
    aboutWhom.test(behind) ||
    forPerson.test(behind) ||
    moneyAmountsIn(behind.replace(ofProvider, ' ')).length > 0
  )
}
const ofAdvert = /m-?pesa|\btumia\b/i
/** The longest short text after a balance. Advertising is rarely as short. */
const shortest = 60
const longestAdded = 400

const ofWhom =
  /^\W*(?:ya|ni ya|ni kutoka|for|from|kutoka|(?:kwa )?niaba|on behalf)\b|'s (?:contribution|money|share)\b/i
/** Two consecutive pieces of a paste, and their readings. */
type Read = { piece: Piece; found: object }

/** Marks a message if the line directly above it may say whose money it is, or share it. */
export function lookBelow({ piece, found }: Read, before: Read | undefined): void {
  if (piece.kind !== 'message' || !before || before.piece.line !== piece.line - 1) return
  // Most lines above a message are titles, and say nothing about the owner of the money.
  if (!isRowOfList(before.found) && !ofWhom.test(before.piece.text)) return
  lookAbove('looks' in found ? (found as PastedRow) : undefined, piece, before.piece, before.found)
}

/** Marks a message by the line directly below in its post: one that is no gift may name the giver, and a gift may share the money. */
export function lookAbove(row: PastedRow | undefined, before: Piece | undefined, piece: Piece, found: object): void {
  if (!row || row.source === 'list' || before?.kind !== 'message' || before.nr !== row.nr) return
  if (piece.kind !== 'line' || piece.post !== before.post) return
  const said = piece.text.slice(0, longestAdded)
  if (!/\p{L}{2}/u.test(said.replace(ofScreen, ' ')) || isPlain(said)) return
  const look: RowLook | null = isLeftOut(found) ? 'odd name' : isRowOfList(found) ? 'more words' : null
  if (look) row.looks = [...new Set([...row.looks, look])]
}

/** Words that a phone shows between two messages. */
const ofScreen =
  /\b(?:m-?pesa|fwd|forwarded|message|am|pm|(?:mon|tues?|wed(?:nes)?|thurs?|fri|sat(?:ur)?|sun)(?:day)?|today|yesterday|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\b/gi
const thanks = /^\W*(?:asante|ahsante|thank|mungu|god|amen|barikiwa|be blessed|shukran|hongera|pole)/i
const isPlain = (text: string): boolean =>
  thanks.test(text) || footer.test(text) || saysReceived.test(text) || /\b(?:ziidi|interest|dial|app)\b/i.test(text)

const isLeftOut = (found: object): found is LeftOut => 'reason' in found
/** Checks for a numbered line, which begins a list. */
const isRowOfList = (found: object): boolean =>
  'source' in found && found.source === 'list' && 'text' in found && !/^\W*\d/.test(String(found.text))

// A message of M-Pesa or Airtel Money. Its meaning depends on who pasted it: 'received from' is the collector's own message, 'sent
// to' is the payer's, whose money is looked for.

const money = String.raw`(?:(?:kshs?|kes)[.:]? ?){0,2}((?<![\d,])[\d,]{1,14}(?:\.\d{1,2})?)(?: ?(?:ksh|kes)\b)?`
const ignoringCase = (source: string) => new RegExp(source, 'i')

const receivedFrom = [
  String.raw`received ${money}(?: via [a-z]+)? from `,
  String.raw`${money} (?:was |has been |is )?received from `,
  String.raw`${money} paid by `,
  String.raw`umepokea ${money} kutoka (?:kwa )?`,
  String.raw`umetumiwa ${money} (?:na|kutoka(?: kwa)?) `,
  String.raw`${money} ime?(?:pokelewa|pokewa) kutoka (?:kwa )?`,
].map(ignoringCase)

const sentTo = [
  String.raw`${money} (?:sent|paid|transferred) to `,
  String.raw`(?:sent|paid|transferred) ${money} to `,
  String.raw`transfer of ${money} to `,
  String.raw`${money} (?:ime|zime)(?:tumwa|lipwa) kwa `,
  String.raw`ume(?:tuma|lipa) ${money} kwa `,
].map(ignoringCase)

/** The end of the payer's or receiver's name. A point after one letter belongs to an initial. */
const endOfParty =
  /,? on \d| was (?:made|credited|deposited)\b| mnamo \d| tarehe \d| siku \d| (?=\d{1,2}\/\d)| for (?:account|till|paybill)\b| (?:in|to|into) (?:your )?(?:\w+ )?(?:a\/c|acc(?:oun)?t)\b| kwa akaunti| in reference| ref(?=[ :.])| via | through | into a\/c| new [a-z-]* ?(?:balance|account)|[.,] ?(?:new|your|bal|ref|m-?pesa|on|at|salio|baki|fee|transaction|tid|trans|txn)\b|(?<!\b(?:[a-z]|pst|dr|rev|mrs?|ms|eng|hon|prof|fr|sr|bro|capt|st|pr|sis|bp))\. |\.?$/i
const longestParty = 90

export type PaidMessage = { amount: number; party: MoneyParty; name: string }

/** Returns the amount and the other party after the first of these beginnings in a message. */
export function paidIn(text: string, beginnings: readonly RegExp[]): PaidMessage | null {
  for (const one of beginnings) {
    const found = one.exec(text)
    if (!found) continue
    const from = found.index + found[0].length
    const rest = text.slice(from, from + longestParty)
    const [, sender] = /^.{2,80}?\. ?sender:? (.*)$/i.exec(rest) ?? []
    const named = sender ?? rest
    const name = named.slice(0, Math.max(0, named.search(endOfParty)))
    return { amount: centsOf(found[1]), party: partyInLine(name), name }
  }
  return null
}

const failed =
  /^(?:failed|imefeli|umekataa|hakuna pesa)|(?:insufficient|hakuna) (?:funds|pesa)|wrong pin|temporarily unable/i
const ofLoan =
  /fuliza m-?pesa (?:amount|limit) is|pay your outstanding fuliza|outstanding fuliza m-?pesa amount is [^.]*$/i
const takesBack =
  /(?:reversal of(?: transaction)?|transaction|muamala) ([A-Z0-9]{8,12})\b.{0,80}?(?:revers|imerudishwa)|reversal of transaction ([A-Z0-9]{8,12})/i
const takenBack = ignoringCase(String.raw`${money} (?:is |has been |was )?(?:debited|credited|returned|refunded)`)
const notGiven: readonly [RegExp, RowReason][] = [
  [/withdraw|give (?:ksh|kes)|cash to|cash at|deposited by|withdrawn|umetoa|weka ksh/i, 'agent'],
  [/airtime|mjazo|data bundle|bundles/i, 'airtime'],
  [
    /m-?shwari|kcb m-?pesa|ziidi|hustler|mali account|moved from your business|own account|lock savings|moved from till/i,
    'own accounts',
  ],
  [/(?:account |yako )balance was|baki yako ni:|available bal\. is/i, 'balance'],
]
const account =
  /(?:for account(?: number)?|kwa akaunti(?: nambari)?|in reference to) ([^.]{1,40}?)(?= on \d| mnamo| tarehe| new |\.|,|$)/i

export function readPaymentMessage(piece: Piece, known: KnownNames): PastedRow | LeftOut {
  const text = piece.text.slice(0, longestMessage)
  const ours = [...text.matchAll(beginsMpesa)][0]?.[1]
  const source = ours ? 'mpesa' : 'airtel'
  const code = codeOf(ours ?? /(?:id|muamala(?: ni| namba)?)[:. ]+([A-Z0-9.]*\d[A-Z0-9.]*)/i.exec(text)?.[1])
  if (failed.test(text)) return leftOut(piece, 'failed', code)
  if (ofLoan.test(text)) return leftOut(piece, 'loan', code)
  const row: PastedRow = {
    ...blankRow(piece),
    name: nameInFront(piece),
    source,
    code,
    at: firstMomentIn(text) ?? piece.day,
    method: source,
    text,
  }
  const back = takesBack.exec(text)
  if (back) return undoOf(row, back)
  const received = paidIn(text, receivedFrom)
  if (
    received &&
    !/m-?shwari|ziidi|fuliza|hustler|kcb m-?pesa|\b(?:tala|branch|zenka|timiza)\b/i.test(received.name) &&
    !/airtime/i.test(beforeBalance(text))
  )
    return giftOf(piece, row, received, known)
  const reason = reasonFor(text)
  if (reason) return leftOut(piece, reason, code)
  const sent = paidIn(text, sentTo)
  return sent ? payersRow(row, sent, known) : leftOut(piece, 'unreadable', code)
}

/** Returns the name in 'Kendi Murithi: UKQ4Z71PFG Confirmed.', which Kendi posted in a chat. */
const nameInFront = (piece: Piece): string | null =>
  speakerName(piece) ?? /^(\p{L}[\p{L} .']{2,40}): ?(?=[A-Z0-9]{8,12}\b)/u.exec(piece.text)?.[1] ?? null

const codeOf = (found: string | undefined): string | null => found?.toUpperCase().replace(/\.+$/, '') || null

/** Makes the row of a reversal: its message has a code of its own, and names that of the payment. */
const undoOf = (row: PastedRow, [, one, other]: RegExpExecArray): PastedRow => ({
  ...row,
  proposal: 'undo',
  code: (one ?? other)!.toUpperCase(),
  amount: centsOf(takenBack.exec(row.text)?.[1]),
})

export function giftOf(piece: Piece, row: PastedRow, { amount, party }: PaidMessage, known: KnownNames): PastedRow {
  const looks = [...row.looks, ...looksAround(piece, known)]
  const [paidTo, anonymous] = [accountIn(row.text), hidesName(row.text)]
  return checked({ ...row, ...party, proposal: 'gift', amount, paid: amount, paidTo, anonymous, looks }, known.today)
}

const newBalance = / new (?:[a-z-]+ ){0,4}(?:balance|account)\b|[. ](?:salio|baki)\b/i
/** Cuts the advertising after the balance. */
const beforeBalance = (text: string): string => text.split(newBalance, 1)[0]!

/** Returns why a message is no gift. Words after the balance do not count: they are costs and advertising. */
function reasonFor(text: string): RowReason | undefined {
  const isPayment = sentTo.some((one) => one.test(text))
  const said = beforeBalance(text).replace(footer, '')
  return notGiven.find(([one]) => one.test(isPayment ? said : text))?.[1]
}

/** Makes the row of a payer's message, which does not name the payer, but the receiver. */
export function payersRow(
  row: PastedRow,
  { amount, party }: PaidMessage,
  { collectors = [], today }: KnownNames,
): PastedRow {
  const paidTo = accountIn(row.text) ?? party.name ?? party.phone
  const looks: PastedRow['looks'] = row.name ? ['name from the chat'] : ['no name']
  if (isCollector(party, collectors))
    return checked({ ...row, proposal: 'gift', amount, paid: amount, paidTo, looks }, today)
  return checked({ ...row, proposal: 'claim', amount, paidTo, looks: [...looks, 'other recipient'] }, today)
}

const accountIn = (text: string): string | null => account.exec(text)?.[1]?.trim() ?? null
