import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'
import { pretendedPaystack } from './paystack.ts'

await testDatabase()

const charge = (reference: string, amountCents = 100_000) => ({
  reference,
  amountCents,
  email: 'amina@example.test',
  callbackUrl: 'http://localhost/payment-success',
  cancelUrl: 'http://localhost/',
  metadata: { kind: 'donation' },
})

test('the real adapter pays, asks, sends, refunds and reads webhooks without a socket [T10]', async () => {
  const { provider, pay, tick, told, clock, control } = await pretendedPaystack()
  const reference = 'don-in-one-process'
  expect(await provider.initialize(charge(reference))).toMatchObject({ is: 'opened' })
  expect(await provider.verify(reference)).toMatchObject({ state: 'abandoned' })
  expect(await pay(reference)).toEqual({ status: 'success' })
  const paid = await provider.verify(reference)
  expect(paid).toMatchObject({ is: 'payment', state: 'success', amount: 100_000, fee: 1500, channel: 'mobile' })
  await tick()
  const heard = provider.readEvent(Buffer.from(told()[0]!.raw), told()[0]!.headers)
  expect(heard).toMatchObject({ is: 'event', event: 'charge.success', about: { noun: 'payment', reference } })
  expect(await provider.balance()).toEqual({ is: 'balance', cents: 98_500 })

  const to = { rail: 'mobile_money', code: 'MPESA', name: 'Asha', account: '+254722000099' } as const
  const { code } = (await provider.recipient(to)) as { code: string }
  const sent = { reference: 'out-in-one-process', amountCents: 50_000, recipient: code, reason: 'Payout' }
  expect(await provider.transfer(sent)).toMatchObject({ is: 'transfer', state: 'success', fee: 2000 })
  expect(await provider.transfer(sent)).toMatchObject({ is: 'failure', class: 'unknown' })
  expect(await provider.verifyTransfer('out-in-one-process')).toMatchObject({ state: 'success' })
  expect(await provider.verifyTransfer('out-never-heard-of')).toEqual({ is: 'missing' })

  const { id } = (await control('dispute', { reference, amount: 10_000 })) as { id: string }
  expect(await provider.dispute(id)).toMatchObject({ is: 'dispute', reference, status: 'open', amount: 10_000 })
  await provider.refund({ reference, amountCents: 40_000, note: 'Sorry' })
  clock.advance(3000)
  await tick()
  const refunds = await provider.listRefunds((paid as { providerId: string }).providerId)
  expect(refunds).toMatchObject({ refunds: [{ state: 'processed', amount: 40_000 }] })
  const [from, till] = [new Date(clock.now().getTime() - 60_000), clock.now()]
  expect(await provider.listSuccess({ from, to: till, page: 1 })).toMatchObject({
    payments: [{ reference }],
    next: null,
  })
  expect(await provider.banks()).toMatchObject({ is: 'banks' })
})
test('a fault is met by the adapter', async () => {
  const { provider, fault, control } = await pretendedPaystack()
  await control('top-up', { cents: 1_000_000 })
  const to = { rail: 'mobile_money', code: 'MPESA', name: 'Asha', account: '0722000099' } as const
  const { code } = (await provider.recipient(to)) as { code: string }
  await fault({ endpoint: 'transfer', fault: 'lost-answer' })
  const sent = { reference: 'out-lost-its-answer', amountCents: 50_000, recipient: code, reason: 'Payout' }
  expect(await provider.transfer(sent)).toMatchObject({ is: 'failure', class: 'unknown' })
  expect(await provider.verifyTransfer(sent.reference)).toMatchObject({ state: 'success' })
})
test('what we answer to a webhook decides whether it comes again', async () => {
  let status = 503
  const { provider, pay, tick, told, clock } = await pretendedPaystack({ hear: async () => status })
  await provider.initialize(charge('don-told-more-than-once'))
  await pay('don-told-more-than-once', { bank: true })
  await tick()
  status = 200
  clock.advance(180_000)
  await tick()
  clock.advance(3600_000)
  await tick()
  expect(told().map((one) => one.status)).toEqual([503, 200])
})
