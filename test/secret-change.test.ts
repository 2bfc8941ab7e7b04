import { symmetricDecrypt } from 'better-auth/crypto'
import { afterEach, expect, test } from 'vitest'
import { isMailReader, isYes, mailsHookOf, yesOf } from '#app/group/pledges/token.server.ts'
import { publicKeys, sealKeysAnew, signingKey } from '#app/invitations/door/keys.server.ts'
import { action as smsHook } from '#app/invitations/messages/api/sms-hook.ts'
import { auth } from '#app/people/accounts/auth.server.ts'
import { knownDeviceCookie, knownDeviceIn } from '#app/people/accounts/cookies.server.ts'
import { sealFactorsAnew } from '#app/people/accounts/factor-seal.server.ts'
import { sessionCookieFor } from '#app/people/accounts/session.server.ts'
import { signIn, signInWithCode } from '#app/people/accounts/sign-in.server.ts'
import { takeCode, twoFactorOf } from '#app/people/accounts/two-factor.server.ts'
import { openSealed, sealNow } from '#app/platform/settings/accepted-secrets.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { hasStopped } from '#app/platform/sms/outbox.server.ts'
import { chooseTexter, smsDoor } from '#app/platform/sms/texter.server.ts'
import { browserOf, nextVisitorCookie } from '#app/platform/visitor.server.ts'
import { forgetDonor } from '#app/privacy/forget-donor.server.ts'
import { asking, jar } from './asking.ts'
import { codeOf, nextCodeOf } from './codes.ts'
import { testDatabase } from './database.ts'
import { someGathering } from './gatherings.ts'
import { leavesSomethingBehind } from './leave-behind.ts'
import { holder, somePerson } from './make.ts'
import { oneRow } from './rows.ts'

leavesSomethingBehind()

// The product's secret is changed: what the secret before signed and sealed is accepted while it is set, and refused afterwards.

const db = await testDatabase()
const first = settings.AUTH_SECRET!
const second = 'the secret that came after the first one'
const become = (now: string, before?: string) =>
  Object.assign(settings, { AUTH_SECRET: now, AUTH_SECRET_PREVIOUS: before })
afterEach(() => become(first))

const tryIn = ({ email, password }: { email: string; password: string }, from = asking()) =>
  signIn(from, { email, password, to: undefined })
const withCode = (code: string, by: 'app' | 'backup-code' = 'app') => ({ code, by, trust: false, to: undefined })
const held = async (cookies: string[]) => (await holder(db, new Headers({ cookie: jar(cookies) })))?.person.id

async function withSecondFactor() {
  const person = await somePerson(db)
  const { cookies } = await tryIn(person)
  const headers = new Headers({ cookie: jar(cookies) })
  const begun = await auth().api.enableTwoFactor({ body: { password: person.password, method: 'totp' }, headers })
  if (!('totpURI' in begun)) throw new Error('no second factor was begun')
  const secret = new URL(begun.totpURI).searchParams.get('secret')!
  await auth().api.verifyTOTP({ body: { code: codeOf(secret) }, headers })
  return { ...person, secret, backupCodes: begun.backupCodes }
}
const challenged = async (person: { email: string; password: string }) =>
  asking({ cookie: jar((await tryIn(person)).cookies) })

test('a person who is signed in stays signed in while the secret before is accepted, and no longer [T1077]', async () => {
  const person = await somePerson(db)
  const { cookies } = await tryIn(person)
  become(second, first)
  expect(await held(cookies)).toBe(person.id)
  const { session } = (await holder(db, new Headers({ cookie: jar(cookies) })))!
  const next = sessionCookieFor(session)
  const device = knownDeviceIn(asking({ cookie: jar(cookies) }).request, person.email)
  expect(device).toBeTruthy()
  const later = knownDeviceCookie(person.email, asking({ cookie: jar(cookies) }).request)
  become(second)
  expect([await held(cookies), await held([next])]).toEqual([undefined, person.id])
  expect(knownDeviceIn(asking({ cookie: jar(cookies) }).request, person.email)).toBeUndefined()
  expect(knownDeviceIn(asking({ cookie: jar([later]) }).request, person.email)).toBe(device)
  become('a secret that was never one of ours at all')
  expect(await held([next])).toBeUndefined()
})

