import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sweepPeople } from '#app/people/accounts/links.server.ts'
import { fieldOf } from '#test/app-forms.ts'
import { wordsOf } from '#test/as-sent.ts'
import { testDatabase } from '#test/database.ts'
import { fullDrive } from '#test/full-drive.ts'
import { somePerson, withCookies } from '#test/make.ts'
import type { Drive } from '#test/matrix-rows.ts'
import { timePasses } from '#test/time.ts'
import { wholeApp } from '#test/whole-app.ts'

// A form that is sent after the session has ended: its person signs in, and finds it as they sent it.

const db = await testDatabase()
const at = wholeApp({ drawn: true })
let owner: Awaited<ReturnType<typeof somePerson>>
let drive: Drive
beforeAll(async () => {
  owner = await somePerson(db, { admin: true })
  drive = await fullDrive(db, owner.id)
}, 120_000)
beforeEach(() => sql`delete from rate_limits; delete from kept_forms`.execute(db))

/** A browser without a script. */
function browser() {
  let jar = new Headers()
  let here = at.origin
  async function ask(
    path: string,
    sent?: Record<string, string>,
    more: Record<string, string> = {},
  ): Promise<{ status: number; to?: string; page: string }> {
    const body = sent && new URLSearchParams(sent).toString()
    const headers = {
      cookie: jar.get('cookie') ?? '',
      accept: 'text/html',
      'user-agent': 'Firefox/150',
      referer: here,
      ...more,
      ...(sent && { origin: at.origin, 'content-type': 'application/x-www-form-urlencoded' }),
    }
    const answer = await at.ask(path, { method: sent ? 'POST' : 'GET', headers, ...(body && { body }) })
    jar = withCookies(jar, answer.headers['set-cookie'] ?? [])
    const to = answer.headers.location
    if (!to && !path.includes('.data')) here = at.origin + path
    return { status: answer.status, page: answer.text, ...(to && { to }) }
  }
  /** Goes on until there is a page. */
  async function open(path: string, sent?: Record<string, string>) {
    let answer = await ask(path, sent)
    for (let steps = 0; answer.to && steps < 5; steps++) answer = await ask(answer.to)
    return { ...answer, words: wordsOf(answer.page) }
  }
  return {
    ask,
    open,
    cookies: () => jar.get('cookie') ?? '',
    signIn: ({ email, password }: { email: string; password: string }, to = '/dashboard') =>
      open('/auth/sign-in', { email, password, to }),
  }
}

/** Their session has run out; or it was ended elsewhere, and nothing is left of it. */
const end = (how: 'over' | 'gone') =>
  how === 'over' ? timePasses('8 days', { sessions: {} }) : sql`delete from sessions`.execute(db)

const signedOut = 'You were signed out What you typed is still here. Press the button again to send it.'
const big = Array.from(
  { length: 1900 },
  (_, at) => `${at + 1}. Mama Njeri wa Kangemi, nyumba ya ${at} & dada 500 ✅`,
).join('\n')
const gift = {
  amount: '12,500',
  name: 'Mzee "Otis" <Odhiambo>',
  method: 'cheque',
  givenOn: '2026-11-02',
  note: 'Bahasha\nya pili',
}

test.each<['over' | 'gone', string, string, Record<string, string>, string]>([
  ['over', 'fund-drive/:slug/recorded/add', 'fund-drive/:slug/recorded/add', gift, 'recorded_gifts'],
  ['gone', 'fund-drive/:slug/recorded/add', 'fund-drive/:slug/recorded/add', gift, 'recorded_gifts'],
  ['over', 'fund-drive/:slug/bridge', 'fund-drive/:slug/bridge', { text: big }, 'list_pastes'],
  ['over', 'gathering/:gathering/guests/import', 'gathering/:gathering/guests/import', { text: big }, 'guest_pastes'],
  ['over', 'admin/fund-drives/:slug/pause', 'admin/fund-drives/:slug/pause', { why: 'Ripoti tatu' }, 'audit_log'],
  ['over', 'fund-drive/:slug/info', 'fund-drive/:slug/info/save', { title: 'Jina jipya', goal: '7' }, 'fund_drives'],
])(
  'a session that is %s: what was typed at /%s is there after signing in, once, and is not sent',
  async (how, page, action, typed, table) => {
    const here = (path: string) => `/${path.replace(/:(slug|gathering|id)/, (_, name: 'slug') => drive[name])}`
    const { ask, open, cookies, signIn } = browser()
    await signIn(owner)
    expect((await open(here(page))).status).toBe(200)
    await end(how)
    const before = await rowsIn(table)
    const sent = await ask(here(action), typed)
    expect([sent.status, sent.to]).toEqual([303, `/auth?to=${encodeURIComponent(here(page))}`])
    const back = await signIn(owner, here(page))
    expect([back.status, back.words]).toEqual([200, expect.stringContaining(signedOut)])
    for (const [name, value] of Object.entries(typed))
      if (name !== 'method') expect(fieldOf(back.page, name).value).toBe(value)
    if (typed.method)
      expect(back.page).toMatch(
        new RegExp(
          `<option[^>]* value="${typed.method}"[^>]* selected|<option[^>]*selected[^>]* value="${typed.method}"`,
        ),
      )
    expect(await rowsIn(table)).toBe(before)
    // A kept form is shown once.
    expect([cookies().includes('kept='), (await db.selectFrom('kept_forms').selectAll().execute()).length]).toEqual([
      false,
      0,
    ])
    expect((await open(here(page))).words).not.toContain('You were signed out')
  },
)

