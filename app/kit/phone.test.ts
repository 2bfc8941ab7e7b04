import { expect, test } from 'vitest'
import { phoneIn } from './phone.ts'

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
