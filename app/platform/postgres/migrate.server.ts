import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { openPool } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { productFolder } from './place.server.ts'

// Any number that nobody else locks in this database.
const lock = 4_201_863

/** The last of the migrations that were merged into db/schema.sql: a database that has it needs none of them. */
const squashed = '0441_names_on_cards.sql'

/**
 * Brings a database to the state that the product needs: the tables of the job queue; in a new database db/schema.sql; in
 * any other each file of db/migrations that was not applied yet, each in a transaction. Returns the files applied. Of two
 * processes one waits for the other.
 */
export async function migrate(url: string, folder = path.join(productFolder, 'db')): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await takeLock(client)
    await migrateQueue(url)
    const applied = await applyNew(client, folder)
    await makeParts(client)
    return applied
  } finally {
    await client.end()
  }
}

/** Polls for the lock: a statement that waits for it would block indexes that are built concurrently. */
async function takeLock(client: pg.Client) {
  for (;;) {
    const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [lock])
    if (rows[0]!.ours) return
    await setTimeout(50 + Math.random() * 100)
  }
}

/** Makes the parts of the coming months: the schema has none. A job makes those after them. */
async function makeParts(client: pg.Client) {
  const { rowCount: isKnown } = await client.query(`select where to_regproc('make_parts') is not null`)
  if (isKnown) await patiently('parts of tables', () => triedToMakeParts(client))
}

const triedToMakeParts = (client: pg.Client): Promise<Failed | undefined> =>
  client.query('select make_parts()').then(
    () => undefined,
    (error) => ({ error, statement: 'select make_parts()' }),
  )

async function migrateQueue(url: string) {
  const pool = openPool(url, 2)
  try {
    await runMigrations({ pgPool: pool })
  } finally {
    await pool.end()
  }
}

type File = { name: string; text: string; checksum: string }

const filesOf = (folder: string): File[] =>
  fs
    .globSync('*.sql', { cwd: folder })
    .sort()
    .map((name) => fileOf(folder, name))

function fileOf(folder: string, name: string): File {
  const text = fs.readFileSync(path.join(folder, name), 'utf8')
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
}

async function applyNew(client: pg.Client, folder: string): Promise<string[]> {
  await client.query(`
    create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    );
    comment on table migrations is 'The files of db/migrations that were applied to this database.'`)
  const files = filesOf(path.join(folder, 'migrations'))
  const applied = await appliedIn(client)
  const begins = applied.size === 0 && hasSchema(folder)
  if (begins) for (const { name, checksum } of await begin(client, folder, files)) applied.set(name, checksum)
  refuseOthers(files, applied)
  const fresh = files.filter((file) => !applied.has(file.name))
  for (const file of fresh) await apply(client, file)
  return [...(begins ? ['schema.sql'] : []), ...fresh.map((file) => file.name)]
}

const hasSchema = (folder: string) => fs.existsSync(path.join(folder, 'schema.sql'))

/** The checksums of the files that were applied, by name. */
async function appliedIn(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

/**
 * Returns what `migrate` would apply: files, and the tables of the job queue where there are none. Changes nothing. What a newer
 * version of the queue adds to its tables is not seen here: `migrate` does it each time.
 */
export async function missingMigrations(url: string, folder = path.join(productFolder, 'db')): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('set default_transaction_read_only = on')
    const { rows } = await client.query<{ files: boolean; queue: boolean }>(
      `select to_regclass('migrations') is not null as files, to_regclass('graphile_worker.migrations') is not null as queue`,
    )
    const applied = rows[0]!.files ? await appliedIn(client) : new Map<string, string>()
    const files = filesOf(path.join(folder, 'migrations'))
    const begins = applied.size === 0 && hasSchema(folder)
    if (begins) for (const { name, checksum } of heldBy(folder, files)) applied.set(name, checksum)
    refuseOthers(files, applied)
    const fresh = files.filter((file) => !applied.has(file.name)).map((file) => file.name)
    return [...(rows[0]!.queue ? [] : ['the job queue']), ...(begins ? ['schema.sql'] : []), ...fresh]
  } finally {
    await client.end()
  }
}

function refuseOthers(files: File[], applied: Map<string, string>): void {
  for (const { name, checksum } of files)
    if (applied.has(name) && applied.get(name) !== checksum)
      throw new Error(`db/migrations/${name} was changed after it was applied here: write a new migration instead`)
  if (applied.has('0001_people.sql') && !applied.has(squashed))
    throw new Error(
      `this database lacks migrations before ${squashed}: start the version of 28 November 2026 on it first`,
    )
  const unknown = [...applied.keys()].filter((name) => name > squashed && !files.some((file) => file.name === name))
  if (unknown.length > 0) log.warn({ unknown }, 'the database was migrated by a newer version of the product')
}

/** The migrations that the schema includes. */
function heldBy(folder: string, files: File[]): File[] {
  const schema = fileOf(folder, 'schema.sql')
  const upTo = /^-- .* migrations up to (\S+)$/m.exec(schema.text)![1]!
  return [{ ...schema, name: squashed }, ...files.filter(({ name }) => name > squashed && name <= upTo)]
}

