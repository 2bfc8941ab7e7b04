import { expect, test } from 'vitest'
import { sessionCookie } from '#app/people/accounts/auth.server.ts'
import { sessionContext, signOut } from '#app/people/accounts/session.server.ts'
import { testDatabase } from '#test/database.ts'
import { sendTo } from '#test/form-actions.ts'
import { holder, signedIn, somePerson } from '#test/make.ts'
import { action } from './session.ts'

// U13: tabs of one browser, which all have the same session and know nothing of each other.

const db = await testDatabase()

/** A person who is signed in, and a tab of theirs that asks for the session's full time. */
async function signedInTabs() {
  const { headers } = await signedIn(await somePerson(db))
  const cookie = headers.get('cookie')!
  const found = async () => await holder(db, headers)
  /** As the root does: who asks is found out first, and what happens meanwhile happens. */
  const renew = async () => {
    const session = (await found())?.session ?? null
    const answer = await sendTo(
      action as never,
      { renew: '1' },
      { cookie, set: (on) => on.set(sessionContext, session) },
    )
    const set = answer.headers.getSetCookie().find((one) => one.startsWith(`${sessionCookie}=`))
    return { status: answer.status, keeps: set === undefined ? undefined : cookie.includes(set.split(';')[0]!) }
  }
  return { found, renew }
}

test('ten tabs renew their session at once: all of them stay signed in, with the cookie they have [T209]', async () => {
  const { found, renew } = await signedInTabs()
  for (let time = 0; time < 2; time++) {
    const all = await Promise.all(Array.from({ length: 10 }, renew))
    expect(all).toEqual(Array(10).fill({ status: 200, keeps: true }))
  }
  expect(await found()).not.toBeNull()
})

test('one tab signs out while others renew: the session is over for all, and no renewal brings it back', async () => {
  const other = await signedIn(await somePerson(db))
  for (let time = 0; time < 5; time++) {
    const { found, renew } = await signedInTabs()
    const { person } = (await found())!
    const [, ...all] = await Promise.all([signOut(db, person), ...Array.from({ length: 6 }, renew)])
    for (const { status, keeps } of all)
      expect([status, keeps]).toEqual(status === 200 ? [200, true] : [401, undefined])
    expect(await found()).toBeNull()
    expect(await renew()).toEqual({ status: 401, keeps: undefined })
  }
  expect(await holder(db, other.headers)).not.toBeNull()
})
