import { expect, test } from 'vitest'
import { gatewaySays } from '#sandbox/paystack/outcomes.ts'
import { reasonIn, reasonWords } from './provider-reasons.ts'
import { wordsIn } from './words.ts'

const english = wordsIn('en')

test.each(Object.entries(gatewaySays).filter(([why]) => why !== 'success'))(
  'what the sandbox says of a payment that came to nothing is known: %s',
  (_, said) => expect(reasonIn(english, said)).toBe(said) ?? expect(reasonWords(said)).toBeDefined(),
)

test('a reason is known however it is spelt, and the figures and names in it stay', () => {
  expect(reasonWords('INSUFFICIENT FUNDS.')?.message).toBe('Insufficient Funds')
  const sums = 'The provider sends no less than KES 100 there, and this is KES 47.50.'
  expect(reasonWords(sums)?.values).toEqual({ least: 'KES 100', net: 'KES 47.50' })
  expect(reasonIn(english, sums)).toBe(sums)
  const bank =
    'The provider knows no bank called “A {b} & “c””. Send it by hand, or decline the request so that the owner can choose the bank again.'
  expect(reasonIn(english, bank)).toBe(bank)
})

test('any other reason stays as it was said, to the letter', () => {
  for (const said of ["Lipa {na} '{M-Pesa}' imekataa", '', 'declined by the board: see note'])
    expect(reasonIn(english, said)).toBe(said)
})
