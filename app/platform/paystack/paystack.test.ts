import { beforeEach, describe, expect, test } from 'vitest'
import { reason, reasonWords } from '#app/kit/provider-reasons.ts'
import type { Charge, Failure, Provider } from '#app/platform/providers/provider.ts'
import { gatewaySays } from '#sandbox/paystack/outcomes.ts'
import { bad, json, misbehavingServer } from '#test/misbehaving.ts'
import { reasonFor } from './answers.ts'
import { paystack } from './paystack.server.ts'

// The adapter against a server that answers as it likes.

const server = misbehavingServer()
let scene: Provider
beforeEach(() => {
  scene = paystack({ key: 'sk_test_of_this_test', baseUrl: server.address })
})

const charge: Charge = {
  reference: 'don-0123456789abcdef',
  amountCents: 100_000,
  email: 'amina@example.test',
  callbackUrl: 'https://harambee.example/payment-success',
  cancelUrl: 'https://harambee.example/fundraiser/x',
  metadata: { kind: 'donation', drive_id: 'd1' },
}
const opened = () => json({ status: true, data: { authorization_url: `${server.address}/pay`, access_code: 'a' } })
const payment = (own: object = {}) => ({
  id: 4_099_260_516,
  domain: 'test',
  status: 'success',
  reference: charge.reference,
  amount: 100_000,
  requested_amount: 100_000,
  currency: 'KES',
  channel: 'mobile_money',
  fees: 1500,
  metadata: '',
  ...own,
})
const says = (data: unknown) => server.answers.push(json({ status: true, message: 'ok', data }))
const classOf = (answer: { is: string }) => (answer.is === 'failure' ? (answer as Failure).class : answer.is)
const verified = () => scene.verify(charge.reference)
const badly = ['reset', 'truncated', 'page', 'huge'] as const
const transfer = { reference: 'pay-1-1-0123456789abcdef', amountCents: 100, recipient: 'RCP_1', reason: 'x' }

describe('a payment is opened', () => {
  test('with whole cents, our reference, three channels and nothing personal but the address for the mail [T13]', async () => {
    server.answers.push(opened())
    expect(await scene.initialize(charge)).toEqual({ is: 'opened', url: `${server.address}/pay` })
    const { method, path, headers, body } = server.asked[0]!
    expect([method, path]).toEqual(['POST', '/transaction/initialize'])
    expect(headers.authorization).toBe('Bearer sk_test_of_this_test')
    expect(JSON.parse(body)).toEqual({
      reference: charge.reference,
      email: charge.email,
      amount: 100_000,
      currency: 'KES',
      channels: ['mobile_money', 'card', 'bank_transfer'],
      callback_url: charge.callbackUrl,
      metadata: { kind: 'donation', drive_id: 'd1', cancel_action: charge.cancelUrl },
    })
  })

  test('with the channel first that the payer has chosen, and the others after it', async () => {
    server.answers.push(opened())
    await scene.initialize({ ...charge, channel: 'card' })
    expect(JSON.parse(server.asked[0]!.body).channels).toEqual(['card', 'mobile_money', 'bank_transfer'])
  })

  const hostile = [
    'https://evil.example/pay',
    'javascript:alert(1)',
    '',
    'https://checkout.paystack.com.evil.example/x',
  ]
  test.each(hostile)('and nobody is sent to %s', async (url) => {
    server.answers.push(json({ status: true, data: { authorization_url: url } }))
    expect(classOf(await scene.initialize(charge))).toBe('unknown')
  })

  test('at the real host checkout is at its own address, and no less than three shillings [T318]', () => {
    const { minCents, checkoutOrigins } = paystack({ key: 'sk_live_12345678' }).capabilities()
    expect([minCents, checkoutOrigins]).toEqual([300, ['https://checkout.paystack.com']])
    const sandbox = paystack({ key: 'sk_test_12345678', baseUrl: 'http://127.0.0.1:3000/sandbox/paystack' })
    expect(sandbox.capabilities().minCents).toBe(100)
  })
})

