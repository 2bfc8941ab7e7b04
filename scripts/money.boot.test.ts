import * as fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { overdueAttempts } from '#app/features/payouts/attempt.server.ts'
import { beginTransfer } from '#app/features/payouts/transfer.server.ts'
import { db, openPool, useDatabase } from '#app/platform/db.server.ts'
import { runningPostgres } from '#app/platform/postgres.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { type Asked, givers, ownersCookie, withdrawing } from '#test/givers.ts'
import { type Product, pause, processesOn, ready, start, startReady, until } from '#test/product.ts'
import { ensureBuild } from './build.ts'

// People give and withdraw while the product, or its database, is killed under them again and again. Each of them keeps a
// log of what they were told; afterwards all of it is there, once, and the provider says the same.

/** How often each thing is killed: `FAULTS=20` for a long night. */
const rounds = Number(process.env.FAULTS ?? 2)
const long = { timeout: 180_000 + rounds * 30_000 }

beforeAll(() => ensureBuild())

let pool: ReturnType<typeof openPool> | undefined
afterEach(async () => {
  await pool?.end()
  pool = undefined
})

const placeOf = ({ dataDir }: Product) => fs.realpathSync(path.join(dataDir, 'postgres'))
const serverOf = (product: Product) => {
  const file = path.join(placeOf(product), '18/postmaster.pid')
  return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : 0
}

