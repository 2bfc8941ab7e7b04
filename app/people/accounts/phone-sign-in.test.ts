import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asking, jar } from '#test/asking.ts'
import { codeOf, nextCodeOf } from '#test/codes.ts'
import { testDatabase } from '#test/database.ts'
import { holder, signedIn, someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, gift } from '#test/money.ts'
import { aMark, aNumber, codeTo, hasPhone } from '#test/phone-codes.ts'
import { timePasses } from '#test/time.ts'
import { askOwnPhone, confirmOwnPhone, removePhone } from './own-phone.server.ts'
import { waitsForCode } from './phone-codes.server.ts'
import { signInByPhone } from './phone-sign-in.server.ts'
import { phonesOf } from './phones.server.ts'
import { signInWithCode } from './sign-in.server.ts'
import { beginTwoFactor, confirmTwoFactor, waitingSecret } from './two-factor.server.ts'

const db = await testDatabase()
booksMustHold(() => db)
const enter = async (phone: string, from = asking()) => signInByPhone(from, await codeTo(db, { phone }))
const seen = (cookies: string[]) => holder(db, new Headers({ cookie: jar(cookies) }))
const withPhone = async (own: Parameters<typeof somePerson>[1] = {}) => {
  const person = await somePerson(db, own)
  return { ...person, phone: await hasPhone(db, person.id) }
}

test('the code that was texted opens a session, in which no password has been given', async () => {
  const { id, phone } = await withPhone()
  await timePasses('89 days')
  const { is, cookies } = await enter(phone)
  expect(is).toBe('signed-in')
  const found = (await seen(cookies))!
  expect(found.person.id).toBe(id)
  expect(found.session.isFresh).toBe(false)
  const row = await db.selectFrom('user_phones').where('phone', '=', phone).selectAll().executeTakeFirstOrThrow()
  expect(row.used_at.getTime()).toBeGreaterThan(Date.now() - 60_000)
})

test('an account with a second factor is asked for it', async () => {
  const { id, email, password, phone } = await withPhone()
  const { headers } = await signedIn({ email, password })
  const here = (await holder(db, headers))!
  await beginTwoFactor(db, headers, { userId: id, session: here.session }, password)
  const { secret } = (await waitingSecret(db, { id, email }, { isFresh: true }))!
  await confirmTwoFactor(db, headers, { userId: id, session: here.session }, codeOf(secret))
  const { is, cookies } = await enter(phone)
  expect(is).toBe('challenged')
  expect(await seen(cookies)).toBeNull()
  const answer = { by: 'app' as const, code: nextCodeOf(secret), trust: false, to: undefined }
  const entered = await signInWithCode(asking({ cookie: jar(cookies) }), answer)
  expect((await seen(entered.cookies))!.person.id).toBe(id)
})

test('administrators, and people who are shut out, are not let in', async () => {
  const admin = await withPhone({ admin: true })
  await expect(enter(admin.phone)).rejects.toMatchObject({ status: 403, message: 'Sign in failed' })
  const { id, phone } = await withPhone()
  await db.updateTable('users').set({ suspended_at: new Date(), suspended_why: 'x' }).where('id', '=', id).execute()
  await expect(enter(phone)).rejects.toMatchObject({ status: 403, message: 'This account is suspended' })
  for (const who of [admin.id, id])
    expect(await db.selectFrom('sessions').where('user_id', '=', who).selectAll().execute()).toEqual([])
})

test('a number that was not used for 90 days opens no account that has an email address; confirmed again, it does', async () => {
  const { id, password, phone } = await withPhone()
  await timePasses('91 days')
  await expect(enter(phone)).rejects.toMatchObject({ status: 403 })
  expect(await db.selectFrom('sessions').where('user_id', '=', id).selectAll().execute()).toEqual([])
  await confirmOwn(id, password, phone)
  expect((await enter(phone)).is).toBe('signed-in')
})

test('without an email address it opens an account after 90 days as long as there is no money in it', async () => {
  const { id, phone } = await withPhone()
  const drive = await someDrive(db, { ownerId: id })
  await db.updateTable('users').set({ email_verified: false }).where('id', '=', id).execute()
  await timePasses('91 days')
  expect((await enter(phone)).is).toBe('signed-in')
  await gift(db, drive.id, 100_000)
  expect((await enter(phone)).is).toBe('signed-in')
  await timePasses('91 days')
  await expect(enter(phone)).rejects.toMatchObject({ status: 403 })
})

