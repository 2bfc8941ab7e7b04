import { afterAll, expect, test } from 'vitest'
import { settings } from '#app/platform/settings/settings.server.ts'
import { chooseTexter, smsDoor } from '#app/platform/sms/texter.server.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { query } from '#test/rows.ts'
import { action, loader } from './sms-hook.ts'

leavesSomethingBehind()
await testDatabase()
const { pretends } = settings
afterAll(() => Object.assign(settings, { pretends }))
chooseTexter(settings, { sandbox: 'http://localhost', hooks: 'http://localhost' })

const door = smsDoor(settings.AUTH_SECRET!)
const post = (token: string, form: Record<string, string> | string) =>
  action({
    request: new Request(`http://localhost/hooks/sms/${token}`, {
      method: 'POST',
      body: typeof form === 'string' ? form : new URLSearchParams(form),
    }),
    params: { token },
  } as never)
const kept = async () => [
  ...(await query`select provider_id from sms_reports`),
  ...(await query`select phone from sms_stops`),
]
const report = { id: 'ATXid_0123456789', status: 'Success', phoneNumber: '+254712345678' }
const stop = { from: '+254712345678', to: '20880', text: 'STOP', id: '7' }

test('the person who does not know the token finds nothing there, and leaves no row', async () => {
  for (const token of ['x', door.slice(1), `${door}0`, door.toUpperCase(), '', smsDoor('another secret')]) {
    expect([(await post(token, report)).status, (await post(token, stop)).status]).toEqual([404, 404])
    expect(loader({ params: { token } } as never).status).toBe(404)
  }
  expect(await kept()).toEqual([])
})
test('the token is of no use to read, and nothing of the secret is in it', () => {
  expect(loader({ params: { token: door } } as never).status).toBe(405)
  expect(door).toMatch(/^[0-9a-f]{64}$/)
})
test('a report and STOP are kept, as often as they come; what is no form is nothing', async () => {
  for (const odd of [
    '',
    '{"id":"ATXid_0123456789","status":"Success"}',
    '[]',
    '\0\u202e',
    'a'.repeat(30_000),
    'id=%ff&status=%00',
  ])
    expect((await post(door, odd)).status).toBe(200)
  expect(await kept()).toEqual([])
  for (const form of [report, report, stop, stop]) expect((await post(door, form)).status).toBe(200)
  expect(await kept()).toEqual([{ provider_id: 'ATXid_0123456789' }, { phone: '+254712345678' }])
})
test('where no texts are sent nobody reports them', async () => {
  Object.assign(settings, { pretends: false })
  expect((await post(door, report)).status).toBe(404)
})
