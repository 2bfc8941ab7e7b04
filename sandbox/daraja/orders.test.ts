import { beforeEach, describe, expect, test } from 'vitest'
import { pretendedDaraja, programOf } from '#test/daraja.ts'
import { testDatabase } from '#test/database.ts'

await testDatabase()
let world = await pretendedDaraja()
let program = programOf(world)
let n = 0
beforeEach(async () => {
  world = await pretendedDaraja()
  program = programOf(world)
})
const minute = 60_000
const own = '254712345126'
const urls = { ResultURL: 'https://harambee.example/result', QueueTimeOutURL: 'https://harambee.example/late' }
const initiator = () => ({ SecurityCredential: world.keys.credential, Remarks: 'Harambee', ...urls })
const send = (more: Record<string, unknown> = {}) =>
  program.send('/mpesa/b2c/v3/paymentrequest', {
    ...initiator(),
    OriginatorConversationID: `pay-${++n}`,
    InitiatorName: world.keys.initiator,
    CommandID: 'BusinessPayment',
    Amount: 1000,
    PartyA: world.keys.b2cShortcode,
    PartyB: own,
    ...more,
  })
const results = async () => {
  await world.tick()
  return world.told().flatMap(({ body }) => (body.Result ? [body.Result] : []))
}
const itemsOf = (result: { ResultParameters?: { ResultParameter: { Key: string; Value: unknown }[] } }) =>
  Object.fromEntries((result.ResultParameters?.ResultParameter ?? []).map(({ Key, Value }) => [Key, Value]))
const topUp = () => world.control('top-up', { cents: 10_000_000 })
const balanceOf = async (number = own) => ((await world.control('phone', { number })) as { balance: number }).balance
describe('money out', () => {
  test('reaches the phone, costs a charge, and is told with its code', async () => {
    await topUp()
    const { status, json } = await send({ OriginatorConversationID: 'ours-1' })
    expect([status, json.ResponseCode, json.OriginatorConversationID]).toEqual([200, '0', 'ours-1'])
    const [result] = await results()
    const names = { OriginatorConversationID: 'ours-1', ConversationID: json.ConversationID }
    expect(result).toMatchObject({ ResultCode: 0, ...names })
    expect(itemsOf(result!)).toMatchObject({
      TransactionAmount: 1000,
      TransactionReceipt: result!.TransactionID,
      ReceiverPartyPublicName: expect.stringContaining(own),
      TransactionCompletedDateTime: '20.11.2026 12:00:00',
      B2CUtilityAccountAvailableFunds: 98_995,
    })
    expect(await balanceOf()).toBe(5_100_000)
  })
  test('a used name is refused and sends nothing, ten at once too', async () => {
    await topUp()
    await program.generate()
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ OriginatorConversationID: 'same' })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.find(({ status }) => status !== 200)!.json).toMatchObject({ errorCode: '500.002.1001' })
    expect(await balanceOf()).toBe(5_100_000)
  })
  test.each([
    [{}, 1],
    [{ Amount: 5 }, 2],
    [{ InitiatorName: 'another' }, 2001],
    [{ SecurityCredential: 'another' }, 2001],
    [{ PartyB: '254712345102' }, 2040],
  ])('%o without money there ends with %i', async (more, code) => {
    await send(more)
    expect(await results()).toMatchObject([{ ResultCode: code, TransactionID: '' }])
    expect(await balanceOf()).toBe(5_000_000)
  })
  test.each([
    [{ PartyA: '600000' }, 'PartyA'],
    [{ PartyB: '0712345678' }, 'PartyB'],
    [{ CommandID: 'Pay' }, 'CommandID'],
    [{ Amount: 10.5 }, 'Amount'],
    [{ Remarks: '' }, 'Remarks'],
    [{ ResultURL: 'http://harambee.example' }, 'ResultURL'],
    [{ OriginatorConversationID: '' }, 'OriginatorConversationID'],
  ])('%o is refused', async (more, what) => {
    const { errorCode, errorMessage } = (await send(more)).json
    expect([errorCode, errorMessage]).toEqual(['400.002.02', `Bad Request - Invalid ${what}`])
  })
  test.each([
    ['01', [1]],
    ['04', []],
    ['05', [0, 0]],
    ['06', [0]],
  ])('to a phone that ends in %s', async (last, codes) => {
    await topUp()
    await send({ PartyB: `2547123451${last}` })
    const all = await results()
    expect(all.map(({ ResultCode }) => ResultCode)).toEqual(codes)
    expect(await balanceOf(`2547123451${last}`)).toBe(last === '01' ? 5_000_000 : 5_100_000)
    if (last === '06') expect(itemsOf(all[0]!).ReceiverPartyPublicName).toContain('ANOTHER PERSON')
  })
  test('to one that ends in 03 is late, and done after five minutes', async () => {
    await topUp()
    await send({ PartyB: '254712345103', OriginatorConversationID: 'slow' })
    world.clock.advance(minute / 2)
    expect(await results()).toEqual([])
    expect(world.told().map(({ address }) => address)).toEqual([urls.QueueTimeOutURL])
    await ask({ OriginatorConversationID: 'slow', TransactionID: undefined })
    expect(itemsOf((await results())[0]!)).toMatchObject({ TransactionStatus: 'Pending' })
    world.clock.advance(5 * minute)
    expect((await results()).at(-1)).toMatchObject({ ResultCode: 0, OriginatorConversationID: 'slow' })
  })
})

