import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsIn, hundredthsIn, isTooMuch } from './amount.ts'
import { centsMax, dollarText, kes, moneyText, plainMoney, plainSpaces } from './money.ts'

test('amounts are read as people type them', () => {
  const typed = { '1000': 100000, '1,000': 100000, ' 99.5 ': 9950, '0.01': 1, '12 345 678.90': 1234567890, '007': 700 }
  for (const [text, cents] of Object.entries(typed)) expect([text, centsIn(text)]).toEqual([text, cents])
})

test('what is not clearly an amount is none: its meaning is never guessed', () => {
  const odd = ['', ' ', '-1', '−0', '+1', '1e3', '1e400', 'NaN', 'Infinity', '٣', '1.005', '0.009', '1,00', '1,0000']
  for (const text of [
    ...odd,
    '1.',
    '.5',
    '1,5',
    '0x10',
    '1_000',
    'KES',
    'k',
    '1.5k',
    '5 = ',
    'USD 5',
    '9007199254740992',
    '99999999999999',
  ])
    expect([text, centsIn(text)]).toEqual([text, undefined])
})

test('what people write around an amount is read, and a bare number is still one', () => {
  const ways = [
    '500/=',
    '500/-',
    'KES 500',
    'kes500',
    'Ksh 500',
    'KSh. 500',
    'KSHS 500',
    'Sh 500',
    'sh. 500/=',
    '500 bob',
  ]
  for (const text of [...ways, '500 shillings', '500 KES', 'KES\u00a0500'])
    expect([text, centsIn(text)]).toEqual([text, 50000])
  expect([centsIn('2k'), centsIn('20 K'), centsIn('Ksh 1,500/=')]).toEqual([200000, 2000000, 150000])
  // Where dollars are asked for, shillings are no answer.
  expect([hundredthsIn('12.50'), hundredthsIn('KES 5'), hundredthsIn('500/=')]).toEqual([1250, undefined, undefined])
})

test('an amount of any length that is more than any form takes is told from a mistake', () => {
  expect(['10000000000.01', '99999999999999999', 'KES 99,999,999,999'].map(isTooMuch)).toEqual([true, true, true])
  expect(['10000000000', 'abc', '1,0'].map(isTooMuch)).toEqual([false, false, false])
})

test('every amount comes back as it was written [T298]', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: centsMax }), (cents) => {
      const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
      expect(centsIn(text)).toBe(cents)
    }),
  )
  expect(kes(100.33)).toBe(10033)
})

const unbroken = (text: string) => text.replace(' ', '\u00a0')

test('amounts are written with their currency, and with cents only where there are any [T8]', () => {
  expect([0, 1, 100, 1250000, 1250050, centsMax].map((cents) => moneyText(cents))).toEqual([
    ...['KES 0', 'KES 0.01', 'KES 1', 'KES 12,500', 'KES 12,500.50', 'KES 10,000,000,000'].map(unbroken),
  ])
  expect(moneyText(5000, 'KSH')).toBe('KSH\u00a050')
})

test('on screen no line ends with the currency; in files and plain text the space is a plain one', () => {
  expect(moneyText(1250000)).toBe('KES\u00a012,500')
  expect([plainMoney(1250050), plainSpaces(`You gave ${moneyText(50000)}.`)]).toEqual([
    'KES 12,500.50',
    'You gave KES 500.',
  ])
})

test('a price in dollars shows cents only where there are any [T273]', () => {
  expect([500, 1250, 123_456_00].map(dollarText)).toEqual(['$5', '$12.50', '$123,456'])
})
