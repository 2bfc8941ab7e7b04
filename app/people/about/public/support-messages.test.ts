import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { fieldOf } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { plainBrowser } from '#test/plain-browser.ts'

// Messages to support, and reports of a page, with a browser without a script.

const db = await testDatabase()
const { walks } = plainBrowser()
beforeEach(() => sql`delete from rate_limits`.execute(db))

test('a visitor reports a page, and an administrator reads it, with the way to the drive', async () => {
  const { slug } = await someDrive(db)
  const words = 'The hospital knows no such patient'
  const one = walks()
  await one.open(`/fundraiser/${slug}`)
  await one.follow('Report this page')
  await one.press('Send report', { message: words })
  expect(one.page.words).toContain('Choose a reason.')
  expect(fieldOf(one.page.text, 'message').value).toBe(words)
  await one.press('Send report', { reason: 'The story is not true' })
  expect(one.page.words).toMatch(/Report \d+ sent/)
  const admin = walks({ cookie: (await signedIn(await somePerson(db, { admin: true }))).headers.get('cookie')! })
  expect((await admin.open(`/admin/letters?search=${encodeURIComponent(words)}`)).words).toContain(words)
  await admin.follow('Heal Mama Achieng')
  expect(admin.page.status).toBe(200)
})

test('a question to support comes from the Help page, and needs an address for the answer [T42]', async () => {
  const one = walks()
  await one.open('/')
  await one.follow('Help')
  await one.follow('Write to us')
  await one.press('Send', { message: 'How long does a withdrawal take?' })
  expect(one.page.words).toContain('Enter your email, so that we can answer.')
  await one.press('Send', { email: 'asha@example.org' })
  expect(one.page.words).toContain('Message sent')
})
