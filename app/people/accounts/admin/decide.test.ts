import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openApprovals } from '#app/base/approvals/approvals.server.ts'
import { deleteAccount } from '#app/people/accounts/account.server.ts'
import { makeAdmin } from '#app/people/accounts/roles.server.ts'
import { signIn } from '#app/people/accounts/sign-in.server.ts'
import { jobsNamed } from '#app/platform/jobs/queue.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { asking } from '#test/asking.ts'
import { testDatabase } from '#test/database.ts'
import { holder, signedIn, someDrive, somePerson } from '#test/make.ts'
import { atOnce, granted, reasonsOf } from '#test/money.ts'
import { allRows, oneRow, setRows } from '#test/rows.ts'
import { changeRole, endTheirSessions, mailAdminMade, restore, sendConfirmation, suspend } from './decide.server.ts'
import { sessionsOf } from './people-list.server.ts'

const db = await testDatabase()
const actor = (id: string) => ({ id, address: '41.90.4.0' })
const why = 'reported by three people'
const newAdmin = async () => actor((await somePerson(db, { admin: true })).id)

beforeEach(async () => {
  await db.deleteFrom('user_roles').execute()
  await db.deleteFrom('rate_limits').execute()
})
const lines = (subject: string) => allRows('audit_log', { noun: 'person', subject })
const admins = async () => (await allRows('user_roles', { role: 'admin' }, 'user_id')).map((row) => row.user_id)
const mailJobs = async (name: string, userId: string) => {
  const key = `${name}:${userId}`
  return (await sql`select from graphile_worker.jobs where key = ${key}`.execute(db)).rows.length
}
const tries = (person: { email: string; password: string }) => signIn(asking({ method: 'POST' }), person)

describe('a person who is suspended', () => {
  test('is signed out everywhere, and told so with whom to write to once the password is right', async () => {
    const [by, person] = [await newAdmin(), await somePerson(db)]
    const { headers } = await signedIn(person)
    expect((await holder(db, headers))?.person.id).toBe(person.id)
    await suspend(db, person.id, { by, why })
    expect(await holder(db, headers)).toBeNull()
    const refused = await tries(person).catch((error) => error)
    expect(refused).toMatchObject({ status: 403, says: { title: { message: 'This account is suspended' } } })
    expect(JSON.stringify(refused.says.text)).toContain(settings.SUPPORT_URL.replace('http://', ''))
    // Nobody else learns that.
    await expect(tries({ ...person, password: 'not this one' })).rejects.toThrow('Sign in failed')
    expect(await mailJobs('mail-suspended', person.id)).toBe(1)
    const line = { by: by.id, act: 'person suspended', before: null, after: { suspended: true }, why }
    expect(await lines(person.id)).toMatchObject([line])
  })

  test('uses up no tries with the right password', async () => {
    const [by, person] = [await newAdmin(), await somePerson(db)]
    await suspend(db, person.id, { by, why })
    for (let nr = 0; nr < 7; nr++) await expect(tries(person)).rejects.toThrow('This account is suspended')
  })

  test('holds no session, even one that came into being at that moment', async () => {
    const [by, person] = [await newAdmin(), await somePerson(db)]
    const all = await Promise.allSettled([
      suspend(db, person.id, { by, why }).then(() => undefined),
      ...Array.from({ length: 8 }, () => signedIn(person)),
    ])
    for (const one of all)
      if (one.status === 'fulfilled' && one.value) expect(await holder(db, one.value.headers)).toBeNull()
  })

  test('comes back by being restored, and not twice', async () => {
    const [by, person] = [await newAdmin(), await somePerson(db)]
    await suspend(db, person.id, { by, why })
    await expect(suspend(db, person.id, { by, why })).rejects.toThrow('just decided')
    await restore(db, person.id, { by, why: 'it was a mistake' })
    await expect(restore(db, person.id, { by, why })).rejects.toThrow('just decided')
    expect((await tries(person)).is).toBe('signed-in')
    expect((await lines(person.id)).map(({ act }) => act)).toEqual(['person suspended', 'person restored'])
  })
})

