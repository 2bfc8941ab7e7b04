import { tidyName } from '#app/kit/pasted.ts'
import { readBankMessage } from './bank-message.ts'
import { cleanText } from './clean-text.ts'
import { compared } from './compare-rows.ts'
import { momentOf } from './days.ts'
import { doubted } from './doubts.ts'
import { namesForeign } from './foreign-money.ts'
import { moneyAmountsIn } from './list-amounts.ts'
import { type Above, eachAbove, nothingAbove, readListLine } from './list-line.ts'
import { postedAgain } from './list-posts.ts'
import { sentenceOf, tableIn } from './list-table.ts'
import { type Heading, hasTick, isAnyHeading } from './list-words.ts'
import { readMessage } from './message.ts'
import { lookAbove, lookBelow } from './message-more.ts'
import { type Piece, piecesOf } from './pieces.ts'
import { leftOut } from './proposed.ts'
import {
  type Known,
  type LeftOut,
  type Look,
  mostCharacters,
  mostLines,
  type Reading,
  type Row,
  type Sum,
} from './row.ts'
import { readStatementRow } from './statement-row.ts'

// The bridge to a group's list: messages of M-Pesa, Airtel Money and banks, exported chats and numbered lists become rows that
// a person approves. Pure: the same paste beside the same knowledge is the same reading.

/** Reads what was pasted. Nothing is entered by it. */
export function readPaste(pasted: string, known: Known = {}): Reading {
  const lines = cleanText(pasted).split('\n')
  const pieces = piecesOf(lines.slice(0, mostLines), known.today)
  const reading = readingOf(pieces.slice(0, mostLines), known)
  if (pasted.length > mostCharacters || lines.length > mostLines || pieces.length > mostLines)
    reading.leftOut.push(restOf(lines))
  return compared(reading, known)
}

function readingOf(pieces: readonly Piece[], known: Known): Reading {
  const reading: Reading = { rows: [], leftOut: [], sums: [] }
  // Who ticks what is paid means something else by a line without a tick, whatever the title says.
  const isTicked = pieces.some(({ kind, text }) => kind !== 'message' && hasTick(text))
  const copies = postedAgain(pieces)
  let above = nothingAbove
  let before: { piece: Piece; found: Found } | undefined
  let inForeign = false
  for (const [at, piece] of pieces.entries()) {
    const table = piece.kind === 'line' ? tableIn(piece.text) : null
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

/** Below 'DIASPORA (USD):' the sums are in dollars, until the next heading. */
const foreignBelow = ({ text }: Piece, before: boolean): boolean =>
  (namesForeign(text) && moneyAmountsIn(text).length === 0) || (before && !isAnyHeading(text))
const withLook = (row: Row, look: Look): Row =>
  row.source === 'list' ? { ...row, looks: [...new Set<Look>([...row.looks, look])] } : row

type Found = Row | LeftOut | Sum | Heading

const belowHeading = ({ heading, isTitle, isSure }: Heading, isTicked: boolean): Above => ({
  ...nothingAbove,
  mark: isTicked && isTitle ? null : heading,
  isSure,
})

/** Below a heading that is not known, what the one before said is not sure any more, and a budget is over. */
const belowUnknown = ({ mark }: Above): Above => ({
  ...nothingAbove,
  mark: mark === 'cost' ? null : mark,
  isSure: false,
})
const endsHeading = (found: Found, { text }: Piece): boolean =>
  'reason' in found ? found.reason === 'no money' && isAnyHeading(text) : 'kind' in found

/** 'Hii ni ya Milimani Women Group', 'From Mercy Nasimiyu': below a message, it says whose money that is. */
const saysWhose =
  /(?:\b(?:hi[iy]o?|this|that) (?:ni (?:ya|kutoka)|is (?:for|from))|^(?:ni ya|ni kutoka|from|kutoka(?: kwa)?)|\bniaba ya|on behalf of) (?<name>\p{L}[\p{L}.' ]{2,50}?)(?= via |,|$| \p{Extended_Pictographic})/iu

function lookAtName(row: Row | undefined, { line }: Piece, name: string): void {
  if (!row || row.source === 'list' || line - row.line > 3) return
  if (!row.name || row.looks.includes('odd name')) row.name = tidyName(name)
  const looks = row.looks.filter((look) => look !== 'no name')
  row.looks = [...new Set<Look>([...looks, 'odd name'])]
}

function readPiece(piece: Piece, above: Above, known: Known): Found {
  if (piece.kind === 'news') return leftOut(piece, 'no money')
  if (piece.kind === 'message') return readMessage(piece, known)
  const sentence = above.table && sentenceOf(above.table, piece.text)
  if (sentence) {
    const found = readListLine({ ...piece, text: sentence.text }, above)
    if (!('looks' in found)) return 'text' in found ? { ...found, text: piece.text, code: sentence.code } : found
    const looks = [...new Set<Look>([...found.looks, ...sentence.looks])]
    const at = momentOf(piece.text)?.slice(0, 10) ?? found.at
    return { ...found, text: piece.text, code: sentence.code, at, looks }
  }
  const ofProvider = readStatementRow(piece, known) ?? readBankMessage(piece, known)
  return ofProvider ?? readListLine(piece, piece.mark ? { ...above, mark: piece.mark } : above)
}

const restOf = (lines: readonly string[]): LeftOut => ({
  nr: mostLines + 1,
  line: Math.min(lines.length, mostLines) + 1,
  reason: 'too long',
  code: null,
  counted: null,
  text: '',
})
