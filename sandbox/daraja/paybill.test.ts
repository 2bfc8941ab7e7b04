import { beforeEach, describe, expect, test } from 'vitest'
import { pretendedDaraja, programOf } from '#test/daraja.ts'
import { testDatabase } from '#test/database.ts'

await testDatabase()
let answer: { status: number; text: string } = { status: 200, text: '' }
const opened = () => pretendedDaraja({ hear: () => answer })
let world = await opened()
let program = programOf(world)
beforeEach(async () => {
  answer = { status: 200, text: '{"ResultCode":"0","ResultDesc":"Accepted"}' }
  world = await opened()
  program = programOf(world)
  await world.control('settings', { validates: true })
})
const own = '254712345126'
const [validation, confirmation] = ['https://harambee.example/ask', 'https://harambee.example/tell']
const register = (more = {}) =>
  program.send('/mpesa/c2b/v2/registerurl', {
    ShortCode: '174379',
    ResponseType: 'Completed',
    ValidationURL: validation,
    ConfirmationURL: confirmation,
    ...more,
  })
const pay = (more: Record<string, unknown> = {}) =>
  world.control('pay', { phone: own, account: '304518', amount: 500, ...more }) as Promise<Record<string, string>>
const toldAt = (address: string) => world.told().filter((one) => one.address === address)
const balance = async () => ((await world.control('phone', { number: own })) as { balance: number }).balance

describe('a payment by hand', () => {
  test('is asked about, taken, and told once with little of who paid', async () => {
    expect((await register()).json).toMatchObject({ ResponseCode: '0' })
    const { receipt } = await pay()
    await world.tick()
    const said = {
      TransactionType: 'Pay Bill',
      TransAmount: '500.00',
      BusinessShortCode: '174379',
      BillRefNumber: '304518',
      MSISDN: '2547 ***** 126',
    }
    expect(toldAt(validation).map(({ body }) => body)).toMatchObject([{ ...said, TransID: '' }])
    const after = { TransID: receipt, TransTime: '20261120120000', OrgAccountBalance: '500.00' }
    expect(toldAt(confirmation).map(({ body }) => body)).toMatchObject([{ ...said, ...after }])
    expect(JSON.stringify(world.told())).not.toContain(own)
    expect(await balance()).toBe(4_950_000)
  })
  test.each([
    ['refused', { status: 200, text: '{"ResultCode":"C2B00012"}' }, 'Completed', false],
    ['refused by a number', { status: 200, text: '{"ResultCode":1}' }, 'Completed', false],
    ['unanswered', { status: 0, text: '' }, 'Completed', true],
    ['answered by an error', { status: 503, text: 'no' }, 'Completed', true],
    ['answered by no JSON', { status: 200, text: '<html>' }, 'Completed', true],
    ['unanswered where that means no', { status: 0, text: '' }, 'Cancelled', false],
  ])('%s', async (_, said, ResponseType, taken) => {
    await register({ ResponseType })
    answer = said
    expect(await pay()).toEqual(taken ? { receipt: expect.any(String) } : { why: 'refused' })
    expect(await balance()).toBe(taken ? 4_950_000 : 5_000_000)
  })
  test('is not asked about where Safaricom has not switched that on', async () => {
    await register()
    await world.control('settings', { validates: false })
    await pay()
    await world.tick()
    expect([toldAt(validation).length, toldAt(confirmation).length]).toEqual([0, 1])
  })
  test.each([
    [{ pin: '9999' }, { why: 'pin' }],
    [{ number: '600001' }, { why: 'nobody' }],
    [{ amount: 50_001 }, { why: 'short' }],
    [{ account: '' }, { error: 'account is wrong' }],
    [{ amount: '10.5' }, { error: 'amount is wrong' }],
    [{ account: 'a'.repeat(21) }, { error: 'account is wrong' }],
  ])('%o takes nothing', async (more, why) => {
    expect(await pay(more)).toEqual(why)
    expect(await balance()).toBe(5_000_000)
  })
  test('ten at once take no more than there is', async () => {
    const done = await Promise.all(Array.from({ length: 10 }, () => pay({ amount: 20_000 })))
    expect(done.filter(({ receipt }) => receipt)).toHaveLength(2)
    expect(await balance()).toBe(1_000_000)
  })
  test('to a till has no account', async () => {
    await register({ ShortCode: '600001' })
    await pay({ way: 'till', number: '600001' })
    await world.tick()
    expect(toldAt(confirmation)[0]!.body).toMatchObject({ TransactionType: 'Buy Goods', BillRefNumber: '' })
  })
})
test('addresses are named once; the same again does no harm, another is refused', async () => {
  await register()
  expect((await register()).status).toBe(200)
  const other = { ConfirmationURL: 'https://harambee.example/other' }
  expect((await register(other)).json.errorMessage).toBe('Urls are already registered')
  await world.control('register/clear')
  expect((await register(other)).status).toBe(200)
  expect((await register({ ResponseType: 'Maybe' })).json.errorMessage).toContain('ResponseType')
})
test('a paid prompt on the Paybill is confirmed too, with the same code', async () => {
  await register()
  await program.push('254708374149')
  await world.tick()
  const [told, confirmed] = world.told()
  const items = told!.body.Body.stkCallback.CallbackMetadata.Item as { Name: string; Value: unknown }[]
  const receipt = items.find(({ Name }) => Name === 'MpesaReceiptNumber')!.Value
  expect(confirmed!.body).toMatchObject({ TransID: receipt, BillRefNumber: 'HEAL7K2Q' })
})
test('by number: never told is confirmed neither; one is confirmed before it is told', async () => {
  await register()
  await program.push('254708374108')
  await program.push('254708374116')
  await program.push('254708374111')
  await world.tick()
  expect(toldAt(confirmation)).toHaveLength(1)
  expect(world.told().at(-1)!.address).toBe(confirmation)
})

