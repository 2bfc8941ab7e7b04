import { beforeEach, describe, expect, test } from 'vitest'
import type { MobileMoney, PhoneFailure } from '#app/platform/providers/mobile-money.server.ts'
import { darajaAt, pretendedDaraja } from '#test/daraja.ts'
import { testDatabase } from '#test/database.ts'
import { bad, json, misbehavingServer } from '#test/misbehaving.ts'
import { tokenMaker } from './calls.server.ts'
import { daraja } from './daraja.server.ts'
import { sharedTokens } from './token.server.ts'

// Money back to the phone it came from: bodies as Safaricom documents them, and our own sandbox.

const hearAt = `https://harambee.example/hooks/m/${'0'.repeat(64)}`
const receipt = 'SKN7ABC123'
const initiator = { initiator: 'harambee', credential: 'c3VwcG9zZWRseSBlbmNyeXB0ZWQ=' }

describe('what Safaricom documents', () => {
  const server = misbehavingServer()
  const opened = (own: object = {}): MobileMoney =>
    daraja({
      baseUrl: server.address,
      shortcode: '600999',
      kind: 'paybill',
      passkey: 'the-passkey',
      hearOrigin: 'https://harambee.example',
      token: { current: async () => 'first', insteadOf: async () => 'second' },
      ...initiator,
      ...own,
    })
  const reverse = (own: object = {}) => opened(own).reverse({ receipt, cents: 50_000, hearAt })
  const classOf = (answer: { is: string }) => (answer.is === 'failure' ? (answer as PhoneFailure).class : answer.is)
  const error = (errorCode: string, errorMessage: string) => ({ requestId: '4788-81090592-4', errorCode, errorMessage })

  test('names the payment, all of it in shillings, and one secret address for both ends', async () => {
    const OriginatorConversationID = '71840-27539181-07'
    server.answers.push(json({ OriginatorConversationID, ConversationID: 'AG_20210709', ResponseCode: '0' }))
    expect(await reverse()).toEqual({ is: 'taken', id: OriginatorConversationID })
    expect(server.asked[0]!.path).toBe('/mpesa/reversal/v1/request')
    expect(JSON.parse(server.asked[0]!.body)).toEqual({
      Initiator: 'harambee',
      SecurityCredential: initiator.credential,
      CommandID: 'TransactionReversal',
      TransactionID: receipt,
      Amount: 500,
      ReceiverParty: '600999',
      RecieverIdentifierType: '11',
      ResultURL: hearAt,
      QueueTimeOutURL: hearAt,
      Remarks: 'Refund',
      Occasion: '',
    })
  })

  test('of a till it is the till that gives back', async () => {
    await reverse({ kind: 'till', till: '5551234' })
    expect(JSON.parse(server.asked[0]!.body)).toMatchObject({ ReceiverParty: '5551234' })
  })

  test.each([
    ['done before', json(error('R000001', 'The transaction has already been reversed.'), 500), 'known'],
    ['done before, as a code', json({ ResponseCode: 'R000001', ResponseDescription: 'Reversed' }), 'known'],
    ['no such payment', json(error('R000002', 'The OriginalTransactionID is invalid.'), 500), 'rejected'],
    ['no such payment, as a code', json({ ResponseCode: 'R000002' }), 'rejected'],
    ['a code that is none', json(error('400.002.02', 'Bad Request - Invalid TransactionID'), 400), 'rejected'],
    ['a wrong initiator', json(error('400.002.02', 'Bad Request - Invalid Initiator'), 400), 'config'],
    ['too fast', json(error('500.003.02', 'Spike Arrest Violation'), 500), 'retry'],
    ['no quota', json(error('500.003.03', 'Quota Violation'), 500), 'retry'],
    ['an error of theirs', json(error('500.003.1001', 'Internal Server Error'), 500), 'unknown'],
    ['no JSON', bad.page, 'unknown'],
    ['taken without an id', json({ ResponseCode: '0' }), 'unknown'],
    ['an answer of nothing', json({}), 'unknown'],
  ])('%s [T455]', async (_, answer, is) => {
    server.answers.push(answer)
    expect(classOf(await reverse())).toBe(is)
  })

  test('without an initiator, or in cents, nobody is asked', async () => {
    const none = opened({ initiator: undefined })
    expect(none.capabilities().reverses).toBe(false)
    expect(classOf(await none.reverse({ receipt, cents: 50_000, hearAt }))).toBe('rejected')
    expect(classOf(await opened().reverse({ receipt, cents: 50_050, hearAt }))).toBe('rejected')
    expect(server.asked).toEqual([])
  })

  test('its end is posted with the code of what was done', () => {
    const result = (ResultCode: unknown, own: object = {}) => ({
      Result: {
        ResultType: 0,
        ResultCode,
        ResultDesc: 'Words of theirs',
        OriginatorConversationID: '71840-27539181-07',
        ConversationID: 'AG_20210709_12346c8e6f8858d7b70a',
        TransactionID: 'MJ561H6X5O',
        ...own,
      },
    })
    const read = (body: object) => opened().readAnswer(Buffer.from(JSON.stringify(body)))
    const parameters = { ResultParameters: { ResultParameter: [{ Key: 'Amount', Value: '500.00' }] } }
    expect(read(result(0, parameters))).toMatchObject({ is: 'answer', code: '0', receipt: 'MJ561H6X5O' })
    // Of what was refused the code is of nothing.
    expect(read(result('R000001'))).toMatchObject({ code: 'R000001', receipt: null })
    expect(read(result(0, { TransactionID: 'not a code' }))).toMatchObject({ code: '0', receipt: null })
  })
})

