import { randomBytes } from 'node:crypto'
import { verifyPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { readChoices } from '#app/platform/settings/choices.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import { timePasses } from '#test/time.ts'
import { deleteAccount, resetPassword } from './account.server.ts'
import { hashOfMark } from './cookies.server.ts'
import { confirmEmail, waitingBehind } from './email.server.ts'
import { signUpForm } from './forms.ts'
import { makeLink, sweepPeople } from './links.server.ts'
import { mailAlreadyHaveAnAccount, mailVerify } from './mails.server.ts'
import { personAt } from './people.server.ts'
import { newestSignUp, signUp } from './sign-up.server.ts'

const db = await testDatabase()

let made = 0
const form = (own: Record<string, unknown> = {}) => {
  const nr = ++made
  const filled = { fullName: 'Achieng', username: `new_${nr}`, email: `new${nr}@example.org`, password: 'maji-moto' }
  return signUpForm.parse({ ...filled, ...own })
}
const from = (address = `10.1.0.${++made % 250}`, mark = newMark()) => ({ language: 'en' as const, address, mark })
const newMark = () => randomBytes(32).toString('base64url')
/** What a link does in the browser that signed up, or with the password typed elsewhere. */
const confirm = (token: string, shown: { mark?: string; password?: string }) =>
  confirmEmail(db, { token, ...shown }, async (_, person) => person)
const linkOf = async (email: string, nr = 0) => {
  const { id } = (await personAt(db, email))!
  const all = await db.selectFrom('sign_ups').where('user_id', '=', id).orderBy('created_at').select('id').execute()
  return makeLink(db, 'verify-email', all[nr]!.id)
}
const passwordIs = async (email: string, password: string) => {
  const { id } = (await personAt(db, email))!
  const row = await db.selectFrom('accounts').where('user_id', '=', id).select('password').executeTakeFirstOrThrow()
  return verifyPassword({ hash: row.password!, password })
}
const profileOf = async (email: string) =>
  db
    .selectFrom('profiles')
    .where('user_id', '=', (await personAt(db, email))!.id)
    .select(['full_name', 'username'])
    .executeTakeFirstOrThrow()
const over = { status: 410, field: 'token' }
const jobs = async () => (await sql`select id from graphile_worker.jobs`.execute(db)).rows.length
const mailsTo = (email: string) => db.selectFrom('sandbox.mails').selectAll().where('to_address', '=', email).execute()

test('an account is a user, a credential, a profile, and one mail to come; nobody is signed in by it [T141]', async () => {
  const before = await jobs()
  const asked = form({ email: '  Amina@Example.ORG ', username: 'Amina.W', fullName: ' Amina\r\n  Wanjiru ' })
  await signUp(db, asked, { language: 'sw', address: '10.9.9.9', mark: newMark() })
  const user = await db
    .selectFrom('users as u')
    .innerJoin('profiles as p', 'p.user_id', 'u.id')
    .innerJoin('accounts as a', 'a.user_id', 'u.id')
    .where('email', '=', 'amina@example.org')
    .select(['u.id', 'full_name', 'username', 'language', 'email_verified', 'password', 'provider_id'])
    .executeTakeFirstOrThrow()
  expect(user).toMatchObject({ full_name: 'Amina Wanjiru', username: null, language: 'sw', email_verified: false })
  expect(user.password).not.toContain('maji-moto')
  expect((await jobs()) - before).toBe(1)
  expect(await db.selectFrom('sessions').where('user_id', '=', user.id).selectAll().execute()).toEqual([])
})

test('of ten who chose one username, in whatever case, and confirm at once, one gets it and the others one like it', async () => {
  const mark = newMark()
  const emails = Array.from({ length: 10 }, (_, nr) => `simba${nr}@example.org`)
  for (const [nr, email] of emails.entries())
    await signUp(db, form({ username: nr % 2 ? 'Simba' : 'simba', email }), from(undefined, mark))
  const links = await Promise.all(emails.map((email) => linkOf(email)))
  await Promise.all(links.map((token) => confirm(token, { mark })))
  const names = (await Promise.all(emails.map(profileOf))).map(({ username }) => username)
  expect(names.filter((name) => name === 'simba')).toHaveLength(1)
  expect(names.filter((name) => /^simba-\d{4}$/.test(name!))).toHaveLength(9)
  await expect(signUp(db, form({ username: 'SIMBA' }), from())).rejects.toMatchObject({
    field: 'username',
    status: 409,
  })
})

test('a sign-up does not tell whether the address was free: the username is free afterwards in both cases', async () => {
  await somePerson(db, { email: 'has-account@example.org' })
  for (const email of ['has-account@example.org', 'has-none@example.org']) {
    const username = `probe_${email.slice(4, 6)}`
    await signUp(db, form({ email, username }), from())
    await signUp(db, form({ username }), from())
  }
})

test('of several sign-ups with one address at once, one account is made and all are told the same', async () => {
  const ends = await Promise.allSettled(
    Array.from({ length: 3 }, () => signUp(db, form({ email: 'once@example.org' }), from())),
  )
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  expect(await db.selectFrom('users').where('email', '=', 'once@example.org').selectAll().execute()).toHaveLength(1)
})

test('a known address gets the same answer, keeps its account as it is, and its owner a mail that says so', async () => {
  const known = await somePerson(db, { email: 'known@example.org' })
  const before = await db.selectFrom('accounts').where('user_id', '=', known.id).selectAll().execute()
  await signUp(db, form({ email: 'known@example.org', password: 'a-stranger' }), from())
  expect(await db.selectFrom('accounts').where('user_id', '=', known.id).selectAll().execute()).toEqual(before)
  await mailAlreadyHaveAnAccount(db, { userId: known.id })
  const mails = await mailsTo('known@example.org')
  expect(JSON.stringify(mails)).toContain('You already have an account')
})

test('a stranger’s sign-up with my address is not confirmed by me: neither by looking, nor by my button, nor by my password [T478]', async () => {
  const email = 'mine@example.org'
  const [stranger, me] = [newMark(), newMark()]
  await signUp(db, form({ email, password: 'of-a-stranger' }), from(undefined, stranger))
  await signUp(db, form({ email, password: 'of-the-owner' }), from(undefined, me))
  const theirs = await linkOf(email, 0)
  expect(await waitingBehind(db, theirs, me)).toEqual({ email, isHere: false })
  await expect(confirm(theirs, {})).rejects.toMatchObject({ field: 'password' })
  await expect(confirm(theirs, { mark: me })).rejects.toMatchObject({ field: 'password' })
  await expect(confirm(theirs, { mark: me, password: 'of-the-owner' })).rejects.toMatchObject({ field: 'password' })
  expect((await personAt(db, email))!.email_verified).toBe(false)
  await confirm(await linkOf(email, 1), { mark: me })
  expect(await passwordIs(email, 'of-the-owner')).toBe(true)
})

test('a later sign-up with the same address neither ends the first link nor is confirmed by it', async () => {
  const email = 'claimed@example.org'
  const mark = newMark()
  const first = { fullName: 'The Owner', username: 'the_owner', password: 'of-the-owner' }
  await signUp(db, form({ email, ...first }), from(undefined, mark))
  const link = await linkOf(email)
  const later = { fullName: 'A Stranger', username: 'squatter', password: 'of-a-stranger' }
  await signUp(db, form({ email, ...later }), from())
  const strangers = await linkOf(email, 1)
  expect(await confirm(link, { mark })).toMatchObject({ email })
  expect(await profileOf(email)).toEqual({ full_name: 'The Owner', username: 'the_owner' })
  expect(await passwordIs(email, 'of-the-owner')).toBe(true)
  expect(await passwordIs(email, 'of-a-stranger')).toBe(false)
  await expect(confirm(strangers, { password: 'of-a-stranger' })).rejects.toMatchObject(over)
  expect(await db.selectFrom('sign_ups').where('username', '=', 'squatter').selectAll().execute()).toEqual([])
})

test('on another device the link asks for the password of its own sign-up, five times in ten minutes', async () => {
  const email = 'elsewhere@example.org'
  await signUp(db, form({ email, password: 'maji-moto' }), from())
  const token = await linkOf(email)
  for (let nr = 0; nr < 4; nr++)
    await expect(confirm(token, { mark: newMark(), password: 'guess' })).rejects.toMatchObject({ status: 422 })
  await confirm(token, { mark: newMark(), password: 'maji-moto' })
  await signUp(db, form({ email: 'guessed@example.org', password: 'maji-moto' }), from())
  const other = await linkOf('guessed@example.org')
  for (let nr = 0; nr < 5; nr++)
    await expect(confirm(other, { password: 'guess' })).rejects.toMatchObject({ status: 422 })
  await expect(confirm(other, { password: 'maji-moto' })).rejects.toMatchObject({ status: 429 })
})

test('those who sign up again and those who press the button, all at once, do not stop each other', async () => {
  const email = 'busy@example.org'
  const mark = newMark()
  await signUp(db, form({ email }), from(undefined, mark))
  const token = await linkOf(email)
  const ups = Array.from({ length: 2 }, () => signUp(db, form({ email }), from()))
  const presses = Array.from({ length: 8 }, () => confirm(token, { mark }))
  const [signUps, confirms] = await Promise.all([Promise.allSettled(ups), Promise.allSettled(presses)])
  expect(signUps.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(confirms.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const end of confirms) if (end.status === 'rejected') expect(end.reason).toMatchObject(over)
})

test('of the links of two sign-ups that are used at once, one confirms, and nobody waits for ever', async () => {
  const email = 'two-links@example.org'
  const marks = [newMark(), newMark()]
  for (const [nr, mark] of marks.entries())
    await signUp(db, form({ email, password: `password-${nr}` }), from(undefined, mark))
  const links = [await linkOf(email, 0), await linkOf(email, 1)]
  const ends = await Promise.allSettled(links.map((token, nr) => confirm(token, { mark: marks[nr] })))
  const won = ends.findIndex(({ status }) => status === 'fulfilled')
  expect(ends[1 - won]).toMatchObject({ status: 'rejected', reason: over })
  expect(await passwordIs(email, `password-${won}`)).toBe(true)
})

test('a known address with a taken username is told of the username, as an unknown address is', async () => {
  await somePerson(db, { email: 'taken@example.org', username: 'taken_name' })
  for (const email of ['taken@example.org', 'free@example.org'])
    await expect(signUp(db, form({ email, username: 'taken_name' }), from())).rejects.toMatchObject({
      field: 'username',
    })
})

test('nothing but the four fields counts: nobody signs up as an administrator or as confirmed [T207]', async () => {
  const asked = form({ email: 'sly@example.org', role: 'admin', email_verified: 'true', isAdmin: '1', id: 'x' })
  await signUp(db, asked, from())
  const user = await personAt(db, 'sly@example.org')
  expect(user!.email_verified).toBe(false)
  expect(await db.selectFrom('user_roles').where('user_id', '=', user!.id).selectAll().execute()).toEqual([])
})

test('a network address makes as many accounts an hour as the operator chose, and is told when to come back', async () => {
  const address = '10.77.0.1'
  await sql`insert into operator_choices (name, value, why) values ('SIGN_UPS_AN_HOUR', '5', 'a test')`.execute(db)
  await readChoices()
  for (let nr = 0; nr < 5; nr++) await signUp(db, form(), from(address))
  await expect(signUp(db, form(), from(address))).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) })
  await signUp(db, form(), from('10.77.0.2'))
  await sql`insert into operator_choices (name, value, why) values ('SIGN_UPS_AN_HOUR', null, 'over')`.execute(db)
  await readChoices()
})

