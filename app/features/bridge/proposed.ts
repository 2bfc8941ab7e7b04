import { dayOfCode, daysDiffer } from './days.ts'
import { phoneOf } from './parties.ts'
import { type Piece, speakerName } from './pieces.ts'
import type { LeftOut, Reason, Row } from './row.ts'

// What every row has, whatever it was read from, and what makes any row one to look at.

/** A row of which nothing is known but who spoke, and when. */
export const blankRow = (piece: Piece): Row => ({
  nr: piece.nr,
  line: piece.line,
  source: 'list',
  proposal: 'ask',
  name: speakerName(piece),
  phone: phoneOf(piece.speaker ?? ''),
  phoneEnd: null,
  amount: 0,
  paid: 0,
  code: null,
  at: piece.day,
  method: null,
  paidTo: null,
  looks: [],
  resembles: null,
  text: piece.text,
})

export const leftOut = ({ nr, line, text }: Piece, reason: Reason, code: string | null = null): LeftOut => ({
  nr,
  line,
  reason,
  code,
  counted: null,
  text,
})

/** Whole cents of '1,250.50'. */
export const centsOf = (digits = '0'): number => Math.round(Number(digits.replaceAll(',', '') || 0) * 100)

/** A bank that passes money on is not who gave it. */
const ofBank = /\b(?:bank|bulk account|money transfer)\b/i

const [small, large] = [1000, 25_000_000]

/** The row with all that a person has to look at. */
export function checked(row: Row, today?: string): Row {
  const looks = new Set(row.looks)
  if (!row.name) looks.add('no name')
  else if (row.name.split(' ').length > 6 || (row.source !== 'list' && ofBank.test(row.name))) looks.add('odd name')
  if (row.source !== 'list' && !row.code) looks.add('no code')
  if (row.source === 'mpesa' && !row.at) looks.add('no date')
  if (row.at && today && row.at.slice(0, 10) > today) looks.add('future date')
  if (row.amount < small) looks.add('small')
  if (row.amount > large) looks.add('large')
  const made = row.source === 'mpesa' && row.code ? dayOfCode(row.code) : null
  if (made && row.at && daysDiffer(made, row.at)) looks.add('code and date differ')
  return { ...row, looks: [...looks] }
}
