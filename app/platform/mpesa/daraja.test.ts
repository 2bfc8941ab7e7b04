import { beforeEach, describe, expect, test } from 'vitest'
import type { MobileMoney, PhoneFailure } from '#app/platform/providers/mobile-money.server.ts'
import { newBreaker } from '#app/platform/providers/provider-calls.server.ts'
import { bad, json, misbehavingServer } from '#test/misbehaving.ts'
import { type Daraja, daraja } from './daraja.server.ts'

// The adapter against a server that answers as it likes. The bodies are written from what Safaricom documents.

const server = misbehavingServer(json({}))
const tokens = { current: async () => 'first', insteadOf: async () => 'second' }
const moment = new Date('2026-11-23T13:55:07Z')
const opened = (own: Partial<Daraja> = {}): MobileMoney =>
  daraja({
    baseUrl: server.address,
    shortcode: '174379',
    kind: 'paybill',
    passkey: 'the-passkey',
    hearOrigin: 'https://harambee.example',
    token: tokens,
    now: () => moment,
    ...own,
  })
let scene: MobileMoney
beforeEach(() => {
  scene = opened()
})

const hearAt = `https://harambee.example/heard/${'0'.repeat(64)}`
const wanted = { account: 'HEAL7K2Q', cents: 50_000, phone: '+254712345678', hearAt }
const checkout = 'ws_CO_231120261655071234'
const taken = {
  MerchantRequestID: '29115-34620561-1',
  CheckoutRequestID: checkout,
  ResponseCode: '0',
  ResponseDescription: 'Success. Request accepted for processing',
  CustomerMessage: 'Success. Request accepted for processing',
}
const ended = (ResultCode: unknown, ResultDesc = 'Words of theirs', own: object = {}) => ({
  ResponseCode: '0',
  ResponseDescription: 'The service request has been accepted successfully',
  MerchantRequestID: '29115-34620561-1',
  CheckoutRequestID: checkout,
  ResultCode,
  ResultDesc,
  ...own,
})
const error = (errorCode: string, errorMessage: string) => ({ requestId: '16813-15-1', errorCode, errorMessage })
const password = Buffer.from('174379the-passkey20261123165507').toString('base64')
const ours = { BusinessShortCode: '174379', Password: password, Timestamp: '20261123165507' }
const classOf = (answer: { is: string }) => (answer.is === 'failure' ? (answer as PhoneFailure).class : answer.is)
const bodyOf = (at = 0) => JSON.parse(server.asked[at]!.body)

