import { expect, test } from 'vitest'
import { promptTold } from './answers.ts'

const told = (body: unknown) => promptTold(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))
const items = [
  { Name: 'Amount', Value: 500 },
  { Name: 'MpesaReceiptNumber', Value: 'SKN3ABCDEF' },
  { Name: 'Balance' },
  { Name: 'TransactionDate', Value: 20_261_123_165_507 },
  { Name: 'PhoneNumber', Value: 254_712_345_678 },
]
const of = (own: object = {}) => ({
  Body: {
    stkCallback: {
      MerchantRequestID: '29115-34620561-1',
      CheckoutRequestID: 'ws_CO_231120261655071234',
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      CallbackMetadata: { Item: items },
      ...own,
    },
  },
})
const id = 'ws_CO_231120261655071234'

test('a request that was paid is told with its receipt, in whichever order its items come', () => {
  const paid = { is: 'told', id, state: 'paid', code: '0', receipt: 'SKN3ABCDEF' }
  expect(told(of())).toEqual(paid)
  expect(told(of({ ResultCode: '0', CallbackMetadata: { Item: items.toReversed() } }))).toEqual(paid)
  expect(told(of({ CallbackMetadata: { Item: items[1] } }))).toEqual(paid)
})

test.each([
  [1032, 'cancelled'],
  ['1037', 'unanswered'],
  [4999, 'unknown'],
  [7777, 'unknown'],
  ['SFC_IC0003', 'broken'],
])('%o is told as %s, without a receipt', (ResultCode, state) => {
  expect(told(of({ ResultCode }))).toEqual({ is: 'told', id, state, code: String(ResultCode), receipt: null })
})

const oneItem = (...Value: unknown[]) => Value.map((one) => ({ Item: [{ Name: 'MpesaReceiptNumber', Value: one }] }))
const odd = [...oneItem(undefined, { toString: 1 }, "';--"), { Item: null }, { Item: [null, 5, []] }]
test.each([undefined, null, {}, 'x', ...odd])('items that are %o have no receipt', (CallbackMetadata) => {
  expect(told(of({ CallbackMetadata }))).toMatchObject({ is: 'told', state: 'paid', receipt: null })
})

const noCodes = [undefined, null, {}, [], true, '', 'a b', -1, 0.5, 'x'.repeat(31)]
test.each(noCodes)('a code that is %o tells that something ended, and not how: it is asked for', (ResultCode) => {
  expect(told(of({ ResultCode }))).toMatchObject({ is: 'told', id, state: 'unknown' })
})

const deep = (depth: number) => `${'{"Body":'.repeat(depth)}1${'}'.repeat(depth)}`
test.each([
  ['nothing', ''],
  ['no JSON', 'Body=stkCallback'],
  ['half of it', JSON.stringify(of()).slice(0, 90)],
  ['a list', [of()]],
  ['words', '"Body"'],
  ['null', 'null'],
  ['no Body', { stkCallback: of().Body.stkCallback }],
  ['a Body that is a list', { Body: [of().Body] }],
  ['another kind', { Result: { ResultCode: 0 } }],
  ['no id', of({ CheckoutRequestID: undefined })],
  ['a number for an id', of({ CheckoutRequestID: 5 })],
  ['a list for an id', of({ CheckoutRequestID: [id] })],
  ['an id with a line in it', of({ CheckoutRequestID: 'ws_CO\n1' })],
  ['an id with a NUL', of({ CheckoutRequestID: 'ws_CO\x001' })],
  ['an endless id', of({ CheckoutRequestID: 'w'.repeat(101) })],
  ['more than 32 KB', of({ ResultDesc: 'x'.repeat(33 * 1024) })],
  ['1 MB', 'x'.repeat(1024 * 1024)],
  ['depth 3,000', deep(3000)],
  ['depth 10,000', `${'['.repeat(10_000)}`],
  ['no UTF-8', '\ud800'],
])('what is %s is garbage, and nothing is thrown', (_, body) => {
  expect(told(body)).toEqual({ is: 'garbage' })
})
