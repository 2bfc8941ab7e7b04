import pg from 'pg'
import { pause, until as untilSo } from '../../test/launch.ts'
import { backupsOf, home, ownPostgres, superuserUrl } from './members.ts'
import { front, machines, runOn } from './net.ts'
import { type Database, databases, get, members, primary } from './roles.ts'

// Backups of the cluster's Postgres with pgBackRest, and the way back to a moment, as docs/self-hosting/backup-and-upgrade.md has it.

const bin = '/usr/lib/postgresql/15/bin'
const dataOf = (machine: Database) => `${home}/${machine}/postgres`

/** Does it as the user of Postgres. Fails with the words of the program. */
async function run(machine: Database, command: string[]): Promise<string> {
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', ...backupsOf(machine), ...ownPostgres() }
  const child = runOn(machine, command, { as: 'postgres', env, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const out of [child.stdout!, child.stderr!]) out.setEncoding('utf8').on('data', (part) => (said += part))
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${command.join(' ')}: ${said.trim()}`)
  return said
}

const rest = (machine: Database, ...words: string[]) => run(machine, ['pgbackrest', '--stanza=harambee', ...words])
const control = (machine: Database, ...words: string[]) =>
  run(machine, [`${bin}/pg_ctl`, '-D', dataOf(machine), '-w', '-t', '120', ...words])

/** From here on the log is kept. Only the primary can begin it. */
export const keepLog = async (): Promise<void> =>
  void (await Promise.any(databases.map((one) => rest(one, 'stanza-create'))))

/** Asks one machine's Postgres. Undefined: it does not answer. */
async function ask<Row extends pg.QueryResultRow>(machine: Database, text: string): Promise<Row | undefined> {
  const connectionString = superuserUrl().replace(`${front}:5432`, `${machines[machine]}:5432`)
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000, query_timeout: 20_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows[0]
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}

const until = (is: () => Promise<boolean>, what: string) => untilSo(is, what, 180_000)

/** True: Patroni leaves Postgres alone. */
const letAlone = (machine: Database, isAlone: boolean) =>
  get(`http://${machines[machine]}:8008/config`, { pause: isAlone || null }, 'PATCH')

/**
 * Backs up, remembers a moment, lets the world go on for twenty seconds, and brings the database back to the moment. `stop` stops the
 * product, which does not run when this ends.
 */
export async function restoreToAMoment(mark: () => void, stop: () => Promise<unknown>): Promise<void> {
  const one = await primary()
  await rest(one, '--type=full', 'backup')
  await pause(10_000)
  mark()
  const moment = (await ask<{ at: string }>(one, 'select clock_timestamp()::text as at'))!.at
  await pause(20_000)
  await stop()
  await ask(one, 'select pg_switch_wal()')
  await letAlone(one, true)
  await until(async () => (await isPausedOn(databases)).every(Boolean), 'Patroni pauses')
  const others = databases.filter((name) => name !== one)
  for (const name of [one, ...others]) await control(name, 'stop', '-m', 'fast')
  await rest(one, '--delta', '--type=time', `--target=${moment}`, '--target-action=promote', 'restore')
  await control(one, 'start', '-l', `${dataOf(one)}/../restored.log`)
  await until(
    async () => (await ask<{ still: boolean }>(one, 'select pg_is_in_recovery() as still'))?.still === false,
    'it takes writes',
  )
  await until(
    async () => (await members()).some(({ name, role }) => name === one && role === 'leader'),
    'it is the primary',
  )
  // The others have rows of a time that never was.
  for (const name of others) await get(`http://${machines[name]}:8008/reinitialize`, { force: true })
  await until(
    async () => (await members()).filter(({ state }) => /running|streaming/.test(state)).length === 3,
    'all follow',
  )
  await letAlone(one, false)
}

const isPausedOn = (all: readonly Database[]) =>
  Promise.all(
    all.map(async (name) => {
      const said = await get(`http://${machines[name]}:8008/patroni`)
      return said !== undefined && (JSON.parse(said) as { pause?: boolean }).pause === true
    }),
  )
