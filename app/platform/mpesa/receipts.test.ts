import { describe, expect, test } from 'vitest'
import { json, misbehavingServer } from '#test/misbehaving.ts'
import { daraja } from './daraja.server.ts'

const server = misbehavingServer(json({}))
const tokens = { current: async () => 'first', insteadOf: async () => 'second' }
const opened = (pullNumber?: string) =>
  daraja({
    baseUrl: server.address,
    shortcode: '600000',
    kind: 'paybill',
    passkey: 'the-passkey',
    hearOrigin: 'https://harambee.example',
    pullNumber,
    token: tokens,
  })
const list = (offset = 0, scene = opened('254712345678')) => scene.list({ ...hours, offset })

const hours = { from: new Date('2026-11-22T21:00:00Z'), to: new Date('2026-11-23T13:55:07Z') }
const row = (own: object = {}) => ({
  transactionId: 'SKN3ABCDEF',
  trxDate: '2026-11-23 16:20:00',
  msisdn: 254712345678,
  sender: 'MPESA',
  transactiontype: 'c2b-pay-bill-debit',
  billreference: 'HEAL7K2Q',
  amount: '500.00',
  organizationname: 'Harambee',
  ...own,
})
const found = (Response: unknown, ResponseCode: unknown = '1000') => ({
  ResponseRefID: '26178-42530161-2',
  ResponseCode,
  ResponseMessage: 'Success',
  Response,
})
const ordered = json({ ResponseRefID: '18633-7271215-1', ResponseStatus: '1000', ShortCode: '600000' })
/** What is listed of one row as it is. */
async function listed(one: object) {
  server.answers.push(ordered, json(found([[row(one)]])))
  const answer = await list(0, opened('+254712345678'))
  return answer.is === 'receipts' ? answer.receipts : answer
}

describe('the list of what came in', () => {
  test('is ordered once, and asked for by the hours of Nairobi', async () => {
    const scene = opened('+254712345678')
    server.answers.push(ordered, json(found([row()])), json(found([row()])))
    for (const offset of [0, 1]) await list(offset, scene)
    const [order, ...questions] = server.asked.map(({ path, body }) => ({ path, ...JSON.parse(body) }))
    expect(order).toEqual({
      path: '/pulltransactions/v1/register',
      ShortCode: '600000',
      RequestType: 'Pull',
      NominatedNumber: '254712345678',
      CallBackURL: 'https://harambee.example',
    })
    const range = { StartDate: '2026-11-23 00:00:00', EndDate: '2026-11-23 16:55:07' }
    const question = { path: '/pulltransactions/v1/query', ShortCode: '600000', ...range }
    expect(questions).toEqual(['0', '1'].map((OffSetValue) => ({ ...question, OffSetValue })))
  })

  test.each([
    ['a list', [row(), row({ transactionId: 'SKN3ABCDEG' })]],
    ['a list in a list', [[row(), row({ transactionId: 'SKN3ABCDEG' })]]],
    ['two lists in a list', [[row()], [row({ transactionId: 'SKN3ABCDEG' })]]],
  ])('is read as %s', async (_, rows) => {
    server.answers.push(ordered, json(found(rows)))
    const receipts = [{ receipt: 'SKN3ABCDEF' }, { receipt: 'SKN3ABCDEG' }]
    expect(await list(40)).toMatchObject({ is: 'receipts', receipts, next: 42 })
  })

  test('reads thousands with commas and a mark before its body, and hands on what it can’t read', async () => {
    const odd = row({ transactionId: 'SKN3ABCDEH', trxDate: '23/11/2026 4:55 PM' })
    const body = JSON.stringify(found([row({ amount: '1,253.00' }), odd, row({ transactionId: 'x', amount: '12,53' })]))
    server.answers.push(ordered, json(`\uFEFF${body}`))
    expect(await list()).toMatchObject({
      receipts: [{ receipt: 'SKN3ABCDEF', cents: 125_300 }],
      unreadable: [
        { receipt: 'SKN3ABCDEH', name: 'SKN3ABCDEH' },
        { receipt: null, name: expect.stringMatching(/^[0-9a-f]{16}$/) },
      ],
      next: 3,
    })
  })

  test.each([
    ['1001', undefined],
    [1001, []],
    ['1000', []],
    ['1000', [[]]],
  ])('ends where %o answers %o', async (code, rows) => {
    server.answers.push(ordered, json(found(rows, code)))
    expect(await list()).toEqual({ is: 'receipts', receipts: [], next: null })
  })

  test.each([
    ['nothing in its place', found(undefined)],
    ['words in its place', found('later')],
    ['a code that we don’t know', found([], '1002')],
    ['a page', '<h1>no</h1>'],
    ['half of it', JSON.stringify(found([[row()]])).slice(0, -9)],
  ])('that is %s is not an empty one', async (_, body) => {
    server.answers.push(ordered, json(body))
    expect(await list()).toMatchObject({ is: 'failure', class: 'retry' })
  })

  test('is asked for although it was ordered before, and ordered again where that got no answer', async () => {
    const scene = opened('254712345678')
    const before = { requestId: '1', errorCode: '400.002.02', errorMessage: 'Bad Request - already registered' }
    server.answers.push(json('', 502), json(found([row()])), json(before, 400), json(found([row()])), json(found([])))
    for (const times of [1, 2, 3]) expect(await list(times, scene)).toMatchObject({ is: 'receipts' })
    expect(server.asked.filter(({ path }) => path.endsWith('/register'))).toHaveLength(2)
  })

  test('is ordered again where they say that it never was', async () => {
    const scene = opened('254712345678')
    const never = { requestId: '1', errorCode: '400.003.1001', errorMessage: 'ShortCode is not registered' }
    server.answers.push(ordered, json(never, 400), ordered, json(found([row()])))
    expect(await list(0, scene)).toMatchObject({ is: 'failure' })
    expect(await list(0, scene)).toMatchObject({ is: 'receipts', next: 1 })
    expect(server.asked).toHaveLength(4)
  })

  test('is not asked for without the phone that it is ordered with, and no Paybill is offered then', async () => {
    expect(await list(0, opened())).toMatchObject({ class: 'rejected' })
    expect(server.asked).toEqual([])
    expect(opened().capabilities()).toMatchObject({ proves: ['query'], payIn: null })
    const payIn = { kind: 'paybill', number: '600000' }
    expect(opened('254712345678').capabilities()).toMatchObject({ proves: ['query', 'list'], payIn })
  })
})

