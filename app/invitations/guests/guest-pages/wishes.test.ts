import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { settings } from '#app/platform/settings/settings.server.ts'
import { forgetListed } from '#app/privacy/forget-donor.server.ts'
import { brokenBooks } from '#test/books.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { oneRow, query, setRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'

// What a guest does about the list they are on, and what they take along from their page.

const db = await testDatabase()
const { get, send } = plainBrowser()
afterEach(async () => {
  await db.deleteFrom('rate_limits').execute()
  expect(await brokenBooks(db)).toEqual([])
})

const yes = { no: '1', reply: 'yes', adults: '2', children: '0' }
const invited = async (own: Record<string, string> = {}, drive?: { id: string; ownerId: string }) => {
  const host = await someGathering(db, own, drive)
  const guest = await someGuest(db, host, { phone: '+254712345678', email: 'njeri@example.org' })
  return { host, ...guest, page: `/i/${guest.link}` }
}
const rowOf = (id: string) => db.selectFrom('supporters').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const taken = async ({ occasionId }: { occasionId: string }) =>
  (await oneRow('occasion_seats', { occasion_id: occasionId })).taken

describe('the day on which a page was opened first', () => {
  const dot = (page: string, from = {}) => get(`${page}/seen.gif`, from)

  test('is kept once, to the day', async () => {
    const { id, page } = await invited()
    expect((await get(page)).text).toContain(`src="${page}/seen.gif"`)
    expect((await rowOf(id)).seen_on).toBeNull()
    expect((await dot(page)).headers['content-type']).toBe('image/gif')
    const first = (await rowOf(id)).seen_on
    expect(first).not.toBeNull()
    await setRows('supporters', { id }, { seen_on: new Date('2026-01-05') })
    await dot(page)
    expect(String((await rowOf(id)).seen_on)).toContain('2026')
    const rows = await query<{ day: string }>`select seen_on::text as day from supporters where id = ${id}`
    expect(rows[0]!.day).toMatch(/^2026-01-0/)
  })

  test('is kept for no crawler and no host; an unknown link gets the same dot [T584]', async () => {
    const person = await somePerson(db)
    const drive = await someDrive(db, { ownerId: person.id })
    const { id, page } = await invited({}, drive)
    const cookie = (await signedIn(person)).headers.get('cookie') ?? ''
    await dot(page, { agent: 'WhatsApp/2.24.1 A' })
    await dot(page, { agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' })
    await dot(page, { cookie })
    expect((await rowOf(id)).seen_on).toBeNull()
    expect((await dot('/i/23456789abcd')).status).toBe(200)
    await dot(page)
    expect((await rowOf(id)).seen_on).not.toBeNull()
  })
})

describe('a guest', () => {
  test('wants no more messages, and then wants them again', async () => {
    const { id, page } = await invited()
    expect((await send(`${page}/quiet`, {})).headers.location).toBe(`${page}#main`)
    expect((await rowOf(id)).quiet_at).not.toBeNull()
    expect((await get(page)).words).toContain('You get no more messages. If an occasion changes')
    await send(`${page}/quiet`, { again: '1' })
    expect((await rowOf(id)).quiet_at).toBeNull()
  })

  test('is removed: nothing that says who it was is left, the seats go to who waits, the link is dead [T583]', async () => {
    const { host, id, page } = await invited({ capacity: '2' })
    const next = await someGuest(db, host)
    await send(`${page}/answer`, { ...yes, wish: 'Karibuni' })
    await send(`/i/${next.link}/answer`, yes)
    const { headers, status } = await send(`${page}/forget`, { end: '5678' })
    expect([status, headers.location]).toEqual([303, '/'])
    expect(await rowOf(id)).toMatchObject({
      name: 'Forgotten guest',
      phone: null,
      email: null,
      note: '',
      seen_on: null,
    })
    const left = await db.selectFrom('invitations').where('supporter_id', '=', id).selectAll().executeTakeFirstOrThrow()
    expect(left).toMatchObject({ state: 'withdrawn', wish: '', adults: null })
    expect((await get(page)).status).toBe(404)
    expect((await send(`${page}/answer`, yes)).status).toBe(404)
    expect((await get(`/i/${next.link}`)).words).toContain('A place is free.')
    expect(await taken(host)).toBe(2)
  })

  test('who is removed after the day is still counted', async () => {
    const { host, id, page } = await invited()
    await send(`${page}/answer`, yes)
    await timePasses('33 days', { occasions: { id: host.occasionId } })
    await send(`${page}/forget`, { end: '5678' })
    expect(await taken(host)).toBe(2)
    expect((await rowOf(id)).name).toBe('Forgotten guest')
  })

  test('is forgotten by number and by address on all lists, also where the number is only claimed', async () => {
    const [a, b] = [await invited({ shared: 'on' }), await invited()]
    await send(`/invitation/${a.host.slug}/answer`, { ...yes, name: 'Njeri', phone: '0712 345 678' })
    expect((await forgetListed(db, '0712345678')).guests).toBeGreaterThanOrEqual(3)
    const { rows } = await sql<{
      row: string
    }>`select s::text as row from supporters s where gathering_id in (${a.host.id}, ${b.host.id})`.execute(db)
    expect(rows).toHaveLength(3)
    for (const { row } of rows) expect(row).not.toMatch(/712345678|njeri@example|Njeri/)
    const c = await invited()
    expect((await forgetListed(db, 'NJERI@example.org')).guests).toBe(1)
    expect((await rowOf(c.id)).phone).toBeNull()
    expect((await forgetListed(db, 'nobody@example.org')).guests).toBe(0)
  })
})

describe('a report', () => {
  const paused = async (id: string) =>
    (await sql<{ is: boolean }>`select messages_paused(${id}) as is`.execute(db)).rows[0]!.is

  test('reaches the back office; from three networks they pause the messages until the back office looks', async () => {
    const proxies = settings.TRUST_PROXY
    settings.TRUST_PROXY = 1
    try {
      const { host, page } = await invited()
      const tell = (address: string) =>
        send(`${page}/report`, { reason: 'stranger', words: 'Who is this?' }, { address })
      for (const address of ['41.90.1.1', '41.90.1.2', '105.16.2.1', '105.16.2.9'])
        expect((await tell(address)).status).toBe(303)
      expect(await paused(host.id)).toBe(false)
      await tell('197.248.3.1')
      expect(await paused(host.id)).toBe(true)
      const rows = await db.selectFrom('guest_reports').where('gathering_id', '=', host.id).selectAll().execute()
      expect(new Set(rows.map(({ network }) => network))).toEqual(new Set(['41.90.1.0', '105.16.2.0', '197.248.3.0']))
      await db.updateTable('guest_reports').set({ looked_at: new Date() }).where('gathering_id', '=', host.id).execute()
      expect(await paused(host.id)).toBe(false)
    } finally {
      settings.TRUST_PROXY = proxies
    }
  })

  test('without a reason is asked for one, and keeps its words', async () => {
    const { page } = await invited()
    const { status, words, text } = await send(`${page}/report`, { words: 'Nani huyu?' })
    expect([status, words]).toEqual([422, expect.stringContaining('Please choose a reason.')])
    expect(text).toContain('Nani huyu?')
  })
})

describe('the file for a calendar', () => {
  test('is of one guest, names nobody, and each is newer than the last', async () => {
    const { page } = await invited()
    const [one, two] = [await get(`${page}/calendar/1`), await get(`${page}/calendar/1`)]
    expect(one.headers['content-type']).toBe('text/calendar; method=PUBLISH; charset=utf-8')
    const of = (text: string, name: string) => new RegExp(`^${name}:(.*)\\r$`, 'm').exec(text)?.[1]
    expect(of(one.text, 'UID')).toMatch(/^invitation-.*@harambee$/)
    expect(of(one.text, 'UID')).toBe(of(two.text, 'UID'))
    expect([of(one.text, 'SEQUENCE'), of(two.text, 'SEQUENCE')]).toEqual(['1', '2'])
    expect(one.text).toContain('METHOD:PUBLISH')
    expect(one.text).not.toMatch(/ATTENDEE|Njeri/)
    for (const no of ['2', 'x', '-1']) expect((await get(`${page}/calendar/${no}`)).status).toBe(404)
    expect((await get('/i/23456789abcd/calendar/1')).status).toBe(404)
  })
})
