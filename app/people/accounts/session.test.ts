import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Db } from '#app/platform/db.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { asking } from '#test/asking.ts'
import { testDatabase } from '#test/database.ts'
import { holder, signedIn, somePerson } from '#test/make.ts'
import { timePasses } from '#test/time.ts'
import { endSessions } from './account.server.ts'
import { auth, sessionCookie } from './auth.server.ts'
import { linkIsGood, makeLink, sweepPeople } from './links.server.ts'
import {
  lengthen,
  personContext,
  rememberPerson,
  requireAdmin,
  requirePerson,
  sessionContext,
  signOut,
  whoHolds,
} from './session.server.ts'

const db = await testDatabase()

const cookieOf = (headers: Headers) =>
  decodeURIComponent(headers.get('cookie')!.match(new RegExp(`${sessionCookie}=([^;]+)`))![1]!)

/** One request through the root's middleware; `then` is what comes after it. */
async function pass(
  cookie: string,
  { path = '/', method = 'GET', set }: { path?: string; method?: string; set?: string } = {},
) {
  const args = asking({ cookie, path, method })
  const after = async () => new Response('page', set ? { headers: { 'set-cookie': set } } : {})
  const response = (await rememberPerson(args as never, after)) as Response
  return { person: args.context.get(personContext), session: args.context.get(sessionContext), response }
}
const sets = (response: Response) => response.headers.getSetCookie().filter((one) => one.startsWith(sessionCookie))

test('a session cookie tells who asks [T144]', async () => {
  const somebodyIn = await somePerson(db, { fullName: 'Wanjiku', username: 'wanjiku', admin: true })
  const { headers } = await signedIn(somebodyIn)
  const { person, session } = await pass(headers.get('cookie')!)
  expect(person).toMatchObject({ id: somebodyIn.id, fullName: 'Wanjiku', username: 'wanjiku', isAdmin: true })
  expect(session!.secondsLeft).toBeGreaterThan(settings.SESSION_SECONDS - 60)
})

test('better-auth and our own query know the same person by the same cookie', async () => {
  const { headers } = await signedIn(await somePerson(db))
  const theirs = await auth().api.getSession({ headers })
  expect((await holder(db, headers))!.person.id).toBe(theirs!.user.id)
})

test('a forged cookie is nobody, and the database is not even asked [T251]', async () => {
  const { headers } = await signedIn(await somePerson(db))
  const whole = cookieOf(headers)
  const token = whole.slice(0, whole.lastIndexOf('.'))
  const foreign = createHmac('sha256', 'another secret').update(token).digest('base64')
  const never = new Proxy({}, { get: () => () => expect.fail('the database was asked') }) as Db
  for (const forged of [`${token}.${foreign}`, `${token}.`, token, `.${foreign}`, '', '.', `${whole}x`, whole.slice(1)])
    expect(await whoHolds(never, forged)).toBeNull()
  expect(await whoHolds(db, whole)).not.toBeNull()
})

test('a session that is over, ended or of a deleted person opens nothing, and its cookie is taken back', async () => {
  const over = await signedIn(await somePerson(db))
  await timePasses(`${settings.SESSION_SECONDS} seconds`)
  const ended = await somePerson(db)
  const endedIn = await signedIn(ended)
  await db.transaction().execute((tx) => endSessions(tx, ended.id))
  const gone = await somePerson(db)
  const goneIn = await signedIn(gone)
  await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
  for (const { headers } of [over, endedIn, goneIn]) {
    const { person, response } = await pass(headers.get('cookie')!)
    expect(person).toBeNull()
    expect(sets(response).join()).toContain('Max-Age=0')
  }
})

test('a visitor without a cookie costs nothing and gets none [T149]', async () => {
  expect(sets((await pass('')).response)).toEqual([])
})

test('a session in use is lengthened with its cookie, at most every five minutes; the check itself lengthens nothing', async () => {
  const { headers } = await signedIn(await somePerson(db))
  const cookie = headers.get('cookie')!
  expect(sets((await pass(cookie)).response)).toEqual([])
  await timePasses(`${settings.SESSION_SECONDS - 3600} seconds`)
  expect(sets((await pass(cookie, { path: '/session' })).response)).toEqual([])
  expect(sets((await pass(cookie, { method: 'POST' })).response)).toEqual([])
  const [set] = sets((await pass(cookie)).response)
  expect(set).toContain(`Max-Age=${settings.SESSION_SECONDS}`)
  expect(set!.split(';')[0]).toBe(cookie.split('; ').find((one) => one.startsWith(sessionCookie)))
  expect((await pass(cookie)).session!.secondsLeft).toBeGreaterThan(3700)
})

