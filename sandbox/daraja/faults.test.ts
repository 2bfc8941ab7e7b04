import { beforeEach, expect, test } from 'vitest'
import { pretendedDaraja, programOf } from '#test/daraja.ts'
import { testDatabase } from '#test/database.ts'
import { allRows } from '#test/rows.ts'

await testDatabase()
let world = await pretendedDaraja()
let program = programOf(world)
beforeEach(async () => {
  world = await pretendedDaraja()
  program = programOf(world)
  await program.generate()
})
const own = '254712345678'
const paid = '254708374149'
const count = async () => (await allRows('sandbox.daraja_prompts', {}, 'checkout_id')).length
const said = () => world.told().map(({ body }) => body.Body.stkCallback)
const itemOf = (at: number, name: string) =>
  said()[at].CallbackMetadata.Item.find(({ Name }: { Name: string }) => Name === name)?.Value
/** What was told once so much time has passed. */
const saidAfter = async (ms = 0) => {
  world.clock.advance(ms)
  await world.tick()
  return said().length
}
const timeOf = async (what: () => Promise<unknown>) => {
  const before = world.clock.now().getTime()
  await what()
  return world.clock.now().getTime() - before
}

test.each([
  ['token-ended', 404, '404.001.03'],
  ['busy', 500, '500.003.02'],
  ['quota', 500, '500.003.03'],
  ['http', 500, '500.003.1001'],
])('%s: refused once, and nothing was done', async (fault, status, errorCode) => {
  await world.fault({ endpoint: 'prompt', fault })
  const answer = await program.push(own)
  expect([answer.status, answer.json.errorCode, await count()]).toEqual([status, errorCode, 0])
  expect((await program.push(own)).status).toBe(200)
})
test('an answer is lost after it was done, or before', async () => {
  await world.fault({ endpoint: 'prompt', fault: 'reset-before' })
  await expect(program.push(own)).rejects.toThrow('socket hang up')
  expect(await count()).toBe(0)
  await world.fault({ endpoint: 'prompt', fault: 'lost-answer', ms: 100 })
  await expect(program.push(own)).rejects.toThrow('socket hang up')
  expect(await count()).toBe(1)
})
test('an answer is cut short, or a page, or late', async () => {
  await world.fault({ endpoint: 'prompt', fault: 'truncated' })
  await expect(program.push(own)).rejects.toThrow(/JSON/)
  await world.fault({ endpoint: 'prompt-query', fault: 'html' })
  await expect(program.query('x')).rejects.toThrow(/JSON/)
  await world.fault({ endpoint: 'token', fault: 'latency', ms: 300 })
  expect(await timeOf(() => program.generate())).toBe(300)
})
test('a share of the calls fails, and which follows from the seed', async () => {
  const fates = async () => {
    world = await pretendedDaraja({ seed: 'luck' })
    program = programOf(world)
    await program.generate()
    await world.fault({ endpoint: 'prompt-query', fault: 'http', status: 503, times: null, chance: 0.3 })
    const all: number[] = []
    for (let i = 0; i < 30; i++) all.push((await program.query('x')).status)
    return all
  }
  const first = await fates()
  const failed = first.filter((status) => status === 503).length
  expect(failed).toBeGreaterThan(2)
  expect(failed).toBeLessThan(20)
  expect(await fates()).toEqual(first)
})
test('all tokens end at a word', async () => {
  await world.control('token/end')
  expect((await program.push(own)).json.errorCode).toBe('404.001.03')
})
test('a callback never comes, comes late, again after days, or many times', async () => {
  const paidWith = async (fault: Parameters<typeof world.fault>[0]) => {
    await world.fault(fault)
    await program.push(paid)
    return saidAfter()
  }
  expect(await paidWith({ endpoint: 'callback', fault: 'never' })).toBe(0)
  expect(await paidWith({ endpoint: 'prompt-callback', fault: 'latency', ms: 5000 })).toBe(0)
  expect(await saidAfter(5000)).toBe(1)
  expect(await paidWith({ endpoint: 'callback', fault: 'burst', n: 7 })).toBe(8)
  expect(await paidWith({ endpoint: 'callback', fault: 'replay', days: 3 })).toBe(9)
  expect(await saidAfter(3 * 24 * 3600_000)).toBe(10)
})
test('callbacks come in another order', async () => {
  await world.fault({ endpoint: 'callback', fault: 'shuffle', window: 60_000, times: null })
  const sent: string[] = []
  for (let i = 0; i < 8; i++) sent.push((await program.push(paid, { Amount: i + 1 })).json.CheckoutRequestID)
  await saidAfter(60_000)
  const heard = said().map(({ CheckoutRequestID }) => CheckoutRequestID)
  expect([...heard].sort()).toEqual([...sent].sort())
  expect(heard).not.toEqual(sent)
})
test('a callback says what is not so', async () => {
  await world.fault({ endpoint: 'callback', fault: 'wrong-amount', by: 100 })
  await world.fault({ endpoint: 'callback', fault: 'wrong-receipt' })
  await world.fault({ endpoint: 'callback', fault: 'wrong-checkout' })
  await program.push(paid)
  await world.tick()
  expect([itemOf(0, 'Amount'), itemOf(0, 'MpesaReceiptNumber')]).toEqual([600, 'AAA0000000'])
  expect(said()[0].CheckoutRequestID).toBe('ws_CO_01012020000000000000000')
  await world.fault({ endpoint: 'callback', fault: 'wrong-code', code: 0 })
  await program.push('254708374102')
  await world.tick()
  expect(said()[1].ResultCode).toBe(0)
})
test('a forged callback says that an open prompt was paid; the prompt stays open', async () => {
  const { json } = await program.push(own)
  const checkout = json.CheckoutRequestID
  expect(await world.control('forge', { checkout, shillings: 9000 })).toEqual({ forged: true })
  await world.tick()
  expect(said()).toMatchObject([{ CheckoutRequestID: checkout, ResultCode: 0 }])
  expect(itemOf(0, 'Amount')).toBe(9000)
  expect((await program.query(checkout)).json.errorMessage).toBe('The transaction is being processed')
  expect(await world.control('forge', { checkout: 'another' })).toMatchObject({ error: 'there is no such prompt' })
})
test('what was told is told again', async () => {
  const { json } = await program.push(paid)
  await world.tick()
  expect(await world.control('again', { subject: json.CheckoutRequestID })).toEqual({ sent: 1 })
  await world.tick()
  expect(world.told()[1]!.raw).toBe(world.told()[0]!.raw)
})
test.each([
  [{ fault: 'nothing' }, /fault at \* is one of latency/],
  [{ endpoint: 'nowhere', fault: 'http' }, /endpoint is \*, callback/],
  [{ endpoint: 'callback', fault: 'html' }, /fault at callback is one of never/],
  [{ fault: 'http', times: 0 }, /times/],
  [{ fault: 'http', chance: 2 }, /chance/],
])('%o is no fault that can be', async (body, says) => {
  expect(await world.control('faults', body)).toMatchObject({ error: expect.stringMatching(says) })
})

