import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createDrive } from '#app/drives/drive/create.server.ts'
import { createDriveForm } from '#app/drives/drive/drive-forms.ts'
import { everythingAbout } from '#app/privacy/export.server.ts'
import { testDatabase } from '#test/database.ts'
import { holder, signedIn, someCaller, somePerson, withCookies } from '#test/make.ts'
import { oneRow, setRows } from '#test/rows.ts'
import { deleteAccount, setFirstPassword } from './account.server.ts'
import { askEmailChange, changeBehind, confirmEmailChange, waitingChange } from './email-change.server.ts'
import { makeLink } from './links.server.ts'
import { mailEmailChange, mailPasswordChanged, mailSuspended, recipientsOf } from './mails.server.ts'
import { personAt } from './people.server.ts'
import { phonesOf } from './phones.server.ts'
import { seen, sessionCookieFor } from './session.server.ts'

// A person who has a phone and no email address.

const db = await testDatabase()

const reached = /users_reached|has an email address or a phone/
const row = (id: string) => db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const mails = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from sandbox.mails`.execute(db)).rows[0]!.n

/** A session as a code opens it, so many minutes ago. */
async function session(userId: string, minutes = 0) {
  const token = randomUUID()
  const { id } = await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      token,
      expires_at: sql<Date>`now() + interval '1 hour'`,
      created_at: sql<Date>`now() - make_interval(mins => ${minutes})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: userId, sessionId: id, headers: withCookies(new Headers(), [sessionCookieFor({ token })]) }
}

describe('the last guard', () => {
  test('nobody has neither an address nor a phone', async () => {
    await expect(db.insertInto('users').values({ email: null }).execute()).rejects.toThrow(reached)
    const caller = await someCaller(db)
    await expect(db.deleteFrom('user_phones').where('user_id', '=', caller.id).execute()).rejects.toThrow(reached)
    const other = await somePerson(db)
    await expect(
      db.updateTable('user_phones').set({ user_id: other.id }).where('user_id', '=', caller.id).execute(),
    ).rejects.toThrow(reached)
    await expect(db.updateTable('users').set({ email: null }).where('id', '=', other.id).execute()).rejects.toThrow(
      reached,
    )
    expect(await phonesOf(db, caller.id)).toEqual([caller.phone])
  })

  test('of address and phone only one can go, however often both are taken away at once [T560]', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await someCaller(db)
      await setRows('users', { id }, { email: `both${round}@example.test` })
      const takes = Array.from({ length: 10 }, (_, at) =>
        db.transaction().execute(async (tx) => {
          if (at % 2) await tx.deleteFrom('user_phones').where('user_id', '=', id).execute()
          else await tx.updateTable('users').set({ email: null }).where('id', '=', id).execute()
          // Each has been found right before the others are over.
          await sql`set constraints all immediate`.execute(tx)
          await sql`select pg_sleep(0.02)`.execute(tx)
        }),
      )
      await Promise.allSettled(takes)
      const [{ email }, phones] = [await row(id), await phonesOf(db, id)]
      expect([email !== null, phones.length > 0]).toContain(true)
    }
  })

  test('a person goes with all they have, and a deleted account stays without a phone', async () => {
    const gone = await someCaller(db)
    await db.deleteFrom('users').where('id', '=', gone.id).execute()
    const left = await someCaller(db)
    const here = await session(left.id)
    await setFirstPassword(db, here, 'tuungane pamoja')
    await deleteAccount(db, left.id, 'tuungane pamoja')
    expect(await phonesOf(db, left.id)).toEqual([])
    expect(await row(left.id)).toMatchObject({ email: `${left.id}@deleted.invalid` })
    // The number is free for the person who confirms it.
    expect((await someCaller(db, { phone: left.phone })).id).not.toBe(left.id)
  })
})

describe('such a person', () => {
  test('is signed in like everybody, called by their number, and may open a drive', async () => {
    const { id } = await someCaller(db, { phone: '+254722555666', fullName: 'Wanjiku Mwangi' })
    const { person } = (await holder(db, (await session(id)).headers))!
    expect(person).toMatchObject({ email: null, phone: '+254722555666', isConfirmed: true, hasPassword: false })
    expect(person.username).toMatch(/^wanjiku-mwangi-\d{4,6}$/)
    expect(seen(person)).toMatchObject({ reach: '0722 555 666', fullName: 'Wanjiku Mwangi' })
    const drive = createDriveForm.parse({ title: 'By phone', category: 'Medical' })
    expect((await createDrive(db, id, drive)).slug).toBe('by-phone')
  })

  test('whose name is in another script has a username all the same', async () => {
    for (const fullName of ['李小龍', '-', 'Łukasz Ñandú von und zu der langen Strasse am Berg']) {
      const { id } = await someCaller(db, { fullName })
      const { person } = (await holder(db, (await session(id)).headers))!
      expect(person.username).toMatch(/^[a-z0-9_.-]{6,30}$/)
    }
  })

  test('is written no email, and is nobody’s recipient', async () => {
    const { id } = await someCaller(db)
    const before = await mails()
    await mailPasswordChanged(db, { userId: id })
    await db.updateTable('users').set({ suspended_at: new Date(), suspended_why: 'x' }).where('id', '=', id).execute()
    await mailSuspended(db, { userId: id })
    expect(await mails()).toBe(before)
    await db.updateTable('users').set({ suspended_at: null, suspended_why: '' }).where('id', '=', id).execute()
    const drive = await createDrive(db, id, createDriveForm.parse({ title: 'Quiet', category: 'Medical' }))
    expect(await recipientsOf(db, [drive.id], 'money')).toEqual(new Map([[drive.id, []]]))
  })

  test('takes their number along with their data', async () => {
    const { id, phone } = await someCaller(db)
    expect(await everythingAbout(db, id)).toMatchObject({ account: { email: null } })
    expect(JSON.stringify(await everythingAbout(db, id))).toContain(phone)
  })
})

