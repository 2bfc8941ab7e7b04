import { readBankMessage } from './bank-message.ts'
import { cleanText } from './clean-text.ts'
import { compared } from './compare-rows.ts'
import { readListLine } from './list-line.ts'
import { hasTick, type Mark } from './list-words.ts'
import { readMessage } from './message.ts'
import { type Piece, piecesOf } from './pieces.ts'
import { leftOut } from './proposed.ts'
import { type Known, type LeftOut, mostCharacters, mostLines, type Reading } from './row.ts'

// The bridge to a group's list: messages of M-Pesa, Airtel Money and banks, exported chats and numbered lists become rows that
// a person approves. Pure: the same paste beside the same knowledge is the same reading.

/** Reads what was pasted. Nothing is entered by it. */
export function readPaste(pasted: string, known: Known = {}): Reading {
  const lines = cleanText(pasted).split('\n')
  const reading: Reading = { rows: [], leftOut: [], sums: [] }
  let heading: Mark = null
  const pieces = piecesOf(lines.slice(0, mostLines), known.today)
  // Who ticks what is paid means something else by a line without a tick, whatever the title says.
  const isTicked = pieces.some(({ kind, text }) => kind !== 'message' && hasTick(text))
  for (const piece of pieces.slice(0, mostLines)) {
    const found = readPiece(piece, heading, known)
    if ('heading' in found) heading = isTicked && found.isTitle ? null : found.heading
    else if ('kind' in found) reading.sums.push(found)
    else if ('reason' in found) reading.leftOut.push(found)
    else reading.rows.push(found)
  }
  if (pasted.length > mostCharacters || lines.length > mostLines || pieces.length > mostLines)
    reading.leftOut.push(restOf(lines))
  return compared(reading, known)
}

function readPiece(piece: Piece, heading: Mark, known: Known) {
  if (piece.kind === 'news') return leftOut(piece, 'no money')
  if (piece.kind === 'message') return readMessage(piece, known)
  return readBankMessage(piece, known) ?? readListLine(piece, heading)
}

const restOf = (lines: readonly string[]): LeftOut => ({
  nr: mostLines + 1,
  line: Math.min(lines.length, mostLines) + 1,
  reason: 'too long',
  code: null,
  counted: null,
  text: '',
})
