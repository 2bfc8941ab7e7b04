import { describe, expect, test } from 'vitest'
import { statementHeads } from '#test/statement.ts'
import { mostStatementLines, statementIn } from './statement-csv.ts'

// The statement of the portal, as people send it: with other signs between its columns, other orders of a date, cut.

const about = ['Account Holder:,HARAMBEE', 'Short Code:,174379', '']
const paid =
  'SKA0000001,23-11-2026 16:50:00,23-11-2026 16:50:00,Pay Bill,Completed,500.00,,500.00,true,Pay Bill Online,2547 ***** 126 - AMINA YUSUF,,HEAL7K2Q'
const file = (...lines: string[]) => [...about, statementHeads, ...lines].join('\r\n')
const linesOf = (text: string) => {
  const read = statementIn(text)
  return read.is === 'statement' ? read.lines : read
}
const changed = (own: Record<number, string>) =>
  paid
    .split(',')
    .map((cell, at) => own[at] ?? cell)
    .join(',')

test('a line of money that came in has all that its place needs', () => {
  expect(statementIn(file(paid))).toEqual({
    is: 'statement',
    shortcodes: ['174379'],
    lines: [
      {
        receipt: 'SKA0000001',
        kind: 'in',
        paidIn: 50_000,
        withdrawn: 0,
        at: new Date('2026-11-23T13:50:00Z'),
        account: 'HEAL7K2Q',
        tail: '126',
        name: 'AMINA YUSUF',
        linked: null,
        reason: 'Pay Bill Online',
      },
    ],
  })
})

describe('the same file', () => {
  const lines = linesOf(file(paid))
  test.each([
    ['with a mark at its beginning', `\uFEFF${file(paid)}`],
    ['without a colon behind its shortcode', file(paid).replace('Code:', 'Code')],
    ['with tabs', file(paid).replaceAll(',', '\t')],
    ['with semicolons', file(paid).replaceAll(',', ';')],
    ['with lines of another system', file(paid).replaceAll('\r\n', '\n')],
    ['with an end of its last line, and empty lines', `${file(paid)}\r\n\r\n,,,,,,,,,,,,\r\n`],
    ['with the year first', file(changed({ 1: '2026-11-23 16:50:00' }))],
    ['with slashes and without seconds', file(changed({ 1: '23/11/2026 16:50' }))],
    ['with quotes', file(paid.replace('HEAL7K2Q', '"HEAL7K2Q"'))],
    ['with thousands written with commas', file(changed({ 5: '" 500.00 "' }))],
  ])('%s is read the same', (_, text) => {
    expect(linesOf(text)).toEqual(lines)
  })
})

test.each([
  ['Pay Bill Online', '500', '', 'in'],
  ['Customer Merchant Payment', '500', '', 'in'],
  ['Pay Bill Charge', '', '-5', 'charge'],
  ['Business Charge', '', '5.50', 'charge'],
  ['Organization Settlement', '', '-1,000', 'to_bank'],
  ['Merchant to Bank Transfer', '', '1000', 'to_bank'],
  ['Utility Account to Working Account', '', '1000', 'moved'],
  ['Transaction Reversal', '', '500', 'other'],
  ['Business Payment to Customer via API', '', '500', 'other'],
  ['Organization Deposit', '500', '', 'other'],
  ['Pay Bill Online', '', '', 'other'],
])('%s with %s in and %s out is %s', (reason, paidIn, withdrawn, kind) => {
  expect(linesOf(file(changed({ 5: `"${paidIn}"`, 6: `"${withdrawn}"`, 9: reason })))).toMatchObject([{ kind }])
})

test('what failed moved no money', () => {
  expect(linesOf(file(changed({ 4: 'Failed' })))).toMatchObject([{ kind: 'void' }])
})

test.each([
  ['a picture', 'PNG', { is: 'no statement' }],
  ['nothing', '', { is: 'no statement' }],
  ['one with a NUL in an account', file(changed({ 12: 'HEAL\0' })), { is: 'no statement' }],
  ['one with two bytes a letter', [...file(paid)].join('\0'), { is: 'no statement' }],
  ['a statement without a column', file(paid).replace(',Withdrawn', ',Taken'), { is: 'no statement' }],
  ['one that does not say whose it is', [statementHeads, paid].join('\n'), { is: 'whose' }],
  ['one without lines', file(), { is: 'empty' }],
  ['one that is cut in a line', file(paid, paid.slice(0, 60)), { is: 'cut', line: 6 }],
  ['one that is cut in a quote', file(paid, `${paid.slice(0, 60)}"HEAL`), { is: 'cut' }],
  ['one with a date that is none', file(changed({ 1: '31-02-2026 10:00:00' })), { is: 'cut', line: 5 }],
  ['one with an amount that is none', file(changed({ 5: '5.0.0' })), { is: 'cut', line: 5 }],
  ['one that was saved where a comma begins the cents', file(changed({ 5: '"500,00"' })), { is: 'cut', line: 5 }],
  ['one with a comma that parts no thousands', file(changed({ 6: '"1,50"' })), { is: 'cut', line: 5 }],
  ['one with more lines than are read', file(...Array<string>(mostStatementLines + 1).fill(paid)), { is: 'too long' }],
])('%s is refused', (_, text, unread) => {
  expect(statementIn(text)).toEqual(unread)
})

describe('a file of 5 MB that was made to keep us busy is answered at once', () => {
  const size = 5_000_000
  const whole = (text: string) => text.repeat(Math.ceil(size / text.length))
  test.each([
    ['a party of spaces', file(changed({ 10: ' '.repeat(size) })), 'statement'],
    ['a party of stars', file(changed({ 10: '*'.repeat(size) })), 'statement'],
    ['a date of spaces', file(changed({ 1: ' '.repeat(size) })), 'cut'],
    ['an amount of signs', file(changed({ 5: `"${whole(' ,')}"` })), 'cut'],
    ['an amount of thousands', file(changed({ 5: `"1${whole(',000')}"` })), 'cut'],
    ['a head that never ends', whole('receipt no '), 'no statement'],
    ['ends of lines', file(paid) + whole('\r\n'), 'statement'],
    ['a quote that is never closed', file(paid, `"${whole('a""')}`), 'cut'],
    ['columns', file(whole(',')), 'empty'],
    ['lines of money', file(whole(`${paid}\r\n`)), 'too long'],
    ['lines above its head', [whole('Short Code:,174379,\n'), statementHeads, paid].join('\n'), 'statement'],
  ])(
    '%s',
    (_, text, is) => {
      expect(statementIn(text).is).toBe(is)
    },
    // A reader that grows with the square of the length takes minutes.
    60_000,
  )
})
