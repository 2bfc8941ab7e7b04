import path from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Actor } from '#app/base/audit/audit.ts'
import { keepBalances, keepSums } from '#app/base/ledger/moment.server.ts'
import { type Db, db, openPool, useDatabase } from '#app/platform/db.server.ts'
import { migrate } from '#app/platform/postgres/migrate.server.ts'
import { databaseUser, own } from '#app/platform/postgres/place.server.ts'
import { startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { useProvider } from '#app/platform/providers/provider.server.ts'
import type { Provider } from '#app/platform/providers/provider.ts'
import type { DB } from '#db/types.ts'
import { pages } from './admin-pages.ts'
import { platform } from './admin-rows.ts'
import { found } from './found.ts'
import { childrenOf, parentOf, processorGone, processorOf } from './processor.ts'

const times = 20
/** A page that is slower than the claim by far is asked less often than that, so that the whole comes to an end. */
const longest = 60_000
/** What is kept by the clock has had two years here; it gets so long for all of them. */
const longestKeeping = 300_000

/** Fills a fresh database and prints what each page costs: the median, p95 of twenty, what this process and the database took of the processor, and the median in times of `select 1`. */
export async function measure(home: string, many: number): Promise<void> {
  own(home, databaseUser(home))
  const postgres = await startPostgres({ place: path.join(home, 'postgres') })
  const pool = openPool(postgres.url)
  const patient = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: postgres.url }) }),
  })
  try {
    await migrate(postgres.url)
    // biome-ignore lint/correctness/useHookAtTopLevel: it is no hook
    useDatabase(pool)
    // Searches ask how its numbers are called; nobody is asked for anything.
    // biome-ignore lint/correctness/useHookAtTopLevel: it is no hook
    useProvider({ capabilities: () => ({ name: 'paystack' }) } as Provider)
    const { rows } = await sql`select from payments limit 1`.execute(patient)
    if (rows.length === 0) await said('filled', () => platform(patient, many))
    await said('balances kept', () => upTo(longestKeeping, () => keepBalances(db)))
    await said('sums kept', () => upTo(longestKeeping, () => keepSums(db)))
    await sql`vacuum analyze`.execute(patient)
    await printAll(patient, many)
  } finally {
    await patient.destroy()
    await pool.end()
    await postgres.stop()
  }
}

/** The table, row by row as it is measured. A page that fails says so in its row, and the others are measured all the same. */
async function printAll(patient: Db, many: number): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(patient)
  const postmaster = parentOf(rows[0]!.pid)
  const busy = () => processorOf([process.pid, ...childrenOf(postmaster)]) + processorGone(postmaster)
  const floor = (await timed(() => sql`select 1`.execute(db), busy)).median
  const slow: string[] = []
  console.log(
    `| page | median | p95 | processor | × \`select 1\` (${floor.toFixed(2)} ms) |\n| --- | --: | --: | --: | --: |`,
  )
  const read = pages(db, await someAdmin())
  let slowest = 0
  for (const [name, reading] of Object.entries(read)) {
    try {
      const { median, p95, asked, processor } = await timed(reading, busy)
      if (p95 > 500) slow.push(name)
      slowest = Math.max(slowest, p95)
      const of = asked < times ? ` (of ${asked})` : ''
      console.log(
        `| ${name} | ${median.toFixed(0)} ms | ${p95.toFixed(0)} ms${of} | ${processor.toFixed(0)} ms | ${Math.round(median / floor)} |`,
      )
    } catch (error) {
      slow.push(name)
      console.log(`| ${name} | – | failed: ${wordsOf(error)} | | |`)
      await endQuestions(patient)
    }
  }
  if (slow.length > 0) console.log(`missed by: ${slow.join(', ')}`)
  const all = Object.keys(read).length
  found({
    goal: `pages of the office with ${many} gifts`,
    wanted: 'each p95 ≤ 500 ms',
    figure: `${all - slow.length} of ${all} pages, the slowest ${Math.round(slowest)} ms`,
    met: slow.length === 0,
  })
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).replaceAll(/[|\n]+/g, ' ')

/** How long it took to get ready, or why it came to nothing: what is kept makes pages faster, and without it they are slow. */
async function said(what: string, run: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  const words = await run().then(
    (ended) => (ended === false ? 'not all of it' : ''),
    (error: unknown) => {
      if (what === 'filled') throw error
      return `failed: ${wordsOf(error)}`
    },
  )
  console.log(`${what}: ${((performance.now() - started) / 1000).toFixed(1)} s ${words}`.trimEnd())
}

/** Does it until there is nothing left of it to do, or time is up; false for that. */
async function upTo(longest: number, step: () => Promise<number>): Promise<boolean> {
  const ends = performance.now() + longest
  while ((await step()) > 0) if (performance.now() > ends) return false
  return true
}

async function timed(read: () => Promise<unknown>, busy: () => number) {
  const ends = performance.now() + longest
  await read()
  const all: number[] = []
  const taken: number[] = []
  while (all.length === 0 || (all.length < times && performance.now() < ends)) {
    const [started, before] = [performance.now(), busy()]
    await read()
    all.push(performance.now() - started)
    taken.push(busy() - before)
  }
  all.sort((a, b) => a - b)
  taken.sort((a, b) => a - b)
  const at = (part: number) => Math.ceil(all.length * part) - 1
  return { median: all[at(0.5)]!, p95: all[at(0.95)]!, processor: taken[at(0.5)]!, asked: all.length }
}

/** One of those whose looks stand in the log. */
async function someAdmin(): Promise<Actor> {
  const { user_id } = await db.selectFrom('user_roles').select('user_id').limit(1).executeTakeFirstOrThrow()
  return { id: user_id, address: '41.90.4.0' }
}

/** A person who gave up waiting leaves the database working: the next page would be measured beside it. */
const endQuestions = (patient: Db) =>
  sql`select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`.execute(patient)
