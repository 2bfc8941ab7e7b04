import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { ownersDrive } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { plainBrowser } from '#test/plain-browser.ts'

// The form that withdraws, before anything is typed.

const db = await testDatabase()
const { get } = plainBrowser()

test('says to an owner without an email address that a new number waits a day, and to others nothing of it', async () => {
  const { owner, cookie, drive } = await ownersDrive(db)
  const { id, slug } = drive
  await gift(db, id, 1_000_000)
  const form = async () => (await get(`/fund-drive/${slug}/payouts/withdraw`, { cookie })).words
  expect(await form()).not.toContain('can be used after')
  await db.insertInto('user_phones').values({ phone: '+254722900200', user_id: owner.id }).execute()
  await db.updateTable('users').set({ email: null }).where('id', '=', owner.id).execute()
  const words = await form()
  expect(words).toContain('A new number or account can be used after 24 hours')
  expect(words).toContain('We save it now and send nothing yet')
})
