import {
  type KnownNames,
  type LeftOut,
  mostCharacters,
  mostPastedLines,
  type PastedRow,
  type PasteReading,
  type RowLook,
  type Sum,
} from '#app/group/pasted-lists/pasted-list.ts'
import { itemNumber, tidyName } from '#app/kit/pasted.ts'
import { amountsIn, moneyAmountsIn, namesForeign } from './amounts.ts'
import { centsOf, cleanText, sameLine } from './clean-text.ts'
import { compared } from './compare-rows.ts'
import { firstMomentIn } from './days.ts'
import { doubted } from './doubts.ts'
import { type Above, eachAbove, nothingAbove, readListLine } from './list-line.ts'
import { sentenceOf, tableInList } from './list-table.ts'
import { type Heading, hasTick, isAnyHeading } from './list-words.ts'
import { giftOf, lookAbove, lookBelow, paidIn, payersRow, readPaymentMessage } from './message.ts'
import { phoneInLine } from './parties.ts'
import { longestMessage, type Piece, piecesOf } from './pieces.ts'
import { blankRow, checked, leftOut } from './proposed.ts'

// Reads a pasted list: messages of M-Pesa, Airtel Money and banks, exported chats and numbered lists become rows that a
// person approves. Pure: the same paste with the same known data gives the same reading.

/** Reads a paste. Nothing is entered by it. */
export function readPaste(pasted: string, known: KnownNames = {}): PasteReading {
  const lines = cleanText(pasted).split('\n')
  const pieces = piecesOf(lines.slice(0, mostPastedLines), known.today)
  const reading = readingOf(pieces.slice(0, mostPastedLines), known)
  if (pasted.length > mostCharacters || lines.length > mostPastedLines || pieces.length > mostPastedLines)
    reading.leftOut.push(restOf(lines))
  return compared(reading, known)
}

function readingOf(pieces: readonly Piece[], known: KnownNames): PasteReading {
  const reading: PasteReading = { rows: [], leftOut: [], sums: [] }
  // Where paid lines are ticked, a line without a tick is not paid, whatever the title says.
  const isTicked = pieces.some(({ kind, text }) => kind !== 'message' && hasTick(text))
  const copies = postedAgain(pieces)
  let above = nothingAbove
  let before: { piece: Piece; found: Found } | undefined
  let inForeign = false
  for (const [at, piece] of pieces.entries()) {
    const table = piece.kind === 'line' ? tableInList(piece.text) : null
    const each = eachAbove(piece, pieces[at + 1])
    const copy = copies.get(piece.nr)
    const found =
      copy === undefined ? readPiece(piece, above, known) : { ...leftOut(piece, 'twice'), counted: `${copy}` }
    lookAbove(reading.rows.at(-1), pieces[at - 1], piece, found)
    lookBelow({ piece, found }, before)
    before = { piece, found }
    if (table) above = { ...above, table }
    else if (each) above = { ...above, each }
    else if ('heading' in found) above = belowHeading(found, isTicked)
    else if ('kind' in found) reading.sums.push(found)
    else if ('reason' in found) reading.leftOut.push(found)
    else reading.rows.push(doubted(inForeign ? withLook(found, 'other currency') : found, known))
    if (each) reading.leftOut.push(leftOut(piece, 'how to pay'))
    if (!('looks' in found) && piece.kind === 'line' && !table) inForeign = foreignBelow(piece, inForeign)
    const whose = 'reason' in found && saysWhose.exec(piece.text)?.groups?.['name']
    if (whose) lookAtName(reading.rows.at(-1), piece, whose)
    if (!table && endsHeading(found, piece)) above = belowUnknown(above)
  }
  return reading
}

/** Tracks foreign money: below 'DIASPORA (USD):' the sums are in dollars, until the next heading. */
const foreignBelow = ({ text }: Piece, before: boolean): boolean =>
  (namesForeign(text) && moneyAmountsIn(text).length === 0) || (before && !isAnyHeading(text))
const withLook = (row: PastedRow, look: RowLook): PastedRow =>
  row.source === 'list' ? { ...row, looks: [...new Set<RowLook>([...row.looks, look])] } : row

type Found = PastedRow | LeftOut | Sum | Heading

