import { guestNameMax, guestNoteMax, invitationTexts, seatsMax } from '#app/invitations/guests/invitation.ts'
import { oneLine } from '#app/kit/lines.ts'
import { pastedLine, saidInChat } from '#app/kit/pasted.ts'
import { phoneIn } from '#app/kit/phone.ts'
import type { Words } from '#app/kit/says.ts'
import type { SaidInColumns } from './guest-columns.ts'
import { emailIn, phonesIn } from './guest-contacts.ts'
import { type GuestTable, guestsInTable, tableOfGuestsIn, type UnreadTable, unreadColumns } from './guest-table.ts'
import { groupsInBook, longestLine, type NoGuest, nameInBook, type ReadGuest, readGuest } from './read-guest.ts'

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

// Cards of an address book, vCard 2.1, 3 and 4, as phones export them. Pictures in them are skipped.

export const isCards = (text: string): boolean => /^\s*(?:\ufeff)?BEGIN:VCARD\s*$/im.test(text.slice(0, 4000))

const heavy = /^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY|X-[\w-]*PHOTO)\b/i

/** Returns the text without pictures and sounds, which are most of the file's size. */
export function withoutPictures(text: string): string {
  let isHeavy = false
  return text
    .split(/\r\n|\n|\r/)
    .filter((line) => {
      if (isHeavy && (/^[ \t]/.test(line) || !/^[\w.-]+[;:]/.test(line))) return false
      isHeavy = heavy.test(line)
      return !isHeavy
    })
    .join('\n')
}

type Property = { name: string; params: string; value: string }
type Card = { line: number; properties: Property[] }
type ReadCard = { line: number; text: string; guest: ReadGuest | NoGuest }

function guestsInCards(text: string, most: number): ReadCard[] {
  const found: Card[] = []
  let open: Card | undefined
  for (const { line, at } of unfolded(withoutPictures(text))) {
    const property = propertyIn(line)
    if (property?.name === 'BEGIN') open = { line: at, properties: [] }
    else if (property?.name === 'END' && open) {
      if (found.push(open) === most) break
      open = undefined
    } else if (property && open && open.properties.length < 100) open.properties.push(property)
  }
  // A file that was cut within a card keeps that card as far as it goes.
  if (open && open.properties.length > 0 && found.length < most) found.push(open)
  return found.map(readCard)
}

/** Joins broken lines: the rest begins with a space or, in quoted-printable, the line ends with an equals sign. */
function* unfolded(text: string): Generator<{ line: string; at: number }> {
  let open: { line: string; at: number } | undefined
  for (const [at, line] of text.split('\n').entries()) {
    if (open && /^[ \t]/.test(line)) open.line += line.slice(1)
    else if (open?.line.endsWith('=') && /;(?:ENCODING=)?QUOTED-PRINTABLE/i.test(open.line))
      open.line = open.line.slice(0, -1) + line
    else {
      if (open) yield open
      open = { line, at: at + 1 }
    }
  }
  if (open) yield open
}

function propertyIn(line: string): Property | undefined {
  const [, name, params = '', value] =
    /^(?:[\w-]+\.)?([A-Z][\w-]*)((?:;(?:[^":;]|"[^"]*")*)*):(.*)$/i.exec(line.slice(0, 5000)) ?? []
  if (!name) return undefined
  return { name: name.toUpperCase(), params: params.toUpperCase(), value: decoded(value!, params) }
}

/** Decodes quoted-printable and its character set. */
function decoded(value: string, params: string): string {
  if (!/;(?:ENCODING=)?QUOTED-PRINTABLE/i.test(params)) return value
  const bytes = Buffer.from(
    value.replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  const isLatin = /CHARSET="?(?:ISO-8859-1|WINDOWS-1252|US-ASCII)/i.test(params)
  return new TextDecoder(isLatin ? 'windows-1252' : 'utf-8').decode(bytes)
}

const plain = (text: string) => pastedLine(text.replace(/\\n/gi, ' ').replace(/\\([,;:\\])/g, '$1'), 1000)

function readCard({ line, properties }: Card): ReadCard {
  const of = (name: string) => properties.filter((one) => one.name === name)
  const value = (name: string) => plain(of(name)[0]?.value ?? '')
  const [last = '', first = '', middle = ''] = (of('N')[0]?.value ?? '').split(/(?<!\\);/).map(plain)
  const { name, why } = nameInBook(value('FN') || [first, middle, last].filter(Boolean).join(' ') || value('ORG'))
  const phones = of('TEL').toSorted((one, other) => rank(other) - rank(one))
  const text = [name, ...phones.map((one) => plain(one.value))].filter(Boolean).join(', ').slice(0, 300)
  if (why) return { line, text, guest: why }
  const numbers = phones.map((one) =>
    phonesIn(`${plain(one.value)} / ${/WAID=(\d{8,15})/.exec(one.params)?.[1] ?? ''}`),
  )
  const known = numbers.filter(({ phone }) => phone !== null)
  if (known.length === 0 && phones.length > 0) return { line, text, guest: 'number' }
  const email = of('EMAIL').map((one) => emailIn(plain(one.value)).email)[0] ?? null
  const groups = groupsInBook(of('CATEGORIES').flatMap((one) => one.value.split(/(?<!\\),/).map(plain)))
  const others = distinct([...known.flatMap((one) => [one.phone!, ...one.others])]).slice(1)
  return {
    line,
    text,
    guest: {
      name,
      phone: known[0]?.phone ?? null,
      email,
      seats: null,
      groups,
      note: others.join(', ').slice(0, guestNoteMax),
    },
  }
}

const distinct = (texts: string[]) => [...new Set(texts)]

/** Ranks numbers: the owner's preferred one first, then mobile phones. */
const rank = ({ params }: Property): number =>
  (/\bPREF\b/.test(params) ? 2 : 0) + (/\bCELL\b|\bMOBILE\b|WAID/.test(params) ? 1 : 0)

// A host's corrections to the rows of a list during its preview.

/** A longer list is mended in its text: a form has no more than 1,000 fields. */
export const mendsMost = 150

type Typed = Record<string, unknown>
const typedAt = (fields: Typed, name: string): string | undefined => {
  const typed = fields[name]
  return typeof typed === 'string' ? oneLine(typed) : undefined
}

/** Returns the list with the corrections in its rows, and the errors by field. */
export function mended(
  reading: GuestsReading,
  fields: Typed,
): { reading: GuestsReading; errors: Record<string, Words> } {
  const errors: Record<string, Words> = {}
  const guests = reading.guests.map((guest, at) => {
    const field = (name: string) => [`${name}.${at + 1}`, typedAt(fields, `${name}.${at + 1}`)] as const
    const [[nameAt, name = guest.name], [phoneAt, phone], [seatsAt, seats]] = [
      field('name'),
      field('phone'),
      field('seats'),
    ]
    if (!/\p{L}/u.test(name) || name.length > guestNameMax) errors[nameAt] = invitationTexts.nameMissing
    const number = phone === undefined ? guest.phone : phone === '' ? null : phoneIn(phone)
    if (number === undefined) errors[phoneAt] = invitationTexts.phoneShape
    const many = seats === undefined ? guest.seats : seats === '' ? null : /^\d{1,2}$/.test(seats) ? Number(seats) : 0
    if (many !== null && (many < 1 || many > seatsMax)) errors[seatsAt] = invitationTexts.seatsRange
    return { ...guest, name, phone: number ?? null, seats: many }
  })
  return { reading: { ...reading, guests }, errors }
}
