import { hashPassword } from 'better-auth/crypto'
import { describe, expect, test, vi } from 'vitest'
import { asking, jar } from '#test/asking.ts'
import { codeOf, nextCodeOf } from '#test/codes.ts'
import { testDatabase } from '#test/database.ts'
import { holder, somePerson } from '#test/make.ts'
import { oneRow, query } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { waitsForLock } from '#test/waits-for-lock.ts'
import { endSessions, resetPassword, setPassword } from './account.server.ts'
import { auth } from './auth.server.ts'
import { requestReset } from './email.server.ts'
import { linkIsGood, makeLink } from './links.server.ts'
import { mostSessions, signIn, signInWithCode } from './sign-in.server.ts'
import { twoFactorOf } from './two-factor.server.ts'

const db = await testDatabase()

const tryIn = (email: string, password: string, from = asking()) => signIn(from, { email, password, to: undefined })
const signedIn = async (cookies: string[]) => holder(db, new Headers({ cookie: jar(cookies) }))

test('the right password opens a session [T208]', async () => {
  const person = await somePerson(db)
  const { is, cookies } = await tryIn(person.email, person.password)
  expect(is).toBe('signed-in')
  expect((await signedIn(cookies))!.person.id).toBe(person.id)
  expect(cookies.join()).toMatch(/HttpOnly/i)
  expect(cookies.join()).toMatch(/SameSite=Lax/i)
})

test('the session keeps a shortened address and no endless name of the browser', async () => {
  const person = await somePerson(db)
  const from = asking({ address: '197.248.12.77' })
  from.request.headers.set('user-agent', 'x'.repeat(5000))
  await tryIn(person.email, person.password, from)
  const session = await db.selectFrom('sessions').where('user_id', '=', person.id).selectAll().executeTakeFirstOrThrow()
  expect(session.ip_address).toBe('197.248.12.0')
  expect(session.user_agent!.length).toBeLessThanOrEqual(500)
})

test('a wrong password and an unknown address get the same words [T250]', async () => {
  const person = await somePerson(db)
  const no = async (email: string) => tryIn(email, 'guess').catch((error) => ({ ...error, message: error.message }))
  expect(await no(person.email)).toEqual(await no('nobody@example.org'))
})

test('of 64 wrong passwords at once for one account, five are checked of one network, and thirty of all [T345]', async () => {
  const person = await somePerson(db)
  await expectChecked(person, 5, () => asking({ address: '10.89.0.1' }))
  // Its owner is not shut out by it: they come from elsewhere.
  expect((await tryIn(person.email, person.password, asking({ address: '10.89.0.2' }))).is).toBe('signed-in')
  const other = await somePerson(db)
  await expectChecked(other, 30, asking)
})

async function expectChecked(
  person: { email: string; password: string },
  most: number,
  from: () => ReturnType<typeof asking>,
) {
  const checked = vi.spyOn((await auth().$context).password, 'verify')
  const ends = await Promise.allSettled(Array.from({ length: 64 }, () => tryIn(person.email, 'guess', from())))
  const statuses = ends.map((end) => (end as PromiseRejectedResult).reason.status)
  expect(checked.mock.calls.length).toBeLessThanOrEqual(most)
  expect(checked.mock.calls.length).toBeGreaterThan(0)
  expect(statuses.filter((status) => status === 429)).toHaveLength(64 - most)
  checked.mockRestore()
  await expect(tryIn(person.email, person.password, from())).rejects.toMatchObject({ status: 429 })
}

test('a network address may guess two hundred times in ten minutes, no matter who it guesses for', async () => {
  const from = asking({ address: '10.88.0.1' })
  for (let nr = 0; nr < 200; nr++)
    await expect(tryIn(`many${nr}@example.org`, 'guess', from)).rejects.toMatchObject({ status: 401 })
  await expect(tryIn('many200@example.org', 'guess', from)).rejects.toMatchObject({
    status: 429,
    retryAfter: expect.any(Number),
  })
})

test('who has not confirmed the address is told so, only with the right password, and is not signed in', async () => {
  const person = await somePerson(db)
  await db.updateTable('users').set({ email_verified: false }).where('id', '=', person.id).execute()
  await expect(tryIn(person.email, 'guess')).rejects.toMatchObject({ status: 401, field: undefined })
  await expect(tryIn(person.email, person.password)).rejects.toMatchObject({ status: 403, field: 'unverified' })
  expect(await db.selectFrom('sessions').where('user_id', '=', person.id).selectAll().execute()).toEqual([])
})

