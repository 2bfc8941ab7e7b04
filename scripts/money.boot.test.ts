/** @module-tag night */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { overdueAttempts } from '#app/money/payouts/send.server.ts'
import { db } from '#app/platform/db.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { newServer, pause, quit, serverOf, until } from '#test/product.ts'
import { allIsThere, count, killDatabase, sendWhatIsAsked, theAdmin, world } from '#test/world.ts'
import { ensureBuild } from './build.ts'

// People give and withdraw while the product, or its database, is killed under them again and again. Each of them keeps a
// log of what they were told; afterwards all of it is there, once, and the provider says the same.

/** How often each thing is killed: `FAULTS=20` for a long night. */
const rounds = Number(process.env.FAULTS ?? 5)
const long = { timeout: 180_000 + rounds * 30_000 }

beforeAll(() => ensureBuild())

test(
  'kill -9 of the product while people give and withdraw: all that anybody was told is there, once',
  long,
  async () => {
    const scene = await world()
    const stop = scene.people.start(6)
    const by = await theAdmin()
    for (let round = 0; round < rounds; round++) {
      if (round < 3) scene.withdraw()
      await pause(700 + Math.random() * 1500)
      await sendWhatIsAsked(by)
      // Who is killed in the middle of a try has had it; nobody here waits for an hour.
      await sql`delete from rate_limits`.execute(db)
      await pause(Math.random() * 300)
      await quit(scene.product(), 'SIGKILL')
      await scene.again()
    }
    await sql`delete from rate_limits`.execute(db)
    await Promise.all(scene.withdrawals)
    await sendWhatIsAsked(by)
    await stop()
    await everyTransferEnds()
    await allIsThere(scene)
    expect(await count(sql`select count(*) as n from payout_attempts where state = 'success'`)).toBe(
      scene.withdrawals.length,
    )
  },
)

test('what was answered and not applied when the product was killed is credited within half a minute of its coming back', {
  timeout: 240_000,
}, async () => {
  const scene = await world()
  const { told, pay } = await scene.people.begin()
  // While a person holds the drive, nothing can be applied to it. The kill lets go of it.
  void db
    .transaction()
    .execute(async (tx) => {
      await sql`select from fund_drives where id = ${scene.drive.id} for update`.execute(tx)
      await sql`select pg_sleep(120)`.execute(tx)
    })
    .catch(() => {})
  const reference = await pay()
  const waits = sql<{ n: number }>`select count(*) as n from webhook_events e
    join sandbox.paystack_webhooks w on w.body::jsonb #>> '{data,reference}' = e.about ->> 'reference'
    where e.about ->> 'reference' = ${reference} and e.state = 'received' and e.attempts > 0 and w.state = 'taken'`
  await until(async () => (await count(waits)) === 1, 'it was answered, and somebody is at it')
  await quit(scene.product(), 'SIGKILL')
  await scene.again()
  const donations = () =>
    db
      .selectFrom('donations')
      .where('donor_email', '=', told.email)
      .select('amount')
      .execute()
      .catch(() => [])
  const open = sql<{ n: number }>`select count(*) as n from webhook_events where state = 'received'`
  await until(
    async () => (await donations()).length > 0 && (await count(open)) === 0,
    'the gift is credited, and its event done',
    30_000,
  )
  expect(await donations()).toEqual([{ amount: told.amount }])
  expect(await brokenInvariants(db)).toEqual([])
})

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
    const scene = await world()
    const stop = scene.people.start(16)
    scene.withdraw()
    for (let round = 0; round < rounds; round++) {
      await pause(500 + Math.random() * 1000)
      await newServer(scene.product(), killDatabase)
    }
    await stop()
    expect(scene.product().child.exitCode).toBe(null)
    await allIsThere(scene)
  },
)

test(
  'a database that is shut down and comes back: the person who asks meanwhile is told when to ask again, and nothing is lost',
  long,
  async () => {
    const scene = await world()
    const stop = scene.people.start(16)
    for (let round = 0; round < rounds / 2; round++) {
      await pause(500 + Math.random() * 1000)
      await newServer(scene.product(), (product) => process.kill(serverOf(product), 'SIGINT'))
    }
    await stop()
    await allIsThere(scene)
    const { statuses, withoutRetryAfter } = scene.people.weather
    expect(statuses[503]).toBeGreaterThan(0)
    expect([withoutRetryAfter, statuses[500] ?? 0]).toEqual([0, 0])
  },
)
