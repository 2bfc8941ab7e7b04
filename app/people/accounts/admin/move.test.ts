import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { requestPayout } from '#app/money/payouts/request.server.ts'
import { confirmEmailChange, moveDue } from '#app/people/accounts/email-change.server.ts'
import { makeLink } from '#app/people/accounts/links.server.ts'
import { signInByPhone } from '#app/people/accounts/phone-sign-in.server.ts'
import { phonesOf } from '#app/people/accounts/phones.server.ts'
import { asking } from '#test/asking.ts'
import { testDatabase } from '#test/database.ts'
import { holder, signedIn, someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, gift } from '#test/money.ts'
import { newAdmin } from '#test/money-now.ts'
import { aNumber, codeTo, hasPhone, lastTextTo } from '#test/phone-codes.ts'
import { allRows, oneRow, setRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { givePhone, mailPersonMoved, moveEmail } from './decide.server.ts'

// A person who lost their mailbox or their phone asks support.

const db = await testDatabase()
booksMustHold(() => db)
const why = 'rang from the number of her drive, and named her last three gifts'
beforeEach(async () => void (await db.deleteFrom('user_roles').execute()))

const emailOf = async (id: string) => (await oneRow('users', { id })).email
const jobs = async (name: string) =>
  (await sql<{ key: string }>`select key from graphile_worker.jobs where task_identifier = ${name}`.execute(db)).rows
const acts = (subject: string) => allRows('audit_log', { subject })
const waiting = async (userId: string) =>
  (await allRows('email_changes', { user_id: userId })).find(({ done_at }) => !done_at)
const confirmNew = async (userId: string) =>
  confirmEmailChange(db, await makeLink(db, 'email-new', (await waiting(userId))!.id))
async function twoDaysLater() {
  await timePasses('2 days')
  await moveDue(db)
}

/** A person without an address, whose phone this is. */
async function byPhoneAlone() {
  const person = await somePerson(db)
  const phone = await hasPhone(db, person.id)
  await setRows('users', { id: person.id }, { email: null, email_verified: false })
  return { ...person, phone }
}

test('an administrator moves a person to an address: told, signed out, two days later, and withdrawals wait as long again', async () => {
  const [by, person] = [await newAdmin(), await somePerson(db)]
  const phone = await hasPhone(db, person.id)
  const drive = await someDrive(db, { ownerId: person.id })
  await gift(db, drive.id, 100_000)
  const method = { type: 'mobile_money', phone: '+254712000111', operator: 'M-Pesa' } as const
  const asked = { ownerId: person.id, driveId: drive.id, amount: 50_000, method }
  const ask = () => requestPayout(db, { ...asked, key: crypto.randomUUID() })
  const { headers } = await signedIn(person)
  await moveEmail(db, person.id, { email: 'moved@example.org', by, why })
  const { id } = (await waiting(person.id))!
  expect(await holder(db, headers)).toBeNull()
  expect(await acts(person.id)).toMatchObject([{ act: 'email moved', by: by.id, why }])
  expect(await jobs('mail-email-moves')).toContainEqual({ key: `mail-email-moves:${id}` })
  expect((await lastTextTo(db, phone))!.text).toContain('another email address')
  expect(await confirmNew(person.id)).toBe('waits')
  await moveDue(db)
  expect(await emailOf(person.id)).toBe(person.email)
  await twoDaysLater()
  expect(await emailOf(person.id)).toBe('moved@example.org')
  await expect(ask()).rejects.toThrow('Failed to submit')
  await timePasses('2 days')
  expect((await ask()).amount).toBe(50_000)
})

test('all administrators hear by email who moved whom', async () => {
  const [by, other, person] = [await newAdmin(), await somePerson(db, { admin: true }), await somePerson(db)]
  await moveEmail(db, person.id, { email: 'heard@example.org', by, why })
  await mailPersonMoved(db, { userId: person.id, by: by.id, reader: other.id })
  expect((await oneRow('sandbox.mails', { to_address: other.email })).subject).toBe('An administrator moved an account')
})

test('the address of an administrator, one’s own, and one that another account has are moved by nobody', async () => {
  const [by, boss] = [await newAdmin(), await somePerson(db, { admin: true })]
  const [person, other] = [await somePerson(db), await somePerson(db)]
  const move = (id: string, email: string) => moveEmail(db, id, { email, by, why })
  await expect(move(boss.id, 'x1@example.org')).rejects.toMatchObject({ status: 403 })
  await expect(move(by.id, 'x2@example.org')).rejects.toMatchObject({ status: 403 })
  await expect(move(person.id, other.email)).rejects.toMatchObject({ status: 422, field: 'email' })
  for (const { id } of [boss, by, person]) expect(await waiting(id)).toBeUndefined()
})

test('the second factor stays on: a new address alone opens no account that has one', async () => {
  const [by, person] = [await newAdmin(), await somePerson(db)]
  await setRows('users', { id: person.id }, { two_factor_enabled: true })
  await moveEmail(db, person.id, { email: 'two-factor@example.org', by, why })
  await confirmNew(person.id)
  await twoDaysLater()
  const moved = { email: 'two-factor@example.org', two_factor_enabled: true }
  expect(await oneRow('users', { id: person.id })).toMatchObject(moved)
})

test('an account by phone alone gets another number: the old one opens it no more and is told, unless it may be a stranger’s', async () => {
  for (const days of [1, 91]) {
    const [by, person, fresh] = [await newAdmin(), await byPhoneAlone(), aNumber()]
    await timePasses(`${days} days`)
    await givePhone(db, person.id, { phone: fresh, by, why })
    expect(await phonesOf(db, person.id)).toEqual([fresh])
    expect((await acts(person.id)).map(({ act }) => act)).toEqual(['phone given'])
    const text = (await lastTextTo(db, person.phone))?.text ?? null
    expect(text).toEqual(days === 1 ? expect.stringContaining('to another') : null)
    expect((await lastTextTo(db, fresh))!.text).toContain('/auth/phone')
    expect((await signInByPhone(asking(), await codeTo(db, { phone: fresh }))).is).toBe('signed-in')
    const { withdrawals_from } = await oneRow('users', { id: person.id })
    expect(withdrawals_from!.getTime() - Date.now()).toBeGreaterThan(47.9 * 3_600_000)
  }
})

test('a number of another account, and a person who has an address, get no new phone', async () => {
  const [by, mailed] = [await newAdmin(), await somePerson(db)]
  const [person, other] = [await byPhoneAlone(), await byPhoneAlone()]
  await expect(givePhone(db, person.id, { phone: other.phone, by, why })).rejects.toMatchObject({ field: 'phone' })
  expect(await phonesOf(db, person.id)).toEqual([person.phone])
  await expect(givePhone(db, mailed.id, { phone: aNumber(), by, why })).rejects.toThrow('has an email address')
})
