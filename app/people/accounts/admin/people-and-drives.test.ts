import { expect, test } from 'vitest'
import { postComment } from '#app/drives/comments/comment.server.ts'
import { commentForm } from '#app/drives/comments/comment-forms.ts'
import { adminBrowser } from '#test/admin-browser.ts'
import { testDatabase } from '#test/database.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { fundedDrive, gift } from '#test/money.ts'
import { someCash } from '#test/pledges.ts'

// Administrators decide about people, drives and comments; their owners and visitors see what came of it.

const db = await testDatabase()
const { people, get, main, read, row, file, send, does } = adminBrowser(db)
const noReason = 'Please give a reason: it is saved with your decision.'

test('people are found, narrowed and taken along; a name leads to the person [T167]', async () => {
  const { id, email } = await somePerson(db, { fullName: 'Atieno Found', username: 'atieno_found' })
  const list = '/admin/system-users'
  const line = await row(`${list}?search=atieno_found`, 'Atieno Found')
  for (const said of ['User', 'Yes']) expect(line).toContain(said)
  const { html, words } = await main(`${list}?search=atieno_found&sort=seen`)
  expect(words).toContain('1 person ')
  expect(html).toContain(`href="${list}/${id}"`)
  expect(await read(`${list}?search=atieno_found&verified=no`)).toContain('No such people')
  expect((await file(`${list}.csv?search=atieno_found`)).slice(1)).toEqual([expect.stringContaining(email)])
})

test('the person who is suspended is out at once and reads why nobody lets them in, until they are restored', async () => {
  const person = await somePerson(db, { fullName: 'Baraka Gone' })
  const cookie = (await signedIn(person)).headers.get('cookie')!
  const { slug } = await someDrive(db, { ownerId: person.id })
  const at = `/admin/system-users/${person.id}`
  expect((await send(`${at}/suspend`, { why: '' })).words).toContain(noReason)
  const done = await does(`${at}/suspend`, { why: 'Three people have reported this' })
  for (const said of ['Person suspended', 'Suspended since', 'Suspended a person', 'Not signed in anywhere'])
    expect(done).toContain(said)
  expect((await get('/dashboard', { cookie })).headers.location).toMatch(/^\/auth/)
  expect((await get(`/fundraiser/${slug}`)).status).toBe(404)
  const told = await does('/auth/sign-in', { email: person.email, password: person.password }, 'nobody')
  expect(told).toContain('This account is suspended')
  expect(told).toMatch(/Please write to .+\/about\/help if you think that this is a mistake/)
  expect(await does(`${at}/restore`, { why: 'It was somebody else' })).toContain('Person restored')
  expect((await send(`${at}/restore`, { why: 'Seen' }, 'second')).words).toContain(
    'Another administrator has just decided about this person',
  )
  expect((await get(`/fundraiser/${slug}`)).status).toBe(200)
  expect((await signedIn(person)).headers.get('cookie')).toBeTruthy()
})

test('a role is given and taken; nobody decides about themselves; sessions are ended, and the confirming mail is sent again', async () => {
  const person = await somePerson(db, { fullName: 'Chebet Helps' })
  const cookie = (await signedIn(person)).headers.get('cookie')!
  const at = `/admin/system-users/${person.id}`
  expect((await get(at, { cookie })).status).toBe(403)
  const given = await does(`${at}/role`, { role: 'admin', why: 'She takes over the evenings' })
  for (const said of ['Role changed', 'Role: User → Admin']) expect(given).toContain(said)
  const own = await get(at, { cookie })
  expect(own.words).toContain('This is you')
  expect(own.text).not.toContain(`href="${at}/suspend"`)
  expect(await does(`${at}/role`, { role: 'user', why: 'The evenings are over' })).toContain('Role: Admin → User')
  expect((await get(at, { cookie })).words).toContain('You don’t have access to this page')
  const ended = await does(`${at}/end-sessions`, { why: 'She lost her phone' })
  for (const said of ['Sessions ended', 'Not signed in anywhere']) expect(ended).toContain(said)
  expect((await get('/dashboard', { cookie })).headers.location).toMatch(/^\/auth/)
  expect(await does(`${at}/resend`)).not.toContain('Verification email sent')
  await db.updateTable('users').set({ email_verified: false }).where('id', '=', person.id).execute()
  expect(await does(`${at}/resend`)).toContain('Verification email sent')
})

