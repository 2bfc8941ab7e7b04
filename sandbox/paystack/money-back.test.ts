import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { sandboxOf } from '#test/sandbox.ts'

const db = await testDatabase()
const { ask, paystack, tick, told, clock } = sandboxOf(db)

let n = 0
const paid = async (card = '4084084084084081', amount = 100_000) => {
  const reference = `don-000000000000-${++n}`
  await ask('POST', '/transaction/initialize', { email: 'a@b.test', amount, reference })
  await paystack.control('pay', { reference, card })
  return reference
}
const refund = async (reference: string, amount?: number) =>
  (await ask('POST', '/refund', { transaction: reference, ...(amount ? { amount } : {}) })).json
const payment = async (reference: string) => (await ask('GET', `/transaction/verify/${reference}`)).json.data
const refundsOf = async (reference: string) => {
  const { text } = await ask('GET', `/transaction/verify/${reference}`)
  return (await ask('GET', `/refund?transaction=${/"id":(\d+)/.exec(text)![1]}`)).json.data
}
const events = (reference: string) =>
  told()
    .filter(({ body: { data } }) => [data.transaction_reference, data.transaction?.reference].includes(reference))
    .map(({ body }) => body.event)
const pass = async (ms: number) => {
  clock.advance(ms)
  await tick()
}
const balance = async () => (await ask('GET', '/balance')).json.data[0].balance as number
const resolve = (id: string, body: object) => ask('PUT', `/dispute/${id}/resolve`, body)

