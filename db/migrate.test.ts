import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dbOn, openPool } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { giveRights, openDatabase } from '#app/platform/postgres/database.server.ts'
import { migrate, missingMigrations } from '#app/platform/postgres/migrate.server.ts'
import { dropDatabase, emptyDatabase } from '#test/database.ts'
import { loadYesterday } from '#test/yesterday.ts'
import { schemaOf } from '../scripts/schema.ts'
import { brokenInvariants, rules } from './checks.ts'

let url: string
let folder: string

beforeEach(async () => {
  url = await emptyDatabase()
  folder = mkdtempSync(path.join(os.tmpdir(), 'migrations-'))
  mkdirSync(path.join(folder, 'migrations'))
})
afterEach(async () => {
  await dropDatabase(url)
  rmSync(folder, { recursive: true })
})

const write = (name: string, text: string) => writeFileSync(path.join(folder, 'migrations', name), text)
async function ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<Row>(text)
  await client.end()
  return rows
}
/** A connection of another that has done this and not ended it. */
async function open(statement: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('begin')
  await client.query(statement)
  return client
}
const commit = async (client: pg.Client) => {
  await client.query('commit')
  await client.end()
}
/** How many wait for a lock with such a statement. */
const waiting = async (like = '') =>
  (
    await ask(`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ~ '${like}'`)
  ).length

test('migrations are applied once, in the order of their names, and the job queue has its tables', async () => {
  write('0002_more.sql', 'alter table first add column b text;')
  write('0001_first.sql', 'create table first (a int);')
  mkdirSync(path.join(folder, 'migrations/not-a-file'))
  expect(await migrate(url, folder)).toEqual(['0001_first.sql', '0002_more.sql'])
  expect(await migrate(url, folder)).toEqual([])
  expect(await ask('select a, b from first')).toEqual([])
  expect(await ask(`select to_regclass('graphile_worker.jobs') is not null as there`)).toEqual([{ there: true }])
})

test('what is missing is named before it is applied, and the look changes nothing', async () => {
  write('0001_first.sql', 'create table first (a int);')
  expect(await missingMigrations(url, folder)).toEqual(['the job queue', '0001_first.sql'])
  expect(await ask(`select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`)).toEqual([])
  await migrate(url, folder)
  expect(await missingMigrations(url, folder)).toEqual([])
  write('0002_more.sql', 'alter table first add column b text;')
  expect(await missingMigrations(url, folder)).toEqual(['0002_more.sql'])
  write('0001_first.sql', 'create table other (a int);')
  await expect(missingMigrations(url, folder)).rejects.toThrow('was changed after it was applied')
})

test('a new database lacks the schema, and not the migrations that it includes', async () => {
  const [queue, schema, ...files] = await missingMigrations(url)
  expect([queue, schema]).toEqual(['the job queue', 'schema.sql'])
  expect(await migrate(url)).toEqual([schema, ...files])
  expect(await missingMigrations(url)).toEqual([])
})

test('a failing migration leaves nothing of itself and names its file and statement', async () => {
  write('0001_first.sql', 'create table first (a int);')
  write('0002_bad.sql', `create table second (a int);\n-- twice\ninsert into first values (1/0);\nselect 1;`)
  const failure = await migrate(url, folder).catch((error: Error) => error.message)
  expect(failure).toMatch(/0002_bad\.sql failed: division by zero.*\ninsert into first values \(1\/0\)$/s)
  const [tables] = await ask(`select to_regclass('first') is not null as first, to_regclass('second') as second`)
  expect(tables).toEqual({ first: true, second: null })
  write('0002_bad.sql', 'create table second (a int);')
  expect(await migrate(url, folder)).toEqual(['0002_bad.sql'])
})

test('of ten processes migrating at once each finds the work done, and it is done once', async () => {
  write('0001_first.sql', 'create table first (a int); select pg_sleep(0.3); insert into first values (1);')
  write('0002_more.sql', 'insert into first values (2);')
  const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(url, folder)))
  expect(applied.flat().sort()).toEqual(['0001_first.sql', '0002_more.sql'])
  expect(await ask('select a from first order by a')).toEqual([{ a: 1 }, { a: 2 }])
})

