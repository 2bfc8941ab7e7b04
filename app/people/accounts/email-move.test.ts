import { expect, test } from 'vitest'
import { asking } from '#test/asking.ts'
import { testDatabase } from '#test/database.ts'
import { holder, signedIn, somePerson } from '#test/make.ts'
import { aMark, hasPhone, lastTextTo, textWaiting } from '#test/phone-codes.ts'
import { timePasses } from '#test/time.ts'
import { changePassword } from './account.server.ts'
import {
  askEmailChange,
  askMoveCode,
  changeBehind,
  confirmEmailChange,
  moveByPhone,
  moveDue,
  waitingChange,
} from './email-change.server.ts'
import { makeLink } from './links.server.ts'
import { mailEmailMoves } from './mails.server.ts'

// A person who can't read their old mailbox any more moves their account by a code to their phone.

const db = await testDatabase()
const asker = { address: '41.90.7.7', request: asking().request }
const over = { status: 410, field: 'token' }
const emailOf = async (id: string) =>
  (await db.selectFrom('users').where('id', '=', id).select('email').executeTakeFirstOrThrow()).email

async function withPhone(days: number, own: Parameters<typeof somePerson>[1] = {}) {
  const person = await somePerson(db, own)
  const phone = await hasPhone(db, person.id)
  await timePasses(`${days} days`)
  const [here, elsewhere] = [await signedIn(person), await signedIn(person)]
  const sessionId = (await holder(db, here.headers))!.session.id
  return { ...person, phone, sessionId, here: here.headers, elsewhere: elsewhere.headers }
}
type Person = Awaited<ReturnType<typeof withPhone>>

async function asked(person: Person, email: string) {
  await askEmailChange(db, person, { email, password: person.password })
  const { id } = await changeOf(person.id)
  return { id, fresh: await makeLink(db, 'email-new', id) }
}
const changeOf = (userId: string) =>
  db
    .selectFrom('email_changes')
    .where('user_id', '=', userId)
    .where('done_at', 'is', null)
    .selectAll()
    .executeTakeFirstOrThrow()

async function answered(person: Person) {
  const mark = aMark()
  const phone = await askMoveCode(db, person.id, { mark, language: 'en', number: '' }, asker)
  await textWaiting(db, phone, 'confirm', mark)
  const sms = await lastTextTo(db, phone)
  await moveByPhone(db, person.id, { phone, mark, code: /\d{6}/.exec(sms!.text!)![0] })
}

test('a code to the phone and the password move the account, two days later and not before', async () => {
  const person = await withPhone(8)
  const change = await asked(person, 'new-1@example.org')
  expect((await waitingChange(db, person.id))!.phone).toBe(person.phone)
  await answered(person)
  expect(await confirmEmailChange(db, change.fresh)).toBe('waits')
  await moveDue(db)
  expect(await emailOf(person.id)).toBe(person.email)
  const { due_at } = await changeOf(person.id)
  expect(due_at!.getTime() - Date.now()).toBeGreaterThan(47.9 * 3_600_000)
  await timePasses('2 days')
  await moveDue(db)
  expect(await emailOf(person.id)).toBe('new-1@example.org')
  expect([await holder(db, person.here), await holder(db, person.elsewhere)]).toEqual([expect.anything(), null])
  expect((await signedIn({ email: 'new-1@example.org', password: person.password })).response.token).toBeTruthy()
})

test('the old address is told, and its link stops the change and signs everybody out', async () => {
  const person = await withPhone(8)
  const change = await asked(person, 'new-2@example.org')
  await answered(person)
  await confirmEmailChange(db, change.fresh)
  await mailEmailMoves(db, { changeId: change.id })
  const mails = await db.selectFrom('sandbox.mails').selectAll().where('to_address', '=', person.email).execute()
  const token = mails.at(-1)!.text.match(/auth\/email\?token=([\w-]+)/)![1]!
  expect(await changeBehind(db, token)).toMatchObject({ side: 'stop', to: 'new-2@example.org' })
  expect(await holder(db, person.here)).not.toBeNull()
  expect(await confirmEmailChange(db, token)).toBe('stopped')
  expect(await holder(db, person.here)).toBeNull()
  await timePasses('2 days')
  await moveDue(db)
  expect(await emailOf(person.id)).toBe(person.email)
  await expect(confirmEmailChange(db, token)).rejects.toMatchObject(over)
})

test('without a word from the new address nothing moves, and a new password ends it as before', async () => {
  const [silent, changed] = [await withPhone(8), await withPhone(8)]
  for (const person of [silent, changed]) {
    await asked(person, `of-${person.id}@example.org`)
    await answered(person)
  }
  await changePassword(db, changed, { currentPassword: changed.password, newPassword: 'mpya-kabisa' })
  expect(await waitingChange(db, changed.id)).toBeNull()
  await timePasses('2 days')
  await moveDue(db)
  expect(await waitingChange(db, silent.id)).toBeNull()
  expect([await emailOf(silent.id), await emailOf(changed.id)]).toEqual([silent.email, changed.email])
})

test('a phone that was added this week, and an administrator’s, answer for no address', async () => {
  for (const person of [await withPhone(8, { admin: true }), await withPhone(6)]) {
    await asked(person, `of-${person.id}@example.org`)
    expect((await waitingChange(db, person.id))!.phone).toBeNull()
    await expect(
      askMoveCode(db, person.id, { mark: aMark(), language: 'en', number: '' }, asker),
    ).rejects.toMatchObject({
      status: 409,
    })
  }
})

test('nobody is moved to an address that became another account’s meanwhile', async () => {
  const person = await withPhone(8)
  const change = await asked(person, 'meanwhile@example.org')
  await answered(person)
  await confirmEmailChange(db, change.fresh)
  const other = await somePerson(db, { email: 'meanwhile@example.org' })
  await timePasses('2 days')
  await moveDue(db)
  expect([await emailOf(person.id), await emailOf(other.id)]).toEqual([person.email, 'meanwhile@example.org'])
  expect(await waitingChange(db, person.id)).toBeNull()
})