describe('roles', () => {
  test('are given and taken with a reason; the person is told by mail [T143]', async () => {
    const [by, person] = [await newAdmin(), await somePerson(db)]
    await changeRole(db, person.id, { role: 'moderator', by, why })
    await changeRole(db, person.id, { role: 'admin', by, why })
    expect(await admins()).toContain(person.id)
    await expect(changeRole(db, person.id, { role: 'admin', by, why })).rejects.toThrow('just decided')
    await changeRole(db, person.id, { role: 'user', by, why })
    expect(await admins()).not.toContain(person.id)
    expect((await lines(person.id)).map(({ before, after }) => [before, after])).toEqual([
      [{ role: 'user' }, { role: 'moderator' }],
      [{ role: 'moderator' }, { role: 'admin' }],
      [{ role: 'admin' }, { role: 'user' }],
    ])
    expect(await mailJobs('mail-role-changed', person.id)).toBe(1)
  })

  test('nobody takes or gives their own, or shuts themselves out', async () => {
    const by = await newAdmin()
    await newAdmin()
    const own = { by, why }
    for (const decide of [
      () => changeRole(db, by.id, { role: 'user', ...own }),
      () => suspend(db, by.id, own),
      () => endTheirSessions(db, by.id, own),
    ])
      await expect(decide()).rejects.toMatchObject({ status: 403 })
    expect(await lines(by.id)).toEqual([])
  })

  test('of two administrators who take each other’s role at the same moment one stays, time and again', async () => {
    for (let round = 0; round < 15; round++) {
      await db.deleteFrom('user_roles').execute()
      const [one, two] = [await newAdmin(), await newAdmin()]
      const all = await Promise.allSettled([
        changeRole(db, two.id, { role: 'user', by: one, why }),
        changeRole(db, one.id, { role: 'user', by: two, why }),
      ])
      expect(reasonsOf(all)).toEqual(['You are no longer an administrator'])
      expect(await admins()).toHaveLength(1)
    }
  }, 60_000)

  test('of eight administrators who suspend, demote and leave all at once at least one can act', async () => {
    for (let round = 0; round < 3; round++) {
      await db.deleteFrom('user_roles').execute()
      const people = await Promise.all(Array.from({ length: 8 }, () => somePerson(db, { admin: true })))
      await atOnce(8, async (at): Promise<unknown> => {
        const [by, next] = [actor(people[at]!.id), people[(at + 1) % 8]!]
        if (at % 3 === 0) return suspend(db, next.id, { by, why })
        if (at % 3 === 1) return changeRole(db, next.id, { role: 'user', by, why })
        return deleteAccount(db, people[at]!.id, people[at]!.password)
      })
      const { rows } = await sql`select from user_roles r join users u on u.id = r.user_id
        where r.role = 'admin' and u.suspended_at is null and u.deleted_at is null`.execute(db)
      expect(rows.length).toBeGreaterThan(0)
    }
  }, 60_000)

  test('the last who can sign in stays, though another one is an administrator and suspended', async () => {
    const [by, person] = [await somePerson(db, { admin: true }), await somePerson(db, { admin: true })]
    await suspend(db, person.id, { by: actor(by.id), why })
    await expect(deleteAccount(db, by.id, by.password)).rejects.toThrow('the only administrator')
  })

  test('by the settings and the command line are written down too, by nobody', async () => {
    const person = await somePerson(db)
    const make = () => db.transaction().execute((tx) => makeAdmin(tx, person.email.toUpperCase(), 'setting'))
    expect(await make()).toBe(true)
    expect(await make()).toBe(true)
    const change = { act: 'role changed', before: { role: 'user' }, after: { role: 'admin' } }
    expect(await lines(person.id)).toMatchObject([{ by: null, ...change, why: 'ADMIN_EMAIL' }])
    expect(await db.transaction().execute((tx) => makeAdmin(tx, 'nobody@example.test', 'command'))).toBe(false)
  })
})