test('a reset sets the password, ends every session and every other link, and opens a locked account again', async () => {
  const person = await somePerson(db)
  const { cookies } = await tryIn(person.email, person.password)
  for (let nr = 0; nr < 31; nr++) await tryIn(person.email, 'guess').catch(() => {})
  const [token, other] = [
    await makeLink(db, 'reset-password', person.id),
    await makeLink(db, 'reset-password', person.id),
  ]
  await resetPassword(db, token!, 'mpya-kabisa')
  expect(await signedIn(cookies)).toBeNull()
  expect(await linkIsGood(db, 'reset-password', other!)).toBe(false)
  await expect(resetPassword(db, token!, 'tena-tena')).rejects.toMatchObject({ status: 410 })
  await expect(tryIn(person.email, person.password)).rejects.toMatchObject({ status: 401 })
  expect((await tryIn(person.email, 'mpya-kabisa')).is).toBe('signed-in')
})

test('of ten resets with one link at once, one sets the password', async () => {
  const person = await somePerson(db)
  const token = await makeLink(db, 'reset-password', person.id)
  const ends = await Promise.allSettled(
    Array.from({ length: 10 }, (_, nr) => resetPassword(db, token, `password-${nr}`)),
  )
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a reset link is good for an hour', async () => {
  const person = await somePerson(db)
  const old = await makeLink(db, 'reset-password', person.id)
  const pass = (seconds: number) => timePasses(`${seconds} seconds`)
  await pass(3590)
  expect(await linkIsGood(db, 'reset-password', old)).toBe(true)
  await pass(11)
  expect(await linkIsGood(db, 'reset-password', old)).toBe(false)
  await expect(resetPassword(db, old, 'mpya-kabisa')).rejects.toMatchObject({ status: 410 })
})

test('asking for a reset works alike for an unknown address', async () => {
  await requestReset(db, (await somePerson(db)).email)
  await requestReset(db, 'nobody-at-all@example.org')
})

test('tokens of mailed links are not to be read in the database', async () => {
  const person = await somePerson(db)
  const token = await makeLink(db, 'reset-password', person.id)
  const rows = await db.selectFrom('verifications').where('value', '=', person.id).selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

describe('a change of the password ends a sign-in that is under way', () => {
  /** Signs in without a pause until told to stop, as a person does who has the old password. */
  const looping = (enter: () => Promise<string[]>) => {
    const cookies: string[][] = []
    let isOn = true
    const run = (async () => {
      while (isOn) cookies.push(await enter().catch(() => []))
    })()
    const inside = () => cookies.filter((some) => some.length > 0)
    const stop = async () => {
      isOn = false
      await run
      return inside()
    }
    return { inside, stop }
  }
  const left = async (email: string) =>
    (
      await query<{ n: number }>`select count(*)::int as n from sessions s join users u on u.id = s.user_id
      where u.email = ${email}`
    )[0]!.n

  test('of two who loop with the old password during a reset, none is left inside', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await somePerson(db)
      const enter = async () => (await tryIn(person.email, person.password)).cookies
      const loops = [looping(enter), looping(enter)]
      await expect.poll(() => loops.some(({ inside }) => inside().length > 0)).toBe(true)
      await resetPassword(db, await makeLink(db, 'reset-password', person.id), 'mpya-kabisa')
      const cookies = (await Promise.all(loops.map(({ stop }) => stop()))).flat()
      for (const some of cookies) expect(await signedIn(some)).toBeNull()
      expect(await left(person.email)).toBe(0)
    }
  }, 60_000)

  /** Holds the reset between the new password and the end of the sessions, where a sign-in used to slip through. */
  const duringReset = async (person: { id: string }, does: () => Promise<unknown>) => {
    await db.transaction().execute(async (tx) => {
      await setPassword(tx, person.id, await hashPassword('mpya-kabisa'))
      await endSessions(tx, person.id)
      const done = does()
      await waitsForLock(db, done)
      return { done }
    })
  }

  test('a sign-in that comes between the new password and its commit [T480]', async () => {
    const person = await somePerson(db)
    let entered: Promise<unknown> = Promise.resolve()
    await duringReset(person, () => (entered = tryIn(person.email, person.password)))
    await expect(entered).rejects.toMatchObject({ status: 401 })
    expect(await left(person.email)).toBe(0)
  })

  test('a challenge that was made with the old password, and a code that is typed meanwhile', async () => {
    const one = await withSecondFactor()
    let entered: Promise<unknown> = Promise.resolve()
    await duringReset(one, () => (entered = tryIn(one.email, one.password)))
    await expect(entered).rejects.toMatchObject({ status: 401 })
    const open = await db.selectFrom('verifications').where('value', '=', one.id).selectAll().execute()
    expect(open.filter(({ identifier }) => identifier.startsWith('2fa-'))).toEqual([])

    const two = await withSecondFactor()
    const from = await challenged(two)
    await duringReset(two, () => (entered = signInWithCode(from, { ...withCode(two.code()), trust: true })))
    await expect(entered).rejects.toMatchObject({ status: 401 })
    const kept = await db.selectFrom('verifications').where('value', '=', two.id).selectAll().execute()
    expect(kept).toEqual([])
    expect(await left(two.email)).toBe(0)
  })
})

