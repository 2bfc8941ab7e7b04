import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { everythingAbout } from '#app/privacy/export.server.ts'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { deleteAccount } from './account.server.ts'
import { confirmPhone, phonesOf } from './phones.server.ts'

const db = await testDatabase()
booksMustHold(() => db)

let given = 0
const aNumber = () => `+25471200${String(1000 + ++given)}`
const confirmed = (userId: string, phone: string) => db.transaction().execute((tx) => confirmPhone(tx, userId, phone))
const mailsTo = async (userId: string) =>
  (
    await sql<{ key: string }>`
      select key from graphile_worker.jobs where task_identifier = 'mail-phone-changed' and key like ${`%${userId}%`}`.execute(
      db,
    )
  ).rows.map(({ key }) => key)

describe('a confirmed phone', () => {
  test('is its person’s, and confirmed once more it stays so', async () => {
    const { id } = await somePerson(db)
    const [first, second] = [aNumber(), aNumber()]
    await confirmed(id, first)
    await confirmed(id, second)
    expect(await phonesOf(db, id)).toEqual([second, first])
    await confirmed(id, first)
    expect(await phonesOf(db, id)).toEqual([first, second])
    expect(await mailsTo(id)).toEqual([])
  })

  test('moves to the person who confirms it, and whose it was is told by email', async () => {
    const [old, fresh] = [await somePerson(db), await somePerson(db)]
    const phone = aNumber()
    await confirmed(old.id, phone)
    await confirmed(fresh.id, phone)
    expect([await phonesOf(db, old.id), await phonesOf(db, fresh.id)]).toEqual([[], [phone]])
    expect(await mailsTo(old.id)).toEqual([expect.stringContaining('removed')])
    expect(await mailsTo(fresh.id)).toEqual([])
  })

  test('stays with an account that has no other way in [T557]', async () => {
    const [old, fresh] = [await somePerson(db), await somePerson(db)]
    await db.updateTable('users').set({ email_verified: false }).where('id', '=', old.id).execute()
    const phone = aNumber()
    await confirmed(old.id, phone)
    await expect(confirmed(fresh.id, phone)).rejects.toMatchObject({ field: 'code' })
    expect([await phonesOf(db, old.id), await phonesOf(db, fresh.id)]).toEqual([[phone], []])
  })

  test('of ten people who confirm one number at once, one has it and nine are told that they have not [T555]', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => somePerson(db)))
    const phone = aNumber()
    await Promise.all(people.map(({ id }) => confirmed(id, phone)))
    const has = await Promise.all(people.map(({ id }) => phonesOf(db, id)))
    expect(has.flat()).toEqual([phone])
    expect((await Promise.all(people.map(({ id }) => mailsTo(id)))).flat()).toHaveLength(9)
  })

  test('of ten numbers that one person confirms at once, three are theirs [T556]', async () => {
    const { id } = await somePerson(db)
    const ends = await Promise.allSettled(Array.from({ length: 10 }, () => confirmed(id, aNumber())))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await db.selectFrom('user_phones').where('user_id', '=', id).selectAll().execute()).toHaveLength(3)
  })
})

test('my data has my phones', async () => {
  const { id } = await somePerson(db)
  const phone = aNumber()
  await confirmed(id, phone)
  expect((await everythingAbout(db, id)).account.phones).toMatchObject([{ phone }])
})

test('who leaves takes their phones along, what was texted there, and the codes', async () => {
  const person = await somePerson(db)
  const phone = aNumber()
  await confirmed(person.id, phone)
  const code = { phone, browser: 'x'.repeat(43), language: 'en', until: new Date() }
  await db
    .insertInto('phone_codes')
    .values({ ...code, purpose: 'sign in' })
    .execute()
  await db
    .insertInto('phone_codes')
    .values({ ...code, purpose: 'confirm', user_id: person.id })
    .execute()
  const text = { key: `code ${person.id}`, phone, text: 'a code', money: false, at_night: true, asked_for: true }
  await db
    .insertInto('sms_outbox')
    .values({ ...text, until: new Date() })
    .execute()
  await deleteAccount(db, person.id, person.password)
  expect(await db.selectFrom('user_phones').where('phone', '=', phone).selectAll().execute()).toEqual([])
  expect(await db.selectFrom('phone_codes').where('phone', '=', phone).selectAll().execute()).toEqual([])
  expect(await db.selectFrom('sms_outbox').where('phone', '=', phone).selectAll().execute()).toEqual([])
})