/** Makes a new database from the schema, and returns the migrations that it includes. */
async function begin(client: pg.Client, folder: string, files: File[]): Promise<File[]> {
  const held = heldBy(folder, files)
  const { rowCount: hasLetters } = await client.query(`select from pg_available_extensions where name = 'pg_trgm'`)
  if (hasLetters) await client.query('create extension if not exists pg_trgm').catch(unlessNotAllowed)
  const failed = await tryToApply(client, fileOf(folder, 'schema.sql').text, held)
  if (failed) throw failure('schema.sql', failed)
  return held
}

function unlessNotAllowed(error: pg.DatabaseError): void {
  if (error.code !== '42501') throw error
  log.info('without pg_trgm names are looked for by reading all of them')
}

/** Milliseconds that a migration waits for a lock at a time, while all others wait behind it. */
const shortWait = 500
/** The time for all attempts, in milliseconds. */
const patience = 600_000

/**
 * Applies a file, all or nothing, unless it builds concurrently. Another version may be serving meanwhile: nobody must wait long for this,
 * and in a deadlock this side has to give way, which it does before Postgres checks for one. Then it tries again.
 */
async function apply(client: pg.Client, file: File) {
  const isConcurrent = statementsOf(file.text).some((statement) => /\bconcurrently\b/i.test(statement))
  await patiently(`migrations/${file.name}`, () =>
    isConcurrent ? tryOneByOne(client, file) : tryToApply(client, file.text, [file]),
  )
}

/** Tries until nobody is in the way. */
async function patiently(what: string, attempt: () => Promise<Failed | undefined>) {
  const until = Date.now() + patience
  for (let tries = 1; ; tries++) {
    const failed = await attempt()
    if (!failed) return
    const isInTheWay = ['55P03', '40P01'].includes((failed.error as pg.DatabaseError).code ?? '')
    if (!isInTheWay || Date.now() > until) throw failure(what, failed)
    if (tries === 5) log.warn({ what }, 'a migration waits for others who are busy in the database')
    await setTimeout(100 + Math.random() * 400)
  }
}

type Failed = { error: unknown; statement: string }

const failure = (name: string, { error, statement }: Failed) =>
  new Error(`db/${name} failed: ${(error as Error).message}. The statement was:\n${statement}`, { cause: error })

async function tryToApply(client: pg.Client, text: string, files: File[]): Promise<Failed | undefined> {
  const statements = await fitting(client, text)
  await client.query('begin')
  let statement = ''
  try {
    await client.query(`set local lock_timeout = ${shortWait}`)
    for (statement of statements) await client.query(statement)
    for (const file of files) await written(client, file)
    await client.query('commit')
    return undefined
  } catch (error) {
    await client.query('rollback').catch(() => {})
    return { error, statement }
  }
}

/**
 * Applies a file with `concurrently`, which blocks no writer, however long it takes, and can't be part of a transaction.
 * The file can be started again: it first drops what it builds, if that exists. It waits for locks
 * without making a writer wait.
 */
async function tryOneByOne(client: pg.Client, file: File): Promise<Failed | undefined> {
  let statement = ''
  try {
    for (statement of await fitting(client, file.text)) await client.query(statement)
    await written(client, file)
    return undefined
  } catch (error) {
    return { error, statement }
  }
}

/** Returns the statements of a file; without trigram indexes where the database has no `pg_trgm`. */
async function fitting(client: pg.Client, text: string): Promise<string[]> {
  const { rowCount: hasLetters } = await client.query(`select from pg_extension where extname = 'pg_trgm'`)
  return statementsOf(text).filter((statement) => hasLetters || !statement.includes('gin_trgm_ops'))
}

const written = (client: pg.Client, { name, checksum }: File) =>
  client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])

/**
 * Splits a SQL file into its statements, so that each can be run, and named, alone. Knows comments, quoted text and
 * $tag$ bodies; a function with a body of `begin atomic` must be written with $$ instead.
 */
export function statementsOf(text: string): string[] {
  const statements: string[] = []
  let current = ''
  for (const [part] of text.matchAll(parts)) {
    if (part !== ';') current += part
    else {
      statements.push(current)
      current = ''
    }
  }
  return [...statements, current].map(withoutLeadingComments).filter((statement) => statement !== '')
}

const parts = new RegExp(
  [
    String.raw`--[^\n]*`,
    String.raw`/\*[\s\S]*?\*/`,
    String.raw`[eE]'(?:[^'\\]|\\[\s\S]|'')*'`,
    "'(?:[^']|'')*'",
    '"(?:[^"]|"")*"',
    String.raw`\$(\w*)\$[\s\S]*?\$\1\$`,
    // A word may contain a $, so it is matched whole: a$b$ opens nothing.
    String.raw`[\p{L}_][\p{L}\d_$]*(?!')`,
    String.raw`[\s\S]`,
  ].join('|'),
  'gu',
)

const withoutLeadingComments = (statement: string) =>
  statement.replace(/^(\s+|--[^\n]*(\n|$)|\/\*[\s\S]*?\*\/)+/, '').trim()
