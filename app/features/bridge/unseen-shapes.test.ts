import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { phoneOf } from './parties.ts'
import { readPaste } from './read-paste.ts'
import type { Row } from './row.ts'

// Twice forty shapes, each by an author who had not seen the rules, their tests or their page. docs/bridge.md says how they were
// read the first time.

type Wanted = { name: string; kes: number; code?: string; phone?: string; paid: boolean | null }
type Shape = { about: string; text: string; want: Wanted[]; note?: string }

const shapesOf = (file: string): Shape[] => JSON.parse(readFileSync(`test/samples/${file}.json`, 'utf8'))
const collectors = ['Grace Muthoni', '0721556677']

/** What a payer's own message tells was paid, and is looked for. A row that takes back enters nothing. */
const isEntry = ({ proposal }: Row) => proposal !== 'undo'

const stands = (row: Row): boolean | null =>
  row.proposal === 'gift' || row.proposal === 'claim' ? true : row.proposal === 'pledge' ? false : null

function isAs(row: Row, { name, kes, code, phone, paid }: Wanted): boolean {
  return (
    (row.name ?? '').toLowerCase() === name.toLowerCase() &&
    row.amount === kes * 100 &&
    (paid === null || stands(row) === paid) &&
    (code === undefined || row.code === code) &&
    (phone === undefined || row.phone === phoneOf(phone))
  )
}

/** '5000 paid 2000' is one promise that is paid in parts, or what is paid and the rest: both are as a person would enter it. */
const inParts = (row: Row): Row[] =>
  row.proposal === 'pledge' && row.paid > 0
    ? [
        { ...row, proposal: 'gift', amount: row.paid },
        { ...row, amount: row.amount - row.paid },
      ]
    : [row]

function verdictOf({ text, want }: Shape, today: string): 'right' | 'marked' | 'unmarked' {
  const { rows, leftOut } = readPaste(text, { today, collectors })
  const read = rows.filter(isEntry).flatMap(inParts)
  if (read.length === want.length && want.every((one, at) => isAs(read[at]!, one))) return 'right'
  const shown = leftOut.filter(({ reason }) => reason === 'unreadable').length
  const wrong = read.filter((row) => !want.some((one) => isAs(row, one)))
  return wrong.every(({ looks }) => looks.length > 0) && read.length + shown >= want.length ? 'marked' : 'unmarked'
}

const notRight = (shapes: Shape[], today: string) =>
  shapes.map((one) => [verdictOf(one, today), one.about]).filter(([verdict]) => verdict !== 'right')

describe('forty shapes by another author', () => {
  const shapes = shapesOf('bridge-forty')

  test('there are forty', () => expect(shapes).toHaveLength(40))

  test('what is not read as a person reads it is marked', () =>
    expect(notRight(shapes, '2026-11-24')).toEqual([
      ['marked', 'from a bank through M-Pesa'],
      ['marked', "Swahili, sent by the giver, with the sender's line above"],
      ['marked', 'amount before the name'],
      ['marked', 'M-Pesa code behind the name'],
      ['marked', 'cash and half thousand'],
    ]))
})

describe('forty more by a third author', () => {
  const shapes = shapesOf('bridge-forty-more')

  test('there are forty', () => expect(shapes).toHaveLength(40))

  test('what is not read as a person reads it is known', () =>
    expect(notRight(shapes, '2026-11-26')).toEqual([
      ['marked', 'Airtel Money received, number without its nought'],
      ['marked', "M-Pesa received from a bank's bulk account, the giver told under it"],
      ['marked', 'Co-op alert, number before the name, reference in the middle'],
      ['marked', 'received, cut at the front and at the end'],
      ['marked', 'giver forwards own message for another, said in the next message'],
      ['marked', 'money from abroad through Sendwave'],
      ['unmarked', 'table with pipes: pledge, paid, balance'],
      ['unmarked', 'one line with commas, thousands with a comma only in the total'],
      ['unmarked', 'three givers on one line, each the same'],
    ]))
})