/** The product with people who give to a drive of the example owner, and what they are told. */
async function world() {
  let product = await startReady({ env: { TRUST_PROXY: '1' } })
  connect(product)
  const drive = await db
    .selectFrom('fund_drives as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .innerJoin('fund_drive_totals as t', 't.fund_drive_id', 'd.id')
    .where('u.email', '=', 'owner@harambee.test')
    .where('d.status', '=', 'active')
    .where('d.collect_donations', '=', true)
    .orderBy('t.raised_amount', 'desc')
    .select(['d.id', 'd.slug'])
    .limit(1)
    .executeTakeFirstOrThrow()
  const raisedBefore = await raised(drive.id)
  const people = givers(() => product, drive.id)
  const cookie = await ownersCookie(product)
  const withdrawals: Promise<Asked>[] = []
  return {
    ...{ drive, raisedBefore, people, withdrawals },
    product: () => product,
    /** Asks for money back while all that goes on. */
    withdraw: () => {
      const asked = { slug: drive.slug, cookie, amount: 20_000 + withdrawals.length }
      withdrawals.push(withdrawing(people, product, asked))
    },
    /** Starts it again where it was, after it was killed. */
    async again() {
      const { port, dataDir } = product
      await until(() => processesOn(dataDir).length === 0, 'nothing of it runs')
      product = await start({ port, dataDir, env: { TRUST_PROXY: '1' } })
      await ready(product)
      connect(product)
    },
  }
}
type World = Awaited<ReturnType<typeof world>>

function connect(product: Product) {
  void pool?.end().catch(() => {})
  pool = openPool(runningPostgres(placeOf(product))!.url, 4)
  useDatabase(pool)
}

const raised = async (id: string) =>
  (
    await db
      .selectFrom('fund_drive_totals')
      .where('fund_drive_id', '=', id)
      .select('raised_amount')
      .executeTakeFirstOrThrow()
  ).raised_amount ?? 0

const count = async (what: ReturnType<typeof sql<{ n: number }>>) => (await what.execute(db)).rows[0]!.n

/** What is under way comes to its end by itself; what whoever was killed had taken comes back after a while, here at once. */
async function nothingWaits() {
  await sql`update sandbox.paystack_webhooks set claimed_until = null, due_at = least(due_at, now()) where state = 'waiting'`.execute(
    db,
  )
  await sql`update webhook_events set next_try_at = now() where state = 'received'`.execute(db)
  await until(async () => {
    const open = await count(sql`select (select count(*) from webhook_events where state = 'received')
      + (select count(*) from sandbox.paystack_webhooks where state = 'waiting') as n`).catch(() => 1)
    return open === 0
  }, 'every event is told and worked off')
}

/** Everything that anybody was told is there, once, with its amount; and the provider's books say the same as ours. */
async function allIsThere({ people, drive, raisedBefore, withdrawals }: World) {
  await nothingWaits()
  const rows = await db
    .selectFrom('donations')
    .where('donor_email', 'like', 'giver%@example.test')
    .select(['donor_email', 'amount'])
    .execute()
  const paid = people.log.filter((told) => told.paid)
  expect(paid.length).toBeGreaterThan(rounds)
  expect(paid.filter((told) => told.seen).length).toBeGreaterThan(0)
  const sorted = (all: { email: string; amount: number }[]) => all.map((one) => `${one.email} ${one.amount}`).sort()
  expect(sorted(rows.map((row) => ({ email: row.donor_email, amount: row.amount })))).toEqual(sorted(paid))
  expect(await raised(drive.id)).toBe(raisedBefore + paid.reduce((sum, { amount }) => sum + amount, 0))
  for (const { key, amount } of await Promise.all(withdrawals))
    expect(await db.selectFrom('payout_requests').where('client_key', '=', key).select('amount').execute()).toEqual([
      { amount },
    ])
  await bothSaySo()
  expect(await brokenInvariants(db)).toEqual([])
}

/** Successes of the provider are our payments, or wait in suspense; what it has sent is what we had sent. */
async function bothSaySo() {
  expect(
    await count(sql`select count(*) as n from (
      (select id, amount from sandbox.paystack_payments where status in ('success', 'reversed')
        except all (select provider_tx_id, amount from payments where status = 'succeeded'
          union all select provider_tx_id, amount from suspense))
      union all
      ((select provider_tx_id, amount from payments where status = 'succeeded' union all select provider_tx_id, amount from suspense)
        except all select id, amount from sandbox.paystack_payments where status in ('success', 'reversed'))) x`),
  ).toBe(0)
  // What we have answered 200 to is kept, and was worked off.
  expect(
    await count(sql`select count(*) as n from sandbox.paystack_webhooks w where w.state = 'taken' and not exists (
      select from webhook_events e where e.state = 'done' and e.about ->> 'reference' = w.body::jsonb #>> '{data,reference}')`),
  ).toBe(0)
  expect(
    await count(sql`select count(*) as n from (select reference from sandbox.paystack_transfers where status = 'success') t
      full join (select reference from payout_attempts where state = 'success') a using (reference)
      where t is null or a is null`),
  ).toBe(0)
}

test(
  'kill -9 of the product while people give and withdraw: all that anybody was told is there, once',
  long,
  async () => {
    const the = await world()
    const stop = the.people.start(6)
    const by = (
      await db.selectFrom('user_roles').where('role', '=', 'admin').select('user_id').executeTakeFirstOrThrow()
    ).user_id
    for (let round = 0; round < rounds; round++) {
      if (round < 3) the.withdraw()
      await pause(700 + Math.random() * 1500)
      await sendWhatIsAsked(by)
      // Who is killed in the middle of a try has had it; nobody here waits for an hour.
      await sql`delete from rate_limits`.execute(db)
      await pause(Math.random() * 300)
      the.product().child.kill('SIGKILL')
      await the.product().ended
      await the.again()
    }
    await sql`delete from rate_limits`.execute(db)
    await Promise.all(the.withdrawals)
    await sendWhatIsAsked(by)
    await stop()
    await everyTransferEnds()
    await allIsThere(the)
    expect(await count(sql`select count(*) as n from payout_attempts where state = 'success'`)).toBe(
      the.withdrawals.length,
    )
  },
)

/** An administrator lets the provider send whatever is asked for at this moment. */
async function sendWhatIsAsked(by: string) {
  const rows = await db
    .selectFrom('payout_requests')
    .where('status', '=', 'processing')
    .where('client_key', 'is not', null)
    .where('created_at', '>', sql<Date>`now() - interval '10 minutes'`)
    .select('id')
    .execute()
  for (const { id } of rows) await beginTransfer(db, id, { by }).catch(() => {})
}

/** A sender that was killed has a lease of three minutes; here they are over at once. */
async function everyTransferEnds() {
  const isOpen = () =>
    count(sql`select (select count(*) from payout_attempts where state in ('sending', 'pending', 'unknown')) as n`)
  await until(async () => {
    if ((await isOpen()) === 0) return true
    await sql`update payout_attempts set leased_until = case when lease is not null then now() - interval '1 second' end, next_check_at = now() - interval '1 minute'
      where state in ('sending', 'pending', 'unknown') and coalesce(leased_until, now()) < now() + interval '170 seconds'`.execute(
      db,
    )
    await overdueAttempts(db)
    await pause(1000)
    return false
  }, 'every transfer comes to its end')
}

test(
  'kill -9 of all of Postgres while people give: it comes back by itself, nothing is lost and nothing is double',
  long,
  async () => {
    const the = await world()
    const stop = the.people.start(16)
    the.withdraw()
    for (let round = 0; round < rounds; round++) {
      await pause(500 + Math.random() * 1000)
      await newServer(the.product(), (product) => {
        for (const pid of processesOn(placeOf(product))) kill(pid)
      })
    }
    await stop()
    expect(the.product().child.exitCode).toBe(null)
    await allIsThere(the)
  },
)

test(
  'a database that is shut down and comes back: whoever asks meanwhile is told when to ask again, and nothing is lost',
  long,
  async () => {
    const the = await world()
    const stop = the.people.start(16)
    for (let round = 0; round < rounds / 2; round++) {
      await pause(500 + Math.random() * 1000)
      await newServer(the.product(), (product) => process.kill(serverOf(product), 'SIGINT'))
    }
    await stop()
    await allIsThere(the)
    const { statuses, withoutRetryAfter } = the.people.weather
    expect(statuses[503]).toBeGreaterThan(0)
    expect([withoutRetryAfter, statuses[500] ?? 0]).toEqual([0, 0])
  },
)

/** Ends the database's server, and waits until the product has another. */
async function newServer(product: Product, end: (product: Product) => void) {
  const before = serverOf(product)
  end(product)
  await until(() => ![0, before].includes(serverOf(product)), 'a new server')
  await ready(product)
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was gone already.
  }
}