const belowHeading = ({ heading, isTitle, isSure }: Heading, isTicked: boolean): Above => ({
  ...nothingAbove,
  mark: isTicked && isTitle ? null : heading,
  isSure,
})

/** Makes the earlier heading's mark unsure below an unknown heading, and ends a budget. */
const belowUnknown = ({ mark }: Above): Above => ({
  ...nothingAbove,
  mark: mark === 'cost' ? null : mark,
  isSure: false,
})
const endsHeading = (found: Found, { text }: Piece): boolean =>
  'reason' in found ? found.reason === 'no money' && isAnyHeading(text) : 'kind' in found

/** 'Hii ni ya Milimani Women Group', 'From Mercy Nasimiyu': below a message, the line says whose money it is. */
const saysWhose =
  /(?:\b(?:hi[iy]o?|this|that) (?:ni (?:ya|kutoka)|is (?:for|from))|^(?:ni ya|ni kutoka|from|kutoka(?: kwa)?)|\bniaba ya|on behalf of) (?<name>\p{L}[\p{L}.' ]{2,50}?)(?= via |,|$| \p{Extended_Pictographic})/iu

function lookAtName(row: PastedRow | undefined, { line }: Piece, name: string): void {
  if (!row || row.source === 'list' || line - row.line > 3) return
  if (!row.name || row.looks.includes('odd name')) row.name = tidyName(name)
  const looks = row.looks.filter((look) => look !== 'no name')
  row.looks = [...new Set<RowLook>([...looks, 'odd name'])]
}

function readPiece(piece: Piece, above: Above, known: KnownNames): Found {
  if (piece.kind === 'news') return leftOut(piece, 'no money')
  if (piece.kind === 'message') return readPaymentMessage(piece, known)
  const sentence = above.table && sentenceOf(above.table, piece.text)
  if (sentence) {
    const found = readListLine({ ...piece, text: sentence.text }, above)
    if (!('looks' in found)) return 'text' in found ? { ...found, text: piece.text, code: sentence.code } : found
    const looks = [...new Set<RowLook>([...found.looks, ...sentence.looks])]
    const at = firstMomentIn(piece.text)?.slice(0, 10) ?? found.at
    return { ...found, text: piece.text, code: sentence.code, at, looks }
  }
  const ofProvider = readStatementRow(piece, known) ?? readBankMessage(piece, known)
  return ofProvider ?? readListLine(piece, piece.mark ? { ...above, mark: piece.mark } : above)
}

const restOf = (lines: readonly string[]): LeftOut => ({
  nr: mostPastedLines + 1,
  line: Math.min(lines.length, mostPastedLines) + 1,
  reason: 'too long',
  code: null,
  counted: null,
  text: '',
})

// In a chat, each person adds a line to the list and posts the whole list again: the last copy of a line counts.

const longestLine = 200

/** Returns the key of a chat's numbered line: its number and its words, without later remarks. */
function keyOf({ speaker, kind, text }: Piece): string | null {
  const number =
    speaker !== null && kind === 'line' && text.length <= longestLine ? itemNumber.exec(text)?.[1] : undefined
  if (number === undefined) return null
  const line = sameLine(text)
  const [first] = amountsIn(line)
  return first ? `${number} ${line.slice(0, first.end)}` : null
}

/** Maps the number of each reposted line to the line of its last copy. */
function postedAgain(pieces: readonly Piece[]): Map<number, number> {
  const last = new Map<string, Piece>()
  const earlier = new Map<number, number>()
  for (const piece of [...pieces].reverse()) {
    const key = keyOf(piece)
    if (key === null) continue
    const copy = last.get(key)
    if (!copy) last.set(key, piece)
    else if (copy.post !== piece.post) earlier.set(piece.nr, copy.line)
  }
  return earlier
}

// A row of M-Pesa's own statement, copied out of its PDF: code, time, details, 'Completed', amount, balance.

const statementRow =
  /^(?<code>(?=[A-Z0-9]*\d)[A-Z0-9]{10}) (?<day>20\d\d-\d\d-\d\d) (?<hour>\d\d:\d\d)(?::\d\d)? (?<details>.{3,120}?) (?<state>completed|failed|cancelled) (?<amount>-?[\d,]{1,14}\.\d\d)(?: |$)/i
const receivedFrom =
  /^(?:funds received|merchant payment|pay(?:ment)? (?:bill )?received|customer (?:transfer|payment)).*? from ?-? ?/i

/** Reads a row of a statement; null if the line is none. */
function readStatementRow(piece: Piece, { today }: KnownNames): PastedRow | LeftOut | null {
  const found = statementRow.exec(piece.text.slice(0, 300))?.groups
  if (!found) return null
  const { code = '', day, hour, details = '', state = '', amount = '' } = found
  if (!/completed/i.test(state)) return leftOut(piece, 'failed', code)
  const from = receivedFrom.exec(details)
  if (!from || amount.startsWith('-')) return leftOut(piece, 'own accounts', code)
  const payer = details.slice(from[0].length)
  const name = tidyName(payer.replace(/^[\d*x+ -]+/i, '').replace(/ acc\. .*$/i, ''))
  const cents = centsOf(amount)
  return checked(
    {
      ...blankRow(piece),
      source: 'mpesa',
      proposal: 'gift',
      name: name || null,
      ...phoneInLine(payer),
      code,
      at: `${day}T${hour}`,
      method: 'mpesa',
      amount: cents,
      paid: cents,
    },
    today,
  )
}

// A message of a bank: each has its own words, and most have the code of M-Pesa if the money came from there.

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
/** Money from abroad, reported by the service that passes it on: M-Pesa sends another message about it. */
const sentYou = new RegExp(
  String.raw`(?:^|[!:,.] )(?<name>[\p{L}][\p{L} .'-]{2,60}?) (?:has |have )?sent you ${money}`,
  'iu',
)
const debited = /\bdebited\b|purchase at|withdraw(?:al|n)\b/i
const isSecret = /never share|one.time|\botp\b|use code/i
const shortest = 40

function readBankMessage(piece: Piece, known: KnownNames): PastedRow | LeftOut | null {
  const text = piece.text.slice(0, longestMessage)
  if (text.length < shortest || !soundsLikeBank.test(text) || !/ksh|kes/i.test(text)) return null
  if (isSecret.test(text)) return leftOut(piece, 'no money')
  const code = codeIn(text)
  const row: PastedRow = {
    ...blankRow(piece),
    source: 'bank',
    code,
    at: firstMomentIn(text) ?? piece.day,
    method: 'bank',
    text,
  }
  const abroad = sentYou.exec(text)
  if (abroad) return fromAbroad(row, abroad, known)
  const received = paidIn(text, credited)
  if (!received && debited.test(text)) return leftOut(piece, 'own accounts', code)
  if (received) return giftOf(piece, row, withoutAccount(received), known)
  if (/own account|airtime/i.test(text)) return leftOut(piece, 'own accounts', code)
  const sent = paidIn(text.replace(endOfReceiver, '. Ref'), paidOut)
  return sent ? payersRow(row, sent, known) : null
}

function fromAbroad(row: PastedRow, found: RegExpExecArray, { today }: KnownNames): PastedRow {
  const amount = centsOf(found[2])
  const looks: PastedRow['looks'] = ['may be another row']
  return checked(
    { ...row, name: tidyName(found.groups!['name']!), proposal: 'gift', amount, paid: amount, looks },
    today,
  )
}

/** Reads 'DAVID KIMANI into A/C ****6150' as David Kimani. */
function withoutAccount<Found extends NonNullable<ReturnType<typeof paidIn>>>(found: Found): Found {
  const name = found.party.name
    ?.replace(/ (?:into|in|to) (?:your )?(?:[a-z-]+ )?(?:a\/c|acc|account).*$/i, '')
    .replace(/ ?[,(][^,(]*\bbank\b.*$/i, '')
  return { ...found, party: { ...found.party, name: name ? tidyName(name) : null } }
}

/** Returns M-Pesa's code if the bank gives it, else the bank's own. */
function codeIn(text: string): string | null {
  const ofMpesa = /m-?pesa ref(?:erence)?[ :.,]*(?:no\.? ?)?([A-Z0-9]{8,12})/i.exec(text)?.[1]
  const own = /(?:ref(?:erence)?|trans(?:action)?)(?: ?(?:id|no|number))?[ :.,]+([A-Z0-9]{6,20})/i.exec(text)?.[1]
  return (ofMpesa ?? (/\d/.test(own ?? '') ? own : undefined))?.toUpperCase() ?? null
}
