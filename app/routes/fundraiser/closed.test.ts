import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readChoices } from '#app/platform/choices.server.ts'
import { testDatabase } from '#test/database.ts'
import { openForms } from '#test/house-forms.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'

// Pages of drives that visitors can't read: they accuse nobody, and nobody who wants to give is turned away.

const db = await testDatabase()
const forms = openForms()
/** The page as it is read, without its script. */
const read = async (path: string, cookie = '') => {
  const { status, text } = await forms.get(path, cookie)
  return {
    status,
    page: text
      .replace(/<script[\s\S]*?<\/script>/g, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' '),
  }
}
const useUp = (id: string) =>
  sql`update subscriptions set remaining_views = 0, used_views = views where fund_drive_id = ${id}`.execute(db)

test('the page of a drive without views says that its story is closed and that one can give, and Donate comes before Go Back', async () => {
  const { id, slug } = await someDrive(db)
  await useUp(id)
  const { status, page } = await read(`/fundraiser/${slug}`)
  expect(status).toBe(403)
  const places = ['Access Restricted', 'The story is closed for now. You can still give.', 'DONATE', 'Go Back']
  const at = places.map((words) => page.indexOf(words))
  expect(at).not.toContain(-1)
  expect(at).toEqual(at.toSorted((a, b) => a - b))
})

test('where the operator keeps stories open, one without views is read like any other, and a new drive names no number', async () => {
  const { id, slug } = await someDrive(db)
  await useUp(id)
  const person = await somePerson(db)
  const cookie = (await signedIn(person)).headers.get('cookie') ?? ''
  const choose = async (value: string | null) => {
    await db.insertInto('operator_choices').values({ name: 'VIEW_LOCK', value, why: 'a test' }).execute()
    await readChoices()
  }
  expect((await read('/dashboard/new', cookie)).page).toContain('It comes with 15 free views')
  await choose('stays_open')
  const { status, page } = await read(`/fundraiser/${slug}`)
  const making = (await read('/dashboard/new', cookie)).page
  await choose(null)
  expect([status, page.includes('Access Restricted')]).toEqual([200, false])
  expect(making).not.toContain('free views')
  expect((await read(`/fundraiser/${slug}`)).status).toBe(403)
})

test('a paused drive says above the words of 404 what it is, what it has, and since when it is paused', async () => {
  const { id, slug } = await someDrive(db, { title: 'Heal Mama Achieng' })
  await sql`update fund_drives set status = 'paused' where id = ${id}`.execute(db)
  const day = new Date().toLocaleDateString('en-KE', { timeZone: 'Africa/Nairobi', day: 'numeric' })
  const { status, page } = await read(`/fundraiser/${slug}`)
  expect(status).toBe(404)
  const since = page.indexOf(`Paused by its organiser since ${day} `)
  expect([page.indexOf('Heal Mama Achieng') > 0, page.indexOf('KES 0 raised') > 0, since > 0]).toEqual([
    true,
    true,
    true,
  ])
  expect(page).toContain('Gifts already made are safe; your receipt stays valid.')
  expect(page.indexOf('Fundraiser Not Found', since)).toBeGreaterThan(since)
})
