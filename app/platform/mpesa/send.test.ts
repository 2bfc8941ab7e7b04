import { beforeEach, describe, expect, test } from 'vitest'
import type { MobileMoney, PhoneFailure } from '#app/platform/providers/mobile-money.server.ts'
import { bad, json, misbehavingServer } from '#test/misbehaving.ts'
import { daraja } from './daraja.server.ts'

// Money to phones, against a server that answers as it likes. The bodies are written from what Safaricom documents of B2C v3.

const server = misbehavingServer(json({}))
const tokens = { current: async () => 'first', insteadOf: async () => 'second' }
const from = { shortcode: '600997', initiator: 'payer', credential: 'a-credential' }
const opened = (own: object = { from }): MobileMoney =>
  daraja({
    baseUrl: server.address,
    shortcode: '174379',
    kind: 'paybill',
    passkey: 'the-passkey',
    initiator: 'asker',
    credential: 'another-credential',
    hearOrigin: 'https://harambee.example',
    token: tokens,
    ...own,
  })
let scene: MobileMoney
beforeEach(() => {
  scene = opened()
})

const hearAt = `https://harambee.example/heard/${'0'.repeat(64)}`
const reference = 'pay-12-1-0123456789abcdef'
const wanted = { reference, cents: 475_000, phone: '+254712345678', hearAt }
const accepted = {
  ConversationID: 'AG_20240706_20106e9209f64bebd05b',
  OriginatorConversationID: reference,
  ResponseCode: '0',
  ResponseDescription: 'Accept the service request successfully.',
}
const error = (errorCode: string, errorMessage: string) => ({ requestId: '16813-15-1', errorCode, errorMessage })
const classOf = (answer: { is: string }) => (answer.is === 'failure' ? (answer as PhoneFailure).class : answer.is)
const bodyOf = (at = 0) => JSON.parse(server.asked[at]!.body)
const bytes = (said: unknown) => new TextEncoder().encode(typeof said === 'string' ? said : JSON.stringify(said))

describe('an order', () => {
  test('names our number and its operator, the phone, whole shillings and our reference', async () => {
    server.answers.push(json(accepted))
    expect(await scene.send(wanted)).toEqual({ is: 'taken' })
    const { method, path, headers } = server.asked[0]!
    expect([method, path, headers.authorization]).toEqual(['POST', '/mpesa/b2c/v3/paymentrequest', 'Bearer first'])
    expect(bodyOf()).toEqual({
      OriginatorConversationID: reference,
      InitiatorName: 'payer',
      SecurityCredential: 'a-credential',
      CommandID: 'BusinessPayment',
      Amount: 4750,
      PartyA: '600997',
      PartyB: '254712345678',
      Remarks: 'Harambee',
      QueueTimeOutURL: hearAt,
      ResultURL: hearAt,
      Occassion: '',
    })
  })

  test('under a reference that was used before is known, and is not sent again [T439]', async () => {
    server.answers.push(json(error('500.002.1001', 'Duplicate OriginatorConversationID.'), 500))
    expect(await scene.send(wanted)).toEqual({ is: 'known' })
    expect(server.asked).toHaveLength(1)
  })

  test.each([
    ['reset', bad.reset],
    ['cut', bad.truncated],
    ['a page', json('<h1>Bad Gateway</h1>', 502)],
    ['a page of a network', json('<h1>Welcome</h1>', 200)],
    ['a fault', json(error('500.001.1001', 'Server Error'), 500)],
    ['closed', json('', 503)],
    ['that of another order', json({ ...accepted, OriginatorConversationID: 'pay-13' })],
    ['without a verdict', json({ ...accepted, ResponseCode: '1' })],
  ])('whose answer is %s may have been taken', async (_, answer) => {
    server.answers.push(answer)
    expect(classOf(await scene.send(wanted))).toBe('unknown')
    expect(server.asked).toHaveLength(1)
  })

  test.each([
    ['500.003.02', 'Error Occurred: Spike Arrest Violation'],
    ['500.003.03', 'Error Occurred: Quota Violation'],
  ])('that is refused at the door by %s was not taken', async (code, words) => {
    server.answers.push(json(error(code, words), 500))
    expect(classOf(await scene.send(wanted))).toBe('retry')
  })

  test('whose token died is sent once more with another', async () => {
    server.answers.push(json(error('404.001.03', 'Invalid Access Token'), 404), json(accepted))
    expect(await scene.send(wanted)).toEqual({ is: 'taken' })
    expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second'])
  })

  test.each([
    ['Bad Request - Invalid PartyB', 'rejected'],
    ['Bad Request - Invalid Amount', 'rejected'],
    ['Bad Request - Invalid PartyA', 'config'],
    ['Bad Request - Invalid InitiatorName', 'config'],
    ['Bad Request - Invalid ResultURL', 'config'],
  ])('of which they say %s is %s', async (words, is) => {
    server.answers.push(json(error('400.002.02', words), 400))
    expect(classOf(await scene.send(wanted))).toBe(is)
  })

  test.each([
    { cents: 475_050 },
    { cents: 900 },
    { cents: 25_000_100 },
    { cents: Number.NaN },
    { phone: '0712345678' },
    { phone: '+256712345678' },
    { reference: '' },
    { reference: 'pay 12' },
  ])('with %o never leaves', async (own) => {
    expect(classOf(await scene.send({ ...wanted, ...own }))).toBe('rejected')
    expect(server.asked).toEqual([])
  })

  test('is refused here where nothing is sent from, and then nobody says that it could be', async () => {
    scene = opened({})
    expect(classOf(await scene.send(wanted))).toBe('rejected')
    expect(scene.capabilities().sends).toBeNull()
    const sends = { minCents: 1000, maxCents: 25_000_000, from: '600997', account: 'Utility Account' }
    expect(opened().capabilities().sends).toEqual(sends)
  })
})

