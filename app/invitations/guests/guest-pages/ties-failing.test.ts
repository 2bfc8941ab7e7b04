import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { someDrive } from '#test/make.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'

// That a gift came by a guest's link is a help to the host. It is never a reason to tell its giver that they did not give.

const db = await testDatabase({ asOwner: true })
const { send } = plainBrowser()
let [slug, link] = ['', '']
beforeAll(async () => {
  scriptedProvider()
  const drive = await someDrive(db)
  slug = drive.slug
  link = (await someGuest(db, await someGathering(db, {}, drive))).link
  await sql`alter table supporter_ties rename column how to gone_for_a_while`.execute(db)
})
afterAll(() => sql`alter table supporter_ties rename column gone_for_a_while to how`.execute(db))

const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]!.n
const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
const giver = { name: 'Njeri', email: 'siri@example.org' }

test.each([
  ['a gift', () => `/fundraiser/${slug}/donate`, { ...giver, amount: '500' }, 303, 'payments'],
  ['a promise', () => `/fundraiser/${slug}/pledge`, { ...giver, amount: '500', dueOn: day }, 200, 'pledges'],
  ['a comment', () => `/fundraiser/${slug}/comment`, { name: 'Njeri', content: 'Pole' }, 303, 'fund_drive_comments'],
  ['a word', () => `/i/${link}/word`, { name: 'Njeri', content: 'Pole sana' }, 303, 'fund_drive_comments'],
])('%s that can’t be tied has been made, and its giver is told so', async (_, path, typed, status, table) => {
  const before = await count(table)
  const answer = await send(path(), { ...typed, key: crypto.randomUUID() }, { cookie: `guest=${link}` })
  expect([answer.status, await count(table)]).toEqual([status, before + 1])
})