test('refused: as of a payment that they don’t know, and nothing was done', async () => {
  await world.fault({ endpoint: 'prompt', fault: 'refused' })
  const answer = await program.push(own)
  expect([answer.status, answer.json.errorCode, await count()]).toEqual([400, '400.002.02', 0])
})
test('an answer drips: each sign of it takes its time', async () => {
  await world.fault({ endpoint: 'prompt-query', fault: 'drip', ms: 10 })
  let length = 0
  const took = await timeOf(async () => (length = (await program.query('x')).text.length))
  expect(took).toBe(length * 10)
})
test('a confirmation names a foreign shortcode', async () => {
  const ConfirmationURL = 'https://harambee.example/tell'
  const register = { ShortCode: '174379', ResponseType: 'Completed', ValidationURL: ConfirmationURL, ConfirmationURL }
  await program.send('/mpesa/c2b/v2/registerurl', register)
  await world.fault({ endpoint: 'confirmation', fault: 'wrong-shortcode', shortcode: '600123' })
  for (const amount of [500, 600]) await world.control('pay', { phone: own, account: '304518', amount })
  await world.tick()
  expect(world.told().map(({ body }) => [body.TransAmount, body.BusinessShortCode])).toEqual([
    ['500.00', '600123'],
    ['600.00', '174379'],
  ])
})