describe('ADMIN_EMAIL', () => {
  const email = 'boss@example.org'
  beforeEach(() => {
    settings.ADMIN_EMAIL = 'Boss@Example.org'
    return () => (settings.ADMIN_EMAIL = undefined)
  })
  const isAdmin = async () => {
    const { id } = (await personAt(db, email))!
    return (
      (await db.selectFrom('user_roles').where('user_id', '=', id).selectAll().executeTakeFirst())?.role === 'admin'
    )
  }
  const join = async () => {
    const mark = newMark()
    await signUp(db, form({ email }), from(undefined, mark))
    return { mark, token: await linkOf(email) }
  }

  test('becomes administrator by the first confirmation and not before; its link works once [T296]', async () => {
    const { mark, token } = await join()
    expect(await isAdmin()).toBe(false)
    const ends = await Promise.allSettled(Array.from({ length: 10 }, () => confirm(token, { mark })))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await isAdmin()).toBe(true)
  })

  test('does not have the role back by a reset of the password, once it was taken away', async () => {
    const { id } = (await personAt(db, email))!
    await db.updateTable('user_roles').set({ role: 'user', granted_by: 'admin' }).where('user_id', '=', id).execute()
    await resetPassword(db, await makeLink(db, 'reset-password', id), 'mpya-kabisa')
    expect(await isAdmin()).toBe(false)
  })

  test('nor by leaving and signing up again [T479]', async () => {
    // Run alone, it begins with a person who had the role and lost it.
    if (!(await personAt(db, email))) {
      const first = await join()
      await confirm(first.token, { mark: first.mark })
      await db.updateTable('user_roles').set({ role: 'user', granted_by: 'admin' }).execute()
    }
    const { id } = (await personAt(db, email))!
    await resetPassword(db, await makeLink(db, 'reset-password', id), 'pull together')
    await deleteAccount(db, id, 'pull together')
    const { mark, token } = await join()
    await confirm(token, { mark })
    expect(await isAdmin()).toBe(false)
  })

  test('is nobody’s by a reset before the first confirmation', async () => {
    settings.ADMIN_EMAIL = 'second@example.org'
    await signUp(db, form({ email: 'second@example.org', username: 'second_one' }), from())
    const { id } = (await personAt(db, 'second@example.org'))!
    await resetPassword(db, await makeLink(db, 'reset-password', id), 'mpya-kabisa')
    expect((await personAt(db, 'second@example.org'))!.email_verified).toBe(true)
    expect((await profileOf('second@example.org')).username).toBe('second_one')
    expect(await db.selectFrom('user_roles').where('user_id', '=', id).selectAll().execute()).toEqual([])
  })
})

