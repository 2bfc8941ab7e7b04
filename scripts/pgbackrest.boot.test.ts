/** @module-tag night */
import { spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { dbOn, openPool } from '#app/platform/db.server.ts'
import { migrate } from '#app/platform/postgres/migrate.server.ts'
import { databaseUser, own } from '#app/platform/postgres/place.server.ts'
import { freePort } from '#app/platform/postgres/postgres.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { freshFolder, until } from '#test/product.ts'
import { loadYesterday } from '#test/yesterday.ts'

// deploy/pgbackrest/pgbackrest.conf as it is, with a folder in the place of the bucket, and the Postgres of Debian.

const bin = '/usr/lib/postgresql/15/bin'
const isInstalled = fs.existsSync(`${bin}/postgres`) && spawnSync('pgbackrest', ['version']).status === 0

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const end of undo.splice(0).reverse()) await end()
})

/** A Postgres whose log goes to the repository, and pgBackRest beside it; all as the database's own user. */
async function server() {
  const home = freshFolder()
  const ids = databaseUser(home)
  own(home, ids)
  const port = await freePort()
  const [data, spool, sockets] = ['data', 'spool', 'sockets'].map((name) => path.join(home, name))
  for (const folder of ['repo', 'spool', 'sockets', 'lock', 'log']) {
    fs.mkdirSync(path.join(home, folder))
    own(path.join(home, folder), ids)
  }
  const { PATH } = process.env
  const env = {
    PATH,
    PGBACKREST_CONFIG: path.resolve('deploy/pgbackrest/pgbackrest.conf'),
    PGBACKREST_REPO1_TYPE: 'posix',
    PGBACKREST_REPO1_PATH: path.join(home, 'repo'),
    PGBACKREST_REPO1_CIPHER_PASS: 'a pass phrase of this test',
    PGBACKREST_PG1_PATH: data!,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: sockets!,
    PGBACKREST_SPOOL_PATH: spool!,
    PGBACKREST_LOCK_PATH: path.join(home, 'lock'),
    PGBACKREST_LOG_PATH: path.join(home, 'log'),
    PGUSER: 'postgres',
  }
  const run = (program: string, ...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, words, { ...ids, env, cwd: home, encoding: 'utf8' })
    expect([program, ...words, status, stderr || stdout]).toEqual([program, ...words, 0, expect.anything()])
    return stdout
  }
  const [, command] = /archive_command: '(.+)'/.exec(fs.readFileSync('deploy/patroni/patroni.yaml', 'utf8'))!
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  async function start() {
    const given = [
      `port=${port}`,
      `unix_socket_directories=${sockets}`,
      'archive_mode=on',
      `archive_command=${command}`,
    ]
    const child = spawn(`${bin}/postgres`, ['-D', data!, ...given.flatMap((one) => ['-c', one])], {
      ...ids,
      env,
      cwd: home,
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => child.once('close', resolve))
    const stop = async () => {
      child.kill('SIGINT')
      await ended
    }
    undo.push(stop)
    await until(async () => (await ask('select pg_is_in_recovery() as still'))?.[0]?.still === false, 'it takes writes')
    return stop
  }
  /** Undefined while the server does not answer. */
  async function ask(text: string): Promise<Record<string, unknown>[] | undefined> {
    const client = new pg.Client(url)
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query(text)).rows
    } catch {
      return undefined
    } finally {
      await client.end().catch(() => {})
    }
  }
  run(`${bin}/initdb`, '-D', data!, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8')
  return {
    home,
    data: data!,
    url,
    run,
    start,
    ask,
    rest: (...words: string[]) => run('pgbackrest', '--stanza=harambee', ...words),
  }
}

test('a database that is lost is restored to a moment from the files of deploy/pgbackrest, and its books are right [T1589]', {
  timeout: 240_000,
}, async ({ skip }) => {
  if (!isInstalled) skip('without pgbackrest and postgresql-15')
  const { home, data, url, ask, rest, start } = await server()
  const stop = await start()
  await loadYesterday(url)
  await migrate(url)
  rest('stanza-create')
  rest('--type=full', 'backup')
  rest('check')
  const mark = (act: string) =>
    ask(`insert into audit_log (act, noun) values ('${act}', 'drive') returning now()::text as at`)
  await mark('views given')
  const moment = (await ask(`select clock_timestamp()::text as at`))![0]!.at as string
  await mark('package changed')
  await ask('select pg_switch_wal()')
  await until(
    async () =>
      ((await ask('select failed_count::int, archived_count::int as n from pg_stat_archiver'))![0]!.n as number) > 0,
    'the log is kept',
  )
  rest('--type=diff', 'backup')
  // Nothing in the repository can be read without the pass phrase.
  const files = fs.globSync('repo/**/*', { cwd: home, withFileTypes: true }).filter((file) => file.isFile())
  expect(files.length).toBeGreaterThan(3)
  for (const file of files)
    expect(fs.readFileSync(path.join(file.parentPath, file.name)).includes('harambee')).toBe(false)
  await stop()
  fs.rmSync(data, { recursive: true })
  rest(
    '--type=time',
    `--target=${moment}`,
    '--target-action=promote',
    '--set=' + fullOf(rest('info', '--output=json')),
    'restore',
  )
  await start()
  const acts = (await ask(`select act from audit_log where act in ('views given', 'package changed') order by id`))!
  expect(acts.map(({ act }) => act)).toEqual(['views given'])
  const pool = openPool(url, 1)
  // Some rules are about what should have ended by today.
  expect(
    await brokenInvariants(
      dbOn(() => pool),
      new Date('2026-11-28T00:00:00Z'),
    ),
  ).toEqual([])
  await pool.end()
})

const fullOf = (info: string): string =>
  (JSON.parse(info) as [{ backup: { label: string; type: string }[] }])[0].backup.find(({ type }) => type === 'full')!
    .label
