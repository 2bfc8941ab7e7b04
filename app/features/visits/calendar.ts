// A visit as a file that calendars read (RFC 5545). The same visit always has the same UID; a higher SEQUENCE replaces
// what a calendar has of it.

export type Appointment = {
  id: string
  sequence: number
  /** '2026-11-20' and '14:00', as clocks in Nairobi show them. */
  day: string
  time: string
  title: string
  place: string
  /** Directions and a phone number, where there are any. */
  notes: string[]
  link: string
  cancelled: boolean
}

export function calendarFile(
  { id, sequence, day, time, title, place, notes, link, cancelled }: Appointment,
  now: Date,
): string {
  const begins = new Date(`${day}T${time}:00+03:00`)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Harambee//Visits//EN',
    `METHOD:${cancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:visit-${id}@harambee`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(begins)}`,
    `DTEND:${stamp(new Date(begins.getTime() + 3_600_000))}`,
    `SUMMARY:${text(title)}`,
    `LOCATION:${text(place)}`,
    ...(notes.length > 0 ? [`DESCRIPTION:${text(notes.join('\n'))}`] : []),
    `URL:${link}`,
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const stamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '')

/** A line break would begin another line of the file; a comma or semicolon another value. */
const text = (words: string) =>
  words
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r?\n/g, '\\n')
    .replace(/\p{Cc}/gu, '')

/** Lines have at most 75 bytes; a longer one goes on after a break and a space, never inside a character. */
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
