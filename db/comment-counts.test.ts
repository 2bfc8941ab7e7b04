import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#app/platform/postgres/migrate.server.ts'
import { dropDatabase, emptyDatabase } from '#test/database.ts'

test('comments that were there before they were counted are counted when the database is brought up to date', async () => {
  const [url, folder] = [await emptyDatabase(), mkdtempSync(path.join(os.tmpdir(), 'migrations-'))]
  const client = new pg.Client(url)
  const take = (upTo: string) => {
    for (const name of readdirSync('db/migrations').filter((one) => one <= upTo && one.endsWith('.sql')))
      copyFileSync(path.join('db/migrations', name), path.join(folder, name))
    return migrate(url, folder)
  }
  await take('0153~')
  await client.connect()
  await client.query(`insert into users (id, email) values (gen_random_uuid(), 'amina@example.org')`)
  await client.query(`insert into fund_drives (user_id, slug, title, goal_amount, category)
    select id, slug, 'A drive', 100, 'Medical' from users, (values ('one'), ('other')) drives(slug)`)
  await client.query(`insert into fund_drive_comments (fund_drive_id, content, visitor, fingerprint, state, suspicion)
    select d.id, 'Pole', 'v', repeat('x', 43), s.state, 'link' from fund_drives d,
      (values ('shown'), ('shown'), ('hidden'), ('quarantined')) s(state) where d.slug = 'one'`)
  expect(await take('0154~')).toEqual(['0154_comment_counts.sql'])
  const { rows } = await client.query(`select slug, shown::int, quarantined::int, hidden::int,
      newest = coalesce((select max(c.id) from fund_drive_comments c where c.fund_drive_id = d.id and c.state = 'shown'), 0) as newest
    from comment_counts join fund_drives d on d.id = fund_drive_id order by slug`)
  await client.end()
  expect(rows).toEqual([
    { slug: 'one', shown: 2, quarantined: 1, hidden: 1, newest: true },
    { slug: 'other', shown: 0, quarantined: 0, hidden: 0, newest: true },
  ])
  await dropDatabase(url)
  rmSync(folder, { recursive: true })
}, 60_000)
