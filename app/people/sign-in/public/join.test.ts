import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { fieldOf } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import type { walker } from '#test/walk.ts'
import { linkIn, mailed, worksOffJobs } from '#test/working.ts'

// A person joins with a browser without a script: sign-up, the confirming email, sign-in, and the ways back in.

const db = await testDatabase()
const { walks } = plainBrowser()
worksOffJobs()
beforeEach(() => sql`delete from rate_limits`.execute(db))

let made = 0
const somebody = () => {
  const nr = ++made
  return {
    fullName: 'Achieng Otieno',
    username: `achieng_${nr}`,
    email: `achieng${nr}@example.org`,
    password: 'maji-moto',
  }
}
type Walker = ReturnType<typeof walker>
type Who = { email: string; password: string }
const signIn = async (one: Walker, { email, password }: Who, at = '/auth') => {
  await one.open(at)
  return one.press('Sign In', { email, password })
}
const confirming = async (email: string) => linkIn((await mailed(db, email, /Confirm/))[0]!)
const leave = (one: Walker) => one.jar.delete('harambee.session')

test('a person signs up, confirms the address, signs in, and signs out to the landing page [T860]', async () => {
  const [one, who] = [walks(), somebody()]
  const { words, text } = await one.open('/auth')
  expect(words).toContain('Join our community of changemakers')
  expect(text).toMatch(/role="tab"[^>]*>Sign In<.*role="tab"[^>]*>Sign Up</s)
  await one.follow('Back to Home')
  expect([one.path, one.page.status]).toEqual(['/', 200])
  await one.open('/auth')
  await one.follow('Sign Up')
  await one.press('Create Account', who)
  expect(one.path).toBe('/auth')
  for (const said of ['Sign up successful!', 'Please check your email to verify your account.', who.email])
    expect(one.page.words).toContain(said)
  expect(one.page.text).toMatch(/role="tab"[^>]*aria-selected="true"[^>]*>Sign In</)
  expect(fieldOf(one.page.text, 'email').value).toBe(who.email)
  const link = await confirming(who.email)
  await one.open(link)
  expect(one.page.words).toContain('Your email address is confirmed')
  await one.follow('Go to your dashboard')
  expect([one.path, one.page.words]).toEqual(['/dashboard', expect.stringContaining(who.fullName)])
  expect(one.page.words).not.toContain('Welcome back!')
  leave(one)
  await signIn(one, who)
  expect(one.path).toBe('/dashboard')
  expect(one.page.words).toMatch(/Welcome back! You've been signed in successfully\./)
  expect(one.page.words).toMatch(/Good (Morning|Afternoon|Evening)[^.]*Achieng Otieno/)
  for (const page of ['/auth', '/auth/sign-in', '/auth/sign-up']) {
    await one.open(page)
    expect(one.path).toBe('/')
  }
  await one.press('Sign Out')
  expect([one.path, one.page.words]).toEqual(['/', expect.stringMatching(/^.{0,80}Sign In/)])
  await one.open(link)
  expect([one.page.status, one.page.words]).toEqual([410, expect.stringContaining('This link has expired')])
})

test('Start Fundraising leads a stranger to the form of a new drive, also past a mistyped address [T861]', async () => {
  const [one, wrong] = [walks(), somebody()]
  await one.open('/')
  await one.follow('Start Fundraising')
  expect(one.path).toMatch(/^\/auth\?tab=sign-up/)
  await one.press('Create Account', wrong)
  expect(one.page.words).toContain(`Check your email at ${wrong.email}`)
  await one.follow('Wrong address?')
  // Name and username need not be typed again, and the username is not taken.
  const { fullName, username, ...typed } = { ...wrong, email: somebody().email }
  expect(['fullName', 'username'].map((name) => fieldOf(one.page.text, name).value)).toEqual([fullName, username])
  await one.press('Create Account', typed)
  await mailed(db, typed.email)
  await one.open('/auth')
  await one.press('Send again')
  await expect.poll(async () => (await mailed(db, typed.email)).length).toBe(2)
  await one.open(await confirming(typed.email))
  await one.follow('Start your fund drive')
  expect([one.path, one.page.status]).toEqual(['/dashboard/new', 200])
  leave(one)
  await one.open('/')
  await one.follow('Start Fundraising')
  expect(one.path).not.toContain('tab=sign-up')
})

test('what was typed stays when sign-up is refused, and why is at the field [T862]', async () => {
  await somePerson(db, { username: 'taken_name' })
  const one = walks()
  await one.open('/auth?tab=sign-up')
  const typed = { ...somebody(), username: 'Taken_Name' }
  await one.press('Create Account', typed)
  expect(one.page.words).toContain('This username is already taken.')
  expect(fieldOf(one.page.text, 'username')).toEqual({ value: 'Taken_Name', isWrong: true })
  expect(['fullName', 'email'].map((name) => fieldOf(one.page.text, name).value)).toEqual([typed.fullName, typed.email])
  await one.press('Create Account', { fullName: '', username: 'two words', email: 'no address', password: 'short' })
  const said = [
    'Please enter your full name.',
    '3 to 30 characters',
    'Please enter a valid email address.',
    'at least 6 characters',
  ]
  for (const words of said) expect(one.page.words).toContain(words)
  for (const name of ['fullName', 'username', 'email', 'password'])
    expect([name, fieldOf(one.page.text, name).isWrong]).toEqual([name, true])
})

test('a wrong password and an unknown address are told the same; without either the form says what it needs [T49]', async () => {
  const known = await somePerson(db)
  const told = []
  for (const email of [known.email, 'nobody@example.org']) {
    const one = walks()
    await signIn(one, { email, password: 'si-hii-hapa' })
    expect(one.page.words).toMatch(/Sign in failed.*Invalid email or password\./)
    expect(fieldOf(one.page.text, 'email').value).toBe(email)
    told.push(one.page.words.replaceAll(email, ''))
  }
  expect(told[0]).toBe(told[1])
  const one = walks()
  await signIn(one, { email: '', password: '' })
  expect(one.page.words).toContain('You must provide either an email or phone number and a password')
})

test('a person who has not confirmed the address is told so and has the mail sent again', async () => {
  const [one, who] = [walks(), somebody()]
  await one.open('/auth?tab=sign-up')
  await one.press('Create Account', who)
  await mailed(db, who.email)
  await signIn(one, who)
  expect(one.page.words).toContain('Almost there')
  await one.press('Send again')
  await expect.poll(async () => (await mailed(db, who.email)).length).toBe(2)
})

test('a page that asks for sign-in is where signing in leads back to [T279]', async () => {
  const [one, who] = [walks(), await somePerson(db)]
  for (const path of ['/settings', '/profile', '/fund-drive/heal-mama-achieng/info']) {
    await one.open(path)
    expect(one.path).toBe(`/auth?to=${encodeURIComponent(path)}`)
    await one.press('Sign In', { email: who.email, password: who.password })
    expect(one.path).toBe(path)
    leave(one)
  }
})

test('a forgotten password is replaced by mail, and the old one is over', async () => {
  const [one, who] = [walks(), await somePerson(db)]
  await one.open('/auth')
  await one.follow('Forgot password?')
  await one.press('Send the link', { email: who.email })
  const link = linkIn((await mailed(db, who.email, /password/i))[0]!)
  await one.open(link)
  await one.press('Change password', { password: 'mpya-kabisa-9' })
  expect(one.path).toBe('/auth')
  expect((await signIn(walks(), who)).words).toContain('Sign in failed')
  await signIn(one, { ...who, password: 'mpya-kabisa-9' })
  expect(one.path).toBe('/dashboard')
  expect([(await one.open(link)).status, one.page.words]).toEqual([410, expect.stringContaining('expired')])
})

test('on another device the link asks for the password of the sign-up; opening it changes nothing', async () => {
  const [here, there, who] = [walks(), walks(), somebody()]
  await here.open('/auth?tab=sign-up')
  await here.press('Create Account', who)
  const link = await confirming(who.email)
  for (let nr = 0; nr < 3; nr++) await there.open(link)
  await there.press('Confirm my email address', { password: 'not-this-one' })
  expect(there.page.words).toContain('This is not the password of that sign-up.')
  await there.press('Confirm my email address', { password: who.password })
  expect(there.page.words).toMatch(/Your email address is confirmed.*achieng_/)
  expect((await here.open(link)).words).toContain('This link has expired')
})