describe('a request on a phone', () => {
  test('names the Paybill, whole shillings, our account and where to tell us of it, and nothing of the giver', async () => {
    server.answers.push(json(taken))
    expect(await scene.prompt(wanted)).toEqual({ is: 'sent', id: checkout })
    const { method, path, headers } = server.asked[0]!
    expect([method, path, headers.authorization]).toEqual(['POST', '/mpesa/stkpush/v1/processrequest', 'Bearer first'])
    expect(bodyOf()).toEqual({
      ...ours,
      TransactionType: 'CustomerPayBillOnline',
      Amount: 500,
      PartyA: '254712345678',
      PartyB: '174379',
      PhoneNumber: '254712345678',
      CallBackURL: hearAt,
      AccountReference: 'HEAL7K2Q',
      TransactionDesc: 'Gift',
    })
  })

  test('to a till names its store and the till', async () => {
    server.answers.push(json(taken))
    const till = opened({ kind: 'till', till: '5551234', pullNumber: '254712345678' })
    await till.prompt(wanted)
    expect(bodyOf()).toMatchObject({ PartyB: '5551234', TransactionType: 'CustomerBuyGoodsOnline' })
    expect(bodyOf().BusinessShortCode).toBe('174379')
    expect(till.capabilities().payIn).toEqual({ kind: 'till', number: '5551234' })
  })

  test.each([
    ['50 cents on top', { cents: 50_050 }],
    ['nothing', { cents: 0 }],
    ['less than nothing', { cents: -100 }],
    ['half a cent', { cents: 100.5 }],
    ['no number', { cents: Number.NaN }],
    ['more than M-Pesa takes', { cents: 25_000_100 }],
    ['a number of another country', { phone: '+256712345678' }],
    ['a number without its country', { phone: '0712345678' }],
    ['a landline', { phone: '+254202345678' }],
    ['an account of 13 signs', { account: 'HEAL7K2QHEAL7' }],
    ['an account with a dash', { account: 'HEAL-7K2Q' }],
    ['no account', { account: '' }],
  ])('is not sent with %s [T492]', async (_, own) => {
    expect(classOf(await scene.prompt({ ...wanted, ...own }))).toBe('rejected')
    expect(server.asked).toEqual([])
  })

  const [lock, spike] = ['Unable to lock subscriber, a transaction is already in process', 'Spike Arrest Violation']
  const detail = { errorcode: 'policies.ratelimit.SpikeArrestViolation' }
  const code = (ResponseCode: string) => ({ ...taken, ResponseCode })
  test.each([
    ['another request is open', 500, error('500.001.1001', lock), { is: 'ended', state: 'busy' }],
    ['the same was paid a moment ago', 200, code('17'), { is: 'ended', state: 'too_soon', code: '17' }],
    ['the passkey is wrong', 500, error('500.001.1001', 'Wrong credentials'), { class: 'config' }],
    ['the merchant is unknown', 500, error('500.001.1001', 'Merchant does not exist'), { class: 'config' }],
    ['Paybill and till are mixed up', 200, code('2028'), { class: 'config', code: '2028' }],
    ['the same in their other words', 500, error('SFC_IC0003', 'The operator does not exist.'), { class: 'config' }],
    ['the product is not ours', 401, error('401.002.01', 'no apiproduct match found'), { class: 'config' }],
    ['our address is refused', 400, error('400.002.02', 'Bad Request - Invalid CallBackURL'), { class: 'config' }],
    ['their number is refused', 400, error('400.002.02', 'Bad Request - Invalid PhoneNumber'), { class: 'rejected' }],
    ['we are too fast', 500, error('500.003.02', `Error Occurred: ${spike}`), { class: 'retry', waitSeconds: 10 }],
    ['the quota is used up', 500, error('500.003.03', 'Quota Violation'), { class: 'retry', waitSeconds: 60 }],
    ['the gateway says so itself', 429, { fault: { faultstring: spike, detail } }, { class: 'retry' }],
    ['the system is busy', 500, error('500.003.02', 'System is busy.'), { class: 'unknown', waitSeconds: 10 }],
    ['a code has no meaning that we know', 500, error('500.001.1001', 'Something else'), { class: 'unknown' }],
    ['the system has trouble', 200, code('26'), { class: 'unknown' }],
    ['there is no id', 200, { ...taken, CheckoutRequestID: '' }, { class: 'unknown' }],
    ['there is a page', 502, '<h1>Bad Gateway</h1>', { class: 'unknown' }],
    ['there is nothing', 200, '', { class: 'unknown' }],
    ['there is a list', 200, [taken], { class: 'unknown' }],
    ['they are closed', 503, '', { class: 'unknown', waitSeconds: 10 }],
  ])('is told apart when %s', async (_, status, body, expected) => {
    server.usual = json(body, status)
    expect(await scene.prompt(wanted)).toMatchObject(expected)
    // It is never repeated by itself.
    expect(server.asked).toHaveLength(1)
  })

  const badly = ['reset', 'truncated', 'page', 'huge'] as const
  test.each(badly)('whose answer is %s may be on the phone; a question is asked again later [T494]', async (how) => {
    server.usual = bad[how]
    expect(classOf(await scene.prompt(wanted))).toBe('unknown')
    expect(server.asked).toHaveLength(1)
    expect(classOf(await scene.askPrompt(checkout))).toBe('retry')
  })

  test('whose answer never comes is given up after ten seconds, and may be on the phone', async () => {
    server.usual = bad.never
    const began = Date.now()
    expect(classOf(await scene.prompt(wanted))).toBe('unknown')
    expect(Date.now() - began).toBeLessThan(11_000)
    expect(server.asked).toHaveLength(1)
  }, 15_000)

  test('is on no phone where nobody listens, or where there is no token', async () => {
    expect(classOf(await opened({ baseUrl: 'http://127.0.0.1:1' }).prompt(wanted))).toBe('retry')
    const no: PhoneFailure = { is: 'failure', class: 'config', message: 'Invalid Authentication passed' }
    const shut = opened({ token: { current: async () => no, insteadOf: async () => no } })
    expect(await shut.prompt(wanted)).toBe(no)
    expect(server.asked).toEqual([])
  })

  test.each([
    [401, error('401.002.01', 'Error Occurred - Invalid Access Token')],
    [401, ''],
    [404, error('404.001.03', 'Invalid Access Token')],
    [400, error('400.003.01', 'Error Occurred - Invalid Access Token')],
  ])('whose token is refused by %s %o is sent once more with another', async (status, body) => {
    server.answers.push(json(body, status), json(taken))
    expect(await scene.prompt(wanted)).toEqual({ is: 'sent', id: checkout })
    expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second'])
    server.asked.length = 0
    server.usual = json(body, status)
    expect(await scene.prompt(wanted)).toMatchObject({ class: 'config', isOfAll: true })
    expect(server.asked).toHaveLength(2)
  })

  test('is spared once nobody answers, while questions go on [T567]', async () => {
    server.usual = json('<h1>no</h1>', 502)
    for (let times = 0; times < 12; times++) await scene.prompt(wanted)
    expect(server.asked).toHaveLength(10)
    expect(await scene.prompt(wanted)).toMatchObject({ class: 'retry', code: 'circuit_open' })
    server.usual = json(ended('0'))
    expect(await scene.askPrompt(checkout)).toMatchObject({ state: 'paid' })
  })

  test('M26: is offered again by itself once they answer, with one that tries', async () => {
    let now = 0
    scene = opened({ breaker: () => newBreaker({ now: () => now }) })
    server.usual = json('', 503)
    for (let times = 0; times < 10; times++) await scene.prompt(wanted)
    expect(await scene.prompt(wanted)).toMatchObject({ code: 'circuit_open', waitSeconds: 15 })
    now = 15_000
    server.usual = json(taken)
    expect(await scene.prompt(wanted)).toEqual({ is: 'sent', id: checkout })
    expect(await scene.prompt(wanted)).toEqual({ is: 'sent', id: checkout })
  })

  test('M26: a wrong passkey spares nobody: it is said each time, and the payer is told nothing of it', async () => {
    server.usual = json(error('500.001.1001', 'Wrong credentials'), 500)
    for (let times = 0; times < 15; times++) {
      const answer = await scene.prompt(wanted)
      expect(answer).toMatchObject({ class: 'config' })
      expect(answer).not.toHaveProperty('isOfAll')
    }
    server.usual = json(taken)
    expect(await scene.prompt(wanted)).toEqual({ is: 'sent', id: checkout })
  })
})

