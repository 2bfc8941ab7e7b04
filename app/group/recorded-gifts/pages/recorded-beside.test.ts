import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { recordGift } from '#app/group/recorded-gifts/recorded.server.ts'
import { inviteHelper, joinHelper } from '#app/invitations/helpers/members.server.ts'
import { testDatabase } from '#test/database.ts'
import { cookieOf, someDrive, somePerson } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { plainBrowser } from '#test/plain-browser.ts'

// A drive with money of both kinds, on its owner's pages and on those of its treasurer.

const db = await testDatabase()
const { get } = plainBrowser()

async function drive() {
  const owner = await somePerson(db)
  const made = await someDrive(db, { ownerId: owner.id })
  await gift(db, made.id, 1_000_000)
  const sum = { amount: 8_220_000, method: 'cash', code: null, name: 'Salim', phone: null, note: null } as const
  const whose = { driveId: made.id, by: owner.id, clientKey: randomUUID(), anonymous: false }
  await recordGift(db, { ...sum, ...whose, givenOn: '2026-01-02' })
  return { ...made, cookie: await cookieOf(owner) }
}

test('the balance says which recorded gifts its total is without, and the statement gives them no hour', async () => {
  const { slug, cookie } = await drive()
  const { words } = await get(`/fund-drive/${slug}/payouts`, { cookie })
  expect(words).toMatch(/Total Raised KES 10,000 .*without KES 82,200 that did not come through Harambee/)
  const sheet = await get(`/fund-drive/${slug}/statement`, { cookie })
  expect(sheet.words).toMatch(/2 Jan 2026(?!,)/)
  const file = await get(`/fund-drive/${slug}/statement.csv`, { cookie })
  expect(file.text).toMatch(/^"?2 Jan 2026"?,"Gift from Salim/m)
})

test('the treasurer is led from the first page to what a treasurer does', async () => {
  const { slug, mine } = await drive()
  const helper = await somePerson(db)
  await joinHelper(db, { id: helper.id, isConfirmed: true }, await inviteHelper(db, mine, 'Otieno', 'treasurer'))
  const { text } = await get(`/fund-drive/${slug}/home`, { cookie: await cookieOf(helper) })
  for (const page of ['recorded/add', 'bridge']) expect(text).toContain(`href="/fund-drive/${slug}/${page}"`)
})
