import { verifyPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#app/platform/db.server.ts'
import { settings } from '#app/platform/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { ratioOf } from '#test/effort.ts'
import { somebody } from '#test/make.ts'
import { confirmEmail } from './email.server.ts'
import { signUpForm } from './forms.ts'
import { makeLink } from './links.server.ts'
import { mailAlreadyHaveAnAccount, mailVerify } from './mails.server.ts'
import { personAt } from './people.server.ts'
import { signUp } from './sign-up.server.ts'

let db: Db
beforeAll(async () => {
  db = await testDatabase()
})

let made = 0
const form = (own: Record<string, unknown> = {}) => {
  const nr = ++made
  const filled = { fullName: 'Achieng', username: `new_${nr}`, email: `new${nr}@example.org`, password: 'maji-moto' }
  return signUpForm.parse({ ...filled, ...own })
}
const from = (address = `10.1.0.${++made % 250}`) => ({ language: 'en' as const, address })
const jobs = async () => (await sql`select id from graphile_worker.jobs`.execute(db)).rows.length
const mailsTo = (email: string) => db.selectFrom('sandbox.mails').selectAll().where('to_address', '=', email).execute()

test('an account is a user, a credential, a profile, and one mail to come; nobody is signed in by it', async () => {
  const before = await jobs()
  const asked = form({ email: '  Amina@Example.ORG ', username: 'Amina.W', fullName: ' Amina\r\n  Wanjiru ' })
  await signUp(db, asked, { language: 'sw', address: '10.9.9.9' })
  const user = await db
    .selectFrom('users as u')
    .innerJoin('profiles as p', 'p.user_id', 'u.id')
    .innerJoin('accounts as a', 'a.user_id', 'u.id')
    .where('email', '=', 'amina@example.org')
    .select(['u.id', 'full_name', 'username', 'language', 'email_verified', 'password', 'provider_id'])
    .executeTakeFirstOrThrow()
  expect(user).toMatchObject({ full_name: 'Amina Wanjiru', username: 'amina.w', language: 'sw', email_verified: false })
  expect(user.password).not.toContain('maji-moto')
  expect((await jobs()) - before).toBe(1)
  expect(await db.selectFrom('sessions').where('user_id', '=', user.id).selectAll().execute()).toEqual([])
})

test('of ten who choose one username at once, in whatever case, one gets it and nothing is left of the others', async () => {
  const tries = Array.from({ length: 10 }, (_, nr) =>
    form({ username: nr % 2 ? 'Simba' : 'simba', email: `simba${nr}@example.org` }),
  )
  const ends = await Promise.allSettled(tries.map((asked) => signUp(db, asked, from())))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const end of ends)
    if (end.status === 'rejected') expect(end.reason).toMatchObject({ field: 'username', status: 409 })
  const left = await db.selectFrom('users').where('email', 'like', 'simba%').selectAll().execute()
  expect(left).toHaveLength(1)
})

test('of several sign-ups with one address at once, one account is made and all are told the same', async () => {
  const ends = await Promise.allSettled(
    Array.from({ length: 3 }, () => signUp(db, form({ email: 'once@example.org' }), from())),
  )
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  expect(await db.selectFrom('users').where('email', '=', 'once@example.org').selectAll().execute()).toHaveLength(1)
})

test('a known address gets the same answer, keeps its account as it is, and its owner a mail that says so', async () => {
  const known = await somebody(db, { email: 'known@example.org' })
  const before = await db.selectFrom('accounts').where('user_id', '=', known.id).selectAll().execute()
  await signUp(db, form({ email: 'known@example.org', password: 'a-stranger' }), from())
  expect(await db.selectFrom('accounts').where('user_id', '=', known.id).selectAll().execute()).toEqual(before)
  await mailAlreadyHaveAnAccount(db, { userId: known.id })
  const mails = await mailsTo('known@example.org')
  expect(JSON.stringify(mails)).toContain('You already have an account')
})

test('an address that nobody confirmed is of who signs up last: the password, names and links before are over', async () => {
  const email = 'claimed@example.org'
  await signUp(db, form({ email, fullName: 'A Stranger', username: 'squatter', password: 'of-a-stranger' }), from())
  const { id } = (await personAt(db, email))!
  const strangersLink = await makeLink(db, 'verify-email', id)
  await signUp(db, form({ email, fullName: 'The Owner', username: 'the_owner', password: 'of-the-owner' }), from())
  expect(await confirmEmail(db, strangersLink)).toBe(false)
  expect(await confirmEmail(db, await makeLink(db, 'verify-email', id))).toBe(true)
  const profile = await db.selectFrom('profiles').where('user_id', '=', id).selectAll().executeTakeFirstOrThrow()
  expect(profile).toMatchObject({ full_name: 'The Owner', username: 'the_owner' })
  const { password } = await db
    .selectFrom('accounts')
    .where('user_id', '=', id)
    .select('password')
    .executeTakeFirstOrThrow()
  expect(await verifyPassword({ hash: password!, password: 'of-the-owner' })).toBe(true)
  expect(await verifyPassword({ hash: password!, password: 'of-a-stranger' })).toBe(false)
  await signUp(db, form({ email: 'another@example.org', username: 'squatter' }), from())
})

