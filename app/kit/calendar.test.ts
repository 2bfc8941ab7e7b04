import { expect, test } from 'vitest'
import { calendarClient, linesOf, valuesOf } from '#test/calendar-client.ts'
import { type CalendarEvent, calendarFile } from './calendar.ts'

const now = new Date('2026-11-20T12:00:00Z')
const event = (more: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: 'invitation-7@harambee',
  sequence: 1,
  method: 'REQUEST',
  begins: new Date('2027-01-05T16:00:00+03:00'),
  ends: new Date('2027-01-05T20:00:00+03:00'),
  title: 'Ruracio',
  place: 'Nairobi, Kenya',
  notes: [],
  link: 'https://a.example/x',
  organizer: { name: 'Wanjiku & family', email: 'mail@a.example' },
  attendee: { name: 'Mama Njeri', email: 'njeri@example.org', answer: 'ACCEPTED' },
  ...more,
})
const file = (more: Partial<CalendarEvent> = {}) => calendarFile(event(more), now)

test('long lines are folded at 75 bytes, never inside a character', () => {
  const written = file({ title: `Ñandú\r\nBEGIN:VALARM ${'🙏'.repeat(60)}` })
  const lines = written.split('\r\n')
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(written.replaceAll('\r\n ', '')).toContain(`SUMMARY:Ñandú\\nBEGIN:VALARM ${'🙏'.repeat(60)}\r\n`)
  expect(lines).toContain('DTSTART:20270105T130000Z')
  expect(lines.filter((line) => line.startsWith('BEGIN:'))).toEqual(['BEGIN:VCALENDAR', 'BEGIN:VEVENT'])
})

test('an invitation names who invites and one guest, who need not reply', () => {
  const lines = linesOf(file())
  const parties = lines.filter(({ name }) => name === 'ORGANIZER' || name === 'ATTENDEE')
  expect(parties).toEqual([
    { name: 'ORGANIZER', params: { CN: 'Wanjiku & family' }, value: 'mailto:mail@a.example' },
    {
      name: 'ATTENDEE',
      params: { CN: 'Mama Njeri', PARTSTAT: 'ACCEPTED', RSVP: 'FALSE' },
      value: 'mailto:njeri@example.org',
    },
  ])
  const { attendee, ...forAll } = event({ method: 'PUBLISH' })
  expect(attendee).toBeDefined()
  expect(calendarFile(forAll, now)).not.toMatch(/ATTENDEE|njeri/i)
})

test('nothing that a person types makes a line of the file, in whichever field they type it', () => {
  const evil = 'x"\r\nATTENDEE:mailto:all@example.org\n\u0000;CN="y:z",\\'
  const names = (written: string) => linesOf(written).map(({ name }) => name)
  const written = file({
    uid: `7@harambee${evil}`,
    title: evil,
    place: evil,
    notes: [evil],
    link: `https://a.example/${evil}`,
    organizer: { name: evil, email: `mail@a.example${evil}` },
    attendee: { name: evil, email: `njeri@example.org${evil}`, answer: 'TENTATIVE' },
  })
  expect(names(written)).toEqual(names(file({ notes: ['Gate B'] })))
  expect(written.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u)
  expect(valuesOf(written, 'SUMMARY')).toEqual(['x"\nATTENDEE:mailto:all@example.org\n;CN="y:z",\\'])
})

/** Every order of a few things. */
const orders = <Thing>(all: Thing[]): Thing[][] =>
  all.length < 2 ? [all] : all.flatMap((one, at) => orders(all.toSpliced(at, 1)).map((rest) => [one, ...rest]))

test('in whatever order files arrive, the highest sequence stands and a cancellation removes', () => {
  const at = (day: number) => ({ begins: new Date(`2027-01-0${day}T13:00:00Z`) })
  const files = [
    file({ sequence: 1, ...at(5) }),
    file({ sequence: 2, ...at(6) }),
    file({ sequence: 3, method: 'CANCEL', ...at(6) }),
  ]
  const again = file({ sequence: 4, ...at(7) })
  const other = file({ uid: 'invitation-8@harambee', ...at(9) })
  const shownAfter = (order: string[]) => {
    const calendar = calendarClient()
    for (const one of order) calendar.open(one)
    return calendar.shown()
  }
  for (const order of orders([...files, other])) expect(shownAfter(order)).toEqual(['20270109T130000Z'])
  for (const order of orders([...files, again])) expect(shownAfter(order)).toEqual(['20270107T130000Z'])
})
