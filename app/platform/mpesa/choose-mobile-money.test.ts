import { expect, test } from 'vitest'
import { mobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { readSettings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { json, misbehavingServer } from '#test/misbehaving.ts'
import { allRows } from '#test/rows.ts'
import { chooseMobileMoney, hearOrigin } from './choose-mobile-money.server.ts'
import { sandboxDaraja } from './pretended-daraja.server.ts'

leavesSomethingBehind()
await testDatabase()
const server = misbehavingServer()
const AUTH_SECRET = 'a secret of at least 32 characters!'
const here = 'http://127.0.0.1:3000'
const choose = (env: Record<string, string>) =>
  chooseMobileMoney({ ...readSettings(env).settings, AUTH_SECRET }, { sandbox: server.address, here })

const live = { APP_URL: 'https://harambee.example', PAYSTACK_SECRET_KEY: 'sk_live_12345678' }
const daraja = {
  DARAJA_KEY: 'the-consumer-key',
  DARAJA_SECRET: 'the-consumer-secret',
  DARAJA_SHORTCODE: '600000',
  DARAJA_PASSKEY: 'the-passkey',
}

test('without any key the pretend M-Pesa is asked, with keys that nobody had to set, and tells us where we are', async () => {
  choose({})
  expect(hearOrigin()).toBe(here)
  expect(mobileMoney()!.capabilities()).toMatchObject({
    name: 'mpesa',
    payIn: { kind: 'paybill', number: '174379' },
    proves: ['query', 'list', 'status'],
  })
  server.usual = (answer, { path }) =>
    json(path.startsWith('/oauth/') ? { access_token: 't', expires_in: '3599' } : { ResponseCode: '0' })(
      answer,
      {} as never,
    )
  await mobileMoney()!.askPrompt('ws_CO_1')
  const { key, secret, passkey } = sandboxDaraja(AUTH_SECRET)
  const [token, question] = server.asked
  expect(token!.headers.authorization).toBe(`Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`)
  const { Password } = JSON.parse(question!.body)
  expect(Buffer.from(Password, 'base64').toString()).toContain(`174379${passkey}`)
  expect(await allRows('mpesa_token', {}, 'name')).toHaveLength(1)
})

test('beside a live key of Paystack nothing pretends: no phone is offered', () => {
  choose(live)
  expect(mobileMoney()).toBeUndefined()
})

test('on a public server without keys no phone is offered', () => {
  choose({ NODE_ENV: 'production', APP_URL: 'https://harambee.example' })
  expect(mobileMoney()).toBeUndefined()
})

test('with its keys Safaricom is asked, and tells us at the public address or where it is said', () => {
  choose({ ...live, ...daraja, DARAJA_HEAR_ORIGIN: 'https://hear.harambee.example' })
  expect(hearOrigin()).toBe('https://hear.harambee.example')
  expect(mobileMoney()!.capabilities()).toMatchObject({ payIn: null, proves: ['query'] })
  choose({ ...live, ...daraja, DARAJA_KIND: 'till', DARAJA_TILL: '5551234', DARAJA_PULL_NUMBER: '254712345678' })
  expect(hearOrigin()).toBe('http://localhost:3000')
  expect(mobileMoney()!.capabilities().payIn).toEqual({ kind: 'till', number: '5551234' })
})