describe('a question about a request', () => {
  test('is asked by its id', async () => {
    server.answers.push(json(ended('0')))
    expect(await scene.askPrompt(checkout)).toEqual({ is: 'prompt', state: 'paid', code: '0', why: 'Words of theirs' })
    expect(server.asked[0]!.path).toBe('/mpesa/stkpushquery/v1/query')
    expect(bodyOf()).toEqual({ ...ours, CheckoutRequestID: checkout })
  })

  const states: Record<string, (string | number)[]> = {
    paid: ['0', 0],
    cancelled: ['1032', 1032],
    expired: ['1019'],
    wrong_pin: ['2001'],
    unanswered: ['1037'],
    short: ['1', 1],
    over_limit: ['2', '3', '4'],
    locked: ['8006'],
    too_soon: ['17'],
    busy: ['1001'],
    broken: ['8', '2028', 'SFC_IC0003'],
    open: ['4999', 4999],
    unknown: ['1025', '26', '9999', '7777', '00', 'toString'],
  }
  const codes = Object.entries(states).flatMap(([state, all]) => all.map((code) => [code, state] as const))
  test.each(codes)('%o is %s', async (code, state) => {
    server.answers.push(json(ended(code)))
    expect(await scene.askPrompt(checkout)).toMatchObject({ is: 'prompt', state, code: String(code) })
  })

  test('is open while the payer can still answer', async () => {
    server.answers.push(json(error('500.001.1001', 'The transaction is being processed'), 500))
    expect(await scene.askPrompt(checkout)).toMatchObject({ is: 'prompt', state: 'open', code: '500.001.1001' })
  })

  test.each([
    ['of another request', 200, ended('0', '', { CheckoutRequestID: 'ws_CO_another' })],
    ['without an id', 200, ended('0', '', { CheckoutRequestID: undefined })],
    ['without a verdict', 200, ended(undefined)],
    ['whose verdict is no code', 200, ended({ valueOf: 0 })],
    ['that was not accepted', 200, ended('0', '', { ResponseCode: '1' })],
    ['whose acceptance is missing', 200, ended('0', '', { ResponseCode: undefined })],
    ['in a list', 200, [ended('0')]],
    ['with an error', 200, { ...ended('0'), errorCode: '500.001.1001', errorMessage: 'No' }],
    ['under another status', 500, ended('0')],
    ['cut off', 200, JSON.stringify(ended('0')).slice(0, -3)],
    ['in a page', 200, '<h1>Welcome to the hotel network</h1>'],
    ['of nothing', 200, ''],
    ['of a busy system', 500, error('500.003.02', 'System is busy')],
    ['of a quota', 500, error('500.003.03', 'Quota Violation')],
    ['that they are closed', 503, ''],
    ['in words that we don’t know', 500, error('500.001.1001', 'Something else')],
  ])('whose answer is %s tells nothing, and is asked again later [T493]', async (_, status, body) => {
    server.usual = json(body, status)
    expect(classOf(await scene.askPrompt(checkout))).toBe('retry')
    expect(server.asked).toHaveLength(1)
  })

  test('says how long they want to be left alone [T566]', async () => {
    server.answers.push(json('', 503, { 'retry-after': '7' }), json(error('500.003.03', 'Quota Violation'), 500))
    expect(await scene.askPrompt(checkout)).toMatchObject({ waitSeconds: 7 })
    expect(await scene.askPrompt(checkout)).toMatchObject({ waitSeconds: 60 })
  })

  test('that our passkey does not fit is ours to put right', async () => {
    server.answers.push(json(error('500.001.1001', 'Wrong credentials'), 500))
    expect(classOf(await scene.askPrompt(checkout))).toBe('config')
  })

  test('that they know nothing of shows that our keys are taken: it is no fault of theirs', async () => {
    server.usual = json(error('500.001.1001', 'The transaction does not exist'), 500)
    for (let times = 0; times < 12; times++) expect(classOf(await scene.askPrompt(checkout))).toBe('rejected')
  })

  test('is open as often as it is asked, and spares nobody', async () => {
    server.usual = json(error('500.001.1001', 'The transaction is being processed'), 500)
    for (let times = 0; times < 25; times++) expect(await scene.askPrompt(checkout)).toMatchObject({ state: 'open' })
  })
})

describe('addresses for payments that nobody was asked for', () => {
  const at = { validation: `${hearAt}1`, confirmation: `${hearAt}2` }

  test('are said with the Paybill; without an answer of ours in time a payment is taken', async () => {
    server.answers.push(json({ OriginatorCoversationID: '7619-37765134-1', ResponseCode: '0' }))
    expect(await scene.registerUrls(at)).toEqual({ is: 'open' })
    expect(server.asked[0]!.path).toBe('/mpesa/c2b/v2/registerurl')
    expect(bodyOf()).toEqual({
      ShortCode: '174379',
      ResponseType: 'Completed',
      ConfirmationURL: at.confirmation,
      ValidationURL: at.validation,
    })
  })

  test('that were said before stay as they are; when the answer is lost they may have been taken', async () => {
    server.answers.push(json(error('500.003.1001', 'Urls are already registered'), 500), bad.reset)
    expect(await scene.registerUrls(at)).toEqual({ is: 'open before' })
    expect(classOf(await scene.registerUrls(at))).toBe('unknown')
  })
})
