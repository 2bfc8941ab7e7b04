import { afterAll, expect, test } from 'vitest'
import { sandboxKey } from '#app/platform/paystack/pretended-paystack.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { readSettings, settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { action, loader } from './pretended.ts'

await testDatabase()
const { pretends, steersSandbox } = settings
afterAll(() => Object.assign(settings, { pretends, steersSandbox }))

const context = { get: (key: unknown) => (key === askedContext ? { nonce: 'n0nce', address: '127.0.0.1' } : undefined) }
const ask = (path: string, init: RequestInit = {}) => {
  const request = new Request(`http://localhost/sandbox/paystack${path}`, init)
  return (init.method ? action : loader)({ request, context } as never)
}
const started = {
  method: 'POST',
  headers: { authorization: `Bearer ${sandboxKey(settings.AUTH_SECRET!)}` },
  body: JSON.stringify({ email: 'a@b.test', amount: 100000 }),
}

test('where no real key is set, payments are pretended, with the key that follows from the secret [T319]', async () => {
  Object.assign(settings, { pretends: true })
  const answer = await ask('/transaction/initialize', started)
  expect(answer.status).toBe(200)
  const { data } = (await answer.json()) as { data: { authorization_url: string } }
  const page = await ask(new URL(data.authorization_url).pathname.replace('/sandbox/paystack', ''))
  expect(await page.text()).toContain('Sandbox: no real money')
})
test('a public demo can be paid at, and by nobody be made to do things, even from its own machine', async () => {
  Object.assign(settings, { pretends: true })
  const host = { host: 'localhost:3000' }
  const state = () => ask('/__sandbox/state', { headers: host })
  const formAction = {
    method: 'POST',
    headers: host,
    body: new URLSearchParams({ formAction: 'top-up', body: '{"cents":1}' }),
  }
  expect((await state()).status).toBe(200)
  expect(await (await ask('', { headers: host })).text()).toContain('Top up')
  const demo = { NODE_ENV: 'production', HARAMBEE_DEMO: '1', AUTH_SECRET: 'x'.repeat(32) }
  const [there, here] = ['https://demo.example', undefined].map(
    (APP_URL) => readSettings({ ...demo, APP_URL }).settings,
  )
  expect([there!.pretends, there!.steersSandbox, here!.steersSandbox]).toEqual([true, false, true])
  Object.assign(settings, { steersSandbox: there!.steersSandbox })
  expect((await state()).status).toBe(404)
  expect((await ask('', formAction)).status).toBe(404)
  expect(await (await ask('', { headers: host })).text()).not.toContain('Top up')
  expect((await ask('/transaction/initialize', started)).status).toBe(200)
})
test('where a real key is set, there is nothing here [T322]', async () => {
  Object.assign(settings, { pretends: false })
  for (const path of ['', '/checkout/abc', '/__sandbox/state']) expect((await ask(path)).status).toBe(404)
  expect((await ask('/transaction/initialize', started)).status).toBe(404)
})