describe('the first password', () => {
  test('is set where they signed in a moment ago, once, and ends what is open elsewhere', async () => {
    const { id } = await someCaller(db)
    const [here, elsewhere] = [await session(id), await session(id)]
    await setFirstPassword(db, here, 'tuungane pamoja')
    expect((await holder(db, here.headers))!.person.hasPassword).toBe(true)
    expect(await holder(db, elsewhere.headers)).toBeNull()
    await expect(setFirstPassword(db, here, 'another one')).rejects.toMatchObject({ status: 409 })
  })

  test('is not set at a screen that was left open, and never for someone who has one', async () => {
    const { id } = await someCaller(db)
    await expect(setFirstPassword(db, await session(id, 11), 'tuungane pamoja')).rejects.toMatchObject({ status: 403 })
    const person = await somePerson(db)
    await expect(setFirstPassword(db, await session(person.id), 'stolen now')).rejects.toMatchObject({ status: 409 })
    expect((await signedIn(person)).response.token).toBeTruthy()
  })

  test('of ten at once one is set', async () => {
    const { id } = await someCaller(db)
    const here = await session(id)
    const all = Array.from({ length: 10 }, (_, at) => setFirstPassword(db, here, `password ${at}`))
    const ends = await Promise.allSettled(all)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('without one nothing that asks for it is done, and they are told why', async () => {
    const { id } = await someCaller(db)
    await expect(deleteAccount(db, id, 'anything')).rejects.toMatchObject({
      field: 'password',
      says: { title: { message: 'Set a password first' } },
    })
  })
})

describe('an email address that is added', () => {
  async function adding(email: string) {
    const { id } = await someCaller(db, { fullName: 'Amina Yusuf' })
    const here = await session(id)
    await setFirstPassword(db, here, 'tuungane pamoja')
    const person = { id, email: null, sessionId: here.sessionId }
    await askEmailChange(db, person, { email, password: 'tuungane pamoja' })
    const { id: changeId } = await oneRow('email_changes', { user_id: id })
    return { id, changeId, link: await makeLink(db, 'email-new', changeId) }
  }

  test('is confirmed by its own inbox alone, and then opens the account with the password', async () => {
    const one = await adding('amina@example.org')
    expect(await waitingChange(db, one.id)).toMatchObject({ to: 'amina@example.org' })
    await mailEmailChange(db, { changeId: one.changeId, side: 'new' })
    const mail = await db
      .selectFrom('sandbox.mails')
      .where('to_address', '=', 'amina@example.org')
      .selectAll()
      .execute()
    expect(mail).toHaveLength(1)
    expect(mail[0]!.text).toContain('signed up at Harambee with a phone')
    expect(await changeBehind(db, one.link)).toMatchObject({ from: null, to: 'amina@example.org' })
    expect(await confirmEmailChange(db, one.link)).toBe('added')
    expect(await row(one.id)).toMatchObject({ email: 'amina@example.org', email_verified: true })
    const again = await signedIn({ email: 'amina@example.org', password: 'tuungane pamoja' })
    expect((await holder(db, again.headers))!.person).toMatchObject({ id: one.id, phone: null })
  })

  test('of another account stays there: its owner is told, and nothing can be confirmed', async () => {
    const owner = await somePerson(db)
    const one = await adding(owner.email)
    await mailEmailChange(db, { changeId: one.changeId, side: 'new' })
    const [mail] = await db.selectFrom('sandbox.mails').where('to_address', '=', owner.email).selectAll().execute()
    expect(mail!.text).not.toContain('Amina')
    await expect(confirmEmailChange(db, one.link)).rejects.toMatchObject({ status: 409 })
    expect(await personAt(db, owner.email)).toMatchObject({ id: owner.id })
    expect(await row(one.id)).toMatchObject({ email: null })
  })
})
