import { guestNoteMax, seatsMax } from '#app/invitations/guests/invitation.ts'
import { type CsvRow, delimiterOf, rowsIn } from '#app/kit/csv-rows.ts'
import { pastedLine, pastedText } from '#app/kit/pasted.ts'
import {
  type AskedColumn,
  type ColumnHead,
  columnsIn,
  type GuestColumn,
  type GuestColumns,
  type SaidInColumns,
} from './guest-columns.ts'
import { emailIn, phonesIn } from './guest-contacts.ts'
import {
  groupsInBook,
  isCouple,
  longestLine,
  type NoGuest,
  nameInBook,
  type ReadGuest,
  seatsInLine,
} from './read-guest.ts'

// A guest list as a table: its first line names the columns, in English or Swahili, or as address books write them.

export type GuestTable = ColumnHead & { heads: string[]; delimiter: string; text: string; line: number }
/** A column that was not read: its heading and an example of its cells. */
export type UnreadTable = { at: number; head: string; sample: string; as: AskedColumn | 'none' | null }

/** Returns the table in a text if one of its first lines is a head. */
export function tableOfGuestsIn(text: string, said: SaidInColumns = {}): GuestTable | undefined {
  let from = 0
  for (let line = 1; line <= 10 && from < text.length; line++) {
    const end = text.indexOf('\n', from)
    const top = text.slice(from, end < 0 ? undefined : end)
    const delimiter = delimiterOf(top.slice(0, 4000))
    const [row] = top.length <= 4000 ? rowsIn(top.replace(/\r$/, ''), delimiter) : []
    const head = row && row !== 'cut' ? columnsIn(row.cells, said) : undefined
    if (head && end >= 0)
      return { ...head, heads: [...cellsOf(row)], delimiter, text: text.slice(end + 1), line: line + 1 }
    from = end < 0 ? text.length : end + 1
  }
  return undefined
}

const cellsOf = (row: CsvRow | 'cut' | undefined): readonly string[] => (row && row !== 'cut' ? row.cells : [])

/** Returns the columns that are not read but have contents, and those that the host explained. */
export function unreadColumns(table: GuestTable, said: SaidInColumns): UnreadTable[] {
  const rows = (quotedRows(table, 200) ?? plainRows(table, 200)).map(({ cells }) => cells)
  const asked = Object.keys(said).map(Number)
  return [...new Set([...table.unknown, ...asked])]
    .toSorted((a, b) => a - b)
    .flatMap((at) => {
      const full = rows.map((cells) => plainCell(cells[at])).filter(Boolean)
      if (full.length === 0) return []
      const head = plainCell(table.heads[at]).slice(0, 40)
      return [{ at, head, sample: full.slice(0, 3).join(' · ').slice(0, 80), as: said[at] ?? null }]
    })
}

const plainCell = (cell = ''): string => pastedLine(cell, 1000)

type Read = { line: number; text: string; guest: ReadGuest | NoGuest }

/** Returns the rows of a table that are not empty. If a quote is never closed, each line is a row. */
export function guestsInTable(table: GuestTable, most: number): Read[] {
  const { columns, line: first } = table
  return (quotedRows(table, most) ?? plainRows(table, most)).map(({ cells, line }) =>
    readRow(cells, columns, first - 1 + line),
  )
}

const saysSomething = ({ cells }: CsvRow) => cells.some((cell) => cell.trim())

function quotedRows({ text, delimiter }: GuestTable, most: number): CsvRow[] | undefined {
  const found: CsvRow[] = []
  for (const row of rowsIn(text, delimiter)) {
    if (row === 'cut') return undefined
    if (saysSomething(row)) found.push(row)
    if (found.length === most) break
  }
  return found
}

const plainRows = ({ text, delimiter }: GuestTable, most: number): CsvRow[] =>
  text
    .split(/\r\n|\n|\r/)
    .map((plain, at) => ({ cells: plain.replaceAll('"', '').split(delimiter), line: at + 1 }))
    .filter(saysSomething)
    .slice(0, most)

function readRow(cells: readonly string[], columns: GuestColumns, line: number): Read {
  const text = pastedText(cells.join(' | ').slice(0, 2000), 2000).replace(/\n/g, ' ').slice(0, longestLine).trim()
  return { line, text, guest: guestOf(cells, columns) }
}