const pay = async () =>
  ((await world.control('pay', { phone: own, account: '304518', amount: 500 })) as { receipt: string }).receipt
const asks = (path: string, CommandID: string, more: Record<string, unknown>) =>
  program.send(`/mpesa/${path}`, { ...initiator(), Initiator: world.keys.initiator, CommandID, ...more })
const ours = () => ({ PartyA: world.keys.shortcode, IdentifierType: '4' })
const ask = (more: Record<string, unknown>) =>
  asks('transactionstatus/v1/query', 'TransactionStatusQuery', { ...ours(), ...more })
const reverse = (receipt: string, more: Record<string, unknown> = {}) =>
  asks('reversal/v1/request', 'TransactionReversal', {
    TransactionID: receipt,
    Amount: 500,
    ReceiverParty: world.keys.shortcode,
    RecieverIdentifierType: '11',
    ...more,
  })

describe('questions of an initiator', () => {
  test('what became of a code', async () => {
    const receipt = await pay()
    await ask({ TransactionID: receipt })
    await ask({ TransactionID: 'AAA0000000' })
    await ask({ TransactionID: receipt, Initiator: 'another' })
    const [known, unknown, stranger] = await results()
    expect(itemsOf(known!)).toMatchObject({
      TransactionStatus: 'Completed',
      Amount: 500,
      ReceiptNo: receipt,
      DebitPartyName: expect.stringContaining(own),
      CreditPartyName: '174379 - HARAMBEE',
    })
    expect([unknown!.ResultCode, stranger!.ResultCode]).toEqual(['R000002', 2001])
  })
  test('how much there is, rightly or wrongly', async () => {
    await pay()
    const balance = async () => {
      await asks('accountbalance/v1/query', 'AccountBalance', ours())
      return itemsOf((await results()).at(-1)!).AccountBalance
    }
    expect(await balance()).toContain('&Utility Account|KES|500.00|500.00|0.00|0.00&')
    await world.control('settings', { balanceOff: -100 })
    expect(await balance()).toContain('&Utility Account|KES|499.00|')
  })
})

describe('money back', () => {
  test('goes to the phone it came from, once, of ten at once', async () => {
    const receipt = await pay()
    await program.generate()
    await Promise.all(Array.from({ length: 10 }, () => reverse(receipt)))
    const codes = (await results()).map(({ ResultCode }) => String(ResultCode)).sort()
    expect(codes).toEqual(['0', ...Array(9).fill('R000001')])
    expect(await balanceOf()).toBe(5_000_000)
  })
  test.each([
    [{ Amount: 400 }, '15'],
    [{ TransactionID: 'AAA0000000' }, 'R000002'],
    [{ ReceiverParty: '600001' }, 'R000002'],
    [{ Initiator: 'another' }, '2001'],
  ])('%o ends with %s', async (more, code) => {
    await reverse(await pay(), more)
    expect((await results()).map(({ ResultCode }) => String(ResultCode))).toEqual([code])
    expect(await balanceOf()).toBe(4_950_000)
  })
  test('of what was settled already there is nothing to give back', async () => {
    const receipt = await pay()
    await world.control('top-up', { cents: -50_000, shortcode: world.keys.shortcode })
    await reverse(receipt)
    expect((await results()).map(({ ResultCode }) => ResultCode)).toEqual([1])
  })
})

test('the statement has every line, newest first, with its balance', async () => {
  const receipt = await pay()
  world.clock.advance(minute)
  await program.generate()
  await reverse(receipt)
  const { csv } = (await world.control('statement')) as { csv: string }
  const lines = csv.split('\r\n')
  expect(lines[4]).toMatch(/^Receipt No\.,Completion Time,/)
  expect(lines).toHaveLength(7)
  expect(lines[5]).toContain(`-500.00,0.00,true,Transaction Reversal,${own} - `)
  expect(lines[5]).toContain(`,${receipt},304518`)
  expect(lines[6]).toMatch(new RegExp(`^${receipt},20-11-2026 12:00:00,`))
  expect(lines[6]).toContain(',500.00,,500.00,true,Pay Bill,')
})

describe('a reversal of Safaricom’s own', () => {
  test('goes to the phone once, of ten at once; nothing is told, and the statement has it', async () => {
    const receipt = await pay()
    const [before, told] = [await balanceOf(), world.told().length]
    const all = await Promise.all(Array.from({ length: 10 }, () => world.control('reverse', { receipt })))
    const done = all.filter((one) => 'receipt' in (one as object)) as { receipt: string }[]
    expect(done).toHaveLength(1)
    await world.tick()
    expect([await balanceOf(), world.told().length]).toEqual([before + 50_000, told])
    const { csv } = (await world.control('statement', {})) as { csv: string }
    expect(csv.split('\n').find((line) => line.startsWith(done[0]!.receipt))).toContain(receipt)
    await reverse(receipt)
    expect((await results()).at(-1)).toMatchObject({ ResultCode: 'R000001' })
  })
  test('is refused of what is no payment', async () => {
    const { error } = (await world.control('reverse', { receipt: 'AAA0000000' })) as { error: string }
    expect(error).toContain('R000002')
  })
})