describe('what goes wrong', () => {
  const no = (message: string, own: object = {}) => ({ status: false, message, ...own })
  test.each([
    ['a wrong key', 401, no('Invalid key'), 'config'],
    ['a reference that was used', 400, no('Duplicate', { code: 'duplicate_reference' }), 'unknown'],
    ['input they refuse', 400, no('Invalid', { type: 'validation_error', meta: { nextStep: 'Mind' } }), 'rejected'],
    ['the same in their older shape', 400, no('Invalid Amount Sent'), 'rejected'],
    ['a code they have no words for', 400, no('?', { code: 'errorCodeMappingNotFound' }), 'rejected'],
    ['a 200 that says it failed', 200, no('Currency not supported by merchant'), 'rejected'],
    ['a fault of theirs', 500, no('oops'), 'unknown'],
    ['a gateway', 502, '<h1>Bad Gateway</h1>', 'unknown'],
    ['maintenance', 503, '', 'unknown'],
  ])('%s is told apart', async (_, status, body, expected) => {
    server.usual = json(body, status)
    expect(classOf(await scene.initialize(charge))).toBe(expected)
    expect(server.asked).toHaveLength(1)
  })

  test('both spellings of their advice are read', async () => {
    for (const meta of [{ nextStep: 'Mind it' }, { next_step: 'Mind it' }]) {
      server.answers.push(json(no('No', { meta }), 400))
      expect(await scene.initialize(charge)).toMatchObject({ message: 'No Mind it' })
    }
  })

  test.each(badly)('an answer that is %s leaves an order open', async (how) => {
    server.usual = bad[how]
    const refund = { reference: charge.reference, amountCents: 1, note: '' }
    for (const order of [scene.initialize(charge), scene.transfer(transfer), scene.refund(refund)])
      expect(classOf(await order)).toBe('unknown')
    // An order is never repeated by itself.
    expect(server.asked).toHaveLength(3)
  })

  test.each(badly)('a question whose answer is %s is asked again', async (how) => {
    server.answers.push(bad[how], json({ status: true, data: payment() }))
    expect(classOf(await verified())).toBe('payment')
    server.usual = bad[how]
    server.asked.length = 0
    expect(classOf(await verified())).toBe('retry')
    expect(server.asked).toHaveLength(3)
  })

  test('an answer that never comes, or drop by drop, is given up in time', async () => {
    server.answers.push(bad.never, bad.dripping)
    const began = Date.now()
    const both = await Promise.all([scene.initialize(charge), scene.initialize(charge)])
    expect(both.map(classOf)).toEqual(['unknown', 'unknown'])
    expect(Date.now() - began).toBeLessThan(40_000)
  })

  test('too many requests wait as long as they are told to', async () => {
    server.answers.push(json(no('slow down'), 429, { 'retry-after': '1' }), opened())
    const began = Date.now()
    expect(classOf(await scene.initialize(charge))).toBe('opened')
    expect(Date.now() - began).toBeGreaterThan(950)
    server.usual = json(no('slow down'), 429, { 'retry-after': '60' })
    expect(classOf(await scene.initialize(charge))).toBe('unknown')
    server.usual = json(no('slow down'), 429)
    expect(classOf(await verified())).toBe('retry')
    expect(server.asked).toHaveLength(2 + 1 + 3)
  })

  test('where nobody listens nothing was ordered, so it may be ordered again', async () => {
    const away = paystack({ key: 'sk_test_12345678', baseUrl: 'http://127.0.0.1:1' })
    expect(classOf(await away.initialize(charge))).toBe('retry')
  })

  test('after ten failures they are spared, and nobody waits', async () => {
    server.usual = json('', 503)
    for (let i = 0; i < 10; i++) await scene.initialize(charge)
    expect(await scene.initialize(charge)).toMatchObject({ class: 'retry', code: 'circuit_open' })
    expect(server.asked).toHaveLength(10)
  })
})

