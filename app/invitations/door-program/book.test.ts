import { expect, test } from 'vitest'
import type { Arrival, DoorLine } from '#app/invitations/door/event.ts'
import { Book } from './book.ts'
import type { DoorHeading } from './store.ts'

const line = (nr: number, name: string, code: string, lastFour = ''): DoorLine => [
  `${nr}`,
  code,
  1,
  4,
  'yes',
  4,
  0,
  name,
  lastFour,
]
const head = {
  state: 'open',
  since: '1',
  door: { id: 'a', name: 'Gate', lastNr: 0 },
  doors: [],
} as unknown as DoorHeading
const bookOf = (lines: DoorLine[]) =>
  new Book({ about: { joining: null, head, ahead: 60_000 }, lines, arrivals: [], queue: [] })
const entering = { kind: 'in', undoes: null, people: 2, how: 'scan', saw: 'good', name: null } as const

test('a guest is found by a part of the name without its marks, by the code and by the last four digits', () => {
  const book = bookOf([line(1, 'Gĩkũyũ Wambũi', 'ABC234', '5678'), line(2, 'Otieno', 'DEF567', '9911')])
  for (const text of ['gikuyu', 'WAMBUI gik', 'abc2', '5678'])
    expect(book.find(text).map(({ name }) => name)).toEqual(['Gĩkũyũ Wambũi'])
  expect(book.find('  ')).toEqual([])
  expect(book.byCode('DEF567')?.name).toBe('Otieno')
})

test('what was done counts at once, and no more than once when the server tells of it', () => {
  const book = bookOf([line(1, 'Otieno', 'ABC234')])
  const event = book.made({ ...entering, invitation: '1' })
  book.did(event)
  expect([book.heads, book.queue.length, event.nr]).toEqual([2, 1, 1])
  // By the server's clock.
  expect(book.counted[0]!.at).toBe(event.phoneAt - 60_000)
  book.sent([event.id])
  const { nr: _, phoneAt: __, ...told } = event
  book.hear({ whole: false, lines: [], arrivals: [{ ...told, door: 'a', at: 1, received: 2 } as Arrival] })
  expect([book.heads, book.queue.length]).toEqual([2, 0])
  book.did(book.made({ ...entering, invitation: '1', kind: 'undo', undoes: event.id, people: 0 }))
  expect([book.heads, book.inside('1')]).toEqual([0, []])
})

test('a list that is told whole takes the place of the old one; one that is told in part adds to it', () => {
  const book = bookOf([line(1, 'Otieno', 'ABC234'), line(2, 'Amina', 'DEF567')])
  book.hear({ whole: false, lines: [line(2, 'Forgotten guest', 'DEF567')], arrivals: [] })
  expect([book.guests, book.guest('2')?.name, book.find('amina')]).toEqual([2, 'Forgotten guest', []])
  book.hear({ whole: true, lines: [line(3, 'Juma', 'GHJ234')], arrivals: [] })
  expect([book.guests, book.byCode('ABC234')]).toEqual([1, undefined])
})

test('a phone that lost its numbers goes on after those that the server knows', () => {
  const book = bookOf([])
  book.head = { ...head, door: { ...head.door, lastNr: 41 } }
  book.hear({ whole: false, lines: [], arrivals: [] })
  expect(book.made({ ...entering, invitation: null }).nr).toBe(42)
  book.did(book.made({ ...entering, invitation: null }))
  expect(book.renumber(99).map(({ nr }) => nr)).toEqual([100])
})