function guestOf(cells: readonly string[], columns: GuestColumns): ReadGuest | NoGuest {
  const all = (column: GuestColumn) => (columns[column] ?? []).map((at) => plainCell(cells[at])).filter(Boolean)
  const cell = (column: GuestColumn) => all(column).join(' ')
  const { name, why } = nameInBook(nameOf(cell))
  if (why) return why
  const typed = all('phone').join(' / ')
  const { phone, others } = phonesIn(typed.replace(/:::/g, ' / '))
  if (!phone && /\d/.test(typed)) return 'number'
  const party = peopleOf(cell, name)
  if (party === undefined) return 'seats'
  const groups = groupsInBook([
    ...all('group')
      .flatMap((one) => one.split(/[;,|]|:::/))
      .map((one) => one.replace(/^[#*\s]+/, '')),
    ...all('table').map((one) => (/^\d+$/.test(one) ? `Table ${one}` : one)),
  ])
  const answer = cell('attending')
  const note = [...all('note'), party.spouse, answer && !isNo(answer) && !isYes(answer) ? answer : '', ...others]
  return {
    name,
    phone,
    email: emailIn(cell('email')).email,
    seats: party.seats,
    groups,
    note: note.filter(Boolean).join(', ').slice(0, guestNoteMax).trim(),
    ...(isNo(answer) ? { doubt: 'not coming' as const } : {}),
  }
}

type Cell = (column: GuestColumn) => string

/** Joins the name from one column or several; a surname in a column of its own comes last. */
function nameOf(cell: Cell): string {
  const parts = cell('name') ? [cell('name')] : [cell('first'), cell('middle')]
  const last = cell('last')
  if (last && !parts.join(' ').toLowerCase().split(' ').includes(last.toLowerCase())) parts.push(last)
  const name = parts.filter(Boolean).join(' ')
  const title = cell('title')
  return title && name && !name.toLowerCase().startsWith(title.toLowerCase()) ? `${title} ${name}` : name
}

const isNo = (text: string): boolean =>
  /^(?:n|no|nope|not (?:coming|attending)|declined?|regrets?|0|false|absent|hapana|la|hatakuja|hatahudhuria|can'?t(?: come)?)\.?$/i.test(
    text,
  )
const isYes = (text: string): boolean =>
  /^(?:y|yes|coming|attending|confirmed|accepted|1|true|ndiyo|ndio|atakuja|anakuja)\.?$/i.test(text)

/** Counts the people by all columns that say so; undefined if the number is impossible. */
function peopleOf(cell: Cell, name: string): { seats: number | null; spouse: string } | undefined {
  const partner = cell('spouse')
  const hasPartner = partner !== '' && !isNo(partner) && !/^(?:none|n\/?a|nil|-+)$/i.test(partner)
  const spouse = hasPartner && !isYes(partner) ? `& ${partner}` : ''
  const parts = [cell('adults'), cell('kids')].map(seatsIn)
  const [adults, kids] = parts
  const plus = isYes(cell('plus')) && !/^\d/.test(cell('plus')) ? 1 : isNo(cell('plus')) ? 0 : numberIn(cell('plus'))
  if (adults === undefined || kids === undefined || plus === undefined) return undefined
  const said = cell('seats') === '' ? null : seatsIn(cell('seats'))
  if (said === undefined) return undefined
  const counted = adults !== null || kids !== null ? Math.max(adults ?? 1, 1) + (kids ?? 0) : null
  const base = said ?? counted ?? (isCouple(name) ? 2 : null)
  const more = (plus ?? 0) + (hasPartner && said === null && counted === null ? 1 : 0)
  const seats = more > 0 && said === null ? (base ?? 1) + more : base
  return seats !== null && (seats < 1 || seats > seatsMax) ? undefined : { seats, spouse }
}

/** Reads a number: null if empty, undefined if it is no number. */
const numberIn = (text: string): number | null | undefined =>
  text === '' || /^-+$/.test(text) ? null : /^\+?\d{1,2}(?:\.0)?$/.test(text) ? Number(text) : undefined

/** Reads a number of seats, which people write with a word beside it. A column for children may say 0. */
function seatsIn(text: string): number | null | undefined {
  const bare = numberIn(text)
  if (bare !== undefined) return bare
  const { seats, isOutside } = seatsInLine(text)
  return isOutside || seats === null ? undefined : seats
}
