import { sql } from 'kysely'
import { RouterContextProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { askedContext } from '#app/platform/request.server.ts'
import { codeOf, nextCodeOf } from '#test/codes.ts'
import { testDatabase } from '#test/database.ts'
import { signedIn, somePerson } from '#test/make.ts'
import { oneRow } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { auth, sessionCookie } from './auth.server.ts'
import { actorIn, deciderIn } from './confirm.server.ts'
import { personContext, sessionContext, whoHolds } from './session.server.ts'

const db = await testDatabase()
const admin = await somePerson(db, { admin: true })
const { headers } = await signedIn(admin)
const cookie = decodeURIComponent(new RegExp(`${sessionCookie}=([^;]+)`).exec(headers.get('cookie')!)![1]!)

/** A request of theirs, as the root has found out who asks. */
async function asking() {
  const holding = (await whoHolds(db, cookie))!
  const context = new RouterContextProvider()
  context.set(personContext, holding.person)
  context.set(sessionContext, holding.session)
  const asked = { id: 'r', nonce: 'n', address: '41.90.4.77', origin: 'http://127.0.0.1', byScript: true }
  context.set(askedContext, asked)
  return context
}
const minutesPass = (minutes: number) => timePasses(`${minutes} minutes`)
beforeEach(() => sql`delete from rate_limits`.execute(db))

test('the person who has just signed in decides without being asked again, from an address that is kept shortened', async () => {
  expect(await deciderIn(db, await asking(), '')).toEqual({ id: admin.id, address: '41.90.4.0' })
})

test('after ten minutes a decision asks for the password, and looking does not', async () => {
  await minutesPass(11)
  const context = await asking()
  expect(actorIn(context).id).toBe(admin.id)
  await expect(deciderIn(db, context, '')).rejects.toMatchObject({ field: 'again', status: 422 })
  await expect(deciderIn(db, context, 'not it')).rejects.toMatchObject({ field: 'again', status: 422 })
  expect((await deciderIn(db, context, admin.password)).id).toBe(admin.id)
  // And the next ten minutes are theirs again.
  expect((await deciderIn(db, await asking(), '')).id).toBe(admin.id)
})

test('passwords can not be tried out where decisions ask for them', async () => {
  await minutesPass(11)
  const context = await asking()
  for (let nr = 0; nr < 10; nr++) await deciderIn(db, context, `guess ${nr}`).catch(() => {})
  await expect(deciderIn(db, context, admin.password)).rejects.toMatchObject({ status: 429 })
})

test('instead of the password the code of their app confirms it, and confirms nothing again [T1656]', async () => {
  const context = await asking()
  const begun = await auth().api.enableTwoFactor({ body: { password: admin.password, method: 'totp' }, headers })
  const secret = new URL((begun as { totpURI: string }).totpURI).searchParams.get('secret')!
  await auth().api.verifyTOTP({ body: { code: codeOf(secret) }, headers })
  const code = nextCodeOf(secret)
  // Another session has taken the place of the one from before.
  const { id } = await oneRow('sessions', { user_id: admin.id })
  context.set(sessionContext, { ...context.get(sessionContext)!, id, isFresh: false })
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  await expect(deciderIn(db, context, wrong)).rejects.toMatchObject({ field: 'again', status: 422 })
  expect((await deciderIn(db, context, code)).id).toBe(admin.id)
  await expect(deciderIn(db, context, code)).rejects.toMatchObject({ field: 'again', status: 422 })
})
