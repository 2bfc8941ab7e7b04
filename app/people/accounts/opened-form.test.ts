import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { openedNow, takeOpened } from './phone-codes.server.ts'

await testDatabase()

test('a form that nobody opened, one that was changed, and one that is two hours old has no code texted', async () => {
  const now = Date.now()
  const opened = openedNow(now)
  for (const sent of ['', 'x', 'x.y.z', opened.replace('.', '1.'), `${opened}x`])
    await expect(takeOpened(sent, now)).rejects.toMatchObject({ status: 403 })
  await expect(takeOpened(opened, now + 2 * 3_600_001)).rejects.toMatchObject({
    status: 403,
    typed: { opened: expect.any(String) },
  })
})

test('one opening is good for three codes', async () => {
  const now = Date.now()
  const opened = openedNow(now - 10_000)
  for (let nr = 0; nr < 3; nr++) await takeOpened(opened, now)
  await expect(takeOpened(opened, now)).rejects.toMatchObject({ status: 429 })
})

test('one that is sent at once waits for two seconds, and is taken', async () => {
  const start = performance.now()
  await takeOpened(openedNow())
  expect(performance.now() - start).toBeGreaterThan(1900)
})
