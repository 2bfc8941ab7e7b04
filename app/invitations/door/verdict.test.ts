import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Arrival, DoorGuest } from './event.ts'
import { countedOf, flagsOf, headsOf, isForSearch, type Met, type Signed, verdictOf } from './verdict.ts'

const guest = (own: Partial<DoorGuest> = {}): DoorGuest => ({
  id: randomUUID(),
  code: 'ABC234',
  version: 1,
  seats: 4,
  state: 'yes',
  adults: 3,
  children: 1,
  name: 'Mama Njeri',
  lastFour: '4321',
  ended: null,
  ...own,
})
const arrival = (own: Partial<Arrival> = {}): Arrival => ({
  id: randomUUID(),
  door: 'a',
  kind: 'in',
  undoes: null,
  invitation: null,
  people: 1,
  how: 'scan',
  saw: 'good',
  name: null,
  at: 1000,
  received: 2000,
  ...own,
})
const open = { cancelled: false }
const typed = (one: DoorGuest): Met => ({ what: 'guest', guest: one })
const scanned = (one: DoorGuest | undefined, pass = {}, signed: Signed = { by: 'us' }): Met => ({
  what: 'pass',
  pass: { tag: 1, invitation: one?.id ?? randomUUID(), version: 1, seats: 4, ...pass },
  signed,
  guest: one,
})

describe('what a door says', () => {
  test('yes and nobody in: green, for as many as they said', () => {
    const { colour, word, party, lets, saw } = verdictOf(scanned(guest()), [], open)
    expect([colour, word, party, lets, saw]).toEqual(['green', 'welcome', 4, [4, 3, 2, 1], 'good'])
  })

  test('some in: amber, for the rest; all in: amber, with who came last', () => {
    const three = [arrival({ people: 3, at: 7 })]
    const some = verdictOf(typed(guest()), three, open)
    expect([some.colour, some.word, some.came, some.lets, some.last?.at]).toEqual(['amber', 'some', 3, [1], 7])
    const all = verdictOf(typed(guest()), [...three, arrival({ at: 9 })], open)
    expect([all.colour, all.word, all.lets, all.saw, all.last?.at]).toEqual(['amber', 'all', [4, 3, 2, 1], 'again', 9])
  })

  test.each([
    ['maybe', 'maybe', 'unanswered'],
    ['invited', 'unanswered', 'unanswered'],
    ['asked', 'unanswered', 'unanswered'],
    ['no', 'declined', 'declined'],
    ['waiting', 'waiting', 'unanswered'],
    ['offered', 'waiting', 'unanswered'],
  ] as const)('%s: amber, and may be let in', (state, word, saw) => {
    const found = verdictOf(typed(guest({ state, adults: null, children: null })), [], open)
    expect([found.colour, found.word, found.saw, found.lets[0]]).toEqual(['amber', word, saw, 4])
  })

  test('signed but not on this phone, or of a newer version: green and marked, for the seats that the pass says', () => {
    for (const met of [scanned(undefined, { seats: 2 }), scanned(guest(), { version: 2, seats: 2 })]) {
      const { colour, word, party, saw } = verdictOf(met, [], open)
      expect([colour, word, party, saw]).toEqual(['green', 'newer', 2, 'unlisted'])
    }
    const again = scanned(undefined, { seats: 2 })
    expect(verdictOf(again, [arrival({ people: 2 })], open).word).toBe('all')
  })

  test('replaced, withdrawn, of another occasion, cancelled: red, and two taps let in anyway', () => {
    const wrong: [Met, object, string, number | null][] = [
      [scanned(guest({ version: 2, ended: 7 })), open, 'replaced', 7],
      [scanned(guest({ state: 'withdrawn', ended: 8 })), open, 'withdrawn', 8],
      [scanned(undefined, {}, { by: 'other', occasion: 'Church', startsAt: 9 }), open, 'elsewhere', 9],
      [scanned(guest()), { cancelled: true, cancelledAt: 10 }, 'cancelled', 10],
      // As a door says it that has the list of an older version.
      [scanned(guest({ version: 2 })), open, 'replaced', null],
      [scanned(guest()), { cancelled: true }, 'cancelled', null],
    ]
    for (const [met, occasion, word, when] of wrong) {
      const found = verdictOf(met, [], occasion as never)
      expect([found.colour, found.word, found.taps, found.lets.length, found.when]).toEqual(['red', word, 2, 4, when])
    }
  })

  test('a wrong signature lets nobody in, no matter who is on the list; what is no pass is grey', () => {
    const forged = verdictOf(scanned(guest(), {}, { by: 'nobody' }), [], open)
    expect([forged.colour, forged.word, forged.lets, forged.name]).toEqual(['red', 'forged', [], ''])
    const nobody = (text: string) => verdictOf({ what: 'nobody', typed: text }, [], open)
    const [name, number] = [nobody('Mzee Juma'), nobody('9911')]
    expect([name.colour, name.word, name.name, name.lets]).toEqual(['grey', 'no name', 'Mzee Juma', []])
    expect([number.word, number.name]).toEqual(['no number', ''])
    for (const text of ['Mzee Juma', "Ng'ang'a & family", 'Gĩkũyũ', 'جمعة', '9911'])
      expect(isForSearch(text)).toBe(true)
    for (const text of ['WIFI:S:church;;', 'K7P2QX', '12345', '<b>']) expect(isForSearch(text)).toBe(false)
    const nothing = verdictOf({ what: 'nothing' }, [], open)
    expect([nothing.colour, nothing.word, nothing.lets]).toEqual(['grey', 'nothing', []])
  })
})

describe('who is inside', () => {
  test('what was taken back is not counted, whatever order it is heard in', () => {
    const [first, second] = [arrival({ people: 3 }), arrival({ people: 2, at: 5 })]
    const undo = arrival({ kind: 'undo', undoes: first.id, people: 0, at: 6 })
    expect(countedOf([undo, first, second])).toEqual([second])
    expect(headsOf(countedOf([undo, first, second]))).toBe(2)
  })

  test('of two doors that let one pass in the later by our clock is flagged, everywhere the same', () => {
    const invitation = randomUUID()
    const first = arrival({ invitation, people: 4, at: 10, received: 900, door: 'b' })
    const later = arrival({ invitation, people: 4, at: 20, received: 30 })
    for (const heard of [
      [first, later],
      [later, first],
    ])
      expect(flagsOf(countedOf(heard), () => 4)).toEqual([{ arrival: later, other: first }])
    expect(headsOf(countedOf([first, later]))).toBe(8)
  })

  test('the rest of a party by another door is none, nor is who was let in knowingly', () => {
    const invitation = randomUUID()
    const three = arrival({ invitation, people: 3, at: 1, door: 'b' })
    const one = arrival({ invitation, people: 1, at: 2 })
    const again = arrival({ invitation, people: 4, at: 3, saw: 'again' })
    expect(flagsOf(countedOf([three, one, again]), () => 4)).toEqual([])
  })
})
