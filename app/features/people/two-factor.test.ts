import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#app/platform/db.server.ts'
import { codeOf, nextCodeOf } from '#test/codes.ts'
import { testDatabase } from '#test/database.ts'
import { holder, signedIn, somebody, withCookies } from '#test/make.ts'
import { codeForm } from './account-forms.ts'
import { auth } from './auth.server.ts'
import { everythingAbout } from './export.server.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  freshBackupCodes,
  twoFactorOf,
  waitingSecret,
} from './two-factor.server.ts'

let db: Db
beforeAll(async () => {
  db = await testDatabase()
})

async function withTwoFactor() {
  const person = await somebody(db)
  const { headers } = await signedIn(person)
  await beginTwoFactor(headers, person.password)
  const { secret } = (await waitingSecret(db, person))!
  const { cookies, codes } = await confirmTwoFactor(db, headers, person.id, codeOf(secret))
  return { person, secret, codes, headers: withCookies(headers, cookies) }
}

test('beginning needs the password and changes nothing yet', async () => {
  const person = await somebody(db)
  const { headers } = await signedIn(person)
  await expect(beginTwoFactor(headers, 'guess')).rejects.toMatchObject({ status: 422, field: 'password' })
  expect(await twoFactorOf(db, person.id)).toEqual({ is: 'off' })
  await beginTwoFactor(headers, person.password)
  expect(await twoFactorOf(db, person.id)).toEqual({ is: 'begun' })
  expect((await signedIn(person)).response.token).toBeTruthy()
})

test('the secret is shown as text and as a picture until it is confirmed', async () => {
  const person = await somebody(db, { email: 'a+b@example.test' })
  const { headers } = await signedIn(person)
  await beginTwoFactor(headers, person.password)
  const waiting = (await waitingSecret(db, person))!
  expect(waiting.secret).toMatch(/^[A-Z2-7]{32,}$/)
  expect(waiting.uri).toBe(
    `otpauth://totp/Harambee%3Aa%2Bb%40example.test?secret=${waiting.secret}&issuer=Harambee&digits=6&period=30`,
  )
  expect(decodeURIComponent(waiting.qr)).toMatch(/^data:image\/svg\+xml,<svg /)
  await confirmTwoFactor(db, headers, person.id, codeOf(waiting.secret))
  expect(await waitingSecret(db, person)).toBeUndefined()
})

test('a wrong code turns nothing on', async () => {
  const person = await somebody(db)
  const { headers } = await signedIn(person)
  await beginTwoFactor(headers, person.password)
  const { secret } = (await waitingSecret(db, person))!
  const wrong = codeOf(secret, Date.now() - 3600_000)
  await expect(confirmTwoFactor(db, headers, person.id, wrong)).rejects.toMatchObject({ status: 422, field: 'code' })
  expect(await twoFactorOf(db, person.id)).toEqual({ is: 'begun' })
})

test('confirming gives ten codes and a new session in place of the old one', async () => {
  const { person, codes, headers } = await withTwoFactor()
  expect(new Set(codes).size).toBe(10)
  expect(await twoFactorOf(db, person.id)).toEqual({ is: 'on', codesLeft: 10 })
  expect((await holder(db, headers))?.person.id).toBe(person.id)
  expect(await db.selectFrom('sessions').select('id').where('user_id', '=', person.id).execute()).toHaveLength(1)
  await expect(confirmTwoFactor(db, headers, person.id, '000000')).rejects.toMatchObject({ status: 409 })
  await expect(beginTwoFactor(headers, person.password)).rejects.toMatchObject({ status: 409 })
})

test('the password alone signs nobody in; the app’s code does', async () => {
  const { person, secret } = await withTwoFactor()
  const { headers, response } = await signedIn(person)
  expect(response).toMatchObject({ twoFactorRedirect: true })
  expect(await holder(db, headers)).toBeNull()
  const through = await auth().api.verifyTOTP({ body: { code: nextCodeOf(secret) }, headers, returnHeaders: true })
  const found = await holder(db, withCookies(headers, through.headers.getSetCookie()))
  expect(found?.person.id).toBe(person.id)
})

test('a backup code opens once', async () => {
  const { person, codes } = await withTwoFactor()
  const first = await signedIn(person)
  await auth().api.verifyBackupCode({ body: { code: codes[0]! }, headers: first.headers })
  expect(await twoFactorOf(db, person.id)).toEqual({ is: 'on', codesLeft: 9 })
  const second = await signedIn(person)
  await expect(
    auth().api.verifyBackupCode({ body: { code: codes[0]! }, headers: second.headers }),
  ).rejects.toMatchObject({ statusCode: 401 })
})

test('new backup codes need the password and end the old ones', async () => {
  const { person, codes, headers } = await withTwoFactor()
  await expect(freshBackupCodes(headers, 'guess')).rejects.toMatchObject({ status: 422, field: 'password' })
  const fresh = await freshBackupCodes(headers, person.password)
  expect(fresh.filter((code) => codes.includes(code))).toEqual([])
  const { headers: asking } = await signedIn(person)
  await expect(auth().api.verifyBackupCode({ body: { code: codes[0]! }, headers: asking })).rejects.toThrow()
  await auth().api.verifyBackupCode({ body: { code: fresh[0]! }, headers: asking })
})

test('turning it off needs the password, forgets the secret, and the password alone is enough again', async () => {
  const { person, headers } = await withTwoFactor()
  await expect(endTwoFactor(db, headers, person.id, 'guess')).rejects.toMatchObject({ status: 422, field: 'password' })
  const { cookies } = await endTwoFactor(db, headers, person.id, person.password)
  expect((await holder(db, withCookies(headers, cookies)))?.person.id).toBe(person.id)
  expect(await db.selectFrom('two_factors').selectAll().where('user_id', '=', person.id).execute()).toEqual([])
  expect((await signedIn(person)).response.token).toBeTruthy()
  await expect(freshBackupCodes(withCookies(headers, cookies), person.password)).rejects.toMatchObject({ status: 409 })
})

test('my data says that it is on, and holds neither secret nor codes', async () => {
  const { person, secret, codes } = await withTwoFactor()
  const data = await everythingAbout(db, person.id)
  expect(data.signIn.twoFactor).toBe(true)
  const row = await db
    .selectFrom('two_factors')
    .select(['secret', 'backup_codes'])
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  for (const hidden of [secret, ...codes, row.secret, row.backup_codes])
    expect(JSON.stringify(data)).not.toContain(hidden)
})

test('a code may be typed in groups', () => {
  expect(codeForm.parse({ code: ' 123 456 ' })).toEqual({ code: '123456' })
  expect(codeForm.safeParse({ code: '12345' }).success).toBe(false)
})
