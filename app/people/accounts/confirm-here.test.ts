import { expect, test } from 'vitest'
import { asking, jar } from '#test/asking.ts'
import { testDatabase } from '#test/database.ts'
import { holder } from '#test/make.ts'
import { oneRow } from '#test/rows.ts'
import { joiningCookie } from './cookies.server.ts'
import { confirmAndSignIn, confirmedByOpening } from './email.server.ts'
import { signUpForm } from './forms.ts'
import { makeLink } from './links.server.ts'
import { personAt } from './people.server.ts'
import { signUp } from './sign-up.server.ts'

// The link of the confirming email, opened where the person signed up and elsewhere.

const db = await testDatabase()
let made = 0

/** A person who has just signed up in a browser, which is at this path next, and the token that is mailed to them. */
async function joining(to?: string) {
  const nr = ++made
  const mark = String(nr).padStart(43, 'm')
  const typed = {
    fullName: 'Achieng',
    username: `achieng_${nr}`,
    email: `achieng-${nr}@example.org`,
    password: 'of-achieng',
    to,
  }
  await signUp(db, signUpForm.parse(typed), { language: 'en', address: `10.9.9.${nr}`, mark })
  const { id } = await oneRow('sign_ups', { username: typed.username })
  const cookie = jar([joiningCookie({ mark, ...typed })])
  return { ...typed, token: await makeLink(db, 'verify-email', id), cookie }
}
const start = '/auth/confirmed?to=%2Fdashboard%2Fnew'
const isConfirmed = async (email: string) => (await personAt(db, email))!.email_verified

test('opening it where they signed up confirms, signs in, and leads on to a page with the way to what they wanted', async () => {
  const one = await joining('/dashboard/new')
  const found = (await confirmedByOpening(asking({ cookie: one.cookie }), one.token))!
  expect(found.go).toBe(start)
  const { id } = (await personAt(db, one.email))!
  expect((await holder(db, new Headers({ cookie: jar(found.cookies) })))?.person.id).toBe(id)
  expect(await isConfirmed(one.email)).toBe(true)
  const plain = await joining()
  expect((await confirmedByOpening(asking({ cookie: plain.cookie }), plain.token))!.go).toBe('/auth/confirmed')
})

test('opened in another browser, or only looked at, it changes nothing; the password confirms there', async () => {
  const [one, other] = [await joining('/dashboard/new'), await joining()]
  for (const from of [asking(), asking({ cookie: other.cookie }), asking({ cookie: one.cookie, method: 'HEAD' })])
    expect(await confirmedByOpening(from, one.token)).toBeUndefined()
  expect(await isConfirmed(one.email)).toBe(false)
  await expect(confirmAndSignIn(asking(), one.token, 'guess')).rejects.toMatchObject({ field: 'password' })
  expect((await confirmAndSignIn(asking(), one.token, one.password)).go).toBe(start)
  expect(await isConfirmed(one.email)).toBe(true)
  expect(await confirmedByOpening(asking({ cookie: one.cookie }), one.token)).toBeUndefined()
})