describe('what became of a payment', () => {
  test('is read with its amounts, its fee and an id of 64 bits', async () => {
    const body = JSON.stringify({ status: true, data: payment() }).replace('4099260516', '18446744073709551615')
    server.answers.push(json(body))
    expect(await verified()).toEqual({
      is: 'payment',
      reference: charge.reference,
      state: 'success',
      amount: 100_000,
      requested: 100_000,
      currency: 'KES',
      fee: 1500,
      channel: 'mobile',
      providerId: '18446744073709551615',
      why: undefined,
    })
  })

  test.each([
    ['success', 'success'],
    ['failed', 'failed'],
    ['abandoned', 'abandoned'],
    ['reversed', 'reversed'],
    ...['ongoing', 'pending', 'processing', 'queued', 'something new'].map((one) => [one, 'pending']),
  ])('%s means %s', async (status, state) => {
    says(payment({ status, gateway_response: 'Declined' }))
    expect(await verified()).toMatchObject({ state, why: reason('declined') })
  })

  test('words that no database takes are read without what it does not take', async () => {
    says(payment({ status: 'failed', gateway_response: 'De\u0000clined\u0000' }))
    expect(await verified()).toMatchObject({ state: 'failed', why: reason('declined') })
  })

  test.each([
    ['card', 'online'],
    ['bank_transfer', 'online'],
    ['mobile_money', 'mobile'],
    ['bank', 'other'],
    [null, 'other'],
  ])('%s is %s [T128]', async (channel, expected) => {
    says(payment({ channel }))
    expect(await verified()).toMatchObject({ channel: expected })
  })

  test.each([{}, '', null, 0, { a: [] }])('is read whatever is in metadata: %j', async (metadata) => {
    says(payment({ metadata, fees: null, requested_amount: null }))
    expect(await verified()).toMatchObject({ fee: null, requested: null, amount: 100_000 })
  })

  const noAmounts = [-1, '100000', 1000.5, null, undefined, '9007199254740993', {}, true]
  test.each(noAmounts)('an amount of %j is refused', async (amount) => {
    says(payment({ amount }))
    expect(classOf(await verified())).toBe('rejected')
  })

  test.each(['amount', 'requested_amount'])('%s beyond what a number can hold is refused', async (name) => {
    const body = JSON.stringify({ status: true, data: payment({ [name]: 77 }) }).replace(':77', ':9007199254740993')
    server.answers.push(json(body))
    expect(classOf(await verified())).toBe('rejected')
  })

  test('of the test world it is refused with a live key, and the other way round; of another payment, too', async () => {
    for (const own of [{ domain: 'live' }, { reference: 'don-another-payment' }]) {
      says(payment(own))
      expect(classOf(await verified())).toBe('rejected')
    }
    says(payment({ domain: 'test' }))
    const live = paystack({ key: 'sk_live_12345678', baseUrl: server.address })
    expect(classOf(await live.verify(charge.reference))).toBe('rejected')
  })

  test.each([400, 404])('one that they don’t know is missing (%i)', async (status) => {
    server.answers.push(json({ status: false, message: 'Transaction reference not found' }, status))
    expect(await verified()).toEqual({ is: 'missing' })
  })

  test('a page that is not found on the way is not a payment that is missing', async () => {
    server.usual = json('<h1>Not Found</h1>', 404)
    expect(classOf(await verified())).toBe('retry')
  })

  test('all of them are listed page by page; one that can’t be read keeps no other out', async () => {
    const meta = { total: 3, page: 1, pageCount: 2 }
    server.answers.push(json({ status: true, data: [payment(), payment({ amount: 'x' })], meta }))
    const [from, to] = [new Date('2026-11-18T00:00:00Z'), new Date('2026-11-20T00:00:00Z')]
    expect(await scene.listSuccess({ from, to, page: 1 })).toMatchObject({ payments: [{ amount: 100_000 }], next: 2 })
    expect(server.asked[0]!.path).toMatch(/^\/transaction\?status=success&perPage=100&page=1&from=2026-11-18T/)
    server.answers.push(json({ status: true, data: [payment()], meta }))
    expect(await scene.listSuccess({ from, to, page: 2 })).toMatchObject({ next: null })
  })
})

describe('why it came to nothing', () => {
  test.each(Object.entries(gatewaySays).filter(([why]) => why !== 'success'))(
    'has a code for what the sandbox says, and reads as it said: %s',
    (_, said) => expect(reasonWords(reasonFor(said))?.message).toBe(said),
  )

  test('has it however it is spelt; what has none stays as it was said', () => {
    expect(reasonFor('INSUFFICIENT FUNDS.')).toBe(reason('insufficient'))
    for (const said of ['Declined by the board: see note', 'constructor', '__proto__'])
      expect(reasonFor(said)).toBe(said)
  })
})

