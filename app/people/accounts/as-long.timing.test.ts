import { expect, test } from 'vitest'
import { asking } from '#test/asking.ts'
import { withRealPasswords } from '#test/cheap-passwords.ts'
import { testDatabase } from '#test/database.ts'
import { ratioOf } from '#test/effort.ts'
import { somePerson } from '#test/make.ts'
import { aMark, aNumber, hasPhone } from '#test/phone-codes.ts'
import { signUpForm } from './forms.ts'
import { askCode } from './phone-codes.server.ts'
import { signInByPhone } from './phone-sign-in.server.ts'
import { signIn } from './sign-in.server.ts'
import { signUp } from './sign-up.server.ts'

// Nobody learns from the time of an answer whether someone else has an account. Measured alone, by the quickest turns.

const db = await testDatabase()

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await act().catch(() => {})
  return performance.now() - start
}

async function takeAsLong(
  known: (nr: number) => Promise<number>,
  unknown: (nr: number) => Promise<number>,
): Promise<void> {
  await unknown(-1)
  const isGood = (ratio: number) => ratio > 0.5 && ratio < 2
  expect(await ratioOf(known, unknown, isGood)).toSatisfy(isGood)
}

test('a wrong password and an unknown address take about the same time', () =>
  withRealPasswords(() => {
    const tryIn = (email: string) => timeOf(() => signIn(asking(), { email, password: 'guess', to: undefined }))
    // Another one each time: of one account only so many passwords are looked at.
    return takeAsLong(
      async () => tryIn((await somePerson(db)).email),
      (nr) => tryIn(`unknown${nr}@example.org`),
    )
  }))

test('to sign up with a known and an unknown address takes about the same time', () =>
  withRealPasswords(() => {
    let made = 0
    const join = (email: string) => {
      const nr = ++made
      const form = signUpForm.parse({ fullName: 'Achieng', username: `new_${nr}`, email, password: 'maji-moto' })
      return timeOf(() => signUp(db, form, { language: 'en', address: `10.1.0.${nr % 250}`, mark: aMark() }))
    }
    return takeAsLong(
      async () => join((await somePerson(db)).email),
      (nr) => join(`nobody-yet${nr}@example.org`),
    )
  }))

test('asking for a code and a wrong code take about the same time for a number that nobody has', async () => {
  const { id } = await somePerson(db)
  const [phone, nobodys] = [await hasPhone(db, id), aNumber()]
  const tryCode = (number: string) =>
    timeOf(async () => {
      const mark = aMark()
      await askCode(db, { phone: number, purpose: 'sign in', mark, language: 'en' })
      await signInByPhone(asking(), { phone: number, mark, code: '000000' })
    })
  await takeAsLong(
    () => tryCode(phone),
    () => tryCode(nobodys),
  )
})
