import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { takeChanges } from '#app/money/payouts/changes.server.ts'
import { testDatabase } from '#test/database.ts'
import { cookieOf, ownersDrive, somePerson } from '#test/make.ts'
import { booksMustHold, gift } from '#test/money.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { oneRow } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { someTreasurer } from '#test/treasurers.ts'

// How who must agree changes, in a browser without a script.

const db = await testDatabase()
const { get, send } = plainBrowser()
booksMustHold(() => db)

async function changing() {
  const { owner, cookie, drive } = await ownersDrive(db)
  const treasurers = [
    await someTreasurer(db, { id: drive.id, ownerId: owner.id }),
    await someTreasurer(db, { id: drive.id, ownerId: owner.id }),
  ] as const
  const base = `/fund-drive/${drive.slug}`
  const set = (signatures: string) => send(`${base}/settings/signatures`, { signatures }, { cookie })
  await set('2')
  await gift(db, drive.id, 1_000_000)
  await set('1')
  const { id } = await oneRow('money_changes', { fund_drive_id: drive.id })
  const one = { ...treasurers[0], cookie: await cookieOf(treasurers[0]) }
  return { owner, cookie, drive, base, set, id, place: `${base}/payouts/changes`, one, two: treasurers[1] }
}
const stateOf = async (id: number) => (await oneRow('money_changes', { id })).state

test('a treasurer reads what changes, and objects with a reason and the password; an administrator decides [T1245]', async () => {
  const { base, place, one, id, cookie, drive } = await changing()
  const line = 'wants 1 instead of 2 treasurers to agree, from'
  for (const page of [`${base}/settings`, `${base}/payouts`, place])
    expect((await get(page, { cookie })).words).toContain(line)
  for (const page of [`${base}/payouts`, place]) expect((await get(page, one)).words).toContain(line)
  expect((await get(place, one)).words).toContain('Object to this change')
  const object = (fields: Record<string, string>) => send(place, { change: String(id), what: 'object', ...fields }, one)
  await sql`update sessions set confirmed_at = now() - interval '11 minutes'`.execute(db)
  expect((await object({})).status).toBe(422)
  expect((await object({ again: one.password, why: 'x'.repeat(201) })).status).toBe(422)
  expect(await stateOf(id)).toBe('waiting')
  const objected = await object({ again: one.password, why: 'Nobody asked us' })
  expect([objected.status, objected.headers.location, await stateOf(id)]).toEqual([303, place, 'held'])
  expect((await get(place, { cookie })).words).toContain('has objected: Nobody asked us')
  const admin = await somePerson(db, { admin: true })
  const office = { cookie: await cookieOf(admin) }
  expect((await get('/admin', office)).words).toContain('Changes that are held')
  const decide = (fields: Record<string, string>) =>
    send(`/admin/changes/${id}`, { again: admin.password, ...fields }, office)
  expect((await get(`/admin/changes/${id}`, office)).words).toContain('Let it through')
  expect((await decide({ what: 'through' })).status).toBe(422)
  expect((await decide({ what: 'perhaps', why: 'We called them' })).status).toBe(422)
  expect((await decide({ what: 'through', why: 'We called them' })).status).toBe(303)
  expect((await get(place, one)).words).toContain('An administrator let it through: We called them')
  await timePasses('25 hours', { money_changes: { id } })
  await takeChanges(db)
  expect((await oneRow('fund_drives', { id: drive.id })).signatures).toBe(1)
  expect((await get(place, { cookie })).words).toContain('Earlier changes')
  for (const nowhere of ['0', '-1', 'x', '999999999'])
    expect((await get(`/admin/changes/${nowhere}`, office)).status).toBe(404)
})

test('the owner drops a change; a treasurer cannot, and others find nothing there [T1246]', async () => {
  const { place, one, id, cookie } = await changing()
  const post = (fields: Record<string, string>, who: { cookie: string }) =>
    send(place, { change: String(id), ...fields }, who)
  expect((await post({ what: 'drop' }, one)).status).toBe(403)
  const stranger = { cookie: await cookieOf(await somePerson(db)) }
  expect((await get(place, stranger)).status).toBe(404)
  expect((await post({ what: 'drop' }, stranger)).status).toBe(404)
  for (const change of ['0', '-1', 'x', '']) expect((await post({ what: 'drop', change }, { cookie })).status).toBe(422)
  const other = await changing()
  expect((await post({ what: 'drop', change: String(other.id) }, { cookie })).status).toBe(404)
  expect((await get(place, { cookie })).words).toContain('Drop this change')
  expect((await post({ what: 'drop' }, { cookie })).status).toBe(303)
  expect([await stateOf(id), await stateOf(other.id)]).toEqual(['dropped', 'waiting'])
})

test('the owner who removes a treasurer reads from when they no longer count [T1247]', async () => {
  const { base, cookie, two, place, one } = await changing()
  const removed = await send(`${base}/settings/helpers/remove`, { helper: String(two.helper) }, { cookie })
  expect(removed.status).toBe(303)
  expect((await oneRow('drive_helpers', { id: two.helper })).left_at).toBeNull()
  expect((await get(place, one)).words).toContain('who no longer counts from')
  expect((await get(place, { cookie: await cookieOf(two) })).words).toContain('Object to this change')
})

test('the owner gives everything back with the title and the password; visitors and treasurers read so, others find nothing [T1256]', async () => {
  const { base, cookie, drive, place, one, owner } = await changing()
  const form = `${base}/settings/give-back`
  expect((await get(`${base}/settings`, { cookie })).words).toContain('Each giver gets their gift the way they paid it')
  expect((await get(form, { cookie })).words).toContain('KES 10,000')
  expect((await get(`/fundraiser/${drive.slug}`)).text).toContain(`/fundraiser/${drive.slug}/donate`)
  const { title } = await oneRow('fund_drives', { id: drive.id })
  const post = (fields: Record<string, string>, who = { cookie }) => send(form, fields, who)
  await sql`update sessions set confirmed_at = now() - interval '11 minutes'`.execute(db)
  expect((await post({ title })).status).toBe(422)
  expect((await post({ title: 'Another', again: owner.password })).words).toContain('Type the title as it is written')
  for (const who of [one, { cookie: await cookieOf(await somePerson(db)) }]) {
    expect((await get(form, who)).status).toBe(404)
    expect((await post({ title }, who)).status).toBe(404)
  }
  expect((await oneRow('fund_drives', { id: drive.id })).giving_back).toBe(false)
  const asked = await post({ title, again: owner.password })
  expect([asked.status, asked.headers.location]).toEqual([303, place])
  for (const who of [{ cookie }, one])
    expect((await get(place, who)).words).toContain('gives everything back to the givers')
  expect((await get(`${base}/settings`, { cookie })).words).toContain('No gifts and no withdrawals are taken.')
  const page = await get(`/fundraiser/${drive.slug}`)
  expect(page.words).toContain('The organiser gives everything back: no new gifts are taken.')
  expect(page.text).not.toContain(`href="/fundraiser/${drive.slug}/donate"`)
  expect((await get(`/fundraiser/${drive.slug}/donate`)).words).not.toContain('Your email')
})
