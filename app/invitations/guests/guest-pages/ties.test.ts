import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { log } from '#app/platform/log.server.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { someDrive } from '#test/make.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { oneRow } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'

// What comes by a guest's own link is known to be theirs; what is anonymous leaves no trace.

const db = await testDatabase()
const { get, send } = plainBrowser()
beforeAll(() => void scriptedProvider())
afterEach(() => db.deleteFrom('rate_limits').execute())

/** A guest of the gathering that is beside a drive, who pressed Give: with the cookie that then goes along. */
async function givingGuest() {
  const drive = await someDrive(db)
  const host = await someGathering(db, {}, drive)
  const guest = await someGuest(db, host)
  const { status, headers } = await send(`/i/${guest.link}/give`, {})
  expect([status, headers.location]).toEqual([303, `/fundraiser/${drive.slug}/donate`])
  const [cookie = ''] = headers['set-cookie'] ?? []
  return { drive, guest, set: cookie, cookie: cookie.split(';')[0]! }
}
const gift = () => ({ amount: '500', email: `${crypto.randomUUID()}@example.org`, key: crypto.randomUUID() })
const ties = (guest: string) => db.selectFrom('supporter_ties').where('supporter_id', '=', guest).selectAll().execute()
const all = async () => (await sql<{ n: number }>`select count(*) as n from supporter_ties`.execute(db)).rows[0]!.n

test('the cookie goes to the pages of that drive alone, for an hour, and no script reads it', async () => {
  const { drive, set } = await givingGuest()
  expect(set).toMatch(new RegExp(`Path=/fundraiser/${drive.slug}; Max-Age=3600; HttpOnly; SameSite=Lax`))
})

test('who came by an invitation need not type the name, the number or the address that their hosts have, and reads no number', async () => {
  const drive = await someDrive(db)
  const host = await someGathering(db, {}, drive)
  const own = { name: 'Baba Otis', phone: '+254712345678', email: 'otis@example.org' }
  const { link } = await someGuest(db, host, own)
  const cookie = `guest=${link}`
  const form = await get(`/fundraiser/${drive.slug}/donate?by=page`, { cookie })
  expect(form.text).toMatch(/<input[^>]*name="name"[^>]*value="Baba Otis"|<input[^>]*value="Baba Otis"[^>]*name="name"/)
  expect(form.words).toContain('Leave it empty for the address we know.')
  for (const hidden of ['712345678', '345 678', 'otis@']) expect(form.text).not.toContain(hidden)
  expect(
    (await send(`/fundraiser/${drive.slug}/donate`, { ...gift(), email: '', name: 'Baba Otis' }, { cookie })).status,
  ).toBe(303)
  const { donor_email } = await oneRow('payments', { fund_drive_id: drive.id })
  expect(donor_email).toBe('otis@example.org')
  // What is refused is sent back as it was typed, and on the pages of another drive nobody is known.
  const refused = await send(`/fundraiser/${drive.slug}/donate`, { ...gift(), email: '', amount: '0' }, { cookie })
  expect([refused.status, refused.text.includes('otis@')]).toEqual([422, false])
  const other = await someDrive(db)
  expect((await send(`/fundraiser/${other.slug}/donate`, { ...gift(), email: '' }, { cookie })).status).toBe(422)
  expect((await get(`/fundraiser/${other.slug}/donate`, { cookie })).text).not.toContain('Baba Otis')
})

test('the pledge form knows the guest as well: who leaves both empty is reached as their hosts reach them, and what they type is taken alone', async () => {
  const drive = await someDrive(db)
  const host = await someGathering(db, {}, drive)
  const { link } = await someGuest(db, host, { name: 'Baba Otis', phone: '+254712345679', email: 'otis@example.org' })
  const cookie = `guest=${link}`
  const page = await get(`/fundraiser/${drive.slug}/pledge`, { cookie })
  expect(page.text).toMatch(/<input[^>]*value="Baba Otis"/)
  expect(page.words).toContain('Leave it empty for 0712 … 679.')
  for (const hidden of ['712345679', '345 679', 'otis@']) expect(page.text).not.toContain(hidden)
  const dueOn = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const pledge = (own: object) => ({ amount: '500', name: 'Baba Otis', dueOn, key: crypto.randomUUID(), ...own })
  for (const own of [{}, { email: 'own@example.org' }])
    expect((await send(`/fundraiser/${drive.slug}/pledge`, pledge(own), { cookie })).status).toBe(200)
  const rows = await db
    .selectFrom('pledges')
    .where('fund_drive_id', '=', drive.id)
    .select(['phone', 'email'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { phone: '+254712345679', email: 'otis@example.org' },
    { phone: null, email: 'own@example.org' },
  ])
  const stranger = await send(`/fundraiser/${drive.slug}/pledge`, pledge({}))
  expect([stranger.status, stranger.text.includes('otis@')]).toEqual([422, false])
})

