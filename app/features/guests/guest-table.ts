import { type CsvRow, delimiterOf, rowsIn } from '#app/kit/csv-rows.ts'
import { pastedText } from '#app/kit/pasted.ts'
import { emailIn, phonesIn } from './guest-contacts.ts'
import { partyIn } from './guest-party.ts'
import { nameMax, noteMax } from './invitation.ts'
import { distinctGroups, longestLine, type NoGuest, type ReadGuest } from './read-guest.ts'

// A guest list as a table: its first line names the columns, in English or Swahili, or as address books write them.

const columns = {
  name: /^(?:full |guest |display |guest's )?names?$|^(?:jina|majina)(?: kamili| la mgeni| ya wageni)?$|^(?:mgeni|wageni|guests?|invitees?)$/,
  first: /^(?:first|given) name$|^jina la kwanza$/,
  last: /^(?:last|family) name$|^surname$|^jina la (?:mwisho|ukoo|familia)$/,
  phone:
    /^(?:(?:mobile|cell|tele|primary |home |work )?(?:phone|mobile|cell|tel|simu|whatsapp)(?: ?(?:no|number|numbers|1 value))?|(?:nambari|namba)(?: ya)?(?: simu)?|contacts?|msisdn|tel no)$/,
  email: /^e ?mails?(?: address| 1 value)?$|^barua ?pepe$/,
  seats:
    /^(?:(?:no|number|idadi)(?: of| ya)? )?(?:seats?|pax|people|persons|guests|watu|nafasi|viti)$|^party(?: size)?$|^idadi$|^how many\b.*$/,
  group: /^groups?(?: membership)?$|^(?:ki|ma)?kundi$|^vikundi$|^labels?$|^categor(?:y|ies)$/,
  note: /^(?:notes?|remarks?|comments?|maelezo|maoni)$/,
}
type Column = keyof typeof columns
type Columns = Partial<Record<Column, number>>

const plainHead = (cell: string) =>
  pastedText(cell, 100)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim()

/** Which column is which, where a line is the head of a table; else undefined. */
function columnsIn(cells: readonly string[]): Columns | undefined {
  const heads = cells.map(plainHead)
  const found: Columns = {}
  for (const [column, pattern] of Object.entries(columns) as [Column, RegExp][]) {
    const at = heads.findIndex((head) => pattern.test(head))
    if (at >= 0 && !Object.values(found).includes(at)) found[column] = at
  }
  const isNamed = found.name !== undefined || found.first !== undefined || found.last !== undefined
  return isNamed && Object.keys(found).length > 1 ? found : undefined
}

export type Table = { columns: Columns; delimiter: string; text: string; line: number }

/** The table that a text is, where one of its first lines is a head. */
export function tableIn(text: string): Table | undefined {
  let from = 0
  for (let line = 1; line <= 10 && from < text.length; line++) {
    const end = text.indexOf('\n', from)
    const head = text.slice(from, end < 0 ? undefined : end)
    const delimiter = delimiterOf(head.slice(0, 4000))
    const [row] = head.length <= 4000 ? rowsIn(head.replace(/\r$/, ''), delimiter) : []
    const columns = row && row !== 'cut' ? columnsIn(row.cells) : undefined
    if (columns && end >= 0) return { columns, delimiter, text: text.slice(end + 1), line: line + 1 }
    from = end < 0 ? text.length : end + 1
  }
  return undefined
}

type Read = { line: number; text: string; guest: ReadGuest | NoGuest }

/** The rows of a table that say something. With a quote that is never closed, each line is a row. */
export function guestsInTable(table: Table, most: number): Read[] {
  const { columns, line: first } = table
  return (quotedRows(table, most) ?? plainRows(table, most)).map(({ cells, line }) =>
    readRow(cells, columns, first - 1 + line),
  )
}

const saysSomething = ({ cells }: CsvRow) => cells.some((cell) => cell.trim())

function quotedRows({ text, delimiter }: Table, most: number): CsvRow[] | undefined {
  const found: CsvRow[] = []
  for (const row of rowsIn(text, delimiter)) {
    if (row === 'cut') return undefined
    if (saysSomething(row)) found.push(row)
    if (found.length === most) break
  }
  return found
}

const plainRows = ({ text, delimiter }: Table, most: number): CsvRow[] =>
  text
    .split(/\r\n|\n|\r/)
    .map((plain, at) => ({ cells: plain.replaceAll('"', '').split(delimiter), line: at + 1 }))
    .filter(saysSomething)
    .slice(0, most)

function readRow(cells: readonly string[], columns: Columns, line: number): Read {
  const text = pastedText(cells.join(' | ').slice(0, 2000), 2000).replace(/\n/g, ' ').slice(0, longestLine).trim()
  return { line, text, guest: guestOf(cells, columns) }
}

function guestOf(cells: readonly string[], columns: Columns): ReadGuest | NoGuest {
  const cell = (column: Column) =>
    pastedText((columns[column] === undefined ? '' : cells[columns[column]!]) ?? '', 1000)
      .replace(/\s+/g, ' ')
      .trim()
  const name = (cell('name') || `${cell('first')} ${cell('last')}`).replace(/^[\s=+@-]+/, '').trim()
  if (!/\p{L}/u.test(name)) return 'no name'
  if (name.length > nameMax) return 'too long'
  const typed = cell('phone')
  const { phone, others } = phonesIn(typed.replace(/:::/g, ' / '))
  if (!phone && /\d/.test(typed)) return 'number'
  const seats = seatsIn(cell('seats'))
  if (seats === undefined) return 'seats'
  const groups = distinctGroups(
    cell('group')
      .split(/[;,|]|:::/)
      .map((one) => one.replace(/^[#*\s]+/, '')),
  )
  const note = [cell('note'), ...others].filter(Boolean).join(', ').slice(0, noteMax).trim()
  return {
    name,
    phone,
    email: emailIn(cell('email')).email,
    seats,
    groups: groups.filter((one) => !/^my ?contacts$/i.test(one)),
    note,
  }
}

/** Nothing is null; what can't be so many seats is undefined. */
function seatsIn(text: string): number | null | undefined {
  if (text === '') return null
  const bare = /^\d{1,4}(?:\.0)?$/.test(text) ? Number(text) : undefined
  const { seats, isOutside } = bare === undefined ? partyIn(text) : { seats: bare, isOutside: bare < 1 || bare > 50 }
  return isOutside || seats === null ? undefined : seats
}
