import { sql } from 'kysely'
import { afterEach, expect } from 'vitest'
import { beginTransfer } from '#app/money/payouts/transfer.server.ts'
import { db, openPool, useDatabase } from '#app/platform/db.server.ts'
import { runningPostgres } from '#app/platform/postgres/postgres.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { bootsDay } from '#examples/boots-day.ts'
import { comingGatherings } from '#examples/guests.ts'
import { type Asked, givers, withdrawing } from '#test/givers.ts'
import { type Product, placeOf, processesOn, ready, signIn, start, startReady, until } from '#test/product.ts'
import { nameProvider } from '#test/scripted-provider.ts'

// The product as processes with people who give, for tests in which something goes wrong under them.

let pool: ReturnType<typeof openPool> | undefined
afterEach(async () => {
  await pool?.end()
  pool = undefined
})

/** All of its database at once: the server and what keeps it. */
export function killDatabase(product: Product) {
  for (const pid of processesOn(placeOf(product))) kill(pid)
}

/** The product and its database at one moment. */
export async function killAll(product: Product) {
  product.child.kill('SIGKILL')
  for (const pid of processesOn(product.dataDir)) kill(pid)
  await product.ended
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was gone already.
  }
}

/** The product with people who give to a drive of the example owner, and what they are told. */
export async function world({ env, ...options }: { dataDir?: string; env?: Record<string, string> } = {}) {
  let product = await startReady({ env: { TRUST_PROXY: '1', ...env }, ...options })
  connect(product)
  // A process that dies in the middle of a withdrawal has counted it: five an hour are too few for those who come back.
  await sql`insert into operator_choices (name, value, by)
    select 'WITHDRAWALS_AN_HOUR', '100', id from users where email = 'admin@harambee.test'`.execute(db)
  await until(examplesGave, 'the guests of the examples have given')
  const drive = await exampleDrive()
  // People here withdraw by themselves; the treasurers of the examples agree to nothing.
  await sql`update fund_drives set signatures = 0 where id = ${drive.id}`.execute(db)
  const raisedBefore = await raised(drive.id)
  let whoAnswers = () => product
  const people = givers(() => whoAnswers(), drive.id)
  const cookie = await signIn(product)
  const withdrawals: Promise<Asked>[] = []
  return {
    drive,
    raisedBefore,
    people,
    withdrawals,
    product: () => product,
    /** From now on people are answered by other processes of the product. */
    answeredBy: (next: () => Product) => {
      whoAnswers = next
    },
    /** Asks for money back while all that goes on. */
    withdraw: () => {
      const asked = { slug: drive.slug, cookie, amount: 20_000 + 2000 * withdrawals.length }
      withdrawals.push(withdrawing(people, product, asked))
    },
    /** Starts it again where it was, after it was killed; or on another folder, where it was copied to. */
    async again(data?: string) {
      const { port, dataDir } = product
      await until(() => processesOn(dataDir).length === 0, 'nothing of it runs')
      product = await start({ port, dataDir: data ?? dataDir, env: { TRUST_PROXY: '1' } })
      await ready(product)
      connect(product)
    },
  }
}
export type World = Awaited<ReturnType<typeof world>>

/** A drive of the example owner that people can give to. */
export const exampleDrive = () =>
  db
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

/** Lets the test look into the product's database. */
function connect(product: Product) {
  void pool?.end().catch(() => {})
  pool = openPool(runningPostgres(placeOf(product))!.url, 4)
  useDatabase(pool)
  nameProvider()
}

/**
 * On a first start the app is open before the guests of the examples have given: that is no gift of the people here, and
 * nothing that a fault may break off.
 */
async function examplesGave(): Promise<boolean> {
  const pledges = [bootsDay, ...comingGatherings].flatMap(({ pledges = [] }) => pledges.filter(({ paid }) => paid))
  const given = await count(sql`select count(*)::int as n from pledge_parts x join donations d on d.id = x.donation_id`)
  return given >= pledges.length
}

