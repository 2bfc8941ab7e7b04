import { describe, expect, test } from 'vitest'
import { shapesOf, verdictOf } from '#test/pasted-list-shapes.ts'

// Lines that were written to break the rules. Such a row may be read otherwise than a person reads it, but never without a look:
// what has none is entered by one tap.

/** Of each part, how many are read as a person reads them. */
const right = { amounts: 9, names: 10, costs: 13, 'small words': 4, messages: 6, 'without a name': 4, 'both ways': 1 }

describe('lines that were written to break the rules', () => {
  const all = shapesOf('hostile')
  const read = all.map((one) => ({ part: one.part, about: one.about, verdict: verdictOf(one, '2026-11-26') }))

  test('there are eighty-eight', () => expect(all).toHaveLength(88))

  test('none is wrong without a look', () =>
    expect(read.filter(({ verdict }) => verdict === 'unmarked').map(({ about }) => about)).toEqual([]))

  test.each(Object.entries(right))('of %s, %i are right', (part, count) =>
    expect(read.filter((one) => one.part === part && one.verdict === 'right')).toHaveLength(count),
  )
})