test('those who sign up again and those who open the link, all at once, do not stop each other', async () => {
  const email = 'busy@example.org'
  await signUp(db, form({ email }), from())
  const { id } = (await personAt(db, email))!
  const token = await makeLink(db, 'verify-email', id)
  const ups = Array.from({ length: 2 }, () => signUp(db, form({ email }), from()))
  const ends = await Promise.allSettled([...ups, ...Array.from({ length: 8 }, () => confirmEmail(db, token))])
  expect(ends.filter(({ status }) => status === 'rejected')).toEqual([])
})

test('a known address with a taken username is told of the username, as an unknown address is', async () => {
  await somebody(db, { email: 'taken@example.org', username: 'taken_name' })
  for (const email of ['taken@example.org', 'free@example.org'])
    await expect(signUp(db, form({ email, username: 'taken_name' }), from())).rejects.toMatchObject({
      field: 'username',
    })
})

test('a known and an unknown address take about the same time', async () => {
  const time = async (email: string) => {
    const start = performance.now()
    await signUp(db, form({ email }), from())
    return performance.now() - start
  }
  await time('warm@example.org')
  const ratio = await ratioOf(
    async () => time((await somebody(db)).email),
    (nr) => time(`nobody-yet${nr}@example.org`),
    (so) => so > 0.4 && so < 2.5,
  )
  expect(ratio).toBeGreaterThan(0.4)
  expect(ratio).toBeLessThan(2.5)
})

test('nothing but the four fields counts: nobody signs up as an administrator or as confirmed', async () => {
  const asked = form({ email: 'sly@example.org', role: 'admin', email_verified: 'true', isAdmin: '1', id: 'x' })
  await signUp(db, asked, from())
  const user = await personAt(db, 'sly@example.org')
  expect(user!.email_verified).toBe(false)
  expect(await db.selectFrom('user_roles').where('user_id', '=', user!.id).selectAll().execute()).toEqual([])
})

test('a network address makes five accounts an hour, and is told when to come back', async () => {
  const address = '10.77.0.1'
  for (let nr = 0; nr < 5; nr++) await signUp(db, form(), from(address))
  await expect(signUp(db, form(), from(address))).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) })
  await signUp(db, form(), from('10.77.0.2'))
})

test('the mailed link confirms once; ADMIN_EMAIL becomes administrator by it and not before', async () => {
  settings.ADMIN_EMAIL = 'Boss@Example.org'
  await signUp(db, form({ email: 'boss@example.org' }), from())
  const { id } = (await personAt(db, 'boss@example.org'))!
  const isAdmin = async () => (await db.selectFrom('user_roles').where('user_id', '=', id).selectAll().execute()).length
  expect(await isAdmin()).toBe(0)
  const token = await makeLink(db, 'verify-email', id)
  const ends = await Promise.all(Array.from({ length: 10 }, () => confirmEmail(db, token)))
  expect(ends.filter(Boolean)).toHaveLength(1)
  expect(await isAdmin()).toBe(1)
  expect((await personAt(db, 'boss@example.org'))!.email_verified).toBe(true)
  settings.ADMIN_EMAIL = undefined
})

test('a link older than a day, a link of another kind and a made-up one confirm nothing', async () => {
  await signUp(db, form({ email: 'late@example.org' }), from())
  const { id } = (await personAt(db, 'late@example.org'))!
  const old = await makeLink(db, 'verify-email', id)
  await sql`update verifications set expires_at = expires_at - interval '24 hours' where value = ${id}`.execute(db)
  const other = await makeLink(db, 'reset-password', id)
  for (const token of [old, other, 'made-up', '']) expect(await confirmEmail(db, token)).toBe(false)
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

test('the confirming mail carries a link that works, and is not written once the address is confirmed', async () => {
  await signUp(db, form({ email: 'mail@example.org', fullName: 'Njeri & <Sons>' }), from())
  const { id } = (await personAt(db, 'mail@example.org'))!
  await mailVerify(db, { userId: id })
  const [mail] = await mailsTo('mail@example.org')
  expect(mail!.html).not.toContain('<Sons>')
  const token = mail!.text.match(/token=([\w-]+)/)![1]!
  expect(await confirmEmail(db, token)).toBe(true)
  await mailVerify(db, { userId: id })
  expect(await mailsTo('mail@example.org')).toHaveLength(1)
})
