import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { readChoices } from '#app/platform/settings/choices.server.ts'
import { testDatabase } from '#test/database.ts'
import { cookieOf, signedIn, someDrive, somePerson } from '#test/make.ts'
import { linkTo, plainBrowser } from '#test/plain-browser.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { oneRow } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'

// Pages of drives that visitors can't read: they accuse nobody, and nobody who wants to give is turned away.

const db = await testDatabase()
const { get, send } = plainBrowser()
const read = async (path: string, cookie = '') => {
  const { status, text, words } = await get(path, { cookie })
  return { status, text, page: words }
}
beforeAll(() => {
  useMobileMoney(pretendRail())
  scriptedProvider()
})
const setStatus = (id: string, status: string) =>
  sql`update fund_drives set status = ${status} where id = ${id}`.execute(db)
const useUp = (id: string) =>
  sql`update subscriptions set remaining_views = 0, used_views = views where fund_drive_id = ${id}`.execute(db)

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

const restricted =
  'This fundraiser has exceeded its view limit. The owner needs to purchase more view credits to make it accessible again.'
const missing = 'Fundraiser Not Found This fundraiser may not exist or is no longer active.'

test('each state has its status and its words, and who paid by Paybill can say so [T20]', async () => {
  const [open, spent, paused, done] = await Promise.all([someDrive(db), someDrive(db), someDrive(db), someDrive(db)])
  await useUp(spent.id)
  await setStatus(paused.id, 'paused')
  await setStatus(done.id, 'completed')
  expect((await read(`/fundraiser/${open.slug}`)).status).toBe(200)

  const locked = await read(`/fundraiser/${spent.slug}`)
  expect([locked.status, locked.page]).toEqual([403, expect.stringContaining(`Access Restricted ${restricted}`)])
  expect(locked.text).toContain('<meta name="robots" content="noindex"/>')
  // With a script a button leads back to where the visitor came from.
  expect([linkTo(locked.text, 'Go Back'), locked.text]).toEqual(['/', expect.stringMatching(/<button[^>]*>Go Back</)])

  const waiting = await read(`/fundraiser/${paused.slug}`)
  expect([waiting.status, waiting.page]).toEqual([404, expect.stringContaining(missing)])
  expect(waiting.page).toMatch(
    /KES 0 raised .*Paused by its organiser since \d+ \w+ \d{4}\. Gifts already made are safe; your receipt stays valid\./,
  )
  expect(waiting.page).toMatch(/Heal Mama Achieng .*Gifts already made .*Fundraiser Not Found/)
  const none = await read('/fundraiser/no-such')
  expect([none.status, none.page]).toEqual([404, expect.stringContaining(missing)])
  expect(none.page).not.toMatch(/Paused by|I paid by/)

  expect((await read(`/fundraiser/${done.slug}`)).status).toBe(200)
  for (const { slug } of [paused, done])
    expect(linkTo((await read(`/fundraiser/${slug}`)).text, 'I paid by Paybill')).toBe(`/fundraiser/${slug}/claim`)
  expect(linkTo((await read(`/fundraiser/${done.slug}/donate`)).text, 'I paid by Paybill')).toMatch(/\/claim$/)
  expect((await read(`/fundraiser/${done.slug}/claim`)).page).toContain('M-Pesa code')
})

const storyOf = (id: string) =>
  sql`update fund_drives set description = '<p>Mama needs us.</p>' where id = ${id}`.execute(db)

test('who comes to a page without views can give all the same, and tell its organiser; its content is locked [T286]', async () => {
  const { id, slug } = await someDrive(db)
  await useUp(id)
  await storyOf(id)
  const { text, page } = await read(`/fundraiser/${slug}`)
  expect(text).toMatch(/<h2[^>]*>Heal Mama Achieng<\/h2>.*role="progressbar" aria-label="Raised of the goal"/s)
  expect(text).not.toContain('Mama needs us.')
  expect(page).toMatch(/The story is closed for now\. You can still give\. .*DONATE .*Go Back/)
  expect(page).toContain('Tell the organiser')
  const told = new URL(linkTo(text, 'Tell them on WhatsApp')!)
  expect([told.host, told.searchParams.get('text')]).toEqual(['wa.me', expect.stringMatching(`/fundraiser/${slug}$`)])
  expect(linkTo(text, 'Send them an email')).toMatch(/^mailto:\?subject=/)
  expect(linkTo(text, 'DONATE')).toBe(`/fundraiser/${slug}/donate`)
  expect(await read(`/fundraiser/${slug}/donate`)).toMatchObject({
    status: 200,
    text: expect.stringMatching(/name="amount"/),
  })
  const visit = await read(`/fundraiser/${slug}/book-visit`)
  expect([visit.status, visit.page]).toEqual([403, expect.stringContaining(`Access Restricted ${restricted}`)])
})