test('a migration that a person is in the way of keeps nobody else waiting, and is applied when it can be', async () => {
  write('0001_first.sql', 'create table first (a int); create table second (a int);')
  await migrate(url, folder)
  write('0002_wide.sql', 'alter table first add column b int; alter table second add column b int;')
  // Postgres itself would leave them in their circle: it is the migration that gives way.
  await ask(`alter database ${new URL(url).pathname.slice(1)} set deadlock_timeout = '1min'`)
  const busy = await open('insert into second values (1)')
  const migrated = migrate(url, folder)
  await expect.poll(() => waiting()).toBeGreaterThan(0)
  const began = Date.now()
  // By now it holds the first table: who asks for that one waits for a moment, in a circle with it for no longer.
  await busy.query('select * from first')
  expect(Date.now() - began).toBeLessThan(20_000)
  await commit(busy)
  expect(await migrated).toEqual(['0002_wide.sql'])
  expect(await ask('select a, b from second')).toEqual([{ a: 1, b: null }])
})

test('an index that is built while others write waits for none of them, and half of one is built again', async () => {
  write('0001_first.sql', 'create table first (a int); insert into first values (1), (1);')
  await migrate(url, folder)
  const index = (unique: string) =>
    `drop index concurrently if exists first_a;\ncreate ${unique} index concurrently first_a on first (a);`
  write('0002_index.sql', index('unique'))
  await expect(migrate(url, folder)).rejects.toThrow(/0002_index.sql failed: .*unique/)
  write('0002_index.sql', index(''))
  const writer = await open('insert into first values (2)')
  // Two versions start at once: the one that waits for the other does not hold it up.
  const both = Promise.all([migrate(url, folder), migrate(url, folder)])
  await expect.poll(() => waiting('^(drop|create) ')).toBe(1)
  // While the build waits for that writer, others write.
  await ask('insert into first values (3)')
  await commit(writer)
  expect((await both).flat()).toEqual(['0002_index.sql'])
  const [built] = await ask(`select indisvalid as whole from pg_index where indexrelid = 'first_a'::regclass`)
  expect(built).toEqual({ whole: true })
})

test('an index of letters is left out where the database knows none', async () => {
  write('0001_first.sql', 'create table first (a text); drop extension if exists pg_trgm;')
  write('0002_index.sql', 'create index concurrently first_a on first using gin (a gin_trgm_ops);')
  expect(await migrate(url, folder)).toEqual(['0001_first.sql', '0002_index.sql'])
  expect(await ask(`select to_regclass('first_a') as index`)).toEqual([{ index: null }])
})

test('a migration that was changed after it was applied is refused', async () => {
  write('0001_first.sql', 'create table first (a int);')
  await migrate(url, folder)
  write('0001_first.sql', 'create table first (a int, b int);')
  await expect(migrate(url, folder)).rejects.toThrow('0001_first.sql was changed after it was applied')
})

test('a database that a newer version has migrated is left as it is', async () => {
  write('0001_first.sql', 'create table first (a int);')
  write('0002_newer.sql', 'create table newer (a int);')
  await migrate(url, folder)
  rmSync(path.join(folder, 'migrations/0002_newer.sql'))
  expect(await migrate(url, folder)).toEqual([])
})

test('a new database begins with the schema, which holds the migrations up to the one that it names', async () => {
  const schema = (upTo: string) =>
    writeFileSync(
      path.join(folder, 'schema.sql'),
      `-- Holds the migrations up to ${upTo}\ncreate table first (a int, b int);`,
    )
  schema('0450_second.sql')
  write('0450_second.sql', 'alter table first add column b int;')
  write('0451_third.sql', 'alter table first add column c int;')
  expect(await migrate(url, folder)).toEqual(['schema.sql', '0451_third.sql'])
  expect(await ask('select a, b, c from first')).toEqual([])
  // What comes later is applied to it as to any other.
  schema('0452_fourth.sql')
  write('0452_fourth.sql', 'alter table first add column d int;')
  expect(await migrate(url, folder)).toEqual(['0452_fourth.sql'])
  expect(await ask('select name from migrations order by name')).toEqual(
    ['0441_names_on_cards.sql', '0450_second.sql', '0451_third.sql', '0452_fourth.sql'].map((name) => ({ name })),
  )
})

test('a schema that fails leaves nothing of itself', async () => {
  writeFileSync(
    path.join(folder, 'schema.sql'),
    '-- Holds the migrations up to 0450\ncreate table first (a int); select 1/0;',
  )
  await expect(migrate(url, folder)).rejects.toThrow('db/schema.sql failed: division by zero')
  expect(await ask(`select to_regclass('first') as first, (select count(*)::int from migrations) as applied`)).toEqual([
    { first: null, applied: 0 },
  ])
})

