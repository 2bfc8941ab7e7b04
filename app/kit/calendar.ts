import { brand } from './brand.ts'

// An event as a calendar file (RFC 5545, 5546). An event always has the same UID; a higher SEQUENCE replaces the calendar's copy of
// it.

/** The file's effect on a calendar: REQUEST enters it and lets a later file change it, PUBLISH only enters it. */
export type CalendarMethod = 'REQUEST' | 'PUBLISH' | 'CANCEL'

export type CalendarEvent = {
  /** Unique among all calendars of the world, such as 'visit-7@harambee'. */
  uid: string
  sequence: number
  method: CalendarMethod
  begins: Date
  ends: Date
  title: string
  place: string
  /** Directions and a phone number, where there are any. */
  notes: string[]
  link: string
  /** The host: calendars ask for one before they let a later file change or cancel the event. */
  organizer?: Party
  /** The one guest whose file this is: nobody else's name is ever in it. */
  attendee?: Party & { answer: 'ACCEPTED' | 'TENTATIVE' | 'DECLINED' }
}
type Party = { name: string; email: string }

export function calendarFile(event: CalendarEvent, now: Date): string {
  const { uid, sequence, method, begins, ends, title, place, notes, link, organizer, attendee } = event
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(brand())}//${text(brand())}//EN`,
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${plain(uid)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(begins)}`,
    `DTEND:${stamp(ends)}`,
    `SUMMARY:${text(title)}`,
    `LOCATION:${text(place)}`,
    ...(notes.length > 0 ? [`DESCRIPTION:${text(notes.join('\n'))}`] : []),
    `URL:${plain(link)}`,
    ...(organizer ? [`ORGANIZER;CN=${quoted(organizer.name)}:mailto:${plain(organizer.email)}`] : []),
    ...(attendee
      ? [`ATTENDEE;CN=${quoted(attendee.name)};PARTSTAT=${attendee.answer};RSVP=FALSE:mailto:${plain(attendee.email)}`]
      : []),
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const stamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '')

/** Escapes text: a line break would begin another line of the file; a comma or semicolon another value. */
const text = (words: string) =>
  words
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r?\n/g, '\\n')
    .replace(/\p{Cc}/gu, '')

/** Quotes a name beside a value, so that it may hold anything but quotes. */
const quoted = (name: string) =>
  `"${name
    .replaceAll('"', "'")
    .replace(/\p{Cc}+/gu, ' ')
    .trim()}"`

/** Removes spaces and line ends, which an address never has. */
const plain = (address: string) => address.replace(/[\s\p{Cc}]/gu, '')

/** Folds a line over 75 bytes: it continues after a break and a space, never inside a character. */
function folded(line: string): string {
  let bytes = 0
  let folds = ''
  for (const sign of line) {
    const size = new TextEncoder().encode(sign).length
    if (bytes + size > 75) {
      folds += '\r\n '
      bytes = 1
    }
    folds += sign
    bytes += size
  }
  return folds
}
