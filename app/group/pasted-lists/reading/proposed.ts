import type { LeftOut, PastedRow, RowReason } from '#app/group/pasted-lists/pasted-list.ts'
import { dayOfCode, daysBetweenWritten, daysDiffer } from './days.ts'
import { phoneOf } from './parties.ts'
import { type Piece, speakerName } from './pieces.ts'

// The fields common to rows of any source, and the doubts that apply to any row.

/** Makes a row of which only the speaker and the time are known. */
export const blankRow = (piece: Piece): PastedRow => ({
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
  anonymous: false,
  looks: [],
  resembles: null,
  text: piece.whole ?? piece.text,
})

export const leftOut = ({ nr, line, text, whole }: Piece, reason: RowReason, code: string | null = null): LeftOut => ({
  nr,
  line,
  reason,
  code,
  counted: null,
  text: whole ?? text,
})

/** Services that pass money on: they did not give it. */
const passesOn =
  /\b(?:bank|bulk|account|money|transfer|sacco|paybill|till|fund|sendwave|worldremit|remitly|western union|moneygram|taptap|lemfi|nala|mukuru|paypal|pesalink|app|kcb|equity|ncba|absa|co-op|stanbic|dtb)\b|(?:^| )\d+(?: |$)|\d{3}|\b(?=[a-z]*\d)[a-z\d]{7,}|[:;@!?<>]/i
/** Small words, which a name in a message does not have, unless all of it is small. */
const smallWord = /(?:^| )(?!(?:wa|na|ole|arap|bin|binti|van|de|la|and|of)\b)\p{Ll}{2}/u
const isPasser = (name: string): boolean => passesOn.test(name) || (/\p{Lu}/u.test(name) && smallWord.test(name))

const [small, large] = [1000, 25_000_000]
/** Days after which a gift may have been for something else. */
const oldest = 90
export const isOld = (at: string, today: string): boolean => daysBetweenWritten(at, today) > oldest

/** Adds all doubts that a person has to look at. */
export function checked(row: PastedRow, today?: string): PastedRow {
  const looks = new Set(row.looks)
  if (!row.name) looks.add('no name')
  else if (row.name.split(' ').length > 6 || (row.source !== 'list' && isPasser(row.name))) looks.add('odd name')
  if (row.source !== 'list' && !row.code) looks.add('no code')
  if (row.source === 'mpesa' && !row.at) looks.add('no date')
  if (row.at && today && row.at.slice(0, 10) > today) looks.add('future date')
  if (row.at && today && isOld(row.at, today)) looks.add('old date')
  if (row.amount < small) looks.add('small')
  if (row.amount > large) looks.add('large')
  const made = row.source === 'mpesa' && row.code ? dayOfCode(row.code) : null
  if (made && row.at && daysDiffer(made, row.at)) looks.add('code and date differ')
  return { ...row, looks: [...looks] }
}
