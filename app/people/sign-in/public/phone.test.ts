import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { signedIn, somePerson } from '#test/make.ts'
import { aNumber, otherThan } from '#test/phone-codes.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { codeOn, mailed, worksOffJobs } from '#test/working.ts'

// A phone as a way in, with a browser without a script: confirmed in the settings, or the first thing of a new account.

const db = await testDatabase()
const { walks } = plainBrowser()
worksOffJobs()
beforeEach(() => sql`delete from rate_limits`.execute(db))

const words = {
  en: {
    text: 'Text me a code',
    confirm: 'Confirm my phone',
    wrong: /Wrong or expired code/,
    confirmed: 'Phone confirmed',
    byPhone: 'Sign in with your phone',
    signIn: 'Sign In',
    again: 'Send it again',
    tooMany: /There were many tries/,
    mail: /phone was added/i,
  },
  sw: {
    text: 'Nitumie msimbo kwa SMS',
    confirm: 'Thibitisha simu yangu',
    wrong: /Msimbo si sahihi/,
    confirmed: 'Simu imethibitishwa',
    byPhone: 'Ingia kwa simu yako',
    signIn: 'Ingia',
    again: 'Tuma tena',
    tooMany: /Kumekuwa na majaribio mengi/,
    mail: /Simu imeongezwa/i,
  },
}

test.each(['en', 'sw'] as const)('a phone is confirmed in the settings and then signs in (%s)', async (language) => {
  const say = words[language]
  const who = await somePerson(db)
  await sql`update users set language = ${language} where id = ${who.id}`.execute(db)
  const [one, phone] = [walks({ language, cookie: (await signedIn(who)).headers.get('cookie')! }), aNumber()]
  const [, a, b, c] = /^\+254(...)(...)(...)$/.exec(phone)!
  await one.open('/settings')
  await one.press(say.text, { phone: `0${a}${b}${c}`, password: who.password })
  expect(one.path).toBe('/settings/phone/code')
  const first = await codeOn(db, phone)
  expect((await one.press(say.confirm, { code: otherThan(first) })).words).toMatch(say.wrong)
  await one.press(say.confirm, { code: first })
  expect([one.path, one.page.words]).toEqual(['/settings', expect.stringContaining(say.confirmed)])
  expect(one.page.words).toContain(`0${a} ${b} ${c}`)
  await mailed(db, who.email, say.mail)

  one.jar.clear()
  await one.open('/auth?to=%2Fprofile')
  await one.follow(say.byPhone)
  await one.press(say.text, { phone: `+254 ${a} ${b}${c}` })
  expect(one.path).toBe('/auth/phone/code?to=%2Fprofile')
  const second = await codeOn(db, phone, 2)
  expect((await one.press(say.signIn, { code: otherThan(second) })).words).toMatch(say.wrong)
  // Another is not sent within the minute.
  expect((await one.press(say.again)).words).toMatch(say.tooMany)
  await one.open('/auth/phone/code?to=%2Fprofile')
  await one.press(say.signIn, { code: second })
  expect(one.path).toBe('/profile')
})

test('a number that nobody has is answered like any other, and a bad one at its field', async () => {
  const one = walks()
  await one.open('/auth/phone')
  await one.press('Text me a code', { phone: '12' })
  expect(one.page.words).toContain('Please enter the number of a mobile phone')
  await one.press('Text me a code', { phone: '0772 123 456', country: 'UG' })
  expect(one.page.words).toContain("We can't text phones of that country yet.")
  await one.press('Text me a code', { phone: aNumber(), country: 'KE' })
  expect(one.path).toBe('/auth/phone/code')
  expect((await one.press('Sign In', { code: '123 456' })).words).toMatch(/Wrong or expired code/)
})

test('a name, a number and a code make an account, which then sets its first password', async () => {
  const [one, phone] = [walks(), aNumber()]
  await one.open('/auth?tab=sign-up')
  await one.follow('Sign up with your phone')
  await one.press('Text me a code', { fullName: 'Amina Yusuf', phone })
  expect(one.path).toBe('/auth/sign-up/code')
  await one.press('Create Account', { code: await codeOn(db, phone) })
  expect(one.path).toBe('/dashboard')
  await one.open('/settings')
  await one.follow('Set a password')
  await one.press('Set the password', { newPassword: 'tuungane pamoja' })
  expect([one.path, one.page.words]).toEqual(['/settings', expect.stringContaining('Current password')])
})
