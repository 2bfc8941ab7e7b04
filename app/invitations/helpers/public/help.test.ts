import { expect, test } from 'vitest'
import { helpersOf, inviteHelper, joinHelper, leaveHelper } from '#app/invitations/helpers/members.server.ts'
import { setDrive } from '#app/invitations/occasions/gathering.server.ts'
import { testDatabase } from '#test/database.ts'
import { dayIn, someGathering } from '#test/gatherings.ts'
import { cookieOf, someDrive, somePerson } from '#test/make.ts'
import { plainBrowser } from '#test/plain-browser.ts'

// A helper's link, as it is pressed again and again, through the whole app.

const db = await testDatabase()
const { get, send } = plainBrowser()

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
  await leaveHelper(db, helper.id, { fund_drive_id: drive.id })
  expect((await get(`/help/${token}`, { cookie: mine })).words).toContain('This link was used')
})

test('a helper without an account is led to sign up with a phone, and comes back to the link', async () => {
  const { mine } = await someDrive(db)
  const token = await inviteHelper(db, mine, 'Otieno', 'treasurer')
  const { text, words } = await get(`/help/${token}`)
  expect([words, text]).toEqual([
    expect.stringContaining('I have an account: sign in'),
    expect.stringContaining(`href="/auth/sign-up/phone?to=%2Fhelp%2F${token}"`),
  ])
})

test('the page that asks for a code to sign in leads to sign-up, with the way back', async () => {
  const asked = await send('/auth/phone', { phone: '0733 900 100', country: 'KE', to: '/help/some' })
  const cookie = asked.headers['set-cookie']?.map((one) => one.split(';')[0]).join('; ') ?? ''
  const { status, text } = await get('/auth/phone/code?to=%2Fhelp%2Fsome', { cookie })
  expect([status, text]).toEqual([200, expect.stringContaining('href="/auth/sign-up/phone?to=%2Fhelp%2Fsome"')])
})

test('on the dashboard of a helper without a drive what they help with comes first', async () => {
  const drive = await someDrive(db)
  const helper = await somePerson(db)
  await joinHelper(db, { id: helper.id, isConfirmed: true }, await inviteHelper(db, drive.mine, 'Otieno', 'secretary'))
  const { words } = await get('/dashboard', { cookie: await cookieOf(helper) })
  const [helps, none] = [words.indexOf('What you help with'), words.indexOf('No fund drives yet')]
  expect([helps, none]).toEqual([expect.any(Number), expect.any(Number)])
  expect(helps).toBeGreaterThan(0)
  expect(none === -1 || helps < none).toBe(true)
  expect(words).not.toContain('Four steps to your first gift')
})

test('on the dashboard of a host without a drive their invitations come first', async () => {
  const host = await somePerson(db)
  const cookie = await cookieOf(host)
  const fresh = (await get('/dashboard', { cookie })).words
  expect(fresh).toContain('Four steps to your first gift')
  expect(fresh.indexOf('New invitation')).toBeGreaterThan(fresh.indexOf('No fund drives yet'))
  const invitation = { kind: 'burial', title: 'Mama Agnes', hosts: 'The family', day: dayIn(9), time: '10:00' }
  const made = await send(
    '/dashboard/invite',
    { zone: 'Africa/Nairobi', language: 'en', place: '', ...invitation },
    { cookie },
  )
  expect(made.status).toBe(303)
  const { words } = await get('/dashboard', { cookie })
  const places = ['Mama Agnes', 'Total Raised', 'No fund drives yet'].map((said) => words.indexOf(said))
  expect(places.every((at) => at > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(words).not.toContain('Four steps to your first gift')
})

test('without a script a host makes a link on the invitation, a helper joins and adds a guest, and is refused once removed', async () => {
  const [owner, person] = [await somePerson(db), await somePerson(db)]
  const { slug, id, mine } = await someGathering(db, {}, await someDrive(db, { ownerId: owner.id }))
  await setDrive(db, mine, '')
  const [host, helper] = [{ cookie: await cookieOf(owner) }, { cookie: await cookieOf(person) }]
  const base = `/gathering/${slug}`
  const empty = await get(`${base}/helpers`, host)
  expect(empty.words).toContain('Nobody helps yet.')
  expect(empty.text).not.toContain('treasurer')
  // A role that is sent along chooses nothing.
  const made = await send(`${base}/helpers`, { invited: 'Wambui', role: 'treasurer' }, host)
  const [, token] = /\/help\/([\w-]{43})/.exec(made.text)!
  const asked = await get(`/help/${token}`, helper)
  expect([asked.status, asked.words]).toEqual([
    200,
    expect.stringContaining('invites you to be the secretary of this invitation.'),
  ])
  const joined = await send(`/help/${token}`, {}, helper)
  expect([joined.status, joined.headers.location]).toEqual([303, `${base}/home`])
  const home = await get(`${base}/home`, helper)
  expect(home.words).toContain('You help with this invitation as its secretary')
  expect(home.text).not.toContain(`${base}/helpers"`)
  expect((await get('/dashboard', helper)).words).toMatch(
    /What you help with.*Secretary of the invitation; organised by/s,
  )
  const again = await get(`/help/${token}`, helper)
  expect([again.status, again.words]).toEqual([200, expect.stringContaining('You are the secretary already.')])
  expect(again.text).toContain(`href="${base}/home"`)
  const guest = { name: 'Baraka', phone: '', email: '', seats: '2', note: '', 'occasions[]': '1' }
  expect((await send(`${base}/guests/add`, guest, helper)).status).toBe(303)
  expect((await get(`${base}/guests`, host)).words).toContain('Baraka')
  const [row] = await helpersOf(db, { gathering_id: id })
  const removed = await send(`${base}/helpers/remove`, { helper: String(row!.id) }, host)
  expect([removed.status, removed.headers.location]).toEqual([303, `${base}/helpers`])
  for (const page of ['home', 'guests', 'guests.csv']) expect((await get(`${base}/${page}`, helper)).status).toBe(404)
  expect((await send(`${base}/guests/add`, { ...guest, name: 'Chebet' }, helper)).status).toBe(404)
  expect((await get(`/help/${token}`, helper)).words).toContain('This link was used')
  expect((await get('/dashboard', helper)).words).not.toContain('What you help with')
})

test('a helper of the invitation alone is not led to its drive, and its host finds the helpers of both', async () => {
  const [owner, person] = [await somePerson(db), await somePerson(db)]
  const drive = await someDrive(db, { ownerId: owner.id })
  const { slug, mine } = await someGathering(db, {}, drive)
  await joinHelper(db, { id: person.id, isConfirmed: true }, await inviteHelper(db, mine, 'Wambui', 'secretary'))
  const cookie = await cookieOf(person)
  const { status, text } = await get(`/gathering/${slug}/home`, { cookie })
  expect([status, text.includes(`/fund-drive/${drive.slug}`)]).toEqual([200, false])
  expect((await get(`/fund-drive/${drive.slug}/home`, { cookie })).status).toBe(404)
  expect((await get('/dashboard', { cookie })).text).not.toContain(drive.slug)
  const host = await cookieOf(owner)
  expect((await get(`/gathering/${slug}/helpers`, { cookie: host })).text).toContain(
    `href="/fund-drive/${drive.slug}/settings/helpers"`,
  )
})