describe('where two administrators have to agree', () => {
  const usual = settings.SECOND_ADMIN_ABOVE
  beforeEach(() => void Object.assign(settings, { SECOND_ADMIN_ABOVE: 400 }))
  afterEach(() => void Object.assign(settings, { SECOND_ADMIN_ABOVE: usual }))
  const adminJobs = (userId: string) => mailJobs('mail-admin-made', userId)

  test('a new one needs two; a role without rights, and taking one away, need one', async () => {
    const [one, two, person] = [await newAdmin(), await newAdmin(), await somePerson(db)]
    expect(await changeRole(db, person.id, { role: 'moderator', by: one, why })).toBe('done')
    expect(await changeRole(db, person.id, { role: 'admin', by: one, why })).toBe('first')
    expect([await admins(), await adminJobs(person.id)]).toEqual([expect.not.arrayContaining([person.id]), 0])
    expect(await openApprovals(db, ['role'], person.id)).toMatchObject([{ by: one.id, value: 'admin' }])
    expect(await changeRole(db, person.id, { role: 'admin', by: two, why })).toBe('done')
    expect([await openApprovals(db, ['role'], person.id), await adminJobs(person.id)]).toEqual([[], 1])
    expect((await lines(person.id)).map(({ act, by }) => [act, by])).toEqual([
      ['role changed', one.id],
      ['role asked', one.id],
      ['role changed', two.id],
    ])
    expect(await changeRole(db, person.id, { role: 'user', by: one, why })).toBe('done')
  })

  test('of two at once it is made once, and the word of a person who may decide no more does not count', async () => {
    const [one, two, person] = [await newAdmin(), await newAdmin(), await somePerson(db)]
    const both = await Promise.all([one, two].map((by) => changeRole(db, person.id, { role: 'admin', by, why })))
    expect(both.sort()).toEqual(['done', 'first'])
    const next = await somePerson(db)
    await changeRole(db, next.id, { role: 'admin', by: one, why })
    await suspend(db, one.id, { by: two, why })
    expect(await changeRole(db, next.id, { role: 'admin', by: two, why })).toBe('first')
  })

  test('an administrator who was shut out comes back by two, and counts as new', async () => {
    const [one, two, person] = [await newAdmin(), await newAdmin(), await somePerson(db, { admin: true })]
    await suspend(db, person.id, { by: one, why })
    expect(await restore(db, person.id, { by: one, why })).toBe('first')
    await expect(tries(person)).rejects.toThrow('This account is suspended')
    expect(await restore(db, person.id, { by: two, why })).toBe('done')
    expect(await adminJobs(person.id)).toBe(1)
    expect(await oneRow('user_roles', { user_id: person.id })).toMatchObject({ given_by: two.id, asked_by: one.id })
  })

  test('where no sum is set one administrator does all of it alone', async () => {
    Object.assign(settings, { SECOND_ADMIN_ABOVE: usual })
    const [by, person] = [await newAdmin(), await somePerson(db)]
    expect(await changeRole(db, person.id, { role: 'admin', by, why })).toBe('done')
    await suspend(db, person.id, { by, why })
    expect(await restore(db, person.id, { by, why })).toBe('done')
  })

  test('each other administrator is emailed about a new one by a job of their own, also when the command line made it [T1727]', async () => {
    const [one, two] = [await somePerson(db, { admin: true }), await somePerson(db, { admin: true })]
    const { id: userId, email } = await somePerson(db)
    await db.transaction().execute((tx) => makeAdmin(tx, email, 'command'))
    const mailed = async () =>
      (await allRows('sandbox.mails'))
        .filter(({ subject }) => /new administrator/i.test(subject))
        .map((mail) => mail.to_address)
    await mailAdminMade(db, { userId })
    const parts = await jobsNamed(
      db,
      [one, two].map(({ id }) => `mail-admin-made:${userId}:${id}`),
    )
    expect([parts.length, await mailed()]).toEqual([2, []])
    await mailAdminMade(db, { userId, reader: two.id })
    expect(await mailed()).toEqual([two.email])
    await mailAdminMade(db, { userId, reader: one.id })
    expect(await mailed()).toEqual([two.email, one.email])
  })

  test('nobody gets an email about one whose role was taken back before it was written [T1644]', async () => {
    const [by, person] = [await newAdmin(), await somePerson(db)]
    await db.transaction().execute((tx) => makeAdmin(tx, person.email, 'command'))
    await changeRole(db, person.id, { role: 'user', by, why })
    await mailAdminMade(db, { userId: person.id })
    expect(await allRows('sandbox.mails', { to_address: (await oneRow('users', { id: by.id })).email! })).toEqual([])
  })
})

test('ending the sessions signs a person out on every device, and says how many there were', async () => {
  const [by, person] = [await newAdmin(), await somePerson(db)]
  const [one, two] = [await signedIn(person), await signedIn(person, 'Chrome/140 (Android)')]
  expect(await sessionsOf(db, person.id, 'en')).toHaveLength(2)
  await endTheirSessions(db, person.id, { by, why })
  for (const { headers } of [one, two]) expect(await holder(db, headers)).toBeNull()
  expect((await lines(person.id))[0]).toMatchObject({ act: 'sessions ended', before: { sessions: 2 } })
  expect((await tries(person)).is).toBe('signed-in')
})

test('the confirming mail is sent again to the person who needs it, as seldom as they could themselves', async () => {
  const [by, person] = [await newAdmin(), await somePerson(db)]
  await expect(sendConfirmation(db, person.id, by)).rejects.toThrow('verified already')
  await setRows('users', { id: person.id }, { email_verified: false })
  for (let nr = 0; nr < 3; nr++) await sendConfirmation(db, person.id, by)
  await expect(sendConfirmation(db, person.id, by)).rejects.toMatchObject({ status: 429 })
  expect(await mailJobs('mail-verify', person.id)).toBe(1)
  expect(await lines(person.id)).toHaveLength(3)
})

test('who is not there, or no administrator any more, is said', async () => {
  const [by, person] = [await newAdmin(), await somePerson(db)]
  await expect(suspend(db, crypto.randomUUID(), { by, why })).rejects.toMatchObject({ status: 404 })
  await expect(suspend(db, by.id, { by: actor(person.id), why })).rejects.toThrow('no longer an administrator')
  expect(granted(await atOnce(6, () => suspend(db, person.id, { by, why }).then(() => 1)))).toHaveLength(1)
  await someDrive(db)
})
