import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsIn, centsMax, dollarText, kes, moneyText } from './money.ts'

test('amounts are read as people type them', () => {
  const typed = { '1000': 100000, '1,000': 100000, ' 99.5 ': 9950, '0.01': 1, '12 345 678.90': 1234567890, '007': 700 }
  for (const [text, cents] of Object.entries(typed)) expect([text, centsIn(text)]).toEqual([text, cents])
})

test('what is not clearly an amount is none: its meaning is never guessed', () => {
  const odd = ['', ' ', '-1', '−0', '+1', '1e3', '1e400', 'NaN', 'Infinity', '٣', '1.005', '0.009', '1,00', '1,0000']
  for (const text of [...odd, '1.', '.5', '1,5', '0x10', '1_000', 'KES 5', '9007199254740992', '99999999999999'])
    expect([text, centsIn(text)]).toEqual([text, undefined])
})

test('every amount comes back as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: centsMax }), (cents) => {
      const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
      expect(centsIn(text)).toBe(cents)
    }),
  )
  expect(kes(100.33)).toBe(10033)
})

test('amounts are written with their currency, and with cents only where there are any', () => {
  expect([0, 1, 100, 1250000, 1250050, centsMax].map((cents) => moneyText(cents))).toEqual([
    ...['KES 0', 'KES 0.01', 'KES 1', 'KES 12,500', 'KES 12,500.50', 'KES 10,000,000,000'],
  ])
  expect(moneyText(5000, 'KSH')).toBe('KSH 50')
})

test('a price in dollars shows cents only where there are any', () => {
  expect([500, 1250, 123_456_00].map(dollarText)).toEqual(['$5', '$12.50', '$123,456'])
})