test('a person is signed in at twenty places at most: the one that was used longest ago ends', async () => {
  const person = await somePerson(db)
  const { cookies } = await tryIn(person.email, person.password)
  await timePasses('1 hour')
  const ends = []
  for (let nr = 0; nr < mostSessions / 4; nr++)
    ends.push(...(await Promise.all(Array.from({ length: 4 }, () => tryIn(person.email, person.password)))))
  expect(await signedIn(cookies)).toBeNull()
  for (const end of ends) expect(await signedIn(end.cookies)).not.toBeNull()
})

test('right passwords are bounded too: thirty in ten minutes for one account from one address', async () => {
  const person = await somePerson(db)
  const from = asking({ address: '10.88.0.3' })
  for (let nr = 0; nr < 30; nr++) await tryIn(person.email, person.password, from)
  await expect(tryIn(person.email, person.password, from)).rejects.toMatchObject({ status: 429 })
  await tryIn(person.email, person.password)
}, 30_000)

describe('a device that a person has signed in with before', () => {
  test('is not locked out by wrong guesses from elsewhere, and has five tries of its own', async () => {
    const person = await somePerson(db)
    const { cookies } = await tryIn(person.email, person.password)
    const known = () => asking({ cookie: jar(cookies.filter((cookie) => cookie.includes('.device='))) })
    for (let nr = 0; nr < 30; nr++) await tryIn(person.email, 'guess').catch(() => {})
    await expect(tryIn(person.email, person.password)).rejects.toMatchObject({ status: 429 })
    await tryIn(person.email, person.password, known())
    for (let nr = 0; nr < 5; nr++)
      await expect(tryIn(person.email, 'guess', known())).rejects.toMatchObject({ status: 401 })
    await expect(tryIn(person.email, person.password, known())).rejects.toMatchObject({ status: 429 })
  })

  test('is known for that account alone, and a made-up mark is none', async () => {
    const [person, other] = [await somePerson(db), await somePerson(db)]
    const { cookies } = await tryIn(other.email, other.password)
    const mark = jar(cookies.filter((cookie) => cookie.includes('.device=')))
    for (let nr = 0; nr < 30; nr++) await tryIn(person.email, 'guess').catch(() => {})
    for (const cookie of [mark, mark.replace(/\..*$/, '.made-up'), 'harambee.device=x.y', 'harambee.device=%'])
      await expect(tryIn(person.email, person.password, asking({ cookie }))).rejects.toMatchObject({ status: 429 })
  })
})