test('a database from before the schema was put together is refused, and says which version brings it here', async () => {
  await migrate(url, folder)
  await ask(`insert into migrations (name, checksum) values ('0001_people.sql', ''), ('0440_moved_by_others.sql', '')`)
  await expect(migrate(url, folder)).rejects.toThrow('start the version of 28 November 2026 on it first')
  await ask(`insert into migrations (name, checksum) values ('0441_names_on_cards.sql', '')`)
  expect(await migrate(url, folder)).toEqual([])
})

test('a database of yesterday’s version becomes what a new one is, and its books are in order', async () => {
  await loadYesterday(url)
  const files = globSync('*.sql', { cwd: 'db/migrations' }).sort()
  expect(await migrate(url)).toEqual(files)
  const pool = openPool(url, 2)
  const [schema] = (await schemaOf(pool)).split('-- Rows that every database begins with')
  expect(schema).toBe(readFileSync('db/schema.sql', 'utf8').split('-- Rows that every database begins with')[0])
  // Some rules are about what should have ended by today.
  const isTimeless = ({ id }: { id: string }) => !rules.find((rule) => rule.id === id)!.count.includes('now()')
  expect((await brokenInvariants(dbOn(() => pool))).filter(isTimeless)).toEqual([])
  await pool.end()
})

test('with MIGRATE=0 a start waits on yesterday’s database until the command has migrated it, and then has the role [T1706]', async () => {
  await loadYesterday(url)
  const warned = vi.spyOn(log, 'warn').mockImplementation(() => {})
  const applied = () => ask<{ n: number }>('select count(*)::int as n from migrations')
  const before = await applied()
  const start = (signal = new AbortController().signal) =>
    openDatabase({ DATABASE_URL: url, DATA_DIR: '/nowhere', MIGRATE: false, works: true }, signal)
  const ending = new AbortController()
  const ended = start(ending.signal).catch((error: Error) => error.name)
  let isOpen = false
  const opened = start().finally(() => {
    isOpen = true
  })
  await vi.waitFor(() => expect(warned).toHaveBeenCalledTimes(2), { timeout: 15_000 })
  ending.abort()
  expect([await ended, isOpen, await applied()]).toEqual(['AbortError', false, before])
  await migrate(url)
  const role = await giveRights(url)
  expect(await opened).toMatchObject({ url, role })
  vi.restoreAllMocks()
})

test('views and the log of yesterday’s version become parts where they lie: no row is copied, and numbers go on [T1586]', async () => {
  await loadYesterday(url)
  await ask(`alter table fund_drive_views disable trigger user;
    insert into fund_drive_views (fund_drive_id, visitor, device_type, viewed_at)
      select (select id from fund_drives limit 1), nr::text, 'mobile', now() - nr * interval '1 minute' from generate_series(1, 20000) nr;
    insert into audit_log (act, noun) select 'views given', 'drive' from generate_series(1, 2000);
    alter table fund_drive_views enable trigger user`)
  const all = (table: string) =>
    ask(`select count(*)::int as rows, max(id)::int as last, sum(hashtext(t::text)) as hash from ${table} t`)
  const lies = (table: string) => ask(`select relfilenode from pg_class where oid = '${table}'::regclass`)
  const tables = ['fund_drive_views', 'audit_log']
  const before = await Promise.all(tables.flatMap((table) => [all(table), lies(table)]))
  await migrate(url)
  expect(await Promise.all(tables.flatMap((table) => [all(table), lies(`${table}_first`)]))).toEqual(before)
  const { last } = before[0]![0] as unknown as { last: number }
  await ask(
    `insert into fund_drive_views (fund_drive_id, visitor, device_type) select id, 'new', 'mobile' from fund_drives limit 1`,
  )
  expect(await ask(`select id::int from fund_drive_views where visitor = 'new'`)).toEqual([{ id: last + 1 }])
  // The first part has room until the next ones begin, whatever day it is.
  expect(
    await ask(
      `select name, ends > now() + interval '9 days' as lasts from parts_of('fund_drive_views') where starts is null and ends is not null`,
    ),
  ).toEqual([{ name: 'fund_drive_views_first', lasts: true }])
})
