import { expect, test } from 'vitest'
import { settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { holder, signedIn, somePerson } from '#test/make.ts'
import { timePasses } from '#test/time.ts'
import { deleteAccount, resetPassword } from './account.server.ts'
import {
  askEmailChange,
  cancelEmailChange,
  changeBehind,
  confirmEmailChange,
  waitingChange,
} from './email-change.server.ts'
import { signUpForm } from './forms.ts'
import { makeLink } from './links.server.ts'
import { mailEmailChange, mailEmailChanged } from './mails.server.ts'
import { personAt } from './people.server.ts'
import { signUp } from './sign-up.server.ts'

// A person moves their account to another address.

const db = await testDatabase()

const over = { status: 410, field: 'token' }
const mailsTo = (email: string) => db.selectFrom('sandbox.mails').selectAll().where('to_address', '=', email).execute()
const emailOf = async (id: string) =>
  (await db.selectFrom('users').where('id', '=', id).select('email').executeTakeFirstOrThrow()).email

/** A person who is signed in twice and asks for a new address in the first of the two. */
async function moving(to: string) {
  const person = await somePerson(db)
  const [here, elsewhere] = [await signedIn(person), await signedIn(person)]
  const sessionId = (await holder(db, here.headers))!.session.id
  const ask = (email: string, password = person.password) =>
    askEmailChange(db, { ...person, sessionId }, { email, password })
  await ask(to)
  return { ...person, ask, here: here.headers, elsewhere: elsewhere.headers, ...(await linksOf(person.id)) }
}

async function linksOf(userId: string) {
  const { id } = await db
    .selectFrom('email_changes')
    .where('user_id', '=', userId)
    .where('done_at', 'is', null)
    .select('id')
    .executeTakeFirstOrThrow()
  return { changeId: id, old: await makeLink(db, 'email-old', id), fresh: await makeLink(db, 'email-new', id) }
}

test('both addresses confirm, in either order; then every other session and link ends and the old address is told', async () => {
  for (const first of ['old', 'fresh'] as const) {
    const to = `${first}-first@example.org`
    const one = await moving(to)
    const reset = await makeLink(db, 'reset-password', one.id)
    expect(await changeBehind(db, one[first])).toMatchObject({ from: one.email, to })
    expect(await emailOf(one.id)).toBe(one.email)
    expect(await confirmEmailChange(db, one[first])).toBe('half')
    expect(await emailOf(one.id)).toBe(one.email)
    await expect(confirmEmailChange(db, one[first])).rejects.toMatchObject(over)
    expect(await confirmEmailChange(db, one[first === 'old' ? 'fresh' : 'old'])).toBe('done')
    expect(await emailOf(one.id)).toBe(to)
    expect(await holder(db, one.here)).not.toBeNull()
    expect(await holder(db, one.elsewhere)).toBeNull()
    await expect(resetPassword(db, reset, 'mpya-kabisa')).rejects.toMatchObject({ status: 410 })
    await mailEmailChanged(db, { changeId: one.changeId })
    expect(JSON.stringify(await mailsTo(one.email))).toContain(to)
    expect((await signedIn({ email: to, password: one.password })).response.token).toBeTruthy()
  }
})

test('it needs the password; a thief of a session gets no email sent', async () => {
  const one = await moving('thief-first@example.org')
  await expect(one.ask('thief@example.org', 'guess')).rejects.toMatchObject({ status: 422, field: 'password' })
  expect((await waitingChange(db, one.id))!.to).toBe('thief-first@example.org')
  await expect(one.ask(one.email)).rejects.toMatchObject({ status: 422, field: 'email' })
})

test('one address alone moves nothing: a stolen password is not enough, nor is a click in the new inbox', async () => {
  const one = await moving('half@example.org')
  await confirmEmailChange(db, one.fresh)
  expect(await emailOf(one.id)).toBe(one.email)
  await resetPassword(db, await makeLink(db, 'reset-password', one.id), 'mpya-kabisa')
  await expect(confirmEmailChange(db, one.old)).rejects.toMatchObject(over)
  expect(await waitingChange(db, one.id)).toBeNull()
})

test('asking again, cancelling and leaving end the links that were sent before', async () => {
  const one = await moving('typo@exmaple.org')
  await one.ask('right@example.org')
  for (const token of [one.old, one.fresh]) await expect(confirmEmailChange(db, token)).rejects.toMatchObject(over)
  const again = await linksOf(one.id)
  await cancelEmailChange(db, one.id)
  await expect(confirmEmailChange(db, again.old)).rejects.toMatchObject(over)
  await one.ask('left@example.org')
  const last = await linksOf(one.id)
  await deleteAccount(db, one.id, one.password)
  await expect(confirmEmailChange(db, last.fresh)).rejects.toMatchObject(over)
  expect(await db.selectFrom('email_changes').where('user_id', '=', one.id).selectAll().execute()).toEqual([])
})

test('of both links and of each ten times, all at once, the account moves once', async () => {
  const one = await moving('at-once@example.org')
  const all = Array.from({ length: 10 }, () => [one.old, one.fresh]).flat()
  const ends = await Promise.allSettled(all.map((token) => confirmEmailChange(db, token)))
  const said = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  expect(said.sort()).toEqual(['done', 'half'])
  for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject(over)
  expect(await emailOf(one.id)).toBe('at-once@example.org')
})

test('of two accounts that move to one address at once, one does; the other keeps its own', async () => {
  const to = 'wanted@example.org'
  const [one, two] = [await moving(to), await moving(to)]
  await confirmEmailChange(db, one.old)
  await confirmEmailChange(db, two.old)
  const ends = await Promise.allSettled([one.fresh, two.fresh].map((token) => confirmEmailChange(db, token)))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } })
  expect([await emailOf(one.id), await emailOf(two.id)].filter((email) => email === to)).toHaveLength(1)
})

