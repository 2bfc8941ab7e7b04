import { expect, test } from 'vitest'
import { codeOf, reason, reasonIn } from './provider-reasons.ts'
import { wordsIn } from './words.ts'

const english = wordsIn('en')

test('a reason is kept as its code and values, and read as a sentence', () => {
  const little = reason('too_little', { least: 10_000, net: 4750 })
  expect(JSON.parse(little)).toEqual({ code: 'too_little', least: 10_000, net: 4750 })
  expect(reasonIn(english, little)).toBe('The provider sends no less than KES 100 there, and this is KES 47.50.')
  expect([codeOf(reason('declined')), reasonIn(english, reason('declined'))]).toEqual(['declined', 'Declined'])
  expect(reasonIn(english, reason('no_such_bank', { bank: 'A {b} & “c”' }))).toBe(
    'The provider knows no bank called “A {b} & “c””. Send it by hand, or decline the request so that the owner can choose the bank again.',
  )
})

test('what a provider or a person said stays as it was said, to the letter', () => {
  const odd = ['{"code":"toString"}', '{"code":"declined"', '{"code":"no such"}']
  for (const said of ["Lipa {na} '{M-Pesa}' imekataa", '', 'declined by the board: see note', ...odd])
    expect(reasonIn(english, said)).toBe(said)
})