const rowsIn = async (table: string) =>
  JSON.stringify((await sql`select * from ${sql.table(table)} order by 1`.execute(db)).rows)

test('pressed again, what was kept is done', async () => {
  const path = `/fund-drive/${drive.slug}/recorded/add`
  const { ask, open, signIn } = browser()
  // Below the goal of the drive: more is asked about first.
  const small = { ...gift, amount: '500' }
  await signIn(owner)
  const key = fieldOf((await open(path)).page, 'key').value
  await end('over')
  await ask(path, { ...small, key })
  const back = await signIn(owner, path)
  // One form, by its key: pressed twice it is one gift.
  expect(fieldOf(back.page, 'key').value).toBe(key)
  for (const _ of [1, 2]) expect((await ask(path, { ...small, key })).to).toBe(`/fund-drive/${drive.slug}/recorded`)
  const kept = await db.selectFrom('recorded_gifts').where('name', '=', gift.name).select('amount').execute()
  expect(kept).toEqual([{ amount: 50_000 }])
})

test('with a script the person is led to the form as a document, wherever they signed in', async () => {
  const path = `/fund-drive/${drive.slug}/recorded/add`
  const { ask, open, signIn } = browser()
  await signIn(owner)
  await open(path)
  await end('over')
  const sent = await ask(`${path}.data`, gift)
  expect([sent.status, sent.page]).toEqual([202, expect.stringContaining('/auth?to=')])
  await signIn(owner)
  const back = await ask(`${path}.data`)
  expect([back.status, back.page]).toEqual([202, expect.stringMatching(/"reload",true/)])
  const shown = await open(path)
  expect([fieldOf(shown.page, 'amount').value, shown.words]).toEqual(['12,500', expect.stringContaining(signedOut)])
})

test('a page that is left while its session is over hands in what was typed; while it is not over, nothing is done', async () => {
  const path = `/fund-drive/${drive.slug}/recorded/add`
  const { ask, open, signIn } = browser()
  await signIn(owner)
  await open(path)
  const before = await rowsIn('recorded_gifts')
  const leave = () => ask(path, gift, { 'x-only-keep': '1' })
  expect((await leave()).status).toBe(204)
  expect([await rowsIn('recorded_gifts'), await rowsIn('kept_forms')]).toEqual([before, '[]'])
  await end('over')
  expect((await leave()).status).toBe(303)
  const back = await signIn(owner, path)
  expect([fieldOf(back.page, 'amount').value, await rowsIn('recorded_gifts')]).toEqual(['12,500', before])
})

test('another person who signs in with that browser sees nothing of it, and it is gone', async () => {
  const path = `/fund-drive/${drive.slug}/recorded/add`
  const { ask, open, signIn, cookies } = browser()
  await signIn(owner)
  await open(path)
  await end('over')
  await ask(path, gift)
  const other = await somePerson(db)
  const back = await signIn(other, path)
  expect([back.status, back.words]).toEqual([404, expect.not.stringContaining('12,500')])
  expect([cookies().includes('kept='), await rowsIn('kept_forms')]).toEqual([false, '[]'])
  await signIn(owner)
  expect((await open(path)).words).not.toContain('You were signed out')
})

test('what is kept is sealed, ends after an hour, and has no password; of settings nothing is kept', async () => {
  const path = `/fund-drive/${drive.slug}/recorded/add`
  const { ask, open, signIn, cookies } = browser()
  await signIn(owner)
  await open(path)
  await end('over')
  await ask(path, { ...gift, password: 'siri-sana', again: 'siri-tena' })
  expect(await rowsIn('kept_forms')).not.toMatch(/Otis|12,500|siri/)
  await timePasses('61 minutes')
  expect((await signIn(owner, path)).words).not.toContain('You were signed out')
  expect(cookies()).not.toContain('kept=')
  await sweepPeople(db)
  expect(await rowsIn('kept_forms')).toBe('[]')

  await end('over')
  await ask('/settings/email', { email: 'mpya@example.org', password: 'siri-sana' })
  expect([cookies().includes('kept='), await rowsIn('kept_forms')]).toEqual([false, '[]'])
})

test('the person who signs out leaves nothing by which later forms would be kept', async () => {
  const { ask, open, signIn } = browser()
  await signIn(owner)
  await open('/dashboard')
  await ask('/sign-out', {})
  await ask(`/fund-drive/${drive.slug}/recorded/add`, gift)
  expect(await rowsIn('kept_forms')).toBe('[]')
})

test('a person keeps five forms at most, the newest', async () => {
  const { ask, open, signIn } = browser()
  await signIn(owner)
  await open('/dashboard')
  await end('over')
  for (let nr = 0; nr < 7; nr++) await ask(`/fund-drive/${drive.slug}/bridge`, { text: `${nr}` })
  expect(JSON.parse(await rowsIn('kept_forms'))).toHaveLength(5)
})
