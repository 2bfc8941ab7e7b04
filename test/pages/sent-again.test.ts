import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { fieldOf } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { dayIn, someGathering, someGuest } from '#test/gatherings.ts'
import { ownersDrive, someDrive } from '#test/make.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { query } from '#test/rows.ts'

// A form that is gone back to, with other words typed over it, is another one and is told apart, in a browser without a script.

const db = await testDatabase()
const { walks } = plainBrowser()
beforeEach(() => sql`delete from rate_limits`.execute(db))
const { owner: person, cookie, drive } = await ownersDrive(db, { goal: '250000' })
const host = await someGathering(db, {}, await someDrive(db, { ownerId: person.id }))
const asked = await someGathering(db, {}, await someDrive(db, { ownerId: person.id }))
await someGuest(db, asked)
const over = await someGathering(db, {}, await someDrive(db, { ownerId: person.id }))
await sql`update occasions set starts_local = now() - interval '3 days', answers_until = null
  where gathering_id = ${over.id}`.execute(db)

const count = async (table: string, holder: string, id: string) =>
  Number(
    (await query<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${sql.ref(holder)} = ${id}`)[0]!.n,
  )

type Form = {
  path: string
  typed: Record<string, string>
  over: Record<string, string>
  button: string
  /** Pressed before, where a form is looked at before it is sent. */
  first?: string
  done: string
  another: string
  rows: () => Promise<number>
}
const forms: Record<string, Form> = {
  'a household': {
    path: '/kumbukumbu/add',
    typed: { name: 'Baba Otieno', people: '3', words: 'Waliimba' },
    over: { people: '4', words: 'Walipika' },
    button: 'Add household',
    done: 'Household added',
    another: 'household',
    rows: () => count('remembered', 'user_id', person.id),
  },
  'a guest': {
    path: `/gathering/${host.slug}/guests/add`,
    typed: { name: 'Mama Agnes', note: 'Aunt of the bride' },
    over: { note: 'Aunt of the groom' },
    button: 'Add guest',
    done: 'Guest added',
    another: 'guest',
    rows: () => count('supporters', 'gathering_id', host.id),
  },
  'a message': {
    path: `/gathering/${asked.slug}/messages/new?kind=note`,
    typed: { words: 'Bring a torch' },
    over: { words: 'Bring two torches' },
    first: 'See it before you send it',
    button: 'Send to 1 guest',
    done: 'Message queued for 1 guest',
    another: 'message',
    rows: () => count('messages', 'gathering_id', asked.id),
  },
  'an invitation': {
    path: '/dashboard/invite',
    typed: { title: 'Wanjiku', hosts: 'Familia', day: dayIn(30), time: '10:00' },
    over: { time: '14:00' },
    button: 'Save invitation',
    done: 'Invitation saved',
    another: 'invitation',
    rows: () => count('gatherings', 'user_id', person.id),
  },
  'a post': {
    path: `/gathering/${over.slug}/after`,
    typed: { words: 'Asanteni' },
    over: { words: 'Asanteni sana' },
    button: 'Post',
    done: 'Posted',
    another: 'post',
    rows: () => count('gathering_posts', 'gathering_id', over.id),
  },
  'a recorded gift': {
    path: `/fund-drive/${drive.slug}/recorded/add`,
    typed: { amount: '2000', name: 'Amina Yusuf' },
    over: { amount: '3,000', name: 'Otieno' },
    button: 'Record gift',
    done: 'The gift is recorded',
    another: 'gift',
    rows: () => count('recorded_gifts', 'fund_drive_id', drive.id),
  },
  'a written pledge': {
    path: `/fund-drive/${drive.slug}/pledges/write`,
    typed: { amount: '2000', name: 'Amina Yusuf' },
    over: { amount: '3,000', name: 'Otieno' },
    button: 'Write down the pledge',
    done: 'The pledge is written down',
    another: 'pledge',
    rows: () => count('pledges', 'fund_drive_id', drive.id),
  },
}

test.each(Object.entries(forms))(
  '%s, sent again with other words, is told apart [T983]',
  async (_, { path, typed, over: retyped, button, first, done, another, rows }) => {
    const [one, before] = [walks({ cookie }), await rows()]
    await one.open(path)
    if (first) await one.press(first, typed)
    await one.press(button, typed)
    expect(one.page.words).toContain(done)
    one.back()
    await one.press(button, typed)
    expect(await rows()).toBe(before + 1)
    one.back()
    await one.press(button, { ...typed, ...retyped })
    // What was changed is looked at once more.
    if (first) await one.press(button)
    expect(one.page.words).toContain(`this form was used for another ${another}`)
    expect(one.page.words).toContain('press again')
    for (const [name, value] of Object.entries(retyped)) expect(fieldOf(one.page.text, name).value).toBe(value)
    expect(await rows()).toBe(before + 1)
    if (first && !one.page.text.includes(button)) await one.press(first)
    await one.press(button)
    expect([one.page.words, await rows()]).toEqual([expect.stringContaining(done), before + 2])
  },
)

test('an invitation beside a drive that has one meanwhile: nobody is told that what was typed is saved', async () => {
  const { slug } = await someDrive(db, { ownerId: person.id })
  const [one, other] = [walks({ cookie }), walks({ cookie })]
  const typed = { hosts: 'Familia', day: dayIn(30), time: '10:00' }
  for (const each of [one, other]) await each.open(`/fund-drive/${slug}/invite`)
  await other.press('Save invitation', { title: 'Kamau', ...typed })
  await one.press('Save invitation', { title: 'Wanjiku', ...typed })
  expect(one.path).toMatch(/\/home$/)
  expect(one.page.words).toMatch(/This fund drive has an invitation already.*Kamau/)
})
