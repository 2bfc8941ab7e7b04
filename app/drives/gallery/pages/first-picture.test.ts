import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { ownersDrive } from '#test/make.ts'
import { plainBrowser } from '#test/plain-browser.ts'

const db = await testDatabase()
const { get } = plainBrowser()

test('the ways to a first picture lead to its field, below six others', async () => {
  const { cookie, drive } = await ownersDrive(db)
  const base = `/fund-drive/${drive.slug}`
  const { text } = await get(`${base}/home`, { cookie })
  expect(text.split(`href="${base}/info#picture"`)).toHaveLength(3)
  expect((await get(`${base}/info`, { cookie })).text).toContain('id="picture"')
})
