import { afterAll, expect, test } from 'vitest'
import { askedContext } from '#app/platform/request.server.ts'
import { readSettings, settings } from '#app/platform/settings/settings.server.ts'
import { textsAre } from '#app/platform/sms/sms-settings.server.ts'
import { sandboxSmsKey } from '#app/platform/sms/texter.server.ts'
import { testDatabase } from '#test/database.ts'
import { loader } from './inboxes.ts'
import { action } from './pretended.ts'

await testDatabase()
const { pretends, SMS_KEY } = settings
afterAll(() => Object.assign(settings, { pretends, SMS_KEY }))

let ended = 0
const asked = { nonce: 'n0nce', hangUp: () => void ended++ }
const context = { get: (key: unknown) => (key === askedContext ? asked : undefined) }
const inbox = (to: string) =>
  loader({ request: new Request(`http://localhost/sandbox/sms.json?to=${to}`), context } as never)
const send = (to: string) =>
  action({
    request: new Request('http://localhost/sandbox/africastalking/version1/messaging', {
      method: 'POST',
      headers: { apikey: sandboxSmsKey(settings.AUTH_SECRET!), accept: 'application/json' },
      body: new URLSearchParams({ username: 'sandbox', to, message: 'Habari' }),
    }),
    context,
  } as never)

test('where money and texts are pretended, texts are kept for looking at, and an answer can be lost', async () => {
  Object.assign(settings, { pretends: true, SMS_KEY: undefined })
  expect((await send('+254712345678')).status).toBe(201)
  expect(await (await inbox('0712345678')).json()).toMatchObject({ sms: [{ text: 'Habari' }] })
  await send('+254708374960')
  expect(ended).toBe(1)
})
test('where texts are really sent, or money is real, there is nothing here', async () => {
  for (const real of [{ SMS_KEY: 'atsk_0123456789abcdef' }, { SMS_KEY: undefined, pretends: false }]) {
    Object.assign(settings, real)
    expect([(await inbox('')).status, (await send('+254712345678')).status]).toEqual([404, 404])
  }
})
test('with real money and no gateway no texts are sent; half of a gateway is a mistake, and so is a country that we don’t know', () => {
  const live = { NODE_ENV: 'production', PAYSTACK_SECRET_KEY: 'sk_live_0123456789' }
  expect(textsAre(readSettings(live).settings)).toBe('off')
  expect(textsAre(readSettings({}).settings)).toBe('pretended')
  const whole = { SMS_USERNAME: 'harambee', SMS_KEY: 'atsk_0123456789abcdef', SMS_COUNTRIES: 'ke, UG' }
  expect(textsAre(readSettings({ ...live, ...whole }).settings)).toBe('sent')
  expect(readSettings({ ...live, ...whole })).toMatchObject({ problems: [], settings: { SMS_COUNTRIES: ['KE', 'UG'] } })
  const wrong = (env: Record<string, string>) => readSettings(env).problems.map(({ name, is }) => `${name} ${is}`)
  expect(wrong({ SMS_USERNAME: 'harambee' })).toEqual(['SMS_KEY missing'])
  expect(wrong({ SMS_KEY: 'atsk_0123456789abcdef' })).toEqual(['SMS_USERNAME missing'])
  expect(wrong({ SMS_COUNTRIES: 'KE,XX', SMS_SENDER: 'TOO LONG A SENDER' })).toEqual([
    'SMS_SENDER wrong',
    'SMS_COUNTRIES wrong',
  ])
})