test('a refund is pending, then processing, then processed; the payment is reversed', async () => {
  const reference = await paid()
  const before = await balance()
  expect(await refund(reference)).toMatchObject({
    status: true,
    message: 'Refund has been queued for processing',
    data: { status: 'pending', amount: 100_000, deducted_amount: 100_000, transaction: { reference } },
  })
  expect(await balance()).toBe(before - 100_000)
  await pass(1000)
  expect(await refundsOf(reference)).toMatchObject([{ status: 'processing' }])
  await pass(2000)
  expect(await refundsOf(reference)).toMatchObject([{ status: 'processed' }])
  expect((await payment(reference)).status).toBe('reversed')
  await tick()
  expect(events(reference)).toEqual(['refund.pending', 'refund.processing', 'refund.processed'])
  expect(await refund(reference)).toMatchObject({ status: false, code: 'transaction_reversed' })
})
test('parts go back until nothing is left', async () => {
  const reference = await paid()
  expect((await refund(reference, 60_000)).status).toBe(true)
  expect(await refund(reference, 40_001)).toMatchObject({ status: false, code: 'refund_amount_too_large' })
  await pass(3000)
  expect((await payment(reference)).status).toBe('success')
  expect((await refund(reference, 40_000)).status).toBe(true)
  await pass(3000)
  expect((await payment(reference)).status).toBe('reversed')
})
test('what was not paid is not refunded', async () => {
  await ask('POST', '/transaction/initialize', { email: 'a@b.test', amount: 1000, reference: 'don-never-paid-for' })
  expect(await refund('don-never-paid-for')).toMatchObject({ status: false, code: 'transaction_not_successful' })
  expect(await refund('don-never-heard-of')).toMatchObject({ status: false, code: 'transaction_not_found' })
})
test('a refund to card 1803 fails and is back in the balance', async () => {
  const reference = await paid('4084080000671803')
  const before = await balance()
  await refund(reference)
  await pass(3000)
  await tick()
  expect(await refundsOf(reference)).toMatchObject([{ status: 'failed', deducted_amount: 0 }])
  expect(await balance()).toBe(before)
  expect((await payment(reference)).status).toBe('success')
  expect(events(reference)).toEqual(['refund.pending', 'refund.failed'])
})
test('a refund to card 1902 needs attention, and goes on with bank details', async () => {
  const reference = await paid('4084080000671902')
  await refund(reference)
  await pass(2000)
  const { text } = await ask('GET', `/refund?transaction=${reference}`)
  const id = /"data":\[\{"id":(\d+)/.exec(text)![1]
  expect((await ask('GET', `/refund/${id}`)).json.data.status).toBe('needs-attention')
  const retry = (body: object) => ask('POST', `/refund/retry_with_customer_details/${id}`, body)
  expect((await retry({})).status).toBe(400)
  const details = { refund_account_details: { currency: 'KES', account_number: '123456789', bank_id: '800' } }
  expect((await retry(details)).json.data.status).toBe('processing')
  await pass(2000)
  expect(await refundsOf(reference)).toMatchObject([{ status: 'processed' }])
  expect((await retry(details)).status).toBe(422)
})

const disputed = async (own = {}) => {
  const reference = await paid()
  const { id } = (await paystack.control('dispute', { reference, ...own })) as { id: string }
  return { reference, id }
}
const found = async (id: string) => (await ask('GET', `/dispute/${id}`)).json.data

test('a dispute is opened, told of, and open for 48 hours', async () => {
  const { reference, id } = await disputed()
  expect(await found(id)).toMatchObject({
    status: 'awaiting-merchant-feedback',
    resolution: null,
    refund_amount: 100_000,
    category: 'chargeback',
    transaction: { reference },
    resolvedAt: null,
    dueAt: new Date(clock.now() + 48 * 3600_000).toISOString(),
  })
  await tick()
  expect(events(reference)).toEqual(['charge.dispute.create'])
  expect((await ask('GET', '/dispute?status=awaiting-merchant-feedback')).json.data).toHaveLength(1)
  expect(await paystack.control('dispute', { reference })).toMatchObject({ error: expect.any(String) })
})
const store = (url: string, body: string | null = '%PDF', method = 'PUT') =>
  paystack.answer(new Request(url, { method, body }), { nonce: '', address: '10.0.0.9' })
type Place = { signedUrl: string; fileName: string }
const placeOf = async (id: string): Promise<Place> =>
  (await ask('GET', `/dispute/${id}/upload_url?upload_filename=a.pdf`)).json.data
/** Puts a file there as the person who answers does, and says what it is called. */
const put = async (id: string) => {
  const { signedUrl, fileName } = await placeOf(id)
  expect((await store(signedUrl)).status).toBe(200)
  return fileName
}

test('a file is taken at an address that is signed, for half an hour, from the person who has it', async () => {
  const { id } = await disputed()
  const other = await disputed()
  const { signedUrl, fileName } = await placeOf(id)
  expect(fileName).toContain('a.pdf')
  expect((await store(signedUrl.replace(fileName, `${other.id}-a.pdf`))).status).toBe(403)
  expect((await store(signedUrl.replace(/expires=\d+/, 'expires=9999999999999'))).status).toBe(403)
  expect((await store(signedUrl, null, 'GET')).status).toBe(405)
  expect((await store(signedUrl, '')).status).toBe(400)
  expect((await store(signedUrl)).status).toBe(200)
  const body = { resolution: 'declined', message: 'x', uploaded_filename: fileName }
  expect((await resolve(other.id, body)).status).toBe(400)
  clock.advance(30 * 60_000)
  expect((await store(signedUrl)).status).toBe(403)
})
test('a dispute that is declined leaves the money where it is', async () => {
  const { reference, id } = await disputed()
  const before = await balance()
  const evidence = { customer_email: 'a@b.test', customer_name: 'A', customer_phone: '07', service_details: 'x' }
  expect((await ask('POST', `/dispute/${id}/evidence`, evidence)).json.message).toBe('Evidence created')
  const uploaded_filename = await put(id)
  const declined = { resolution: 'declined', message: 'It was given', refund_amount: 0 }
  for (const wrong of [{}, { uploaded_filename: 'a.pdf' }])
    expect((await resolve(id, { ...declined, ...wrong })).status).toBe(400)
  const answer = await resolve(id, { ...declined, uploaded_filename })
  expect(answer.json).toMatchObject({ message: 'Dispute successfully resolved', data: { resolution: 'declined' } })
  expect(await balance()).toBe(before)
  expect((await payment(reference)).status).toBe('success')
  expect((await resolve(id, { resolution: 'declined', message: 'x' })).status).toBe(400)
})
test('a dispute that is accepted takes the money back', async () => {
  const { reference, id } = await disputed()
  const before = await balance()
  const accepted = { resolution: 'merchant-accepted', message: 'Right', refund_amount: 100_000 }
  await resolve(id, { ...accepted, uploaded_filename: await put(id) })
  expect(await balance()).toBe(before - 100_000)
  expect((await payment(reference)).status).toBe('reversed')
  await tick()
  expect(events(reference)).toEqual(['charge.dispute.create', 'charge.dispute.resolve'])
})
test('what a bank asks back is not refunded besides', async () => {
  const { reference, id } = await disputed({ amount: 70_000 })
  expect(await refund(reference, 30_001)).toMatchObject({ status: false, code: 'refund_amount_too_large' })
  expect((await refund(reference, 30_000)).status).toBe(true)
  expect(await found(id)).toMatchObject({ refund_amount: 70_000 })
})
test('its amount can be lowered, but not above what is disputed', async () => {
  const { id } = await disputed()
  const lowered = await ask('PUT', `/dispute/${id}`, { refund_amount: 50_000 })
  expect(lowered.json.data).toMatchObject([{ refund_amount: 50_000 }])
})
test('a dispute that nobody answers is reminded of, then accepted', async () => {
  const { reference, id } = await disputed()
  await pass(24 * 3600_000)
  await pass(24 * 3600_000)
  await tick()
  expect(await found(id)).toMatchObject({ status: 'resolved', resolution: 'auto-accepted' })
  expect(events(reference)).toEqual(['charge.dispute.create', 'charge.dispute.remind', 'charge.dispute.resolve'])
})
test.each(['/refund/1', '/dispute/1'])('%s is not found', async (path) => {
  expect((await ask('GET', path)).status).toBe(404)
})
