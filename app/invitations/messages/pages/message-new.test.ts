import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mailTest } from '#app/invitations/messages/send.server.ts'
import { openForms } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { mailsTo } from '#test/guest-mails.ts'
import { ownersDrive } from '#test/make.ts'

// A host sees a message as guests will before it goes out, in a browser without a script, too.

const db = await testDatabase()
const { send } = openForms()

async function writing() {
  const { owner, cookie, drive } = await ownersDrive(db)
  const host = await someGathering(db, { kind: 'burial', name: 'Mama Agnes Kilonzo' }, drive)
  await someGuest(db, host, { name: 'Akinyi', email: 'akinyi@example.test' })
  await someGuest(db, host, { name: 'Baraka', phone: '+4915112345678' })
  const typed = { kind: 'invitation', words: 'Bring a torch', many: '2', key: crypto.randomUUID() }
  const press = (fields: Record<string, string>) =>
    send(`/gathering/${host.slug}/messages/new`, { ...typed, ...fields }, { cookie })
  const messages = async () =>
    (await db.selectFrom('messages').where('gathering_id', '=', host.id).selectAll().execute()).length
  return { owner, host, press, messages }
}
const lookedIn = (page: string) => /name="looked" value="(\w+)"/.exec(page)![1]!

test('the first press shows what the first guest reads, which way it goes to how many, and sends nothing', async () => {
  const { press, messages } = await writing()
  for (const step of [
    {} as Record<string, string>,
    { step: 'look' },
    { step: 'send' },
    { step: 'send', looked: 'made-up' },
  ]) {
    const { status, page } = await press(step)
    expect(status).toBe(200)
    expect(page).toContain('Akinyi, with sorrow the family invites you to the burial of Mama Agnes Kilonzo.')
    for (const said of ['1 guest gets an email.', '1 guest waits for you', 'It costs you nothing.', 'Send to 2 guests'])
      expect(page.replaceAll('<!-- -->', '')).toContain(said)
    // What was typed is on the page again.
    expect(page).toContain('Bring a torch</textarea>')
  }
  expect(await messages()).toBe(0)
})

test('what was looked at is sent once; with other words it is looked at again', async () => {
  const { press, messages } = await writing()
  const looked = lookedIn((await press({ step: 'look' })).page)
  expect((await press({ step: 'send', looked, words: 'Bring two torches' })).page).toContain('Bring two torches')
  expect(await messages()).toBe(0)
  const { status, to } = await press({ step: 'send', looked })
  expect([status, to]).toEqual([303, expect.stringMatching(/\/messages\/[\da-f-]{36}$/)])
  expect((await press({ step: 'send', looked })).to).toBe(to)
  expect(await messages()).toBe(1)
})

test('a test goes to the mailbox of the host alone, and nothing in it acts for a guest', async () => {
  const { owner, press, messages } = await writing()
  const { page } = await press({ step: 'test' })
  expect(page).toContain('Send to')
  const { rows } = await sql<{ about: Parameters<typeof mailTest>[1] }>`select payload as about
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'mail-test-message'`.execute(db)
  await mailTest(db, rows[0]!.about)
  const [mail] = await mailsTo(db, owner.email)
  expect(mail!.text).toContain('the burial of Mama Agnes Kilonzo')
  expect(mail!.raw).not.toMatch(/\/i\/[2-9a-z]{12}/)
  expect(await messages()).toBe(0)
})

test('a host without a mailbox has the test as a text, and reads beforehand what each way says', async () => {
  const { owner, host, press, messages } = await writing()
  await someGuest(db, host, { name: 'Chebet', phone: '+254712000077' })
  const phone = '+254712000078'
  await sql`insert into user_phones (phone, user_id) values (${phone}, ${owner.id})`.execute(db)
  await sql`update users set email_verified = false where id = ${owner.id}`.execute(db)
  const { page } = await press({ step: 'look', many: '3' })
  for (const name of ['Akinyi', 'Baraka', 'Chebet']) expect(page).toContain(`As ${name} reads it`)
  expect(page).toContain('The SMS has no room for your words.')
  for (const _ of [1, 2]) expect((await press({ step: 'test', many: '3' })).page).toContain('Send to')
  const texts = await db.selectFrom('sms_outbox').where('phone', '=', phone).selectAll().execute()
  expect(texts).toHaveLength(1)
  expect(texts[0]).toMatchObject({ host_id: owner.id, text: expect.stringContaining('/dashboard') })
  expect(texts[0]!.text).not.toMatch(/\/i\/[2-9a-z]{12}/)
  expect(await messages()).toBe(0)
})
