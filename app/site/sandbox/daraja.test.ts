import { afterAll, expect, test } from 'vitest'
import { sandboxDaraja } from '#app/platform/mpesa/pretended-daraja.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { action, loader } from './pretended.ts'

await testDatabase()
const { pretends, steersSandbox } = settings
afterAll(() => Object.assign(settings, { pretends, steersSandbox }))

const context = { get: (key: unknown) => (key === askedContext ? { nonce: 'n0nce', address: '127.0.0.1' } : undefined) }
const ask = (path: string, init: RequestInit = {}) => {
  const request = new Request(`http://localhost/sandbox/daraja${path}`, init)
  return (init.method ? action : loader)({ request, context } as never)
}
const generate = () => {
  const { key, secret } = sandboxDaraja(settings.AUTH_SECRET!)
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
  return ask('/oauth/v1/generate?grant_type=client_credentials', { headers: { authorization } })
}
const state = () => ask('/__sandbox/state', { headers: { host: 'localhost:3000' } })

const phones = () => loader({ request: new Request('http://localhost/sandbox/phone'), context } as never)

test('where no real key is set, M-Pesa is pretended, with keys that follow from the secret', async () => {
  Object.assign(settings, { pretends: true })
  expect(await (await generate()).json()).toMatchObject({ expires_in: '3599' })
  expect(await (await phones()).text()).toContain('Pretend phones')
})
test('on a public address nobody makes it do things', async () => {
  Object.assign(settings, { pretends: true, steersSandbox: true })
  expect((await state()).status).toBe(200)
  Object.assign(settings, { steersSandbox: false })
  expect((await state()).status).toBe(404)
  expect((await generate()).status).toBe(200)
})
test('where a real key is set, there is nothing here', async () => {
  Object.assign(settings, { pretends: false })
  expect((await generate()).status).toBe(404)
  expect((await phones()).status).toBe(404)
  expect((await state()).status).toBe(404)
})
