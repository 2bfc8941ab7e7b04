import { describe, expect, test } from 'vitest'
import { readSettings } from '#app/platform/settings/settings.server.ts'
import { isRealMpesa } from './mpesa-settings.server.ts'

const wrongIn = (env: Record<string, string>) => readSettings(env).problems.map(({ name, is }) => `${name} ${is}`)
const four = {
  DARAJA_KEY: 'the-consumer-key',
  DARAJA_SECRET: 'the-consumer-secret',
  DARAJA_SHORTCODE: '600000',
  DARAJA_PASSKEY: 'the-passkey',
}
const live = { PAYSTACK_SECRET_KEY: 'sk_live_12345678', APP_URL: 'https://harambee.example', HARAMBEE_DEMO: '1' }
const trial = { PAYSTACK_SECRET_KEY: 'sk_test_12345678', DARAJA_URL: 'https://sandbox.safaricom.co.ke' }

describe('the settings of M-Pesa', () => {
  test('are none on a laptop, where both providers pretend', () => {
    const { settings, problems } = readSettings({})
    expect(problems).toEqual([])
    expect(settings).toMatchObject({ pretends: true, mpesa: undefined })
  })

  test('are complete with four, and end all pretence', () => {
    const { settings, problems } = readSettings({ ...live, ...four, DARAJA_PULL_NUMBER: '254712345678' })
    expect(problems).toEqual([])
    expect(settings.pretends).toBe(false)
    expect(settings.mpesa).toEqual({
      key: 'the-consumer-key',
      secret: 'the-consumer-secret',
      shortcode: '600000',
      passkey: 'the-passkey',
      kind: 'paybill',
      till: undefined,
      baseUrl: 'https://api.safaricom.co.ke',
      pullNumber: '254712345678',
      initiator: undefined,
      credential: undefined,
      from: undefined,
    })
  })

  test('send money from a number where there is one, by the operator of the questions or by another', () => {
    const b2c = { ...live, ...four, DARAJA_B2C_SHORTCODE: '600997' }
    expect(wrongIn(b2c)).toEqual(['DARAJA_INITIATOR missing', 'DARAJA_CREDENTIAL missing'])
    const asks = { ...b2c, DARAJA_INITIATOR: 'harambee', DARAJA_CREDENTIAL: 'a-credential' }
    expect(wrongIn(asks)).toEqual([])
    const from = { shortcode: '600997', initiator: 'harambee', credential: 'a-credential' }
    expect(readSettings(asks).settings.mpesa!.from).toEqual(from)
    expect(wrongIn({ ...asks, DARAJA_B2C_INITIATOR: 'payer' })).toEqual(['DARAJA_B2C_CREDENTIAL missing'])
    const sends = { ...asks, DARAJA_B2C_INITIATOR: 'payer', DARAJA_B2C_CREDENTIAL: 'another-credential' }
    const other = { initiator: 'payer', credential: 'another-credential' }
    expect(readSettings(sends).settings.mpesa!.from).toMatchObject(other)
  })

  test('are left out beside a key of Paystack: then nothing pretends, and no phone is offered', () => {
    expect(readSettings(live).settings).toMatchObject({ pretends: false, mpesa: undefined })
  })

  test.each(Object.keys(four))('are said to be incomplete without %s, whichever of them is there', (name) => {
    expect(wrongIn({ ...live, ...four, [name]: '' })).toEqual([`${name} missing`])
    const others = Object.keys(four).filter((other) => other !== name)
    const only = { ...live, [name]: four[name as keyof typeof four] }
    expect(wrongIn(only)).toEqual(others.map((other) => `${other} missing`))
  })

  test('need the number of a till where there is one', () => {
    expect(wrongIn({ ...live, ...four, DARAJA_KIND: 'till' })).toEqual(['DARAJA_TILL missing'])
    expect(wrongIn({ ...live, ...four, DARAJA_KIND: 'till', DARAJA_TILL: '5551234' })).toEqual([])
  })

  test('need Paystack beside them, as cards would be pretended otherwise', () => {
    expect(wrongIn({ ...four, DARAJA_URL: trial.DARAJA_URL })).toEqual(['PAYSTACK_SECRET_KEY missing'])
  })

  test('go with a live key to Safaricom alone, and with a test key to a sandbox alone', () => {
    expect(wrongIn({ ...trial, ...four })).toEqual([])
    for (const DARAJA_URL of [
      trial.DARAJA_URL,
      'http://api.safaricom.co.ke',
      'https://harambee.example/sandbox/daraja',
      'http://127.0.0.1:3000/sandbox/daraja',
    ])
      expect(wrongIn({ ...live, ...four, DARAJA_URL })).toEqual(['DARAJA_URL wrong'])
    const safaricom = { ...trial, ...four, DARAJA_URL: 'https://api.safaricom.co.ke', APP_URL: 'https://h.example' }
    expect(wrongIn({ ...safaricom, HARAMBEE_DEMO: '1' })).toEqual(['DARAJA_URL wrong'])
  })

  test('let Safaricom post by https alone', () => {
    const plain = { ...live, ...four, APP_URL: 'http://localhost:3000' }
    expect(wrongIn(plain)).toEqual(['DARAJA_HEAR_ORIGIN wrong'])
    expect(wrongIn({ ...plain, DARAJA_HEAR_ORIGIN: 'http://harambee.example' })).toEqual(['DARAJA_HEAR_ORIGIN wrong'])
    expect(wrongIn({ ...plain, DARAJA_HEAR_ORIGIN: 'https://harambee.example' })).toEqual([])
  })

  test.each([
    ['DARAJA_KEY', 'short'],
    ['DARAJA_SECRET', 'with a space in it'],
    ['DARAJA_SHORTCODE', '1234'],
    ['DARAJA_SHORTCODE', '60000O'],
    ['DARAJA_KIND', 'pochi'],
    ['DARAJA_TILL', '12'],
    ['DARAJA_URL', 'api.safaricom.co.ke'],
    ['DARAJA_HEAR_ORIGIN', 'https://harambee.example/hear'],
    ['DARAJA_PULL_NUMBER', '0712345678'],
    ['DARAJA_SOURCES', 'safaricom'],
    ['DARAJA_SOURCES', '196.201.214.200/33'],
    ['DARAJA_SOURCES', '196.201.214.200,,x'],
    ['DARAJA_SOURCES', ','],
  ])('refuse %s=%s', (name, value) => {
    expect(wrongIn({ ...live, ...four, DARAJA_TILL: '5551234', [name]: value })).toContain(`${name} wrong`)
  })

  test('take addresses and networks that news may come from', () => {
    const { settings } = readSettings({ DARAJA_SOURCES: '196.201.214.200, 196.201.213.0/24 2001:db8::/32' })
    expect(settings.DARAJA_SOURCES).toEqual(['196.201.214.200', '196.201.213.0/24', '2001:db8::/32'])
  })
})

test.each([
  ['https://api.safaricom.co.ke', true],
  ['https://proxy.harambee.example/daraja', true],
  ['https://sandbox.safaricom.co.ke', false],
  ['https://daraja-sandbox.example', false],
  ['https://harambee.example/sandbox/daraja', false],
  ['http://api.safaricom.co.ke', false],
])('real money moves at %s: %s', (url, isReal) => {
  expect(isRealMpesa(url)).toBe(isReal)
})