describe('the sandbox', async () => {
  const db = await testDatabase()
  let world: Awaited<ReturnType<typeof pretendedDaraja>>
  let rail: MobileMoney
  beforeEach(async () => {
    await db.deleteFrom('mpesa_token').execute()
    world = await pretendedDaraja()
    const { key, secret } = world.keys
    const gateway = { baseUrl: darajaAt, fetch: world.fetch }
    const token = sharedTokens({ db, of: key, secret: 'a secret', make: tokenMaker(gateway, { key, secret }) })
    rail = daraja({ ...gateway, ...world.keys, kind: 'paybill', hearOrigin: 'http://localhost', token })
  })
  const paidBy = async (phone: string) =>
    ((await world.control('pay', { phone, account: '304518', amount: 500 })) as { receipt: string }).receipt
  const told = async () => {
    await world.tick()
    return world.told().flatMap(({ raw }) => {
      const answer = rail.readAnswer(Buffer.from(raw))
      return answer.is === 'garbage' ? [] : [answer]
    })
  }
  const reverse = (receipt: string) => rail.reverse({ receipt, cents: 50_000, hearAt })

  test('gives back once; asked again it says so, also where the first answer was lost', async () => {
    const receipt = await paidBy('254712345126')
    await world.fault({ endpoint: 'reversal', fault: 'lost-answer' })
    expect(await reverse(receipt)).toMatchObject({ class: 'unknown' })
    expect(await reverse(receipt)).toMatchObject({ is: 'taken' })
    const [first, second] = await told()
    expect(first).toMatchObject({ is: 'answer', code: '0', receipt: expect.stringMatching(/^[A-Z0-9]{10}$/) })
    expect(second).toMatchObject({ is: 'answer', code: 'R000001', receipt: null })
    const page = await (await world.page('/254712345126')).text()
    expect(page).toContain(`Transaction ${receipt} has been reversed`)
  })

  test('takes long, and says so', async () => {
    const receipt = await paidBy('254712345103')
    await reverse(receipt)
    world.clock.advance(30_000)
    expect(await told()).toMatchObject([{ is: 'late' }])
    world.clock.advance(300_000)
    expect((await told()).at(-1)).toMatchObject({ is: 'answer', code: '0' })
  })

  test('never tells, and is found by asking again', async () => {
    const receipt = await paidBy('254712345126')
    await world.fault({ endpoint: 'result', fault: 'never' })
    await reverse(receipt)
    expect(await told()).toEqual([])
    await reverse(receipt)
    expect(await told()).toMatchObject([{ code: 'R000001' }])
  })
})