describe('money out', () => {
  test('banks are asked for once a day, and only those that can be sent to', async () => {
    let now = new Date('2026-11-20T08:00:00Z')
    scene = paystack({ key: 'sk_test_12345678', baseUrl: server.address, now: () => now })
    says([
      { id: 21, code: '68', name: 'Equity Bank', type: 'kepss', active: true },
      { code: 'MPESA', name: 'M-PESA', type: 'mobile_money', active: true },
      { code: 'MPTILL', name: 'Till', type: 'mobile_money_business', active: true },
      { code: '99', name: 'Closed Bank', type: 'kepss', active: false },
    ])
    const banks = [
      { id: '21', code: '68', name: 'Equity Bank', rail: 'bank' },
      { code: 'MPESA', name: 'M-PESA', rail: 'mobile_money' },
    ]
    const all = await Promise.all([scene.banks(), scene.banks(), scene.banks()])
    for (const one of all) expect(one).toEqual({ is: 'banks', banks })
    expect(server.asked).toHaveLength(1)
    // An old list is better than none.
    now = new Date('2026-11-21T09:00:00Z')
    server.usual = json({ status: false, message: 'no' }, 400)
    expect(await scene.banks()).toEqual({ is: 'banks', banks })
    expect(server.asked).toHaveLength(2)
  })

  test('wallets are known by the number as it is dialled', async () => {
    says({ recipient_code: 'RCP_1' })
    const to = { rail: 'mobile_money', code: 'MPESA', name: 'Amina', account: '+254712345678' } as const
    expect(await scene.recipient(to)).toEqual({ is: 'recipient', code: 'RCP_1' })
    expect(JSON.parse(server.asked[0]!.body)).toMatchObject({ type: 'mobile_money', account_number: '0712345678' })
    says({ recipient_code: 'RCP_2' })
    await scene.recipient({ rail: 'bank', code: '68', name: 'Amina', account: '2540001112' })
    expect(JSON.parse(server.asked[1]!.body)).toMatchObject({ type: 'kepss', account_number: '2540001112' })
  })

  test.each([
    ...['pending', 'received', 'otp', 'anything'].map((one) => [one, 'pending']),
    ...['failed', 'abandoned', 'blocked', 'rejected'].map((one) => [one, 'failed']),
    ['success', 'success'],
    ['reversed', 'returned'],
  ])('a transfer that is %s is %s', async (status, state) => {
    says({ status, transfer_code: 'TRF_1', fee_charged: 2000 })
    expect(await scene.verifyTransfer(transfer.reference)).toMatchObject({ state, code: 'TRF_1', fee: 2000 })
  })

  test('a balance that is too small is said in their words, and a transfer they have is not sent again', async () => {
    const message = 'Your balance is not enough to fulfill this request'
    server.answers.push(json({ status: false, message }, 400))
    const small = { class: 'rejected', message: expect.stringContaining('balance is not enough') }
    expect(await scene.transfer(transfer)).toMatchObject(small)
    server.answers.push(json({ status: false, message: 'No', code: 'duplicate_reference' }, 400))
    expect(await scene.transfer(transfer)).toMatchObject({ class: 'unknown', code: 'duplicate_reference' })
  })

  test('refunds and disputes are read in either spelling', async () => {
    says([
      { id: 1, amount: '500', status: 'needs-attention', created_at: '2026-11-20T09:00:00Z' },
      { id: '2', amount: 600, status: 'processed', dispute: 9, createdAt: 'yesterday' },
    ])
    expect(await scene.listRefunds('77')).toEqual({
      is: 'refunds',
      refunds: [
        { extId: '1', amount: 500, state: 'attention', at: new Date('2026-11-20T09:00:00Z') },
        { extId: '2', amount: 600, state: 'processed', dispute: '9' },
      ],
    })
    const at = '2026-11-22T10:00:00Z'
    for (const due of [{ dueAt: at }, { due_at: at }]) {
      says({ id: 9, status: 'awaiting-merchant-feedback', transaction: { reference: 'r', amount: 700 }, ...due })
      expect(await scene.dispute('9')).toMatchObject({ amount: 700, status: 'open', dueAt: new Date(at) })
    }
  })

  test('a refund that needs attention goes on by the bank’s id, which is not its code', async () => {
    says({ id: 7, amount: 20_000, status: 'processing', transaction: 5, createdAt: '2026-11-20T09:00:00Z' })
    const what = { extId: '7', bankId: '21', account: '1234567890' }
    const goesOn = { is: 'refund', extId: '7', amount: 20_000, state: 'pending' }
    expect(await scene.continueRefund(what)).toMatchObject(goesOn)
    expect(server.asked[0]).toMatchObject({ method: 'POST', path: '/refund/retry_with_customer_details/7' })
    expect(JSON.parse(server.asked[0]!.body)).toEqual({
      refund_account_details: { currency: 'KES', account_number: '1234567890', bank_id: '21' },
    })
    server.answers.push(json({ status: false, message: 'Refund is not in a state that needs attention' }, 422))
    expect(classOf(await scene.continueRefund(what))).toBe('rejected')
    server.answers.push(bad.reset)
    expect(classOf(await scene.continueRefund(what))).toBe('unknown')
    expect(server.asked).toHaveLength(3)
  })

  describe('a dispute is answered', () => {
    const what: Parameters<Provider['answerDispute']>[0] = {
      extId: '9',
      resolution: 'declined',
      message: 'It was given',
      amountCents: 0,
      payer: { name: 'Amina', email: 'amina@example.test' },
      document: { name: 'dispute-9.pdf', type: 'application/pdf', body: '%PDF' },
    }
    const place = () => says({ signedUrl: `${server.address}/store/abc?X-Sig=1`, fileName: 'qesp8a4df1xejihd9x5q' })
    const sent = (at: number) => [server.asked[at]!.method, server.asked[at]!.path]

    test('with a file put where they say, without our key, and the payer’s number as they know it', async () => {
      place()
      server.answers.push(json('', 200))
      says({ id: 9, customer: { phone: null, international_format_phone: '+254712345678' } })
      says({ id: 21 })
      expect(await scene.answerDispute(what)).toEqual({ is: 'answered' })
      expect([0, 1, 2, 3, 4].map(sent)).toEqual([
        ['GET', '/dispute/9/upload_url?upload_filename=dispute-9.pdf'],
        ['PUT', '/store/abc?X-Sig=1'],
        ['GET', '/dispute/9'],
        ['POST', '/dispute/9/evidence'],
        ['PUT', '/dispute/9/resolve'],
      ])
      expect(server.asked[1]).toMatchObject({ body: '%PDF', headers: { 'content-type': 'application/pdf' } })
      expect(server.asked[1]!.headers.authorization).toBeUndefined()
      expect(JSON.parse(server.asked[3]!.body)).toMatchObject({ customer_phone: '+254712345678' })
      expect(JSON.parse(server.asked[4]!.body)).toEqual({
        resolution: 'declined',
        message: 'It was given',
        refund_amount: 0,
        evidence: 21,
        uploaded_filename: 'qesp8a4df1xejihd9x5q',
      })
    })

    const here = ['http://files.example/x', 'https://127.0.0.1/x', 'https://[::1]/x', 'https://localhost/x']
    const odd = ['https://a:b@c.de/x', 'https://files.example:8443/x', 'https://metadata.google.internal/x']
    test.each([...here, ...odd, 'file:///etc/passwd', 'nowhere', ''])(
      'and no file is put at “%s”',
      async (signedUrl) => {
        says({ signedUrl, fileName: 'f' })
        expect(classOf(await scene.answerDispute(what))).toBe('rejected')
        expect(server.asked).toHaveLength(1)
      },
    )

    test('only once the file is there; the person who leads elsewhere is not followed', async () => {
      place()
      server.answers.push(json('', 307, { location: 'http://127.0.0.1:1/' }))
      expect(classOf(await scene.answerDispute(what))).toBe('rejected')
      for (const trouble of [bad.reset, json('', 503)]) {
        place()
        server.answers.push(trouble, trouble)
        expect(classOf(await scene.answerDispute(what))).toBe('retry')
      }
      expect(server.asked.some(({ path }) => path.endsWith('/resolve'))).toBe(false)
    })

    test('lost before it was given it can be given again; lost when it was given nobody knows', async () => {
      place()
      server.answers.push(json('', 200), json({ status: false, message: 'no' }, 400), bad.reset)
      expect(classOf(await scene.answerDispute(what))).toBe('retry')
      place()
      server.answers.push(json('', 200), bad.reset)
      const accepted = { ...what, resolution: 'merchant-accepted', amountCents: 5 } as const
      expect(classOf(await scene.answerDispute(accepted))).toBe('unknown')
    })

    test('at the sandbox the file goes to the sandbox as we reach it, and to nobody else', async () => {
      scene = paystack({ key: 'sk_test_12345678', baseUrl: `${server.address}/sandbox/paystack` })
      for (const signedUrl of ['https://files.example/x', 'https://demo.example/sandbox/paystack/../x']) {
        says({ signedUrl, fileName: 'f' })
        expect(classOf(await scene.answerDispute(what))).toBe('rejected')
      }
      server.asked.length = 0
      says({ signedUrl: 'https://demo.example/sandbox/paystack/uploads/f?signature=1', fileName: 'f' })
      await scene.answerDispute(what)
      expect(sent(1)).toEqual(['PUT', '/sandbox/paystack/uploads/f?signature=1'])
    })
  })

  test('the balance is that in shillings', async () => {
    says([
      { currency: 'NGN', balance: 1 },
      { currency: 'KES', balance: 123_456 },
    ])
    expect(await scene.balance()).toEqual({ is: 'balance', cents: 123_456 })
    says([{ currency: 'NGN', balance: 1 }])
    expect(classOf(await scene.balance())).toBe('rejected')
  })
})