test('a gift that is begun by the link is tied once, no matter who pays it', async () => {
  const { drive, guest, cookie } = await givingGuest()
  const sent = gift()
  for (let times = 0; times < 2; times++)
    expect((await send(`/fundraiser/${drive.slug}/donate`, sent, { cookie })).status).toBe(303)
  const [tie, ...more] = await ties(guest.id)
  expect([tie, more]).toMatchObject([{ how: 'link', pledge_id: null }, []])
  const payment = await db
    .selectFrom('payments')
    .where('id', '=', tie!.payment_id!)
    .select('donor_email')
    .executeTakeFirst()
  expect(payment?.donor_email).toBe(sent.email)
})

describe('O25: nothing is tied', () => {
  test('of an anonymous gift or pledge, whatever it came by [T585]', async () => {
    const { drive, guest, cookie } = await givingGuest()
    const before = await all()
    const warned = vi.spyOn(log, 'warn')
    expect((await send(`/fundraiser/${drive.slug}/donate`, { ...gift(), anonymous: 'on' }, { cookie })).status).toBe(
      303,
    )
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    const pledge = { amount: '500', email: 'siri@example.org', dueOn: day, anonymous: 'on', key: crypto.randomUUID() }
    expect((await send(`/fundraiser/${drive.slug}/pledge`, pledge, { cookie })).status).toBe(200)
    expect([await ties(guest.id), await all()]).toEqual([[], before])
    // It is not tried at all: the database, which would refuse it, is the last guard.
    expect(warned).not.toHaveBeenCalled()
    warned.mockRestore()
    expect((await get(`/i/${guest.link}`)).words).toContain(
      'If you give anonymously, the family won’t know it was you.',
    )
    await send(
      `/fundraiser/${drive.slug}/pledge`,
      { ...pledge, anonymous: '', name: 'Njeri', key: crypto.randomUUID() },
      { cookie },
    )
    expect(await ties(guest.id)).toMatchObject([{ payment_id: null, how: 'link' }])
  })

  test('without the link, by an odd one, or to another drive', async () => {
    const { guest, cookie } = await givingGuest()
    const other = await someDrive(db)
    const before = await all()
    for (const one of ['', 'guest=23456789abcd', "guest=' or 1=1", cookie])
      expect((await send(`/fundraiser/${other.slug}/donate`, gift(), { cookie: one })).status).toBe(303)
    expect([await ties(guest.id), await all()]).toEqual([[], before])
  })
})

test('a word is posted on the drive’s page and tied; one that is empty is asked for', async () => {
  const { drive, guest } = await givingGuest()
  const page = `/i/${guest.link}`
  expect((await send(`${page}/word`, { name: 'Mama Njeri', content: ' ' })).status).toBe(422)
  expect((await send(`${page}/word`, { name: 'Mama Njeri', content: 'Pole sana' })).headers.location).toBe(
    `${page}#main`,
  )
  const [tie] = await ties(guest.id)
  const comment = await db
    .selectFrom('fund_drive_comments')
    .where('id', '=', tie!.comment_id!)
    .selectAll()
    .executeTakeFirst()
  expect(comment).toMatchObject({ fund_drive_id: drive.id, name: 'Mama Njeri', content: 'Pole sana' })
  const alone = await someGuest(db, await someGathering(db))
  expect((await send(`/i/${alone.link}/word`, { content: 'Pole' })).status).toBe(404)
})

test('who is removed leaves no tie', async () => {
  const { drive, guest, cookie } = await givingGuest()
  await send(`/fundraiser/${drive.slug}/donate`, gift(), { cookie })
  expect(await ties(guest.id)).toHaveLength(1)
  await send(`/i/${guest.link}/forget`, { sure: 'on' })
  expect(await ties(guest.id)).toEqual([])
})
