import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { fieldOf } from '#test/app-forms.ts'
import { pieceOf, wordsOf } from '#test/as-sent.ts'
import { codeOf, nextCodeOf } from '#test/codes.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { linkIn, mailed, worksOffJobs } from '#test/working.ts'

// What a person does with the account, with a browser without a script: profile, password, sessions, second factor, leaving.

const db = await testDatabase()
const { walks } = plainBrowser()
worksOffJobs()
beforeEach(() => sql`delete from rate_limits`.execute(db))

type Who = { email: string; password: string }
async function signedIn({ email, password }: Who) {
  const one = walks()
  await one.open('/auth')
  await one.press('Sign In', { email, password })
  return one
}
const member = async (own: Parameters<typeof somePerson>[1] = {}) => {
  const who = await somePerson(db, own)
  return { who, one: await signedIn(who) }
}
/** Whether this browser is signed in. */
const isIn = async (one: Awaited<ReturnType<typeof signedIn>>) => {
  await one.open('/dashboard')
  return one.path === '/dashboard'
}

test('the dashboard of a new person is greeted by the clock, empty, and leads to the first gift [T865]', async () => {
  const { one } = await member({ fullName: 'Wanjiru Kamau' })
  const { words, text } = await one.open('/dashboard')
  const hour = new Date(Date.now() + 3 * 3_600_000).getUTCHours()
  expect(words).toContain(`Good ${hour < 12 ? 'Morning' : hour < 17 ? 'Afternoon' : 'Evening'}, Wanjiru Kamau`)
  expect(words).toContain(
    'Total Raised KES 0 of KES 0 goal Active Drives 0 of 0 Success Rate 0.0% of all goals combined',
  )
  expect(words).toContain('No fund drives yet')
  const steps = pieceOf(text, /<section[^>]*>(?:(?!<section).)*Four steps to your first gift.*?<\/section>/s)
  expect(steps.match(/<li\b/g)).toHaveLength(4)
  const bar = wordsOf(pieceOf(text, /<header.*?<\/header>/s))
  for (const name of ['Profile', 'Settings', 'Sign Out']) expect(bar).toContain(name)
  await one.press('New Fund Drive')
  expect([one.path, one.page.words]).toEqual(['/dashboard/new', expect.stringContaining('Title')])
})

test('the profile is changed and kept, and lists the fund drives that visitors can open', async () => {
  const { one, who } = await member()
  expect((await one.open('/profile')).words).toContain('No public fund drives yet')
  await one.press('Save', { fullName: 'Nyambura Wa Njeri' })
  expect(fieldOf((await one.open('/profile')).text, 'fullName').value).toBe('Nyambura Wa Njeri')
  const { slug } = await someDrive(db, { ownerId: who.id })
  const { words, text } = await one.open('/profile')
  expect(words).not.toContain('No public fund drives yet')
  expect(pieceOf(text, /Your public fund drives.*<\/main>/s)).toContain(`/${slug}`)
})

test('a picture becomes the face; what is no picture, or too large, is refused at the field [T866]', async () => {
  const { one } = await member()
  const upload = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
    await one.open('/profile')
    return one.press('Upload Image', { image: new File([bytes], name, { type: 'image/png' }) })
  }
  expect((await upload('photo.png', Buffer.from('no picture'))).words).toContain('Please select an image file')
  expect((await upload('big.png', Buffer.alloc(5 * 1024 * 1024 + 1))).words).toContain(
    'File size must be less than 5MB',
  )
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#b5432c' } })
  await upload('photo.png', new Uint8Array(await picture.png().toBuffer()))
  expect((await one.open('/profile')).text).toMatch(/<main.*<img[^>]*src="\/media\//s)
})

test('a new password needs the one before it, ends the other sessions, and a mail tells', async () => {
  const { one, who } = await member()
  const other = await signedIn(who)
  await one.open('/settings/password')
  const newPassword = 'mlango-wa-pili'
  await one.press('Change password', { currentPassword: 'not-mine', newPassword })
  expect([fieldOf(one.page.text, 'currentPassword').isWrong, await isIn(other)]).toEqual([true, true])
  await one.press('Change password', { currentPassword: who.password, newPassword })
  await mailed(db, who.email, /password/i)
  expect([await isIn(other), await isIn(one)]).toEqual([false, true])
  const [before, now] = [await signedIn(who), await signedIn({ ...who, password: newPassword })]
  expect([await isIn(before), await isIn(now)]).toEqual([false, true])
})

