import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countryOf,
  isKenyanMobile,
  mobileIn,
  type PhoneCountry,
  phoneCountries,
  phoneIn,
  phoneShown,
  phoneWhole,
} from './phone.ts'

test('one number has one form, however it is written', () => {
  const written = [
    '0712345678',
    '0712 345 678',
    '+254712345678',
    '254-712-345-678',
    '00254712345678',
    '712345678',
    // The 0 of home is behind the number of the country, too.
    '+254 (0)712 345 678',
    '+2540712345678',
    '254 0712345678',
    '254(0)712-345-678',
    '00254 0712 345 678',
  ]
  for (const text of written) expect([text, phoneIn(text)]).toEqual([text, '+254712345678'])
  expect(phoneIn('+254 (0)20 123 4567')).toBe('+254201234567')
  expect(phoneIn('(020) 123 4567')).toBe('+254201234567')
  expect(phoneIn('+44 20 7946 0958')).toBe('+442079460958')
  expect(phoneIn('256772123456')).toBe('+256772123456')
})

test('what can’t be a number is refused', () => {
  const odd = [
    '',
    '07',
    '12345678',
    '071234567',
    '0112 345 67',
    '07123456789',
    '2547123456789',
    '+25400712345678',
    '254 0',
    '+254 7123',
    'call me',
    '0712 34567x',
    '+',
  ]
  for (const text of [...odd, '٠٧١٢٣٤٥٦٧٨', '+0712345678', '1234567890123456', '0712345678;0712345678'])
    expect([text, phoneIn(text)]).toEqual([text, undefined])
})

/** A mobile number of each country, as it is dialled there and everywhere. */
const dialledThere: Record<PhoneCountry, [string, string]> = {
  KE: ['0112 345 678', '+254112345678'],
  UG: ['0772 123 456', '+256772123456'],
  TZ: ['0655-123-456', '+255655123456'],
  RW: ['0788 123 456', '+250788123456'],
  NG: ['0803 123 4567', '+2348031234567'],
  GH: ['024 412 3456', '+233244123456'],
  ZA: ['(082) 123 4567', '+27821234567'],
}

test('a number that is dialled within a country is read as one of the country that was chosen', () => {
  for (const country of phoneCountries) {
    const [there, number] = dialledThere[country]
    const own = there.replace(/^\D*0/, '')
    const code = number.slice(0, number.length - own.replace(/\D/g, '').length)
    const ways = [there, own, number, `${code} (0) ${own}`, `${code}0${own}`, `00${code.slice(1)}${own}`]
    for (const typed of ways) expect([typed, mobileIn(typed, country)]).toEqual([typed, number])
    expect([country, countryOf(number)]).toEqual([country, country])
  }
})

test('of the seven countries, what is too short, too long or of no mobile phone gets no text', () => {
  const none: [string, PhoneCountry][] = [
    ['0712 345 67', 'KE'],
    ['0712 345 6789', 'KE'],
    ['020 123 4567', 'KE'],
    ['0812 345 678', 'KE'],
    ['0772 123 4567', 'UG'],
    ['0312 123 456', 'UG'],
    ['0222 123 456', 'TZ'],
    ['0708 123 456', 'RW'],
    ['0803 123 456', 'NG'],
    ['0303 123 456', 'GH'],
    ['011 123 4567', 'ZA'],
    ['+256 1', 'UG'],
    ['+44 7946 095812', 'KE'],
    ['٠٧١٢٣٤٥٦٧٨', 'KE'],
    ['abc', 'KE'],
  ]
  for (const [typed, country] of none) expect([typed, mobileIn(typed, country)]).toEqual([typed, undefined])
  expect(['+254712345678', '+254112345678', '+254201234567', '+256772123456'].map(isKenyanMobile)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a number is shown whole to its owner, and to others as far as they can tell which it is', () => {
  const numbers = ['+254712345678', '+256772123456', '+2348031234567', '+447946095812']
  expect(numbers.map(phoneWhole)).toEqual(['0712 345 678', '+256 772 123 456', '+234 803 123 4567', '+447 946 095 812'])
  expect(numbers.map(phoneShown)).toEqual(['0712 … 678', '+256 … 456', '+234 … 567', '+447 … 812'])
})

const aNumber = fc
  .tuple(fc.constantFrom(...phoneCountries), fc.stringMatching(/^\d{6}$/))
  .map(([country, end]) => [country, dialledThere[country][1].slice(0, -6) + end] as const)
const sign = fc.constantFrom('', ' ', '-', '\u2011', '.', '  ', '(', ') ')

test('whatever signs are between the digits, and however it begins, a number is the same number', () => {
  fc.assert(
    fc.property(aNumber, fc.array(sign, { minLength: 14, maxLength: 14 }), ([country, number], signs) => {
      const spread = (text: string) => [...text].map((digit, at) => digit + (signs[at] ?? '')).join('')
      expect(mobileIn(spread(number), country)).toBe(number)
      expect(mobileIn(spread(number))).toBe(number)
      expect(mobileIn(spread(`00${number.slice(1)}`), 'KE')).toBe(number)
    }),
  )
})

test('what is shown whole is read as the same number; what is masked, as none', () => {
  fc.assert(
    fc.property(aNumber, ([, number]) => {
      expect(phoneIn(phoneWhole(number))).toBe(number)
      expect(phoneIn(phoneShown(number))).toBeUndefined()
      expect(phoneShown(number).replace(/\D/g, '').length).toBeLessThan(8)
    }),
  )
})

test('what is no number is undefined, never an error, and what is read is in the form of the whole world', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[+0-9 ()-]{0,20}$/)), (text) => {
      const number = phoneIn(text)
      if (number === undefined) return
      expect(number).toMatch(/^\+[1-9]\d{6,14}$/)
      expect(phoneIn(number)).toBe(number)
    }),
  )
})
