import { beforeEach, describe, expect, test } from 'vitest'
import { pretendedDaraja, programOf } from '#test/daraja.ts'
import { testDatabase } from '#test/database.ts'
import { allRows, oneRow } from '#test/rows.ts'

await testDatabase()
let world = await pretendedDaraja()
let program = programOf(world)
beforeEach(async () => {
  world = await pretendedDaraja()
  program = programOf(world)
})
const own = '254712345678'
const minute = 60_000
const sent = async (phone: string, more = {}) => {
  const { status, json } = await program.push(phone, more)
  expect([status, json.ResponseCode]).toEqual([200, '0'])
  return json.CheckoutRequestID as string
}
const ends = () => world.told().map(({ body }) => body.Body.stkCallback.ResultCode)
const queried = async (id: string) => {
  const { status, json } = await program.query(id)
  return status === 200 ? json.ResultCode : `${json.errorCode} ${json.errorMessage}`
}
const openSays = '500.001.1001 The transaction is being processed'
const transactions = () => allRows('sandbox.daraja_transactions', {}, 'receipt')
const prompts = () => allRows('sandbox.daraja_prompts', {}, 'checkout_id')

describe('tokens', () => {
  test('who knows key and secret gets one, for an hour less a second; a new one ends it', async () => {
    const { status, json } = await program.generate()
    expect([status, json.expires_in]).toEqual([200, '3599'])
    const refused = { status: 404, json: { errorCode: '404.001.03', errorMessage: 'Invalid Access Token' } }
    const ask = (token?: string) => program.send('/mpesa/stkpushquery/v1/query', {}, token)
    expect((await ask()).status).toBe(400)
    await program.generate()
    expect(await ask(json.access_token)).toMatchObject(refused)
    expect((await ask()).status).toBe(400)
    world.clock.advance(3_599_000)
    expect(await ask()).toMatchObject(refused)
    expect(await ask('')).toMatchObject({ status: 404, json: { errorCode: '404.001.04' } })
  })
  test('wrong ones get none', async () => {
    expect((await program.generate('another')).json.errorCode).toBe('400.008.01')
    expect((await program.generate(undefined, 'another')).json.errorCode).toBe('400.008.01')
    expect((await program.generate(undefined, undefined, 'password')).json.errorCode).toBe('400.008.02')
  })
})

describe('what is refused', () => {
  test.each([
    [{ Amount: 0 }, 'Amount'],
    [{ Amount: 10.5 }, 'Amount'],
    [{ Amount: '1e3' }, 'Amount'],
    [{ Amount: 250_001 }, 'Amount'],
    [{ PhoneNumber: '0712345678' }, 'PhoneNumber'],
    [{ PhoneNumber: '254812345678' }, 'PhoneNumber'],
    [{ PartyA: '25471234567' }, 'PartyA'],
    [{ PartyB: 'till' }, 'PartyB'],
    [{ AccountReference: 'HEAL-7K2Q' }, 'AccountReference'],
    [{ AccountReference: 'HEAL7K2QHEAL7' }, 'AccountReference'],
    [{ AccountReference: '' }, 'AccountReference'],
    [{ TransactionDesc: 'More than thirteen' }, 'TransactionDesc'],
    [{ TransactionType: 'CustomerPayBill' }, 'TransactionType'],
    [{ CallBackURL: 'http://harambee.example/hooks/m/abc' }, 'CallBackURL'],
    [{ CallBackURL: 'https://harambee.example/hooks/mpesa' }, 'CallBackURL'],
    [{ Timestamp: '20261340120000' }, 'Timestamp'],
    [{ BusinessShortCode: 'us' }, 'BusinessShortCode'],
    [{ Password: '' }, 'Password'],
  ])('%o', async (more, what) => {
    const { status, json } = await program.push(own, more)
    expect([status, json.errorCode, json.errorMessage]).toEqual([400, '400.002.02', `Bad Request - Invalid ${what}`])
    expect(json.requestId).toMatch(/^\d{5}-\d{8}-1$/)
    expect(await prompts()).toEqual([])
  })
  test('a wrong password, another shortcode, no JSON, another path, another method', async () => {
    const { status, json } = await program.push(own, { Password: 'wrong' })
    expect([status, json.errorCode, json.errorMessage]).toEqual([500, '500.001.1001', 'Wrong credentials'])
    expect((await program.push(own, { BusinessShortCode: '600000' })).json.errorMessage).toBe('Merchant does not exist')
    expect((await program.send('/mpesa/stkpush/v1/processrequest', '[1]')).json.errorCode).toBe('400.002.05')
    expect((await program.send('/mpesa/stkpush/v9/processrequest', {})).json.errorCode).toBe('404.001.01')
  })
})