test('signing out everywhere ends every session of this person and of nobody else', async () => {
  const [{ one, who }, stranger] = [await member(), await member()]
  const other = await signedIn(who)
  await one.open('/settings')
  await one.press('Sign out everywhere')
  expect([await isIn(other), await isIn(one), await isIn(stranger.one)]).toEqual([false, false, true])
})

test('a second factor is switched on, asked for, replaced by a backup code once, and switched off', async () => {
  const { one, who } = await member()
  await one.open('/settings/two-factor/start')
  await one.press('Turn on', { password: who.password })
  const secret = wordsOf(pieceOf(one.page.text, /data-testid="two-factor-secret"[^>]*>(.*?)<\//s))
  expect(one.page.text).toMatch(/<img[^>]*alt="QR code/)
  await one.press('Confirm', { code: codeOf(secret) })
  const listed = pieceOf(one.page.text, /data-testid="backup-codes".*?<\/ul>/s)
  const codes = [...listed.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, code]) => wordsOf(code!))
  expect(codes).toHaveLength(10)
  const other = await signedIn(who)
  expect(other.path).toBe('/auth/two-factor')
  expect((await other.press('Sign In', { code: '000000' })).words).toMatch(/not right|incorrect|wrong/i)
  await other.press('Sign In', { code: nextCodeOf(secret) })
  expect(other.path).toBe('/dashboard')
  for (const works of [true, false]) {
    const again = await signedIn(who)
    await again.follow('Use a backup code')
    await again.press('Sign In', { code: codes[0]! })
    expect([again.path === '/dashboard', /not right|incorrect|wrong/i.test(again.page.words)]).toEqual([works, !works])
  }
  await one.open('/settings/two-factor/off')
  await one.press('Turn off', { password: who.password })
  expect(await isIn(await signedIn(who))).toBe(true)
})

test('the file of own data has who it is about and nothing to sign in with', async () => {
  const { one, who } = await member()
  await one.open('/settings')
  const { text } = await one.follow('Download my data')
  expect(JSON.stringify(JSON.parse(text))).toContain(who.email)
  expect(text).not.toMatch(/"password"|scrypt|"token"/i)
})

test('an account is deleted with the password, and the address is free again', async () => {
  const { one, who } = await member({ username: 'leaves_us' })
  await one.open('/settings')
  await one.press('Delete account')
  expect((await one.press('Delete account', { password: 'not-mine' })).words).toContain('not your password')
  await one.press('Delete account', { password: who.password })
  expect([one.path, await isIn(one)]).toEqual(['/', false])
  await one.open('/auth?tab=sign-up')
  await one.press('Create Account', {
    fullName: 'Wanjiru',
    username: 'leaves_us',
    email: who.email,
    password: who.password,
  })
  expect(one.page.words).toContain('Sign up successful!')
})

test('only an administrator sees the back office [T17]', async () => {
  const { one: admin } = await member({ admin: true })
  for (const path of ['/admin', '/admin/dashboard']) expect((await admin.open(path)).status).toBe(200)
  expect((await (await member()).one.open('/admin')).status).toBe(403)
  const stranger = walks()
  await stranger.open('/admin')
  expect(stranger.path).toBe('/auth?to=%2Fadmin')
})

test('the email address is changed when both addresses confirm', async () => {
  const { one, who } = await member()
  const email = 'moved@example.org'
  await one.open('/settings/email')
  await one.press('Change email', { email, password: 'not-mine' })
  expect(one.page.words).toContain('This is not your password.')
  expect(fieldOf(one.page.text, 'email').value).toBe(email)
  await one.press('Change email', { email, password: who.password })
  expect(one.page.words).toContain(`Moving to ${email}`)
  for (const mails of [await mailed(db, who.email, /Change your email/), await mailed(db, email)]) {
    await one.open(linkIn(mails[0]!))
    await one.press('Confirm the change')
    expect(one.path).toBe('/settings')
  }
  expect(one.page.words).toContain(`You sign in with ${email}`)
  await mailed(db, who.email, /was changed/)
  expect(await isIn(await signedIn({ email, password: who.password }))).toBe(true)
})

test('a person who tries too often is told when to try again [T346]', async () => {
  const { who } = await member()
  const one = walks()
  for (let tries = 0; tries < 6; tries++) {
    await one.open('/auth')
    await one.press('Sign In', { email: who.email, password: `mbaya-${tries}` })
  }
  expect(one.page.words).toMatch(/try again in \d+ minutes?/i)
})