test('drives are found and taken along; the page of one leads to all that is known of it [T373]', async () => {
  const { id, slug } = await someDrive(db, { ownerId: people.owner.id, title: 'Desks for Kibera Primary' })
  await gift(db, id, 150_000)
  const list = '/admin/fund-drives'
  const line = await row(`${list}?search=${slug}&sort=raised`, 'Desks for Kibera Primary')
  for (const said of [slug, 'Wanjiru owner', 'Active', 'KSH 1,500', 'of KSH 1,000']) expect(line).toContain(said)
  expect(await read(`${list}?search=${slug}`)).toContain('KSH 1,500 raised')
  expect(await read(`${list}?search=${slug}&mark=owes`)).toContain('No such fund drives')
  expect((await file(`${list}.csv?search=${slug}`))[1]).toMatch(/Desks for Kibera Primary,.*,1500,1000,1,15,/)
  const { html } = await main(`${list}/${slug}`)
  for (const to of [
    `/fundraiser/${slug}`,
    `/fund-drive/${slug}/statement`,
    `/admin/donations?drive=${id}`,
    `/admin/payouts?drive=${id}`,
  ]) {
    expect(html).toContain(`href="${to}"`)
    expect((await get(to, people.admin)).status).toBe(200)
  }
  expect(await row(`/admin/donations?drive=${id}`, 'KSH 1,500')).toContain('Desks for Kibera Primary')
  expect(await read(`/admin/payouts?drive=${id}`)).toContain('No such payouts')
})

test('a drive that is paused is found by nobody; its owner reads why on each page, and can’t open it', async () => {
  const { slug } = await someDrive(db, { ownerId: people.owner.id })
  const at = `/admin/fund-drives/${slug}`
  const why = 'The hospital does not know of this'
  const done = await does(`${at}/pause`, { why })
  for (const said of ['Fund drive paused', 'Paused by us since', why]) expect(done).toContain(said)
  expect((await get(`/fundraiser/${slug}`)).status).toBe(404)
  for (const path of ['home', 'info', 'donations', 'payouts', 'settings']) {
    const words = await read(`/fund-drive/${slug}/${path}`, 'owner')
    for (const said of ['An administrator has paused this fund drive', `Reason: ${why}`])
      expect([path, words]).toEqual([path, expect.stringContaining(said)])
  }
  expect(await does(`/fund-drive/${slug}/settings/status`, { status: 'active' }, 'owner')).toContain(
    'Only an administrator can open it again.',
  )
  expect((await get(`/fundraiser/${slug}`, people.owner)).words).toContain(
    'Visitors can’t see this page: an administrator has paused it.',
  )
  expect(await does(`${at}/open`, { why: 'They have called' })).toContain('Fund drive opened again')
  expect((await get(`/fundraiser/${slug}`)).status).toBe(200)
})

test('recorded gifts that an administrator hides are seen by no visitor; their owner reads why', async () => {
  const { id, slug } = await someDrive(db, { ownerId: people.owner.id })
  await someCash(db, { id, ownerId: people.owner.id }, { amount: 30_000, name: '' })
  const seen = async () => (await get(`/fundraiser/${slug}`)).words.includes('300 recorded by the organisers')
  expect(await seen()).toBe(true)
  const at = `/admin/fund-drives/${slug}`
  expect(await does(`${at}/hide-recorded`, { why: 'Nobody could say where it is' })).toContain(
    'Recorded gifts hidden since',
  )
  expect(await read(`/fund-drive/${slug}/recorded`, 'owner')).toContain('Reason: Nobody could say where it is')
  expect((await get(`/fundraiser/${slug}/recorded`)).words).toContain('They are not shown at present.')
  expect(await seen()).toBe(false)
  expect(await does(`${at}/show-recorded`, { why: 'They have shown us the book' })).not.toContain(
    'Recorded gifts hidden since',
  )
  expect(await seen()).toBe(true)
})