describe('the list', () => {
  const order = () =>
    program.send('/pulltransactions/v1/register', {
      ShortCode: '174379',
      RequestType: 'Pull',
      NominatedNumber: '254708374149',
      CallBackURL: 'https://harambee.example/',
    })
  const list = async (more: Record<string, unknown> = {}) => {
    const range = { StartDate: '2026-11-01 00:00:00', EndDate: '2026-12-31 00:00:00' }
    const body = { ShortCode: '174379', ...range, OffSetValue: '0', ...more }
    return (await program.send('/pulltransactions/v1/query', body)).json
  }
  test('has what came in by prompt and by hand, and nothing that failed', async () => {
    expect((await list()).errorMessage).toBe('ShortCode is not registered')
    expect((await order()).json.ResponseStatus).toBe('1000')
    expect((await order()).json.ResponseStatus).toBe('1001')
    expect(await list()).toMatchObject({ ResponseCode: '1001', Response: [] })
    await program.push('254708374116')
    await program.push('254708374102')
    const { receipt } = await pay()
    const { ResponseCode, Response } = await list()
    expect(ResponseCode).toBe('1000')
    expect(Response[0]).toHaveLength(2)
    expect(Response[0].find((row: { transactionId: string }) => row.transactionId === receipt)).toEqual({
      transactionId: receipt,
      trxDate: '2026-11-20 12:00:00',
      msisdn: Number(own),
      sender: 'MPESA',
      transactiontype: 'c2b-pay-bill-debit',
      billreference: '304518',
      amount: '500.00',
      organizationname: 'HARAMBEE',
    })
    expect(await list({ OffSetValue: '2' })).toMatchObject({ ResponseCode: '1001' })
    expect(await list({ OffSetValue: 'x' })).toMatchObject({ errorCode: '400.002.02' })
    expect(await list({ StartDate: 'today' })).toMatchObject({ errorCode: '400.002.02' })
    await world.fault({ endpoint: 'list', fault: 'gap' })
    expect((await list()).Response[0]).toHaveLength(1)
  })
  test('forgets after 48 hours', async () => {
    await order()
    await pay()
    world.clock.advance(48 * 3600_000 + 1000)
    await program.generate()
    expect(await list()).toMatchObject({ ResponseCode: '1001' })
  })
})

describe('Lipa na M-PESA on the phone', () => {
  const typed = { way: 'paybill', number: '174379', account: 'HEAL', amount: '1,500', pin: '1234' }
  const send = (more = {}) => world.page(`/${own}/pay`, { ...typed, ...more })
  test('pays, and the message is on the phone', async () => {
    expect(await (await world.page(`/${own}`)).text()).toContain(`href="/sandbox/phone/${own}/pay"`)
    expect(await (await world.page(`/${own}/pay`)).text()).toContain('Harambee is 174379')
    expect((await send()).headers.get('location')).toBe(`/sandbox/phone/${own}`)
    expect(await (await world.page(`/${own}`)).text()).toContain('Ksh1,500.00 sent to HARAMBEE for account HEAL')
  })
  test.each([
    [{ pin: '9999' }, 'This PIN is wrong.'],
    [{ pin: '12' }, 'Enter the four digits'],
    [{ number: 'x' }, 'Enter 5 to 7 digits'],
    [{ number: '600001' }, 'There is no business with this number.'],
    [{ amount: '0' }, 'Enter whole shillings'],
    [{ amount: '60000' }, 'There is not enough money'],
  ])('%o is said, and what was typed stays but for the PIN', async (more, says) => {
    const page = await send(more)
    expect(page.status).toBe(422)
    const text = await page.text()
    expect(text).toContain(says)
    expect(text).toContain('value="HEAL"')
    expect(text).not.toContain('value="1234"')
  })
  test('other addresses below a phone are none', async () => {
    expect((await world.page(`/${own}/evil`)).status).toBe(404)
  })
})