test('a sign-in that waits for its code goes on, and the second factor is sealed again by it [T1078]', async () => {
  const person = await withSecondFactor()
  const other = await withSecondFactor()
  const [from, otherFrom] = [await challenged(person), await challenged(other)]
  become(second, first)
  const { cookies } = await signInWithCode(from, withCode(nextCodeOf(person.secret)))
  expect(await held(cookies)).toBe(person.id)
  const { cookies: others } = await signInWithCode(otherFrom, withCode(other.backupCodes[0]!, 'backup-code'))
  expect(await held(others)).toBe(other.id)
  expect(await twoFactorOf(db, other.id)).toEqual({ is: 'on', codesLeft: 9 })
  const { secret } = await oneRow('two_factors', { user_id: person.id })
  await expect(symmetricDecrypt({ key: second, data: secret })).resolves.toBeTruthy()
  become(second)
  expect((await tryIn(person)).is).toBe('challenged')
  await signInWithCode(await challenged(other), withCode(other.backupCodes[1]!, 'backup-code'))
})

test('without the secret before, a second factor of it is refused like a wrong code, and can be set up again [T1079]', async () => {
  const person = await withSecondFactor()
  become(second)
  const from = await challenged(person)
  for (const by of ['app', 'backup-code'] as const)
    await expect(
      signInWithCode(from, withCode(by === 'app' ? nextCodeOf(person.secret) : person.backupCodes[0]!, by)),
    ).rejects.toMatchObject({ status: 401, field: 'code' })
  expect(await takeCode(db, person.id, nextCodeOf(person.secret))).toBe(false)
  expect(await twoFactorOf(db, person.id)).toEqual({ is: 'on', codesLeft: 0 })
})

test('the command seals all again, once; then the secret before may go [T1080]', async () => {
  const person = await withSecondFactor()
  const gathering = await someGathering(db)
  await signingKey(db, gathering.occasionId)
  become(second, first)
  expect((await sealFactorsAnew(db)).anew).toBeGreaterThan(0)
  expect((await sealKeysAnew(db)).anew).toBeGreaterThan(0)
  expect([(await sealFactorsAnew(db)).anew, (await sealKeysAnew(db)).anew]).toEqual([0, 0])
  become(second)
  await signingKey(db, gathering.occasionId)
  expect(await publicKeys(db, gathering.occasionId)).toHaveLength(1)
  expect(await takeCode(db, person.id, nextCodeOf(person.secret))).toBe(true)
})

test('sealed words open with either secret; new ones are sealed with the current one', () => {
  const old = sealNow('a test', 'words')
  become(second, first)
  const anew = sealNow('a test', 'words')
  expect([openSealed('a test', old), openSealed('a test', anew)]).toEqual(['words', 'words'])
  become(second)
  expect([openSealed('a test', old), openSealed('a test', anew)]).toEqual([undefined, 'words'])
})

test('links of pledges, the address for texts, and marks of visitors hold as long as the secret before [T1081]', async () => {
  const { pretends } = settings
  Object.assign(settings, { pretends: true })
  chooseTexter(settings, { sandbox: 'http://localhost', hooks: 'http://localhost' })
  const [yes, reader, door] = [yesOf('a key'), mailsHookOf('a key').split('/').at(-1)!, smsDoor(first)]
  const cookie = nextVisitorCookie().split(';')[0]!
  const visitor = browserOf({ headers: new Headers({ cookie }) })
  const texted = async () => {
    const request = new Request('http://localhost/hooks/sms/x', { method: 'POST', body: new URLSearchParams() })
    return (await smsHook({ request, params: { token: door } } as never)).status
  }
  const hold = async () => [
    isYes('a key', yes),
    isMailReader('a key', reader),
    browserOf({ headers: new Headers({ cookie }) }) === visitor,
    (await texted()) !== 404,
  ]
  become(second, first)
  expect(await hold()).toEqual([true, true, true, true])
  become(second)
  expect(await hold()).toEqual([false, false, false, false])
  Object.assign(settings, { pretends })
})

test('STOP of a person who was forgotten is known while the secret before is set', async () => {
  const phone = '+254712000111'
  await db.insertInto('sms_stops').values({ phone }).execute()
  await forgetDonor(db, phone)
  expect(await hasStopped(db, phone)).toBe(true)
  become(second, first)
  expect(await hasStopped(db, phone)).toBe(true)
})