test('while withdrawals are frozen the owner reads why wherever they withdraw, and a request can only be declined', async () => {
  const { slug, ask } = await fundedDrive(db, [300_000], 'phone', people.owner.id)
  const { id } = await ask(50_000)
  const at = `/admin/fund-drives/${slug}`
  const why = 'Reason: We are asking the school'
  expect(await does(`${at}/freeze`, { why: 'We are asking the school' })).toContain('Withdrawals frozen since')
  const payouts = `/fund-drive/${slug}/payouts`
  expect(await read(payouts, 'owner')).toContain('Withdrawals are frozen by an administrator')
  for (const path of [payouts, `${payouts}/withdraw`]) expect((await get(path, people.owner)).words).toContain(why)
  const decide = `/admin/withdrawal-requests/${id}/complete`
  expect(await read(decide)).toContain('The withdrawals of this fund drive are frozen: it can only be declined.')
  const refused = await send(decide, { note: '' })
  for (const said of ['Decline the request, or unfreeze them first.', 'Failed to update request'])
    expect(refused.words).toContain(said)
  expect(await does(`${at}/free`, { why: 'All is well' })).toContain('Withdrawals unfrozen')
  expect((await get(`${payouts}/withdraw`, people.owner)).words).not.toContain(why)
})

test('free views are given by a number, and the owner’s page counts them', async () => {
  const { slug } = await someDrive(db, { ownerId: people.owner.id })
  const at = `/admin/fund-drives/${slug}`
  const wrong = await send(`${at}/give-views`, { views: 'none', why: 'They were on the radio' })
  for (const said of ['Please write a number from 1 to 100,000.', 'They were on the radio'])
    expect(wrong.text).toContain(said)
  const done = await does(`${at}/give-views`, { views: '1,000', why: 'They were on the radio' })
  for (const said of ['Free views given', 'Views: 15 → 1015']) expect(done).toContain(said)
  expect(await read(`/fund-drive/${slug}/payouts`, 'owner')).toContain('1,015 views left')
})

test('a comment that looks like spam is decided about with a reason; who comes second is told', async () => {
  const { slug } = await someDrive(db, { ownerId: people.owner.id, title: 'Books for Kibera' })
  const words = (nr: number) => `The list of books is on www.books${nr}.or.ke`
  const spam = async (nr: number) => {
    const typed = commentForm.parse({ name: 'Baraka', content: words(nr) })
    return `/admin/comments/${(await postComment(db, slug, typed, `visitor ${nr}`)).id}`
  }
  const [one, two] = [await spam(1), await spam(2)]
  const line = await row('/admin/comments?search=books', words(1))
  for (const said of ['Baraka', 'Books for Kibera', 'Contains a link', 'Approve', 'Hide']) expect(line).toContain(said)
  expect((await file('/admin/comments.csv?search=books')).join()).toContain(words(2))
  expect(await read(`${one}/release`)).toContain(words(1))
  expect((await send(`${one}/release`, { why: '' })).words).toContain(noReason)
  await does(`${one}/release`, { why: 'The school’s own page' })
  const shown = (await get(`/fundraiser/${slug}?tab=comments`)).words
  expect([1, 2].map((nr) => shown.includes(words(nr)))).toEqual([true, false])
  await does(`${two}/hide`, { why: 'It sells something' }, 'second')
  expect((await send(`${two}/hide`, { why: 'Late' })).words).toContain(
    'Another administrator has already decided about this comment.',
  )
  expect(await row('/admin/audit?act=comment+released', 'The school’s own page')).not.toBe('')
})