test('a completed drive keeps its page to read, and its forms say that it has ended [T282]', async () => {
  const { id, slug } = await someDrive(db)
  await storyOf(id)
  await send(`/fundraiser/${slug}/comment`, { name: 'Njeri', content: 'Pole sana' })
  await send(`/fundraiser/${slug}/comment`, { name: 'Kevo', content: 'Tuko pamoja' })
  const { id: comment } = await oneRow('fund_drive_comments', { content: 'Pole sana' })
  expect((await send(`/fundraiser/${slug}/like`, { comment: String(comment) })).status).toBe(303)
  await setStatus(id, 'completed')
  const { page, text } = await read(`/fundraiser/${slug}`)
  expect(page).toContain('This fundraiser has ended It takes no more gifts.')
  expect(page).toContain('Mama needs us.')
  expect(text).not.toMatch(/>DONATE<|Be the first to give/)
  // The public book and its files stay, too.
  for (const file of ['book', 'book.csv', 'book.json'])
    expect([file, (await read(`/fundraiser/${slug}/${file}`)).status]).toEqual([file, 200])
  const comments = await read(`/fundraiser/${slug}?tab=comments`)
  expect(comments.page).toMatch(/Pole sana.* 1 like/)
  expect(comments.page).not.toMatch(/0 likes|Post Comment/)
  expect(comments.text).not.toMatch(/<textarea|action="[^"]*\/like"/)
  const gifts = await read(`/fundraiser/${slug}?tab=donations`)
  expect([gifts.page, gifts.page.includes('Be the first')]).toEqual([
    expect.stringContaining('No donations yet'),
    false,
  ])
  for (const form of ['donate', 'comment', 'book-visit']) {
    const { status, page } = await read(`/fundraiser/${slug}/${form}`)
    expect([form, status, page]).toEqual([form, 410, expect.stringContaining('This fundraiser has ended')])
  }
  const late = await send(`/fundraiser/${slug}/comment`, { content: 'Pole', name: 'Amina' })
  expect([late.status, late.words]).toEqual([410, expect.stringContaining('This fundraiser has ended')])
})

test('its owner and administrators see what nobody else can, and are told [T284]', async () => {
  const owner = await somePerson(db)
  const cookie = await cookieOf(owner)
  const [paused, spent, done] = await Promise.all([1, 2, 3].map(() => someDrive(db, { ownerId: owner.id })))
  await setStatus(paused!.id, 'paused')
  await useUp(spent!.id)
  await setStatus(done!.id, 'completed')
  const own = await read(`/fundraiser/${paused!.slug}`, cookie)
  expect([own.status, own.page]).toEqual([
    200,
    expect.stringContaining('Visitors can’t see this page: the fund drive is paused.'),
  ])
  expect(linkTo(own.text, 'make it active in the settings')).toBe(`/fund-drive/${paused!.slug}/settings`)
  expect(own.text).not.toContain('property="og:image"')
  const locked = await read(`/fundraiser/${spent!.slug}`, cookie)
  expect(locked.page).toContain('Visitors can’t read this page: its views are used up.')
  expect(linkTo(locked.text, 'buy more views')).toBe(`/fund-drive/${spent!.slug}/payouts/buy-views`)
  expect((await read(`/fundraiser/${done!.slug}`, cookie)).page).toContain(
    'Visitors can read this page, but nobody can give: the fund drive is completed.',
  )
  const office = await cookieOf(await somePerson(db, { admin: true }))
  expect((await read(`/fundraiser/${spent!.slug}`, office)).page).toContain('You see it as an administrator.')
})
