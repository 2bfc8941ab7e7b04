import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { cookieOf, someDrive, somePerson } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { oneRow } from '#test/rows.ts'

// A report of a page, as its writer sends it without a script and administrators read it.

const db = await testDatabase()
const { get, walks } = plainBrowser()

test('a report tells its number to its writer, and the office reads it with the number and that a giver wrote it [T1678]', async () => {
  const [giver, admin] = [await somePerson(db), await somePerson(db, { admin: true })]
  const { id, slug } = await someDrive(db)
  await gift(db, id, 10_000, { donorEmail: giver.email })
  const numbers: string[] = []
  for (const cookie of ['', await cookieOf(giver)]) {
    const one = walks({ cookie })
    await one.open(`/fundraiser/${slug}/report`)
    await one.press('Send report', { reason: 'money', message: 'Where is it?' })
    expect(one.path).toBe(`/fundraiser/${slug}`)
    numbers.push(/Report (\d+) sent/.exec(one.page.words)![1]!)
  }
  expect(Number(numbers[1])).toBe((await oneRow('support_messages', { fund_drive_id: id, from_giver: true })).id)
  const office = await get('/admin/letters', { cookie: await cookieOf(admin) })
  expect(office.words).toMatch(new RegExp(`Report ${numbers[1]} from a giver`))
  expect(office.words).toContain(`Report ${numbers[0]}`)
  expect(office.words).not.toMatch(new RegExp(`Report ${numbers[0]} from a giver`))
})
