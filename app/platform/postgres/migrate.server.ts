import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { openPool } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { productFolder } from '#app/platform/places.server.ts'
import { statementsOf } from './statements.ts'

// Any number that nobody else locks in this database.
const lock = 4_201_863

/**
 * Brings a database to the state the product needs: the job queue's own tables, then every file of db/migrations that
 * was not applied yet, each in a transaction. Returns the files applied. Two processes may do so at once: one waits.
 */
export async function migrate(url: string, folder = path.join(productFolder, 'db/migrations')): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await takeLock(client)
    await migrateQueue(url)
    return await applyNew(client, filesOf(folder))
  } finally {
    await client.end()
  }
}

/** Asked for again and again: a statement that waits for it would hold up whatever is built while others write. */
async function takeLock(client: pg.Client) {
  for (;;) {
    const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [lock])
    if (rows[0]!.ours) return
    await setTimeout(50 + Math.random() * 100)
  }
}

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
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })

async function applyNew(client: pg.Client, files: File[]): Promise<string[]> {
  await client.query(`
    create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    );
    comment on table migrations is 'The files of db/migrations that were applied to this database.'`)
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  for (const { name, checksum } of files)
    if (applied.has(name) && applied.get(name) !== checksum)
      throw new Error(`db/migrations/${name} was changed after it was applied here: write a new migration instead`)
  const unknown = rows.filter((row) => !files.some((file) => file.name === row.name)).map((row) => row.name)
  if (unknown.length > 0) log.warn({ unknown }, 'the database was migrated by a newer version of the product')
  const fresh = files.filter((file) => !applied.has(file.name))
  for (const file of fresh) await apply(client, file)
  return fresh.map((file) => file.name)
}

/** Milliseconds that a migration waits for a lock at a time, while all others wait behind it. */
const shortWait = 500
/** How long it tries in all. */
const patience = 600_000

/**
 * Applies a file, all or nothing, unless it builds while others write. Another version may be serving meanwhile: nobody is to wait long for this, and of a circle
 * of waiting this has to be the one that gives way, which it does before Postgres looks for one. Then it tries again.
 */
async function apply(client: pg.Client, file: File) {
  const until = Date.now() + patience
  for (let tries = 1; ; tries++) {
    const failed = await tryToApply(client, file)
    if (!failed) return
    const { error, statement } = failed
    const isInTheWay = ['55P03', '40P01'].includes((error as pg.DatabaseError).code ?? '')
    if (!isInTheWay || Date.now() > until)
      throw new Error(
        `db/migrations/${file.name} failed: ${(error as Error).message}. The statement was:\n${statement}`,
        { cause: error },
      )
    if (tries === 5) log.warn({ file: file.name }, 'a migration waits for others who are busy in the database')
    await setTimeout(100 + Math.random() * 400)
  }
}

async function tryToApply(client: pg.Client, file: File) {
  const statements = statementsOf(file.text)
  if (statements.some((statement) => /\bconcurrently\b/i.test(statement))) return tryOneByOne(client, file, statements)
  await client.query('begin')
  let statement = ''
  try {
    await client.query(`set local lock_timeout = ${shortWait}`)
    for (statement of statements) await client.query(statement)
    await written(client, file)
    await client.query('commit')
    return undefined
  } catch (error) {
    await client.query('rollback').catch(() => {})
    return { error, statement }
  }
}

/**
 * What is built `concurrently` keeps nobody from writing, however long it takes, and can't be part of a transaction. Such a
 * file is written so that it can be begun again: it drops what it builds, if that is there. It waits for locks without
 * keeping a writer waiting. Indexes of letters are left out where the database has no `pg_trgm`.
 */
async function tryOneByOne(client: pg.Client, file: File, statements: string[]) {
  let statement = ''
  try {
    const { rowCount: knowsLetters } = await client.query(`select from pg_extension where extname = 'pg_trgm'`)
    for (statement of statements) if (knowsLetters || !statement.includes('gin_trgm_ops')) await client.query(statement)
    await written(client, file)
    return undefined
  } catch (error) {
    return { error, statement }
  }
}

const written = (client: pg.Client, { name, checksum }: File) =>
  client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