/** A person with a second factor, and the secret of their app. */
async function withSecondFactor() {
  const person = await somePerson(db)
  const { cookies } = await tryIn(person.email, person.password)
  const headers = new Headers({ cookie: jar(cookies) })
  const begun = await auth().api.enableTwoFactor({ body: { password: person.password, method: 'totp' }, headers })
  if (!('totpURI' in begun)) throw new Error('no second factor was begun')
  const secret = new URL(begun.totpURI).searchParams.get('secret')!
  await auth().api.verifyTOTP({ body: { code: codeOf(secret) }, headers })
  return { ...person, secret, code: () => nextCodeOf(secret), backupCodes: begun.backupCodes }
}
const challenged = async (person: { email: string; password: string }, address?: string) => {
  const { is, cookies } = await tryIn(person.email, person.password, asking({ address }))
  expect(is).toBe('challenged')
  expect(await signedIn(cookies)).toBeNull()
  return asking({ cookie: jar(cookies), address })
}
const withCode = (code: string, by: 'app' | 'backup-code' = 'app') => ({ code, by, trust: false, to: undefined })

test('with a second factor the password alone opens nothing; the code does', async () => {
  const person = await withSecondFactor()
  const from = await challenged(person)
  await expect(signInWithCode(from, withCode('000000'))).rejects.toMatchObject({ status: 401, field: 'code' })
  const { cookies } = await signInWithCode(from, withCode(person.code()))
  expect((await signedIn(cookies))!.person.id).toBe(person.id)
})

test('a backup code opens once, also when it is shown ten times at once', async () => {
  const person = await withSecondFactor()
  const code = person.backupCodes[0]!
  const challenges = []
  for (let nr = 0; nr < 10; nr++) challenges.push(await challenged(person))
  const ends = await Promise.allSettled(challenges.map((from) => signInWithCode(from, withCode(code, 'backup-code'))))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await twoFactorOf(db, person.id)).toEqual({ is: 'on', codesLeft: 9 })
})

test('a code of the app opens once, also when it is shown ten times at once', async () => {
  const person = await withSecondFactor()
  const challenges = []
  for (let nr = 0; nr < 10; nr++) challenges.push(await challenged(person))
  const code = person.code()
  const ends = await Promise.allSettled(challenges.map((from) => signInWithCode(from, withCode(code))))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const left = challenges.filter((_, nr) => ends[nr]!.status === 'rejected')
  await expect(signInWithCode(left[0]!, withCode(code))).rejects.toMatchObject({ status: 401, field: 'code' })
})

test('the code that switched the second factor on, and earlier ones, open nothing any more', async () => {
  const person = await withSecondFactor()
  const from = await challenged(person)
  for (const at of [Date.now(), Date.now() - 30_000])
    await expect(signInWithCode(from, withCode(codeOf(person.secret, at)))).rejects.toMatchObject({ status: 401 })
  await signInWithCode(from, withCode(person.code()))
})

test('codes are not to be guessed: five a challenge, ten an account, whatever comes at once', async () => {
  const person = await withSecondFactor()
  const from = await challenged(person, '10.99.0.1')
  const wrong = (of = from) => expect(signInWithCode(of, withCode('123456'))).rejects.toMatchObject({ status: 401 })
  // A guess that comes while another one is looked at is turned away unread, so a burst may use up fewer than five.
  await Promise.all(Array.from({ length: 32 }, () => wrong()))
  for (let nr = 0; nr < 5; nr++) await wrong()
  const { failed_verification_count: failed } = await oneRow('two_factors', { user_id: person.id })
  expect(failed).toBe(5)
  await expect(signInWithCode(from, withCode(person.code()))).rejects.toMatchObject({ status: 401 })
  const second = await challenged(person, '10.99.0.2')
  for (let nr = 0; nr < 5; nr++) await wrong(second)
  const third = await challenged(person, '10.99.0.3')
  await expect(signInWithCode(third, withCode(person.code()))).rejects.toMatchObject({ status: 429 })
})

test('a trusted device is not asked for the code again, until the password is reset', async () => {
  const person = await withSecondFactor()
  const from = await challenged(person)
  const { cookies } = await signInWithCode(from, { ...withCode(person.code()), trust: true })
  const trusted = jar(cookies.filter((cookie) => cookie.includes('trust')))
  const again = await signIn(asking({ cookie: trusted }), { email: person.email, password: person.password, to: '' })
  expect(again.is).toBe('signed-in')
  await resetPassword(db, await makeLink(db, 'reset-password', person.id), 'mpya-kabisa')
  const kept = jar(again.cookies.filter((cookie) => cookie.includes('trust')))
  const after = await signIn(asking({ cookie: kept }), { email: person.email, password: 'mpya-kabisa', to: '' })
  expect(after.is).toBe('challenged')
})
