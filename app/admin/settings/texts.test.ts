import { afterAll, expect, test } from 'vitest'
import { settings } from '#app/platform/settings/settings.server.ts'
import { smsDoor } from '#app/platform/sms/texter.server.ts'
import { textsNow } from './choices.server.ts'

const { pretends, SMS_KEY } = settings
afterAll(() => Object.assign(settings, { pretends, SMS_KEY }))

test('administrators are told where the gateway reports, and whether texts are sent at all', () => {
  Object.assign(settings, { pretends: true, SMS_KEY: undefined })
  expect(textsNow()).toEqual({ are: 'pretended', hook: null })
  Object.assign(settings, { pretends: false })
  expect(textsNow()).toEqual({ are: 'off', hook: null })
  Object.assign(settings, { SMS_KEY: 'atsk_0123456789abcdef' })
  expect(textsNow()).toEqual({ are: 'sent', hook: expect.stringMatching(/^http.*\/hooks\/sms\/[0-9a-f]{64}$/) })
  expect(textsNow().hook).toContain(smsDoor(settings.AUTH_SECRET!))
})