test('for an address with an account the same is said; its owner hears of it, and nothing can be confirmed', async () => {
  const known = await somePerson(db, { email: 'is-here@example.org' })
  const one = await moving(known.email)
  await mailEmailChange(db, { changeId: one.changeId, side: 'new' })
  const [mail] = await mailsTo(known.email)
  expect(mail!.subject).toBe('You already have an account')
  expect(mail!.text).not.toContain('/auth/email')
  await confirmEmailChange(db, one.old)
  await expect(confirmEmailChange(db, one.fresh)).rejects.toMatchObject({ status: 409 })
  expect(await emailOf(known.id)).toBe(known.email)
})

test('a stranger’s sign-up that nobody confirmed does not keep the address from who reads its inbox', async () => {
  const email = 'squatted@example.org'
  const typed = { fullName: 'A Stranger', username: 'a_stranger', email, password: 'of-a-stranger' }
  await signUp(db, signUpForm.parse(typed), { language: 'en', address: '10.3.3.3', mark: 'x' })
  const squatter = (await personAt(db, email))!.id
  const one = await moving(email)
  await confirmEmailChange(db, one.old)
  expect(await confirmEmailChange(db, one.fresh)).toBe('done')
  expect((await personAt(db, email))!.id).toBe(one.id)
  expect(await db.selectFrom('users').where('id', '=', squatter).selectAll().execute()).toEqual([])
})

test('moving to the address of ADMIN_EMAIL makes nobody an administrator', async () => {
  settings.ADMIN_EMAIL = 'the-boss@example.org'
  const one = await moving('the-boss@example.org')
  await confirmEmailChange(db, one.old)
  await confirmEmailChange(db, one.fresh)
  settings.ADMIN_EMAIL = undefined
  expect(await db.selectFrom('user_roles').where('user_id', '=', one.id).selectAll().execute()).toEqual([])
})

test('the emails name both addresses, and their links work; a day later they don’t', async () => {
  const one = await moving('mailed@example.org')
  for (const side of ['old', 'new'] as const) await mailEmailChange(db, { changeId: one.changeId, side })
  const [[old], [fresh]] = [await mailsTo(one.email), await mailsTo('mailed@example.org')]
  expect(old!.text).toContain('mailed@example.org')
  expect(fresh!.text).toContain(one.email)
  const [first, second] = [old, fresh].map((mail) => mail!.text.match(/auth\/email\?token=([\w-]+)/)![1]!)
  expect(await confirmEmailChange(db, first!)).toBe('half')
  await timePasses('24 hours')
  await expect(confirmEmailChange(db, second!)).rejects.toMatchObject(over)
})
