import { hashPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { everythingAbout } from '#app/privacy/export.server.ts'
import { codeOf } from '#test/codes.ts'
import { testDatabase } from '#test/database.ts'
import { holder, signedIn, somePerson, withCookies } from '#test/make.ts'
import { query } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { endSessions, setPassword } from './account.server.ts'
import { auth } from './auth.server.ts'
import { authenticatorCodeForm } from './forms.ts'
import { sweepPeople } from './links.server.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  freshBackupCodes,
  twoFactorOf,
  waitingSecret,
} from './two-factor.server.ts'

const db = await testDatabase()

/** The session these headers show, and whose it is. */
async function at(headers: Headers) {
  const { person, session } = (await holder(db, headers))!
  return { userId: person.id, session }
}

async function begun() {
  const person = await somePerson(db)
  const { headers } = await signedIn(person)
  await beginTwoFactor(db, headers, await at(headers), person.password)
  const { secret } = (await waitingSecret(db, person, { isFresh: true }))!
  return { person, headers, secret }
}
async function withTwoFactor() {
  const { person, headers, secret } = await begun()
  const { cookies, codes } = await confirmTwoFactor(db, headers, await at(headers), codeOf(secret))
  return { person, secret, codes, headers: withCookies(headers, cookies) }
}

test('beginning needs the password and changes nothing yet', async () => {
  const person = await somePerson(db)
  const { headers } = await signedIn(person)
  await expect(beginTwoFactor(db, headers, await at(headers), 'guess')).rejects.toMatchObject({
    status: 422,
    field: 'password',
  })
  expect(await twoFactorOf(db, person.id)).toEqual({ is: 'off' })
  await beginTwoFactor(db, headers, await at(headers), person.password)
  expect(await twoFactorOf(db, person.id)).toEqual({ is: 'begun' })
  expect((await signedIn(person)).response.token).toBeTruthy()
})

test('the secret is shown as text and as a picture until it is confirmed', async () => {
  const person = await somePerson(db, { email: 'a+b@example.test' })
  const { headers } = await signedIn(person)
  await beginTwoFactor(db, headers, await at(headers), person.password)
  const waiting = (await waitingSecret(db, person, { isFresh: true }))!
  expect(waiting.secret).toMatch(/^[A-Z2-7]{32,}$/)
  expect(waiting.uri).toBe(
    `otpauth://totp/Harambee%3Aa%2Bb%40example.test?secret=${waiting.secret}&issuer=Harambee&digits=6&period=30`,
  )
  // Read as an authenticator app does.
  const picture = sharp(Buffer.from(waiting.qr.replace('data:image/png;base64,', ''), 'base64'))
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(decodeQR({ ...info, data })).toBe(waiting.uri)
  await confirmTwoFactor(db, headers, await at(headers), codeOf(waiting.secret))
  expect(await waitingSecret(db, person, { isFresh: true })).toBeUndefined()
})

test('a wrong code turns nothing on', async () => {
  const { person, headers, secret } = await begun()
  const wrong = codeOf(secret, Date.now() - 3600_000)
  await expect(confirmTwoFactor(db, headers, await at(headers), wrong)).rejects.toMatchObject({
    status: 422,
    field: 'code',
  })
  expect(await twoFactorOf(db, person.id)).toEqual({ is: 'begun' })
})

test('confirming gives ten codes and a new session in place of the old one', async () => {
  const { person, codes, headers } = await withTwoFactor()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/)
  expect(await twoFactorOf(db, person.id)).toEqual({ is: 'on', codesLeft: 10 })
  expect((await holder(db, headers))?.person.id).toBe(person.id)
  expect(await db.selectFrom('sessions').select('id').where('user_id', '=', person.id).execute()).toHaveLength(1)
  await expect(confirmTwoFactor(db, headers, await at(headers), '000000')).rejects.toMatchObject({ status: 409 })
  await expect(beginTwoFactor(db, headers, await at(headers), person.password)).rejects.toMatchObject({ status: 409 })
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
  expect(authenticatorCodeForm.parse({ code: ' 123 456 ' })).toEqual({ code: '123456' })
  expect(authenticatorCodeForm.safeParse({ code: '12345' }).success).toBe(false)
})

test('the person who finds the screen later neither reads the waiting secret nor confirms with it, and no session gets fresher', async () => {
  const { person, headers, secret } = await begun()
  const age = (minutes: number) =>
    query`update sessions set confirmed_at = now() - make_interval(mins => ${minutes}) where user_id = ${person.id}`
  await age(11)
  const stale = await at(headers)
  expect(stale.session.isFresh).toBe(false)
  expect(await waitingSecret(db, person, stale.session)).toBeUndefined()
  await expect(confirmTwoFactor(db, headers, stale, codeOf(secret))).rejects.toThrow('password again')
  expect(await twoFactorOf(db, person.id)).toEqual({ is: 'begun' })

  await age(9)
  const { cookies } = await confirmTwoFactor(db, headers, await at(headers), codeOf(secret))
  const { rows } = await sql<{ minutes: number }>`select extract(epoch from now() - confirmed_at)::int / 60 as minutes
    from sessions where user_id = ${person.id}`.execute(db)
  expect(rows).toEqual([{ minutes: 9 }])
  expect((await holder(db, withCookies(headers, cookies)))?.person.id).toBe(person.id)
})

test('a secret that waits longer than a quarter of an hour is over, and is swept away', async () => {
  const { person, headers, secret } = await begun()
  await timePasses('15 minutes')
  expect(await twoFactorOf(db, person.id)).toEqual({ is: 'off' })
  expect(await waitingSecret(db, person, { isFresh: true })).toBeUndefined()
  await expect(confirmTwoFactor(db, headers, await at(headers), codeOf(secret))).rejects.toThrow(
    'start with your password',
  )
  await sweepPeople(db)
  expect(await db.selectFrom('two_factors').selectAll().where('user_id', '=', person.id).execute()).toEqual([])
})

test('turning it on or off during a reset of the password opens no session', async () => {
  const { person, headers } = await withTwoFactor()
  let turned: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (tx) => {
    await setPassword(tx, person.id, await hashPassword('mpya-kabisa'))
    await endSessions(tx, person.id)
    turned = endTwoFactor(db, headers, person.id, person.password)
    await Promise.race([turned.catch(() => {}), new Promise((resolve) => setTimeout(resolve, 700))])
  })
  await expect(turned).rejects.toThrow()
  expect(await db.selectFrom('sessions').select('id').where('user_id', '=', person.id).execute()).toEqual([])
})
