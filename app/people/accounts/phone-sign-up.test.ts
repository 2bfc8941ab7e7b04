import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inviteHelper, joinHelper } from '#app/invitations/helpers/members.server.ts'
import { asking, jar } from '#test/asking.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { holder, someCaller, someDrive, somePerson } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { aMark, aNumber, codeTo, hasPhone, otherThan } from '#test/phone-codes.ts'
import { setRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { waitsForLock } from '#test/waits-for-lock.ts'
import { askCode } from './phone-codes.server.ts'
import { signInByPhone, signUpByPhone } from './phone-sign-in.server.ts'
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

test('a number that nobody used for 90 days opens no account that holds data of others; a sign-up with it makes a fresh one where the old one has an email address', async () => {
  const holdings: [string, (id: string) => Promise<unknown>][] = [
    ['a drive that they help with', async (id) => helps(id)],
    ['guests', async (id) => someGuest(db, await someGathering(db, {}, await someDrive(db, { ownerId: id })))],
    ['kumbukumbu', async (user_id) => db.insertInto('remembered').values({ user_id, name: 'Mama Njeri' }).execute()],
    [
      'an account with an email address',
      async (id) => setRows('users', { id }, { email: `${id}@a.test`, email_verified: true }),
    ],
  ]
  for (const [what, hold] of holdings) {
    const old = await someCaller(db)
    await hold(old.id)
    await timePasses('91 days', { user_phones: { phone: old.phone } })
    const signIn = signInByPhone(asking(), await codeTo(db, { phone: old.phone }))
    await expect(signIn, what).rejects.toMatchObject({ status: 403 })
    const signUp = signUpByPhone(asking(), { ...(await codeFor(old.phone)), ...names })
    if (!what.includes('email')) {
      await expect(signUp, what).rejects.toMatchObject({ status: 403 })
      continue
    }
    const { person } = (await seen((await signUp).cookies))!
    expect([person.id === old.id, person.fullName]).toEqual([false, 'Wanjiku Mwangi'])
    expect(await phonesOf(db, old.id)).toEqual([])
  }
})

test('a number that its owner uses at that moment is not taken from them by a sign-up [T1652]', async () => {
  const old = await someCaller(db)
  await setRows('users', { id: old.id }, { email: `${old.id}@a.test`, email_verified: true })
  await timePasses('91 days', { user_phones: { phone: old.phone } })
  const shown = await codeFor(old.phone)
  let signUp: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('user_phones').set({ used_at: sql<Date>`now()` }).where('phone', '=', old.phone).execute()
    signUp = signUpByPhone(asking(), { ...shown, ...names })
    await waitsForLock(db, signUp)
  })
  await signUp
  expect(await phonesOf(db, old.id)).toEqual([old.phone])
})

async function helps(id: string): Promise<void> {
  const drive = await someDrive(db)
  const token = await inviteHelper(db, drive.mine, 'Otieno', 'treasurer')
  await joinHelper(db, { id, isConfirmed: true }, token)
}

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
