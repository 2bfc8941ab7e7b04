import { afterEach, expect, test } from 'vitest'
import { settings } from '#app/platform/settings/settings.server.ts'
import { pagesAsSent } from '#test/as-sent.ts'
import { testDatabase } from '#test/database.ts'

await testDatabase()
const page = pagesAsSent()
const strict = settings.strict
afterEach(() => {
  settings.strict = strict
})

test('cards are shown in five styles and without a script, and not where real people come', async () => {
  const { html } = await page('/sandbox/cards')
  expect(html.match(/class="card card-\w+"/g)).toHaveLength(5)
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(html.match(/data-long=""/g)).toHaveLength(1)
  settings.strict = true
  expect((await page('/sandbox/cards')).status).toBe(404)
})