test('the new owner of a number confirms it as theirs, and never sees the account that had it [T558]', async () => {
  const [old, fresh] = [await withPhone(), await somePerson(db)]
  await timePasses('120 days')
  await expect(enter(old.phone)).rejects.toMatchObject({ status: 403 })
  await confirmOwn(fresh.id, fresh.password, old.phone)
  expect([await phonesOf(db, old.id), await phonesOf(db, fresh.id)]).toEqual([[], [old.phone]])
  expect((await seen((await enter(old.phone)).cookies))!.person.id).toBe(fresh.id)
  expect(await db.selectFrom('sessions').where('user_id', '=', old.id).selectAll().execute()).toEqual([])
})

test('a network address may try three hundred codes in ten minutes; right ones cost none', async () => {
  const { phone } = await withPhone()
  const from = asking({ address: '10.77.0.1' })
  await enter(phone, from)
  const guess = () => signInByPhone(from, { phone: aNumber(), mark: aMark(), code: '000000' })
  for (let nr = 0; nr < 300; nr++) await expect(guess()).rejects.toMatchObject({ status: 401 })
  await expect(guess()).rejects.toMatchObject({ status: 429 })
})

/** As in the settings: with the password, and the code. */
async function confirmOwn(userId: string, password: string, phone: string) {
  const mark = aMark()
  await askOwnPhone(db, userId, { phone, mark, language: 'en', password })
  const shown = await codeTo(db, { phone, purpose: 'confirm', mark, userId })
  await confirmOwnPhone(db, userId, shown)
}

test('confirming a phone needs the password, and the code that was texted to the person who asked', async () => {
  const [mine, other] = [await somePerson(db), await somePerson(db)]
  const [phone, mark] = [aNumber(), aMark()]
  const asked = { phone, mark, language: 'en' } as const
  await expect(askOwnPhone(db, mine.id, { ...asked, password: 'guess' })).rejects.toMatchObject({ field: 'password' })
  expect(await waitsForCode(db, mine.id, phone, mark)).toBe(false)
  const { code } = await codeTo(db, { phone, purpose: 'confirm', mark, userId: mine.id })
  const waits = await Promise.all([mine, other].map(({ id }) => waitsForCode(db, id, phone, mark)))
  expect([...waits, await waitsForCode(db, mine.id, phone, aMark())]).toEqual([true, false, false])
  await expect(confirmOwnPhone(db, other.id, { phone, mark, code })).rejects.toMatchObject({ field: 'code' })
  await confirmOwnPhone(db, mine.id, { phone, mark, code })
  expect([await phonesOf(db, mine.id), await phonesOf(db, other.id)]).toEqual([[phone], []])
  expect(await waitsForCode(db, mine.id, phone, mark)).toBe(false)
  expect(await mailsOf(mine.id)).toEqual(['added'])
})

test('a phone is removed by its person, who is told by email, unless it is their only way in', async () => {
  const [mine, other] = [await withPhone(), await withPhone()]
  await removePhone(db, mine.id, other.phone)
  expect(await phonesOf(db, other.id)).toEqual([other.phone])
  await removePhone(db, mine.id, mine.phone)
  expect(await phonesOf(db, mine.id)).toEqual([])
  expect(await mailsOf(mine.id)).toEqual(['removed'])
  await db.updateTable('users').set({ email_verified: false }).where('id', '=', other.id).execute()
  await expect(removePhone(db, other.id, other.phone)).rejects.toMatchObject({ status: 409 })
})

test('of ten who remove two phones at once from a person who has no email address, one phone stays [T559]', async () => {
  for (let round = 0; round < 10; round++) {
    const { id, phone } = await withPhone()
    const both = [phone, await hasPhone(db, id)]
    await db.updateTable('users').set({ email_verified: false }).where('id', '=', id).execute()
    await Promise.allSettled(Array.from({ length: 10 }, (_, nr) => removePhone(db, id, both[nr % 2]!)))
    expect(await phonesOf(db, id)).toHaveLength(1)
  }
})

const mailsOf = async (userId: string) =>
  (
    await sql<{ is: string }>`
      select split_part(key, ' ', 2) as is from graphile_worker.jobs
      where task_identifier = 'mail-phone-changed' and key like ${`%${userId}%`} order by id`.execute(db)
  ).rows.map(({ is }) => is)
