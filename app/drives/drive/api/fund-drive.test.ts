import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { fullDrive } from '#test/full-drive.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { query } from '#test/rows.ts'
import { wholeApp } from '#test/whole-app.ts'

const db = await testDatabase()
const at = wholeApp()

beforeEach(() => db.deleteFrom('rate_limits').execute())
const read = (slug: string, headers: Record<string, string> = {}) => at.ask(`/api/fund-drives/${slug}`, { headers })
const set = (id: string, what: ReturnType<typeof sql>) =>
  sql`update fund_drives set ${what} where id = ${id}`.execute(db)

/** The fields that docs/develop/api.md explains, in its table. */
const explained = () => {
  const [, about = ''] = readFileSync('docs/develop/api.md', 'utf8').split('GET /api/fund-drives/{slug}`')
  return [...about.split('\n## ')[0]!.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
}

test('a program reads what is public of a drive, and every field is explained', async () => {
  const { id, slug } = await someDrive(db, { title: 'Maji Safi' })
  await set(id, sql`goal_amount = 1000000, end_date = '2031-02-28'`)
  const { status, text } = await read(slug)
  expect(status).toBe(200)
  const drive = JSON.parse(text)
  expect(drive).toEqual({
    id,
    title: 'Maji Safi',
    goal: 10_000,
    raised: 0,
    recorded: 0,
    percent: 0,
    donors: 0,
    status: 'active',
    picture: null,
    ends: '2031-02-28',
  })
  expect(Object.keys(drive)).toEqual(explained())
})

test('what was raised is said as on the page, and nobody who gave is named', async () => {
  const { slug, id } = await fullDrive(db, (await somePerson(db)).id)
  const [row] = await query<{ raised: number; donors: number }>`
      select raised_amount as raised, donors from fund_drive_totals where fund_drive_id = ${id}`
  const { text } = await read(slug)
  expect(JSON.parse(text)).toMatchObject({ raised: row!.raised / 100, donors: row!.donors })
  expect(text).not.toContain('@')
})

test('any page may ask, and keeps the answer for a second', async () => {
  const { slug } = await someDrive(db)
  const { headers } = await read(slug, { origin: 'https://elsewhere.example' })
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=1',
    'content-type': 'application/json',
  })
  expect(headers).not.toHaveProperty('access-control-allow-credentials')
  expect(headers).not.toHaveProperty('set-cookie')
})

test('without views left it is there, ended too; paused, shut, unknown or its owner shut out it is not', async () => {
  const missing = async (slug: string) => {
    const { status, text, headers } = await read(slug)
    expect([status, JSON.parse(text), headers['access-control-allow-origin']]).toEqual([
      404,
      { error: expect.any(String) },
      '*',
    ])
  }
  const { id, slug, ownerId } = await someDrive(db)
  await query`update subscriptions set remaining_views = 0, views = 0 where fund_drive_id = ${id}`
  expect(JSON.parse((await read(slug)).text)).toMatchObject({ id, status: 'active' })
  await set(id, sql`status = 'completed'`)
  expect(JSON.parse((await read(slug)).text)).toMatchObject({ id, status: 'completed' })
  await set(id, sql`status = 'paused'`)
  await missing(slug)
  await set(id, sql`status = 'active'`)
  await query`update users set suspended_at = now(), suspended_why = 'fraud' where id = ${ownerId}`
  await missing(slug)
  await missing('no-such-drive')
  await missing('x'.repeat(300))
})

test('a drive that collects no money tells no figures', async () => {
  const { id, slug } = await someDrive(db)
  await set(id, sql`collect_donations = false`)
  expect(JSON.parse((await read(slug)).text)).toMatchObject({ goal: null, raised: null, percent: null, donors: null })
})

test('only reading is done there, and so often a minute', async () => {
  const { slug } = await someDrive(db)
  const posted = await at.ask(`/api/fund-drives/${slug}`, { method: 'POST', headers: { origin: at.origin } })
  expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
  const answers = []
  for (let i = 0; i < 301; i++) answers.push(await read(slug))
  const last = answers.at(-1)!
  expect(answers.slice(0, 300).every(({ status }) => status === 200)).toBe(true)
  expect([last.status, JSON.parse(last.text)]).toEqual([429, { error: expect.any(String) }])
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
})