test('a link older than a day, a link of another kind and a made-up one confirm nothing', async () => {
  const mark = newMark()
  await signUp(db, form({ email: 'late@example.org' }), from(undefined, mark))
  const { id } = (await personAt(db, 'late@example.org'))!
  const old = await linkOf('late@example.org')
  await timePasses('24 hours')
  const other = await makeLink(db, 'reset-password', id)
  for (const token of [old, other, 'made-up', '']) await expect(confirm(token, { mark })).rejects.toMatchObject(over)
  expect((await personAt(db, 'late@example.org'))!.email_verified).toBe(false)
})

test('a name in a mail is no link: nobody advertises to strangers by signing up with their address', async () => {
  const fullName = 'J. R. R. Njoroge: WIN at https://evil.example/now, www.evil.example'
  await signUp(db, form({ email: 'stranger@example.org', fullName }), from())
  await mailVerify(db, { userId: (await personAt(db, 'stranger@example.org'))!.id })
  const [mail] = await mailsTo('stranger@example.org')
  for (const part of [mail!.text, mail!.html]) {
    expect(part).toContain('Karibu, J. R. R. Njoroge')
    expect(part).not.toContain('evil.example')
  }
})

test('the confirming email carries a link that works, and is not written once the address is confirmed', async () => {
  const mark = newMark()
  await signUp(db, form({ email: 'mail@example.org', fullName: 'Njeri & <Sons>' }), from(undefined, mark))
  const { id } = (await personAt(db, 'mail@example.org'))!
  await mailVerify(db, { userId: id })
  const [mail] = await mailsTo('mail@example.org')
  expect(mail!.html).not.toContain('<Sons>')
  const token = mail!.text.match(/token=([\w-]+)/)![1]!
  expect(await waitingBehind(db, token, mark)).toEqual({ email: 'mail@example.org', isHere: true })
  await confirm(token, { mark })
  expect(await waitingBehind(db, token, mark)).toBeUndefined()
  await mailVerify(db, { userId: id })
  expect(await mailsTo('mail@example.org')).toHaveLength(1)
})

