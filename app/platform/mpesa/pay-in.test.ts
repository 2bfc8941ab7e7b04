import { expect, test } from 'vitest'
import { payInAnswer, payInTold } from './daraja.server.ts'

// The bodies are written from what Safaricom documents of C2B, version 2.

const confirmed = {
  TransactionType: 'Pay Bill',
  TransID: 'SKN3ABCDEF',
  TransTime: '20261123165507',
  TransAmount: '500.00',
  BusinessShortCode: '174379',
  BillRefNumber: '304518',
  InvoiceNumber: '',
  OrgAccountBalance: '49197.00',
  ThirdPartyTransID: '',
  MSISDN: '2547 ***** 126',
  FirstName: 'AMINA',
  MiddleName: '',
  LastName: 'Y',
}
const told = (body: unknown) => payInTold(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))

const paidAt = new Date('2026-11-23T13:55:07Z')
test('a payment is told with its code, amount, account, the last digits of its payer and when it was', () => {
  const payment = { receipt: 'SKN3ABCDEF', shortcode: '174379', cents: 50_000, account: '304518' }
  expect(told(confirmed)).toEqual({ is: 'told', ...payment, tail: '126', name: 'AMINA Y', paidAt })
})

test('numbers are read as well as text; what is missing is missing', () => {
  const { FirstName, LastName, MSISDN, BillRefNumber, ...bare } = confirmed
  const numbers = { TransAmount: 500, BusinessShortCode: 174_379, TransTime: 20_261_123_165_507 }
  const read = { shortcode: '174379', cents: 50_000, account: '', tail: null, name: null, paidAt }
  expect(told({ ...bare, ...numbers })).toMatchObject(read)
  expect(told({ ...confirmed, BillRefNumber: 304_518 })).toMatchObject({ account: '304518' })
})

test.each([
  ['the whole number', '254712345126', '126'],
  ['a hash of it', 'b7f64bb3a0b1e2ce0e8c6e0a1d0a9f3b7f64bb3a0b1e2ce0e8c6e0a1d0a9f3', null],
  ['digits of another script', '٢٥٤٧١٢٣٤٥١٢٦', null],
  ['nothing', '', null],
])('of %s no more than the last digits are kept', (_, MSISDN, tail) => {
  expect(told({ ...confirmed, MSISDN })).toMatchObject({ tail })
})

test.each([
  ['no JSON', '<html>'],
  ['a list', [confirmed]],
  ['nothing', ''],
  ['no number of ours', { ...confirmed, BusinessShortCode: {} }],
  ['no amount', { ...confirmed, TransAmount: '' }],
  ['an amount below nothing', { ...confirmed, TransAmount: '-5' }],
  ['an amount with a comma', { ...confirmed, TransAmount: '5,00' }],
  ['an amount without end', { ...confirmed, TransAmount: '1e9' }],
  ['more than 32 KB', { ...confirmed, InvoiceNumber: 'x'.repeat(33_000) }],
  ['ten thousand lists in each other', '['.repeat(10_000) + ']'.repeat(10_000)],
])('%s is garbage', (_, body) => {
  expect(told(body)).toEqual({ is: 'garbage' })
})

test('a code of another shape is none; an account that no phone can type is cut', () => {
  expect(told({ ...confirmed, TransID: 'skn3 abc' })).toMatchObject({ receipt: null })
  expect(told({ ...confirmed, BillRefNumber: '🎁'.repeat(200) })).toMatchObject({ account: '🎁'.repeat(50) })
})

test('each verdict has its code', () => {
  expect(payInAnswer('taken')).toEqual({ ResultCode: '0', ResultDesc: 'Accepted' })
  expect(payInAnswer('unknown account')).toEqual({ ResultCode: 'C2B00012', ResultDesc: 'Rejected' })
  expect(payInAnswer('wrong amount')).toEqual({ ResultCode: 'C2B00013', ResultDesc: 'Rejected' })
  expect(payInAnswer('not now')).toEqual({ ResultCode: 'C2B00016', ResultDesc: 'Rejected' })
})