describe('a phone in a hand', () => {
  test('the right PIN pays: callback, query, message, balances', async () => {
    const id = await sent(own)
    expect(await queried(id)).toBe(openSays)
    expect(await world.press('0712 345 678', { pin: '1234' })).toEqual({ code: 0 })
    expect(await queried(id)).toBe('0')
    await world.tick()
    const { address, body } = world.told()[0]!
    expect(address).toBe('https://harambee.example/hooks/m/abc')
    const { receipt } = (await transactions())[0]!
    expect(receipt).toMatch(/^UKK[A-Z0-9]{7}$/)
    expect(body).toEqual({
      Body: {
        stkCallback: {
          MerchantRequestID: expect.stringMatching(/^\d{5}-\d{8}-1$/),
          CheckoutRequestID: id,
          ResultCode: 0,
          ResultDesc: 'The service request is processed successfully.',
          CallbackMetadata: {
            Item: [
              { Name: 'Amount', Value: 500 },
              { Name: 'MpesaReceiptNumber', Value: receipt },
              { Name: 'Balance' },
              { Name: 'TransactionDate', Value: 20261120120000 },
              { Name: 'PhoneNumber', Value: 254712345678 },
            ],
          },
        },
      },
    })
    expect((await allRows('sandbox.sms'))[0]!.text).toBe(
      `${receipt} Confirmed. Ksh500.00 sent to HARAMBEE for account HEAL7K2Q on 20/11/26 at 12:00 PM New M-PESA balance is Ksh49,500.00. Transaction cost, Ksh0.00.`,
    )
    expect(await oneRow('sandbox.daraja_accounts', { shortcode: '174379' })).toMatchObject({ utility: 50_000 })
    expect((await world.press(own, { pin: '1234' })).error).toBe('nothing waits on this phone')
  })
  test.each([
    [{ pin: '4321' } as const, 2001],
    [{ cancel: true } as const, 1032],
    [{ runOut: true } as const, 1019],
  ])('%o ends it', async (press, code) => {
    const id = await sent(own)
    expect(await world.press(own, press)).toEqual({ code })
    await world.tick()
    expect(ends()).toEqual([code])
    expect(world.told()[0]!.body.Body.stkCallback).not.toHaveProperty('CallbackMetadata')
    expect(await queried(id)).toBe(String(code))
    world.clock.advance(2 * minute)
    await world.tick()
    expect(ends()).toEqual([code])
  })
  test.each([
    [true, 1019],
    [false, 1037],
  ])('after a minute without an answer it is over; phone on: %s', async (isOn, code) => {
    await world.control('phone', { number: own, isOn })
    const id = await sent(own)
    world.clock.advance(minute - 1)
    await world.tick()
    expect(await queried(id)).toBe(openSays)
    world.clock.advance(1)
    await world.tick()
    expect(ends()).toEqual([code])
  })
  test('the balance is too small, and nothing is taken', async () => {
    await world.control('phone', { number: own, balance: 49_999 })
    await sent(own)
    expect(await world.press(own, { pin: '1234' })).toEqual({ code: 1 })
    expect(await world.control('phone', { number: own })).toMatchObject({ balance: 49_999 })
  })
  test('of ten prompts at once one is open; the others are told that the phone is busy', async () => {
    await program.generate()
    const answers = await Promise.all(Array.from({ length: 10 }, () => program.push(own)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const busy = answers.filter(({ status }) => status === 500).map(({ json }) => json)
    expect(busy).toHaveLength(9)
    expect(busy[0].errorCode).toBe('500.001.1001')
    expect(busy[0].errorMessage).toContain('Unable to lock subscriber')
  })
  test('of ten PINs at once one pays', async () => {
    await sent(own)
    const pressed = await Promise.all(Array.from({ length: 10 }, () => world.press(own, { pin: '1234' })))
    expect(pressed.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(await world.control('phone', { number: own })).toMatchObject({ balance: 4_950_000 })
  })
  test('the same sum within two minutes is taken for a mistake; another sum is not', async () => {
    const pay = async (Amount: number) => {
      const id = await sent(own, { Amount })
      await world.press(own, { pin: '1234' })
      return queried(id)
    }
    expect([await pay(500), await pay(500), await pay(600)]).toEqual(['0', '17', '0'])
    world.clock.advance(2 * minute)
    expect(await pay(500)).toBe('0')
  })
  test('a Paybill that is asked for as a till is against the rules, and the other way round', async () => {
    expect(await queried(await sent(own, { TransactionType: 'CustomerBuyGoodsOnline' }))).toBe('2028')
    expect(await queried(await sent(own, { PartyB: '600001' }))).toBe('2028')
    const till = await sent(own, { TransactionType: 'CustomerBuyGoodsOnline', PartyB: '600001' })
    await world.press(own, { pin: '1234' })
    expect(await queried(till)).toBe('0')
  })
})

describe('by number, without hands', () => {
  const at = (last: string) => `2547083741${last}`
  test.each([
    ['49', [0], '0'],
    ['01', [1], '1'],
    ['02', [1032], '1032'],
    ['05', [2001], '2001'],
    ['06', [1001], '1001'],
    ['07', [4], '4'],
    ['08', [], '0'],
    ['09', [0, 0], '0'],
    ['12', [0], '1032'],
    ['16', [0], '0'],
    ['17', [17], '17'],
    ['18', [7777], '7777'],
    ['19', [8006], '8006'],
  ])('%s', async (last, told, said) => {
    const id = await sent(at(last))
    await world.tick()
    expect(ends()).toEqual(told)
    expect(await queried(id)).toBe(said)
    expect(await transactions()).toHaveLength(['49', '08', '09', '12', '16'].includes(last) ? 1 : 0)
  })
  test.each([
    ['50', 20_000, 0],
    ['03', minute, 1037],
    ['04', minute, 1019],
  ])('%s ends after %i ms', async (last, after, code) => {
    const id = await sent(at(last))
    world.clock.advance(after - 1)
    await world.tick()
    expect([ends(), await queried(id)]).toEqual([[], openSays])
    world.clock.advance(1)
    await world.tick()
    expect([ends(), await queried(id)]).toEqual([[code], String(code)])
  })
  test('10 is told before the answer', async () => {
    await sent(at('49'))
    expect(ends()).toEqual([])
    await sent(at('10'))
    expect(ends()).toEqual([0])
  })
  test('11 is told five seconds later than it is confirmed', async () => {
    await sent(at('11'))
    await world.tick()
    expect(world.told()).toEqual([])
    world.clock.advance(5000)
    await world.tick()
    expect(ends()).toEqual([0])
  })
  test('13 is still under way for two minutes when asked about', async () => {
    const id = await sent(at('13'))
    expect(await queried(id)).toBe('4999')
    world.clock.advance(2 * minute)
    expect(await queried(id)).toBe('0')
  })
  test('14 is told cancelled, and paid half a minute later', async () => {
    const id = await sent(at('14'))
    await world.tick()
    expect([ends(), await queried(id)]).toEqual([[1032], '1032'])
    world.clock.advance(30_000)
    await world.tick()
    expect([ends(), await queried(id)]).toEqual([[1032, 0], '0'])
  })
  test('15 gets no answer, and is paid', async () => {
    await program.generate()
    await expect(program.push(at('15'))).rejects.toThrow('socket hang up')
    await world.tick()
    expect(ends()).toEqual([0])
  })
  test('16 is told without its code', async () => {
    await sent(at('16'))
    await world.tick()
    expect(JSON.stringify(world.told())).not.toContain('MpesaReceiptNumber')
  })
})

test('the same seed tells the same story again', async () => {
  const story = async () => {
    world = await pretendedDaraja({ seed: 'one' })
    program = programOf(world)
    await sent('254708374149')
    await world.tick()
    return world.told()[0]!.raw
  }
  expect(await story()).toBe(await story())
})
test('a callback that is not taken is not repeated', async () => {
  world = await pretendedDaraja({ hear: () => 503 })
  program = programOf(world)
  await sent('254708374149')
  await world.tick()
  world.clock.advance(24 * 60 * minute)
  await world.tick()
  expect(world.told()).toHaveLength(1)
})
test('what is older than a month is forgotten, and what is younger stays', async () => {
  await sent('254708374149')
  world.clock.advance(20 * 24 * 60 * minute)
  await program.generate()
  await sent('254708374150')
  world.clock.advance(11 * 24 * 60 * minute)
  await world.tick()
  await world.daraja.sweep()
  expect(await prompts()).toMatchObject([{ phone: '254708374150' }])
  expect(await allRows('sandbox.daraja_phones', {}, 'number')).toMatchObject([{ number: '254708374150' }])
})
test('people on this machine control it, others do not', async () => {
  const ask = (headers: Record<string, string>) =>
    world.fetch('http://localhost/sandbox/daraja/__sandbox/state', { method: 'GET', headers })
  expect(await (await ask({})).json()).toMatchObject({ seed: 'a seed', aheadMs: 0 })
  expect((await ask({ 'x-forwarded-for': '10.1.2.3' })).status).toBe(404)
  await world.control('clock', { advanceMs: minute })
  expect(await (await ask({})).json()).toMatchObject({ aheadMs: minute, now: '2026-11-20T09:01:00.000Z' })
  expect(await world.control('clock', {})).toMatchObject({ error: expect.stringContaining('whole number') })
})