test('‘Send again’ sends the link of the browser’s own sign-up, not of a later stranger’s', async () => {
  const email = 'again@example.org'
  const mark = newMark()
  await signUp(db, form({ email }), from(undefined, mark))
  await signUp(db, form({ email }), from())
  const { id } = (await personAt(db, email))!
  const mine = await newestSignUp(db, id, hashOfMark(mark))
  expect(mine!.browser).toBe(hashOfMark(mark))
  expect((await newestSignUp(db, id))!.id).not.toBe(mine!.id)
})

test('an account that became unconfirmed without a sign-up is confirmed by its link and its password', async () => {
  const person = await somePerson(db, { email: 'undone@example.org' })
  await db.updateTable('users').set({ email_verified: false }).where('id', '=', person.id).execute()
  await mailVerify(db, { userId: person.id })
  const [mail] = await mailsTo(person.email)
  const token = mail!.text.match(/token=([\w-]+)/)![1]!
  await expect(confirm(token, {})).rejects.toMatchObject({ field: 'password' })
  await confirm(token, { password: person.password })
  expect((await personAt(db, person.email))!.email_verified).toBe(true)
})

test('old sign-ups are forgotten, but for the newest of an account', async () => {
  const email = 'slow@example.org'
  await signUp(db, form({ email, password: 'password-0' }), from())
  await signUp(db, form({ email, password: 'password-1' }), from())
  const { id } = (await personAt(db, email))!
  const left = async () => (await db.selectFrom('sign_ups').where('user_id', '=', id).selectAll().execute()).length
  await sweepPeople(db)
  expect(await left()).toBe(2)
  await timePasses('8 days')
  await sweepPeople(db)
  expect(await left()).toBe(1)
})
