import { expect, test } from 'vitest'
import { inviteHelper, joinHelper, leaveHelper } from '#app/features/committee/members.server.ts'
import { testDatabase } from '#test/database.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { plainBrowser } from '#test/plain-browser.ts'

// A helper's link, as it is pressed again and again, through the whole house.

const db = await testDatabase()
const { get } = plainBrowser()
const cookieOf = async (person: Parameters<typeof signedIn>[0]) => (await signedIn(person)).headers.get('cookie') ?? ''

test('a helper who presses their link again is led to what they help with; anybody else is told whom to ask', async () => {
  const drive = await someDrive(db)
  const [helper, other] = [await somePerson(db), await somePerson(db)]
  const token = await inviteHelper(db, drive.mine, 'Otieno', 'treasurer')
  await joinHelper(db, { id: helper.id, isConfirmed: true }, token)
  const [mine, theirs] = [await cookieOf(helper), await cookieOf(other)]
  const again = await get(`/help/${token}`, { cookie: mine })
  expect([again.status, again.words]).toEqual([200, expect.stringContaining('You are the treasurer already.')])
  expect(again.text).toContain(`href="/fund-drive/${drive.slug}/home"`)
  for (const cookie of [theirs, '']) {
    const { status, words, text } = await get(`/help/${token}`, { cookie })
    expect([status, words]).toEqual([
      404,
      expect.stringMatching(/This link was used: it works once\. Ask \S.* for another one\./),
    ])
    expect(words.includes('Sign in if it was you')).toBe(cookie === '')
    expect(text).not.toContain(drive.slug)
  }
  const unknown = await get(`/help/${'x'.repeat(43)}`, { cookie: mine })
  expect([unknown.status, unknown.words]).toEqual([404, expect.stringContaining('A link works once, and for 7 days.')])
  await leaveHelper(db, helper.id, drive.id)
  expect((await get(`/help/${token}`, { cookie: mine })).words).toContain('This link was used')
})

test('on the dashboard of a helper without a drive what they help with comes first', async () => {
  const drive = await someDrive(db)
  const helper = await somePerson(db)
  await joinHelper(db, { id: helper.id, isConfirmed: true }, await inviteHelper(db, drive.mine, 'Otieno', 'secretary'))
  const { words } = await get('/dashboard', { cookie: await cookieOf(helper) })
  const [helps, none] = [words.indexOf('Fund drives you help with'), words.indexOf('No fund drives yet')]
  expect([helps, none]).toEqual([expect.any(Number), expect.any(Number)])
  expect(helps).toBeGreaterThan(0)
  expect(none === -1 || helps < none).toBe(true)
  expect(words).not.toContain('Four steps to your first gift')
})
