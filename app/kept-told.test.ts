import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { someDrive } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { someTreasurer } from '#test/treasurers.ts'
import { agent, allHeard, bare, twoWays } from '#test/two-ways.ts'
import { addVideo } from './drives/gallery/gallery.server.ts'

leavesSomethingBehind()

// A page that shows the same for long is not made again, so whatever it shows must tell of its changes by itself, also where a
// person at the database changes it.

const db = await testDatabase({ asOwner: true })
let { at, slow, made, close } = {} as Awaited<ReturnType<typeof twoWays>>
beforeAll(async () => {
  ;({ at, slow, made, close } = await twoWays())
}, 120_000)
afterAll(() => close())

const page = async (path: string, from = at) =>
  (await from.ask(path, { headers: { 'user-agent': agent, accept: 'text/html' } })).text
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** One whose token is not renewed in the next seconds. */
async function quietDrive() {
  for (;;) {
    const drive = await someDrive(db)
    const own = Number.parseInt(drive.id.slice(0, 8), 16) % 600_000
    if ((Date.now() - own) % 600_000 < 560_000) return drive
  }
}

/** With one of all that a page shows. */
async function fullDrive() {
  const drive = await quietDrive()
  const { id } = drive
  await gift(db, id, 50_000, { donorName: 'Amina Yusuf', message: 'Pole sana' })
  await sql`insert into fund_drive_comments (fund_drive_id, name, content, visitor, fingerprint)
    values (${id}, 'Baraka', 'Tuko pamoja', 'a visitor', rpad('x', 43, 'x'))`.execute(db)
  await addVideo(db, id, 'https://youtu.be/aaaaaaaaaaa')
  await sql`insert into fund_drive_images (fund_drive_id, image_url, display_order, width, height, colour)
    values (${id}, '/media/drives/0.jpg', 1, 640, 480, '#336699')`.execute(db)
  const { helper } = await someTreasurer(db, drive)
  await sql`update fund_drives set signatures = 1 where id = ${id}`.execute(db)
  await sql`update drive_helpers set named = true where id = ${helper}`.execute(db)
  return drive
}

describe('a page on which nothing changes', () => {
  test('is not made again', async () => {
    const { slug } = await quietDrive()
    await allHeard()
    await page(`/fundraiser/${slug}`)
    made()
    for (let nr = 0; nr < 25; nr++) {
      await page(`/fundraiser/${slug}`)
      await pause(100)
    }
    await pause(1500)
    await page(`/fundraiser/${slug}`)
    expect(made()).toBe(0)
  })
})

const changes: [what: string, change: (id: string) => ReturnType<typeof sql>][] = [
  ['the drive', (id) => sql`update fund_drives set title = 'Another title' where id = ${id}`],
  [
    'its owner’s name',
    (id) => sql`update profiles set full_name = 'Zawadi Njeri' from fund_drives d
      where d.id = ${id} and profiles.user_id = d.user_id`,
  ],
  [
    'its owner, who is shut out',
    (id) => sql`update users set suspended_at = now(), suspended_why = 'planted' from fund_drives d
      where d.id = ${id} and users.id = d.user_id`,
  ],
  ['a treasurer’s tick', (id) => sql`update drive_helpers set named = false where fund_drive_id = ${id}`],
  ['a treasurer who leaves', (id) => sql`update drive_helpers set left_at = now() where fund_drive_id = ${id}`],
  [
    'a treasurer’s name',
    (id) => sql`update profiles set full_name = 'Zawadi Njeri' from drive_helpers h
      where h.fund_drive_id = ${id} and profiles.user_id = h.user_id`,
  ],
  [
    'a treasurer who is shut out',
    (id) => sql`update users set suspended_at = now(), suspended_why = 'planted' from drive_helpers h
      where h.fund_drive_id = ${id} and users.id = h.user_id`,
  ],
  ['a comment', (id) => sql`update fund_drive_comments set content = 'Written anew' where fund_drive_id = ${id}`],
  ['a like', (id) => sql`update fund_drive_comments set likes = 4711 where fund_drive_id = ${id}`],
  ['a comment that goes', (id) => sql`delete from fund_drive_comments where fund_drive_id = ${id}`],
  [
    'a picture',
    (id) => sql`update fund_drive_images set image_url = '/media/drives/1.jpg' where fund_drive_id = ${id}`,
  ],
  ['a video', (id) => sql`update fund_drive_videos set title = 'A film of it' where fund_drive_id = ${id}`],
  ['a gift’s words', (id) => sql`update donations set message = 'Other words' where fund_drive_id = ${id}`],
  ['what was given back', (id) => sql`update payments set reversed = 20000 where fund_drive_id = ${id}`],
  ['a total', (id) => sql`insert into wallet_deltas (fund_drive_id, credit) values (${id}, 700)`],
  [
    'its credits',
    (id) =>
      sql`update subscriptions set views = views - remaining_views, remaining_views = 0 where fund_drive_id = ${id}`,
  ],
]

describe('a change that nobody tells of is there within a second', () => {
  test.each(changes)('%s', async (_, change) => {
    const { id, slug } = await fullDrive()
    const all = async (from = at) => {
      const pages = ['', '?tab=comments', '?tab=gallery', '?tab=donations'].map((tab) =>
        page(`/fundraiser/${slug}${tab}`, from),
      )
      return bare((await Promise.all(pages)).join('\n'))
    }
    await all()
    await pause(300)
    const before = await all()
    await change(id).execute(db)
    const wanted = await all(slow)
    expect(wanted === before).toBe(false)
    await expect.poll(async () => (await all()) === wanted, { interval: 50 }).toBe(true)
  })

  test('also when the line to the database is cut at that moment', async () => {
    const { id, slug } = await fullDrive()
    await page(`/fundraiser/${slug}`)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'harambee live'`.execute(db)
    await sql`update fund_drives set title = 'While nobody heard' where id = ${id}`.execute(db)
    await expect.poll(() => page(`/fundraiser/${slug}`), { interval: 20 }).toContain('While nobody heard')
  })
})

test('each table that a page reads tells of its changes', async () => {
  const { slug } = await fullDrive()
  const asked = new Set<string>()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await page(`/fundraiser/${slug}`)
  for (const [statement] of query.mock.calls as unknown[][]) {
    const text = typeof statement === 'string' ? statement : (statement as { text?: string }).text
    if (text && /^\s*(select|with)/i.test(text) && !text.includes('tell_topic')) asked.add(text)
  }
  query.mockRestore()
  expect(asked.size).toBeGreaterThan(1)
  const read = new Set<string>()
  for (const text of asked) {
    const { rows } = await sql<{ 'QUERY PLAN': unknown }>`explain (generic_plan, format json) ${sql.raw(text)}`.execute(
      db,
    )
    for (const [, name] of JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)"/g)) read.add(name!)
  }
  const { rows } = await sql<{ name: string }>`
    select distinct event_object_table as name from information_schema.triggers
    where action_statement like '%tell_%'`.execute(db)
  const telling = new Set(rows.map(({ name }) => name))
  // Written by triggers on comments or gifts alone; likes are counted with their comment; and a code of M-Pesa's gets its
  // payment in the transaction that books the gift. A method stays as it was when a withdrawal named it.
  const others = new Set(['comment_counts', 'drive_givers', 'comment_likes', 'mpesa_receipts', 'withdrawal_methods'])
  expect(read.size).toBeGreaterThan(8)
  expect([...read].filter((name) => !telling.has(name) && !others.has(name))).toEqual([])
})