test('what an answer says of the session itself is left alone', async () => {
  const set = `${sessionCookie}=new; Path=/`
  expect(sets((await pass(`${sessionCookie}=forged`, { set })).response)).toEqual([set])
})

test('a session that has ended is not brought back by lengthening it', async () => {
  const person = await somePerson(db)
  const { session } = (await holder(db, (await signedIn(person)).headers))!
  await db.transaction().execute((tx) => endSessions(tx, person.id))
  expect(await lengthen(db, session)).toBeUndefined()
})

test('signing out ends this session and no other [T212]', async () => {
  const person = await somePerson(db)
  const [here, there] = [await signedIn(person), await signedIn(person)]
  const cookies = await signOut(db, (await holder(db, here.headers))!.person)
  expect(cookies.join()).toContain('Max-Age=0')
  expect(await holder(db, here.headers)).toBeNull()
  expect(await holder(db, there.headers)).not.toBeNull()
})

describe.each([
  ['a day behind', -86_400_000],
  ['a day ahead', 86_400_000],
])('while the product’s clock is %s', (_, off) => {
  afterEach(() => {
    vi.useRealTimers()
  })
  const productIsOff = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off, shouldAdvanceTime: true })

  test('a session stands for as long as it should', async () => {
    const person = await somePerson(db)
    const before = (await signedIn(person)).headers.get('cookie')!
    productIsOff()
    const cookies = [before, (await signedIn(person)).headers.get('cookie')!]
    await sweepPeople(db)
    for (const cookie of cookies) {
      const { session, response } = await pass(cookie)
      expect(session!.secondsLeft).toBeLessThanOrEqual(settings.SESSION_SECONDS)
      expect(session!.secondsLeft).toBeGreaterThan(settings.SESSION_SECONDS - 60)
      expect(sets(response)).toEqual([])
      await timePasses('6 minutes', { sessions: { id: session!.id } })
      expect(sets((await pass(cookie)).response)).toHaveLength(1)
      await timePasses(`${settings.SESSION_SECONDS} seconds`, { sessions: { id: session!.id } })
      expect((await pass(cookie)).session).toBeNull()
    }
  })

  test('a link in a mail is good for its hour, and no longer', async () => {
    const { id } = await somePerson(db)
    const before = await makeLink(db, 'reset-password', id)
    productIsOff()
    const links = [before, await makeLink(db, 'reset-password', id)]
    await sweepPeople(db)
    for (const link of links) expect(await linkIsGood(db, 'reset-password', link)).toBe(true)
    await timePasses('1 hour')
    for (const link of links) expect(await linkIsGood(db, 'reset-password', link)).toBe(false)
  })
})

/** What a guard answers: the place it sends to, a status, or 'in'. */
async function guarded(guard: typeof requirePerson, cookie: string, path = '/admin/payouts?page=2') {
  const args = asking({ cookie, path })
  await rememberPerson(args as never, async () => new Response())
  try {
    await guard(args as never, async () => new Response())
    return 'in'
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.headers.get('location')
    return (thrown as { init?: { status: number } }).init?.status
  }
}

test('guards: who is not signed in goes to /auth and back afterwards; who is no administrator gets a 403 [T39]', async () => {
  const person = (await signedIn(await somePerson(db))).headers.get('cookie')!
  const admin = (await signedIn(await somePerson(db, { admin: true }))).headers.get('cookie')!
  const moderator = await somePerson(db)
  await db
    .insertInto('user_roles')
    .values({ user_id: moderator.id, role: 'moderator', granted_by: 'command' })
    .execute()
  const moderating = (await signedIn(moderator)).headers.get('cookie')!
  const back = '/auth?to=%2Fadmin%2Fpayouts%3Fpage%3D2'
  for (const cookie of ['', `${sessionCookie}=forged.cookie`]) {
    expect(await guarded(requirePerson, cookie)).toBe(back)
    expect(await guarded(requireAdmin, cookie)).toBe(back)
  }
  // A page that was reached by a click asks for its data; the way back is the page.
  expect(await guarded(requirePerson, '', '/settings.data')).toBe('/auth?to=%2Fsettings')
  expect(await guarded(requirePerson, person)).toBe('in')
  expect(await guarded(requireAdmin, person)).toBe(403)
  expect(await guarded(requireAdmin, moderating)).toBe(403)
  expect(await guarded(requireAdmin, admin)).toBe('in')
})
