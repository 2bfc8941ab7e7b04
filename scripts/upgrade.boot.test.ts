import * as fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openPool } from '#app/platform/db.server.ts'
import { migrate } from '#app/platform/postgres/migrate.server.ts'
import { databaseUser, own } from '#app/platform/postgres/place.server.ts'
import { runningPostgres, startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { freshFolder, pause, placeOf, startReady } from '#test/product.ts'
import { allIsThere, world } from '#test/world.ts'
import { loadYesterday } from '#test/yesterday.ts'
import { ensureBuild } from './build.ts'

// D9: a newer version brings its migrations to a database that an older one works with, as when one process after the
// other is replaced.

beforeAll(() => ensureBuild())

/** What a newer version may bring: columns, an index, a rule and a table where everybody writes, and all rows gone through. */
const newer = `
alter table payments add column campaign text not null default '';
alter table donations add column thanked_at timestamptz;
create index donations_thanked on donations (thanked_at);
alter table wallet_deltas add constraint wallet_deltas_some check (credit is not null) not valid;
alter table wallet_deltas validate constraint wallet_deltas_some;
update payments set campaign = 'none';
create table thanks (donation_id bigint primary key references donations, said text not null);
alter table payout_requests alter column notes set default '';
`

test('a newer version migrates while an older one serves, and serves beside it: nobody is told of a fault, and nothing is lost', {
  tags: ['night'],
  timeout: 240_000,
}, async () => {
  const scene = await world()
  const stop = scene.people.start(8)
  scene.withdraw()
  await pause(1000)
  const { url } = runningPostgres(placeOf(scene.product()))!
  expect(await migrate(url, newerMigrations())).toEqual(['9000_newer.sql'])
  await pause(700)
  scene.withdraw()
  // The newer one. It finds a database that is newer than itself here, which an older one after it would find, too.
  const older = scene.product()
  const secret = fs.readFileSync(path.join(older.dataDir, 'secret'), 'utf8')
  const env = { TRUST_PROXY: '1', DATABASE_URL: url, AUTH_SECRET: secret }
  const newerOne = await startReady({ env })
  let turn = 0
  scene.answeredBy(() => (turn++ % 2 ? older : newerOne))
  await pause(2000)
  await stop()
  await allIsThere(scene)
  const { statuses, late = 0 } = scene.people.weather
  expect(statuses[500] ?? 0).toBe(0)
  // Nobody found the door shut, or was cut off.
  expect((statuses[0] ?? 0) - late).toBe(0)
  for (const { said } of [older, newerOne])
    expect(
      said()
        .match(/"level":50.*/g)
        ?.map((line) => line.slice(0, 300)),
    ).toBe(undefined)
})

function newerMigrations(): string {
  const folder = freshFolder()
  fs.mkdirSync(path.join(folder, 'migrations'))
  fs.writeFileSync(path.join(folder, 'migrations/9000_newer.sql'), newer)
  return folder
}

test('the product starts on the data of yesterday’s version, and shows what was there', {
  timeout: 120_000,
}, async () => {
  const folder = freshFolder()
  own(folder, databaseUser(folder))
  const postgres = await startPostgres({ place: path.join(folder, 'postgres'), durable: false })
  try {
    await loadYesterday(postgres.url)
    const product = await startReady({ env: { DATABASE_URL: postgres.url } })
    const page = await (await fetch(`${product.url}/fundraiser/${await largestDrive(postgres.url)}`)).text()
    expect(page).toMatch(/KES [1-9][\d,]+/)
  } finally {
    await postgres.stop()
  }
})

/** The short address of the drive with most gifts. */
async function largestDrive(url: string): Promise<string> {
  const pool = openPool(url, 1)
  const { rows } = await pool.query<{ slug: string }>(
    'select slug from fund_drives d join wallets w on w.fund_drive_id = d.id order by credited desc limit 1',
  )
  await pool.end()
  return rows[0]!.slug
}
