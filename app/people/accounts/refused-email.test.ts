import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { adminBrowser } from '#test/admin-browser.ts'
import { testDatabase } from '#test/database.ts'
import { allRows } from '#test/rows.ts'
import { mailed, worksOffJobs } from '#test/working.ts'

// A person whose mailbox a mail server does not know, and the administrator: both without a script.

const db = await testDatabase()
const { people, read, does } = adminBrowser(db)
worksOffJobs()
beforeEach(() => db.deleteFrom('mail_suppressions').execute())

const refuse = (email: string) =>
  db.insertInto('mail_suppressions').values({ address: email.toLowerCase(), code: '550 5.1.1' }).execute()
const listed = async () => (await allRows('mail_suppressions', {}, 'address')).map(({ address }) => address)
const comesBack = 'Our emails to this address come back'
const again = () => does('/settings/email/again', {}, 'owner', '/settings')

test('the settings say that emails come back; the person tries again once a day, and gets an email [T1088]', async () => {
  const { email } = people.owner
  expect(await read('/settings', 'owner')).not.toContain(comesBack)
  await refuse(email)
  expect(await read('/settings', 'owner')).toContain(comesBack)
  expect(await again()).toContain('We write to you again')
  expect(await listed()).toEqual([])
  await mailed(db, email, /Our emails reach you again/)
  expect(await read('/settings', 'owner')).not.toContain(comesBack)
  // The mailbox is still not there.
  await refuse(email)
  expect(await again()).toContain('You can try once a day')
  expect(await listed()).toEqual([email.toLowerCase()])
  await sql`delete from rate_limits`.execute(db)
  await again()
  expect(await listed()).toEqual([])
})

test('a person who asks for another address gets an email there, also if it was refused earlier [T1089]', async () => {
  const { email, password } = people.owner
  await refuse(email)
  await refuse('newer@example.org')
  await does('/settings/email', { email: 'Newer@example.org', password }, 'owner')
  expect(await listed()).toEqual([email.toLowerCase()])
})

test('whether an address is on the list shows on no screen before sign-in [T1090]', async () => {
  const { email } = people.owner
  const ask = async (typed: string) => (await does('/auth/forgot', { email: typed }, 'nobody')).replaceAll(typed, '…')
  const before = await ask(email)
  expect(before).toContain('Email')
  await refuse(email)
  expect(await ask(email)).toBe(before)
  expect(await ask('nobody@example.org')).toBe(before)
})

test('administrators see how many there are, without names, and lift one; the log has no address [T1091]', async () => {
  const { id, email } = people.owner
  const lift = (typed: string) =>
    does('/admin/settings/email', { email: typed, why: 'asked by phone' }, 'admin', '/admin/settings')
  expect(await read('/admin/settings')).toContain('No mail server has said')
  await refuse(email)
  const words = await read('/admin/settings')
  expect(words).toContain('Nothing is sent to 1 address')
  expect(words).toContain(`${email[0]}…@${email.split('@')[1]} 550 5.1.1`)
  expect(words).not.toContain(email)
  expect(await lift('another@example.org')).toContain('This address is not on the list.')
  expect(await listed()).toHaveLength(1)
  await lift(email.toUpperCase())
  expect(await listed()).toEqual([])
  const [entry] = await allRows('audit_log', { act: 'email lifted' }, 'id')
  expect(entry).toMatchObject({ noun: 'person', subject: id, why: 'asked by phone', by: people.admin.id })
  expect(entry!.before).toEqual({ mailCode: '550 5.1.1' })
  expect(JSON.stringify(entry)).not.toContain(email)
})