export const raised = async (id: string) =>
  (
    await db
      .selectFrom('fund_drive_totals')
      .where('fund_drive_id', '=', id)
      .select('raised_amount')
      .executeTakeFirstOrThrow()
  ).raised_amount ?? 0

export const count = async (what: ReturnType<typeof sql<{ n: number }>>) => (await what.execute(db)).rows[0]!.n

/** What is under way comes to its end by itself; what the person who was killed had taken comes back after a while, here at once. */
export async function nothingWaits() {
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
export async function allIsThere(scene: Pick<World, 'people' | 'drive' | 'raisedBefore' | 'withdrawals'>) {
  await nothingWaits()
  await giftsAreThere(scene)
  for (const { key, amount } of await Promise.all(scene.withdrawals))
    expect(await db.selectFrom('payout_requests').where('client_key', '=', key).select('amount').execute()).toEqual([
      { amount },
    ])
  await bothSaySo()
  expect(await brokenInvariants(db)).toEqual([])
}

/** What givers were told is there, once, with its amount, and nothing else. */
export async function giftsAreThere({ people, drive, raisedBefore }: Pick<World, 'people' | 'drive' | 'raisedBefore'>) {
  const rows = await db
    .selectFrom('donations')
    .where('donor_email', 'like', 'giver%@example.test')
    .select(['donor_email', 'amount'])
    .execute()
  const paid = people.log.filter((told) => told.paid)
  expect(paid.length).toBeGreaterThan(2)
  expect(paid.filter((told) => told.seen).length).toBeGreaterThan(0)
  const sorted = (all: { email: string; amount: number }[]) => all.map((one) => `${one.email} ${one.amount}`).sort()
  expect(sorted(rows.map((row) => ({ email: row.donor_email, amount: row.amount })))).toEqual(sorted(paid))
  expect(await raised(drive.id)).toBe(raisedBefore + paid.reduce((sum, { amount }) => sum + amount, 0))
}

/** Successes of the provider are our payments, or wait in suspense; what it has sent is what we had sent. */
async function bothSaySo() {
  // By night the pretended provider forgets what is a month old, such as the example's gifts; the product never does.
  const young = sql`created_at > now() - interval '1 day'`
  const theirs = sql`select id, amount from sandbox.paystack_payments where status in ('success', 'reversed') and ${young}`
  const ours = sql`select provider_tx_id, amount from payments where status = 'succeeded' and ${young}
    union all select provider_tx_id, amount from suspense where provider = 'paystack'`
  expect(
    await count(
      sql`select count(*) as n from ((${theirs} except all (${ours})) union all ((${ours}) except all ${theirs})) x`,
    ),
  ).toBe(0)
  // What we have answered 200 to is kept, and was worked off.
  expect(
    await count(sql`select count(*) as n from sandbox.paystack_webhooks w where w.state = 'taken' and not exists (
      select from webhook_events e where e.state = 'done' and e.event = w.body::jsonb ->> 'event'
        and e.about ->> 'reference' = w.body::jsonb #>> '{data,reference}')`),
  ).toBe(0)
  expect(
    await count(sql`select count(*) as n from (select reference from sandbox.paystack_transfers where status = 'success') t
      full join (select reference from payout_attempts where state = 'success') a using (reference)
      where t is null or a is null`),
  ).toBe(0)
}

export const theAdmin = async () =>
  (await db.selectFrom('user_roles').where('role', '=', 'admin').select('user_id').executeTakeFirstOrThrow()).user_id

/** An administrator lets the provider send whatever is asked for at this moment. */
export async function sendWhatIsAsked(by: string) {
  const rows = await db
    .selectFrom('payout_requests')
    .where('status', '=', 'processing')
    .where('client_key', 'is not', null)
    .where('created_at', '>', sql<Date>`now() - interval '10 minutes'`)
    .select('id')
    .execute()
  for (const { id } of rows) await beginTransfer(db, id, { by }).catch(() => {})
}