describe('questions', () => {
  const asked = { ConversationID: 'AG_2', OriginatorConversationID: 'q-1', ResponseCode: '0' }
  test('what became of an order name our reference, and come from the number that it was sent from', async () => {
    server.answers.push(json(asked))
    expect(await scene.askSent({ reference, hearAt })).toEqual({ is: 'asked', id: 'q-1' })
    expect(server.asked[0]!.path).toBe('/mpesa/transactionstatus/v1/query')
    const body = bodyOf()
    expect(body).toMatchObject({ Initiator: 'payer', SecurityCredential: 'a-credential', PartyA: '600997' })
    expect([body.OriginatorConversationID, body.TransactionID]).toEqual([reference, undefined])
  })

  test('how much there is are put at either number, each by its own operator', async () => {
    for (const at of [{ at: '600997' }, {}, { at: '174379' }]) await scene.askBalance({ hearAt, ...at })
    const asker = ['174379', 'asker']
    const sentTo = [0, 1, 2].map((at) => [bodyOf(at).PartyA, bodyOf(at).Initiator])
    expect(sentTo).toEqual([['600997', 'payer'], asker, asker])
  })
})

const items = (all: object) => ({
  ResultParameters: { ResultParameter: Object.entries(all).map(([Key, Value]) => ({ Key, Value })) },
})
const result = (own: object) => ({
  Result: {
    ResultType: 0,
    ResultCode: 0,
    ResultDesc: 'The service request is processed successfully.',
    OriginatorConversationID: reference,
    ConversationID: 'AG_20191219_00004e48cf7e3533f581',
    TransactionID: 'NLJ41HAY6Q',
    ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: 'https://internal.example/mpesa/b2cresults' } },
    ...own,
  },
})
const arrived = {
  TransactionAmount: 4750,
  TransactionReceipt: 'NLJ41HAY6Q',
  B2CRecipientIsRegisteredCustomer: 'Y',
  B2CChargesPaidAccountAvailableFunds: -4510.0,
  ReceiverPartyPublicName: '254712345678 - John Doe',
  TransactionCompletedDateTime: '19.12.2019 11:45:50',
  B2CUtilityAccountAvailableFunds: 10116.5,
  B2CWorkingAccountAvailableFunds: 900000.0,
}
const read = (said: unknown) => scene.readSent(bytes(said))

describe('what is posted of an order', () => {
  test('says that it arrived, its code, how much, to whom, and how much is left', () => {
    expect(read(result(items(arrived)))).toEqual({
      is: 'sent',
      id: reference,
      end: 'done',
      code: '0',
      receipt: 'NLJ41HAY6Q',
      cents: 475_000,
      name: 'John Doe',
      left: 1_011_650,
    })
  })

  test.each<[string, (string | number)[]]>([
    ['no_money', [1]],
    ['over_limit', [2, '3', 4]],
    ['account_full', [8]],
    ['not_registered', [2040]],
    ['no_such_number', ['SFC_IC0003']],
    ['ours', [2001, 21, 8006]],
    ['open', [9999]],
  ])('is %s with the codes %j', (end, codes) => {
    for (const ResultCode of codes) {
      const said = read(result({ ResultCode, TransactionID: 'NLJ0000000' }))
      expect(said).toMatchObject({ is: 'sent', id: reference, end, receipt: null })
    }
  })

  test('without its code or its amount proves nothing yet', () => {
    const { TransactionReceipt, ...without } = arrived
    expect(read(result(items(without)))).toMatchObject({ end: 'open' })
    expect(read(result(items({ ...arrived, TransactionAmount: 'much' })))).toMatchObject({ end: 'open' })
    expect(read(result({}))).toMatchObject({ end: 'open' })
  })

  test('may be that it takes longer', () => {
    const late = { OriginatorConversationID: reference, ConversationID: 'AG_1', ResultDesc: 'The queue timed out.' }
    expect(read(late)).toEqual({ is: 'late', id: reference })
  })

  const noResult = JSON.stringify({ Result: { ResultCode: { a: 1 }, OriginatorConversationID: [] } })
  test.each(['', 'null', '[]', '{"Result":{}}', 'x'.repeat(40_000), noResult])('is garbage: %#', (raw) => {
    expect(read(raw)).toEqual({ is: 'garbage' })
  })
})

describe('what is posted in answer to a question about one', () => {
  const asked = {
    DebitPartyName: '600997 - Harambee',
    CreditPartyName: '254712345678 - John Doe',
    TransactionStatus: 'Completed',
    Amount: 4750,
    ReceiptNo: 'NLJ41HAY6Q',
    FinalisedTime: 20191219114550,
    ReasonType: 'Business Payment to Customer via API',
    OriginatorConversationID: reference,
  }
  const status = (own: object) =>
    read(result({ OriginatorConversationID: 'q-1', TransactionID: 'OFR4Z5EE9Y', ...items({ ...asked, ...own }) }))

  test('says that it is done, with the code of the money and not of the question', () => {
    const money = { receipt: 'NLJ41HAY6Q', cents: 475_000, name: 'John Doe' }
    expect(status({})).toMatchObject({ end: 'done', id: 'q-1', ...money })
  })

  test.each(['Failed', 'Declined', 'Cancelled', 'Expired'])('that is %s is failed', (TransactionStatus) => {
    expect(status({ TransactionStatus })).toMatchObject({ end: 'failed' })
  })

  test.each(['Pending', 'Authorized', ''])('that is “%s” is open', (TransactionStatus) => {
    expect(status({ TransactionStatus })).toMatchObject({ end: 'open' })
  })
})
