import { expect, test } from 'vitest'
import { claimCodeForm, claimForm } from './claim-forms.ts'

// What people type into a claim, and what is made of it.

const typed = { code: 'TKN4H2X9QB', tail: '126' }
const codeOf = (code: string) => claimCodeForm.safeParse({ code }).data?.code
const tailOf = (tail: string) => claimForm.safeParse({ ...typed, tail }).data?.tail

test.each([
  ['TKN4H2X9QB', 'TKN4H2X9QB'],
  ['tkn4h2x9qb', 'TKN4H2X9QB'],
  [' TKN4 H2X9-QB ', 'TKN4H2X9QB'],
  ['TKN4H2X9QB Confirmed. Ksh500.00 sent to HARAMBEE for account 304518', 'TKN4H2X9QB'],
  ['TKN4H2X9QB Imethibitishwa. Ksh500.00 imetumwa kwa HARAMBEE', 'TKN4H2X9QB'],
])('the code %s is read', (text, code) => expect(codeOf(text)).toBe(code))

test.each([
  '',
  '   ',
  'TKN4H2X9QBZ',
  'TKN4H2X9Q',
  'TKN4H2X9Q!',
  '٤٥٦٧٨٩٠١٢٣',
  'TKN4H2X9Q😀',
  'x'.repeat(100_000),
  '‮TKN4H2X9QB',
])('no code is made of %j', (text) => expect(codeOf(text)).toBeUndefined())

test.each([
  ['126', '126'],
  [' 126 ', '126'],
  ['0712 345 126', '126'],
  ['+254712345126', '126'],
])('the digits %s are read', (text, tail) => expect(tailOf(text)).toBe(tail))

test.each(['', '12', '1267', '١٢٦', '12a', '-12', '1.2', '0712'])('no digits are made of %j', (text) =>
  expect(tailOf(text)).toBeUndefined(),
)

test('what may be left out is left out, and a phone that is none is refused', () => {
  expect(claimForm.parse(typed)).toEqual({ ...typed, name: '', message: '', phone: '', anonymous: false })
  expect(claimForm.safeParse({ ...typed, phone: '123' }).success).toBe(false)
  expect(claimForm.safeParse({ ...typed, name: 'x'.repeat(201) }).success).toBe(false)
  expect(claimForm.parse({ ...typed, name: ' Amina\n Yusuf ', anonymous: 'on', phone: '0712345678' })).toMatchObject({
    name: 'Amina Yusuf',
    anonymous: true,
    phone: '+254712345678',
  })
})
