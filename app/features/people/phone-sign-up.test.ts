import { expect, test } from 'vitest'
import { asking, jar } from '#test/asking.ts'
import { testDatabase } from '#test/database.ts'
import { holder, someCaller, somePerson } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { aMark, aNumber, codeTo, hasPhone, otherThan } from '#test/phone-codes.ts'
import { askCode } from './phone-codes.server.ts'
import { signUpByPhone } from './phone-sign-in.server.ts'
import { phonesOf } from './phones.server.ts'

// An account that is made with a name and a code that was texted.

const db = await testDatabase()
booksMustHold(() => db)
const names = { fullName: 'Wanjiku Mwangi', language: 'sw' } as const
const codeFor = (phone: string) => codeTo(db, { phone, purpose: 'sign up' })
const seen = (cookies: string[]) => holder(db, new Headers({ cookie: jar(cookies) }))
const people = async () =>
  (
    await db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

test('a right code makes the account and signs in, without an address and a password', async () => {
  const phone = aNumber()
  const { is, cookies } = await signUpByPhone(asking(), { ...(await codeFor(phone)), ...names })
  expect(is).toBe('signed-in')
  const { person, session } = (await seen(cookies))!
  expect(person).toMatchObject({ fullName: 'Wanjiku Mwangi', email: null, phone, language: 'sw', hasPassword: false })
  expect(session.isFresh).toBe(false)
  expect(await phonesOf(db, person.id)).toEqual([phone])
})

test('a number that has an account signs its person in, and nothing of them changes', async () => {
  const [caller, person] = [await someCaller(db, { fullName: 'Amina Yusuf' }), await somePerson(db)]
  const phone = await hasPhone(db, person.id)
  const before = await people()
  for (const [number, id] of [
    [caller.phone, caller.id],
    [phone, person.id],
  ] as const) {
    const { cookies } = await signUpByPhone(asking(), { ...(await codeFor(number)), ...names })
    expect((await seen(cookies))!.person).toMatchObject({ id })
    expect((await seen(cookies))!.person.fullName).not.toBe('Wanjiku Mwangi')
  }
  expect(await people()).toBe(before)
})

test('a wrong code makes nothing, and says the same for a number that has an account', async () => {
  const caller = await someCaller(db)
  const before = await people()
  const no = async (phone: string) => {
    const shown = await codeFor(phone)
    const end = signUpByPhone(asking(), { ...shown, code: otherThan(shown.code), ...names })
    return end.catch((error) => ({ ...error, told: error.message }))
  }
  expect(await no(aNumber())).toEqual(await no(caller.phone))
  expect(await people()).toBe(before)
})

test('a code for signing up signs nobody in elsewhere, and one for signing in makes no account', async () => {
  const phone = aNumber()
  const mark = aMark()
  await askCode(db, { phone, purpose: 'sign in', mark, language: 'en' })
  await expect(signUpByPhone(asking(), { phone, mark, code: '000000', ...names })).rejects.toMatchObject({
    field: 'code',
  })
  expect(await db.selectFrom('user_phones').where('phone', '=', phone).selectAll().execute()).toEqual([])
})

test('sent ten times at once the code makes one account', async () => {
  const phone = aNumber()
  const shown = { ...(await codeFor(phone)), ...names }
  const before = await people()
  const ends = await Promise.allSettled(Array.from({ length: 10 }, () => signUpByPhone(asking(), shown)))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await people()).toBe(before + 1)
})
