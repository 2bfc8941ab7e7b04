import { pastedLine, saidInChat } from '#app/kit/pasted.ts'
import { guestsInCards, isCards } from './guest-cards.ts'
import type { SaidInColumns } from './guest-columns.ts'
import { type GuestTable, guestsInTable, tableOfGuestsIn, type UnreadTable, unreadColumns } from './guest-table.ts'
import { longestLine, type NoGuest, type ReadGuest, readGuest } from './read-guest.ts'

// Reads a host's pasted text or file as guests, who are previewed before anybody is invited: a list from a chat, a
// table, or cards of an address book. Pure: the same text gives the same reading.

export const mostGuestLines = 5000
/** In characters. The address takes a body of 1.5 MB. */
export const mostLetters = 1_500_000

export type GuestLine = { line: number; text: string }
export type GuestsReading = {
  guests: (GuestLine & ReadGuest)[]
  unread: (GuestLine & { why: NoGuest })[]
  /** The columns of a table that are not read, and those that the host explained. */
  columns: UnreadTable[]
  /** The list has more lines than are read: none of it is taken. */
  isTooLong: boolean
}

type Read = GuestLine & { guest: ReadGuest | NoGuest }

/** Reads the pasted text. Invites nobody. */
export function readGuests(pasted: string, asked: SaidInColumns = {}): GuestsReading {
  const text = pasted.slice(0, mostLetters)
  const table = isCards(text) ? undefined : tableOfGuestsIn(text, asked)
  const read = [...readLines(text, table)]
  const reading: GuestsReading = {
    guests: [],
    unread: [],
    columns: table ? unreadColumns(table, asked) : [],
    isTooLong: pasted.length > mostLetters || read.length > mostGuestLines,
  }
  for (const { line, text: said, guest } of read.slice(0, mostGuestLines))
    if (typeof guest === 'string') reading.unread.push({ line, text: said, why: guest })
    else reading.guests.push({ line, text: said, ...guest })
  return reading
}

function readLines(text: string, table: GuestTable | undefined): Iterable<Read> {
  if (isCards(text)) return guestsInCards(text, mostGuestLines + 1)
  return table ? guestsInTable(table, mostGuestLines + 1) : guestsInLines(text)
}

function* guestsInLines(text: string): Generator<Read> {
  let many = 0
  // A sheet without a head has tabs between its cells.
  for (const [at, whole] of text
    .replace(/\t/g, ' | ')
    .split(/\r\n|\n|\r|[\u2028\u2029\u0085]/)
    .entries()) {
    if (whole === '') continue
    const said = pastedLine(whole, 4 * longestLine)
    const heard = saidInChat(said)
    const line = (heard?.text ?? said).trim()
    if (!/[\p{L}\p{N}]/u.test(line)) continue
    if (many++ > mostGuestLines) return
    const isNews = heard !== null && heard.speaker === null
    const guest = isNews ? 'chat' : whole.length > 4 * longestLine ? 'too long' : readGuest(line)
    yield { line: at + 1, text: line.slice(0, longestLine), guest }
  }
}
