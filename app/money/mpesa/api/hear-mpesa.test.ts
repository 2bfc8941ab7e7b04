import { afterAll, expect, test } from 'vitest'
import { askedContext } from '#app/platform/request.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { action } from './hear-mpesa.ts'

await testDatabase()
const { pretends, DARAJA_SOURCES } = settings
afterAll(() => Object.assign(settings, { pretends, DARAJA_SOURCES }))

/** How often the body was read: what is not heard is not read either. */
let read = 0
const post = async (address: string) => {
  const arrayBuffer = async () => {
    read++
    return new ArrayBuffer(0)
  }
  const context = { get: (key: unknown) => (key === askedContext ? { address } : undefined) }
  const { status } = await action({ request: { arrayBuffer }, context, params: { token: '0'.repeat(64) } } as never)
  return [status, read]
}

test('where the addresses of Safaricom are set, no other is heard; an address that is no request’s has no row', async () => {
  Object.assign(settings, { pretends: false, DARAJA_SOURCES: ['196.201.214.0/24'] })
  expect(await post('203.0.113.5')).toEqual([404, 0])
  expect(await post('196.201.214.200')).toEqual([404, 1])
  Object.assign(settings, { DARAJA_SOURCES: undefined })
  expect(await post('203.0.113.5')).toEqual([404, 2])
})