describe('a receipt', () => {
  test('is money in cents, with what the payer typed and the number that paid', async () => {
    expect(await listed({})).toEqual([
      {
        receipt: 'SKN3ABCDEF',
        shortcode: '600000',
        cents: 50_000,
        account: 'HEAL7K2Q',
        tail: '678',
        name: null,
        phone: '+254712345678',
        paidAt: new Date('2026-11-23T13:20:00Z'),
      },
    ])
  })

  test.each([
    ['500', 50_000],
    [500, 50_000],
    [500.5, 50_050],
    ['0.1', 10],
    ['19.99', 1999],
    [1.1, 110],
    ['249999.99', 24_999_999],
  ])('of %o is %s cents', async (amount, cents) => {
    expect(await listed({ amount })).toMatchObject([{ cents }])
  })

  const amounts = ['5,00', '-5', '0', 1e21, '1.001', null].map((amount) => ({ amount }))
  const codes = ['short', 5, 'skn3abcdef'].map((transactionId) => ({ transactionId }))
  const dates = ['yesterday', null].map((trxDate) => ({ trxDate }))
  const unreadable = [...amounts, ...codes, ...dates]
  test.each(unreadable)('that says %o is left out, and is none of ours until it can be read', async (own) => {
    expect(await listed(own)).toEqual([])
  })

  test.each([
    ['2547 ***** 126', { tail: '126', name: null }],
    ['254712345678', { tail: '678', name: null, phone: '+254712345678' }],
    ['254712345678 - AMINA  WANJIKU', { tail: '678', name: 'AMINA  WANJIKU' }],
    ['f'.repeat(64), { tail: null, name: null }],
    ['', { tail: null, name: null }],
    [null, { tail: null, name: null }],
  ])('whose payer is %o tells of them %o', async (msisdn, payer) => {
    expect(await listed({ msisdn })).toMatchObject([payer])
  })

  test('has a phone only where all of its number is told', async () => {
    for (const msisdn of ['2547 ***** 126', 'f'.repeat(64), '254201234567', null])
      expect(await listed({ msisdn })).not.toMatchObject([{ phone: expect.any(String) }])
  })

  test.each([
    ['2026-11-23T16:20:00Z', '2026-11-23T16:20:00Z'],
    ['2026-11-23T16:20:00+0300', '2026-11-23T13:20:00Z'],
    ['2026-11-23 16:20:00', '2026-11-23T13:20:00Z'],
    ['20261123162000', '2026-11-23T13:20:00Z'],
    [20_261_123_162_000, '2026-11-23T13:20:00Z'],
  ])('paid at %o was paid at %s', async (trxDate, at) => {
    expect(await listed({ trxDate })).toMatchObject([{ paidAt: new Date(at) }])
  })

  test.each([
    [null, ''],
    [304518, '304518'],
    ['  heal 7k2q ', 'heal 7k2q'],
    ['👋'.repeat(200), '👋'.repeat(50)],
  ])('keeps an account as it was written: %o', async (billreference, account) => {
    expect(await listed({ billreference })).toMatchObject([{ account }])
  })
})
