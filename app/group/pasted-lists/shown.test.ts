import { describe, expect, test } from 'vitest'
import { readPaste } from '#app/group/pasted-lists/reading/read-paste.ts'
import type { Paste, RowState } from './paste.server.ts'
import { shownPaste } from './shown.ts'

// What the page of a paste says of its rows.

function pasteOf(text: string, entered: number[] = []): Paste {
  const reading = readPaste(text, { today: '2026-11-26' })
  const states = new Map(reading.rows.map(({ nr }): [number, RowState] => [nr, 'proposed']))
  for (const nr of entered) states.set(nr, 'entered')
  return { id: 1, at: new Date('2026-11-26T09:00:00Z'), undone: false, reading, states }
}
const mixed = '1. Otis 500 ✅\n2. Asha 1,000 ✅\n3. Juma 2,000\n4. Rehema Ali 10€\n5. Mwangi 500/2000'
const silent = '1. Otis 500\n2. Asha 1,000\n3. Rehema Ali 10€'
const long = Array.from({ length: 200 }, (_, at) => `${at + 1}. Mama Njeri ${500 + at} ✅`).join('\n')

describe('the check of a paste', () => {
  test('says what its rows come to, how many are of each kind, and how many are left', () => {
    const { all, sum, kinds, left, entered } = shownPaste(pasteOf(mixed, [1]), 1)
    const sums = { all: 5, sum: 550_000, kinds: { gift: 2, pledge: 3 }, left: 4, entered: 1 }
    expect({ all, sum, kinds, left, entered }).toEqual(sums)
  })

  test('of 200 rows a hundred wait on the other page', () => {
    const first = shownPaste(pasteOf(long, [1, 2]), 1)
    expect([first.pages, first.rows.length, first.open, first.left]).toEqual([2, 100, 98, 198])
  })

  test('where its person says that all have paid, what is certain else is a ticked gift', () => {
    const rowsOf = (text: string, allPaid: boolean) =>
      shownPaste(pasteOf(text), 1, allPaid).rows.map(({ proposal, paid, isTicked }) => [proposal, paid, isTicked])
    expect(rowsOf(silent, false)).toEqual([
      ['ask', 0, false],
      ['ask', 0, false],
      ['ask', 0, false],
    ])
    expect(rowsOf(silent, true)).toEqual([
      ['gift', 50_000, true],
      ['gift', 100_000, true],
      ['gift', 1000, false],
    ])
    // Of what is paid in parts, the list says how much has arrived.
    expect(rowsOf(mixed, true).at(-1)).toEqual(['pledge', 50_000, false])
  })

  test('has no day for a row of which nothing says it', () => {
    const [without, own] = shownPaste(pasteOf('1. Otis 500 ✅\n2. Asha 500 ✅ 12/11/2026'), 1).rows
    expect([without!.day, own!.day]).toEqual([null, '2026-11-12'])
  })
})
