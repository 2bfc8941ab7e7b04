import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { plainBrowser } from '#test/plain-browser.ts'

const db = await testDatabase()
const { get } = plainBrowser()

test('the ways to a first picture lead to its field, below six others', async () => {
  const owner = await somePerson(db)
  const cookie = (await signedIn(owner)).headers.get('cookie') ?? ''
  const base = `/fund-drive/${(await someDrive(db, { ownerId: owner.id })).slug}`
  const { text } = await get(`${base}/home`, { cookie })
  expect(text.split(`href="${base}/info#picture"`)).toHaveLength(3)
  expect((await get(`${base}/info`, { cookie })).text).toContain('id="picture"')
})
