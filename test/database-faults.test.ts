import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balanceNow, foldWallets } from '#app/base/ledger/wallet.server.ts'
import { ownDrive } from '#app/drives/drive/drive.server.ts'
import { driveContext } from '#app/drives/drive/pages/context.tsx'
import { wordsIn } from '#app/kit/words.ts'
import { applyEvents } from '#app/money/payments/events.server.ts'
import { useIntake } from '#app/money/payments/intake.server.ts'
import { settleTold } from '#app/money/payments/settle.server.ts'
import { action as withdraw } from '#app/money/payouts/pages/withdraw.tsx'
import { requestPayout } from '#app/money/payouts/request.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { inOneGo, openPool, type Tx, thePool } from '#app/platform/db.server.ts'
import { lifecycle } from '#app/platform/processes/lifecycle.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import { testDatabase } from './database.ts'
import { sendTo } from './form-actions.ts'
import { leavesSomethingBehind } from './leave-behind.ts'
import { someDrive } from './make.ts'
import { atOnce, begunGift, booksMustHold, deadlocks, gift, granted, phoneOf } from './money.ts'
import { raised } from './money-now.ts'
import { timersFire } from './night.ts'
import { pretendedPaystack } from './paystack.ts'
import { timePasses } from './time.ts'
import { wholeApp } from './whole-app.ts'

leavesSomethingBehind()

// D3–D6: a database that is busy, that ends a connection, that is held by a person, or that finds two in a circle.

const db = await testDatabase({ asOwner: true })
booksMustHold(() => db)
const url = (thePool().options as pg.PoolConfig).connectionString!
// As in the product: here a person has to be told that there is no connection for them.
thePool().options.connectionTimeoutMillis = 5000

/** A person with a connection of their own, as another program on the same database. */
async function somebodyElse() {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  return client
}
/** Until so many wait for a lock; their processes. */
async function waiting(many: number): Promise<number[]> {
  let pids: number[] = []
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        pids = rows.map(({ pid }) => pid)
        return pids.length
      },
      { timeout: 30_000, interval: 20 },
    )
    .toBe(many)
  return pids
}

describe('while two hundred slow queries have every connection', () => {
  const at = wholeApp()
  const intake = openPool(url, 2)
  beforeAll(() => lifecycle.ready(() => thePool().query('select 1')))
  afterAll(async () => {
    lifecycle.ready(async () => {})
    useIntake(thePool())
    await intake.end()
  })

  test('what the provider tells is taken in, and the app says that it is alive', async () => {
    const { key } = await pretendedPaystack()
    useIntake(intake)
    let over = 0
    const slow = atOnce(200, () => sql`select pg_sleep(600)`.execute(db).finally(() => over++))
    const other = await somebodyElse()
    const sleeping = `from pg_stat_activity where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()`
    await expect.poll(async () => (await other.query(`select ${sleeping}`)).rowCount).toBe(10)
    // Visitors are told to come again, and the app knows that nobody can be received.
    expect((await at.ask('/readyz')).status).toBe(503)
    expect((await at.ask('/')).status).toBe(503)
    const raw = JSON.stringify({ event: 'charge.success', data: { id: 77, reference: `don-${randomUUID()}` } })
    const signature = createHmac('sha512', key).update(raw).digest('hex')
    const answers = await Promise.all([
      at.ask('/webhooks/paystack', { method: 'POST', body: raw, headers: { 'x-paystack-signature': signature } }),
      at.ask('/healthz'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    // All ten still sleep: nothing of this waited for them.
    expect((await other.query(`select ${sleeping}`)).rowCount).toBe(10)
    const kept = await other.query(`select from webhook_events where dedupe_key = 'charge.success:77'`)
    expect(kept.rowCount).toBe(1)
    await expect.poll(() => over, { timeout: 30_000 }).toBeGreaterThanOrEqual(190)
    await other.query(`select pg_cancel_backend(pid) ${sleeping}`)
    await slow
    await other.query(`update webhook_events set state = 'ignored' where dedupe_key = 'charge.success:77'`)
    await other.end()
    expect(await sql`select 1 as one`.execute(db)).toMatchObject({ rows: [{ one: 1 }] })
  })
})

test('a connection that is ended in the middle of applying takes all of it back; it is applied when it is tried again, once', async () => {
  const theirs = await pretendedPaystack()
  const { id } = await someDrive(db)
  const { reference } = await begunGift(db, id, 50_000)
  await opened(theirs, reference)
  await sql`insert into webhook_events (provider, dedupe_key, event, about, body, state)
    values ('paystack', ${reference}, 'charge.success', ${JSON.stringify({ noun: 'payment', reference })}::jsonb, '', 'received')`.execute(
    db,
  )
  const workOff = () => applyEvents(db, { payment: (about) => settleTold(db, about.reference) })
  const other = await somebodyElse()
  await other.query('begin')
  await other.query('lock table wallet_deltas in exclusive mode')
  const first = workOff()
  const [pid] = await waiting(1)
  // By now the gift is written down and posted, and nothing of it is committed.
  await other.query('select pg_terminate_backend($1)', [pid])
  await first
  await other.query('rollback')
  await other.end()
  expect(await raised(id)).toBe(0)
  const events = db.selectFrom('webhook_events').where('dedupe_key', '=', reference).select('state')
  expect(await events.execute()).toEqual([{ state: 'received' }])
  await timePasses('20 seconds')
  await workOff()
  expect(await raised(id)).toBe(50_000)
  expect(await events.execute()).toEqual([{ state: 'done' }])
})

/** Has the provider know a payment, and a person pay it there. */
async function opened({ provider, pay }: Awaited<ReturnType<typeof pretendedPaystack>>, reference: string) {
  const answer = await provider.initialize({
    reference,
    amountCents: 50_000,
    email: 'amina@example.test',
    callbackUrl: 'http://localhost/payment-success',
    cancelUrl: 'http://localhost/',
    metadata: {},
  } as Parameters<typeof provider.initialize>[0])
  expect(answer.is).toBe('opened')
  await pay(reference)
}

describe('a wallet that a person holds for a minute', () => {
  test.runIf(timersFire)(
    'keeps no gift waiting and no other drive; the person who withdraws from it is told to come again',
    async () => {
      const held = await someDrive(db)
      const free = await someDrive(db)
      for (const { id } of [held, free]) await gift(db, id, 500_000)
      const { id: methodId } = await phoneOf(db, held.ownerId)
      const other = await somebodyElse()
      await other.query('begin')
      await other.query('select from wallets where fund_drive_id = $1 for update', [held.id])
      const asking = ask(held, methodId)
      const folding = foldWallets(db)
      await gift(db, held.id, 30_000)
      const { id: another } = await phoneOf(db, free.ownerId)
      await requestPayout(db, {
        ownerId: free.ownerId,
        driveId: free.id,
        amount: 20_000,
        methodId: another,
        key: randomUUID(),
      })
      const { status, answer } = await asking
      expect([status, answer?.says?.title]).toEqual([
        503,
        'Another change to this is in progress. Please try again in a few seconds.',
      ])
      // Nothing that was typed is lost, and no try is counted.
      expect(answer?.typed?.amount).toBe('1,000')
      await folding
      const unfolded = await db.selectFrom('wallet_deltas').select('fund_drive_id').distinct().execute()
      expect(unfolded).toEqual([{ fund_drive_id: held.id }])
      expect(await raised(held.id)).toBe(530_000)
      await other.query('rollback')
      await other.end()
      expect((await ask(held, methodId)).status).toBe(303)
      expect(await balanceNow(db, held.id)).toMatchObject({ withdrawn: 100_000 })
    },
  )

  async function ask({ id, ownerId, slug }: Awaited<ReturnType<typeof someDrive>>, method: string) {
    const drive = (await ownDrive(db, ownerId, slug))!
    expect(drive.id).toBe(id)
    return sendTo(
      withdraw,
      { amount: '1,000', seen: '100000', method, key: randomUUID() },
      {
        set: (context) => {
          context.set(driveContext, drive)
          context.set(personContext, { id: ownerId } as never)
          context.set(languageContext, 'en')
          context.set(wordsContext, wordsIn('en'))
        },
      },
    )
  }
})

describe('two who wait for each other in a circle', () => {
  const step = (tx: Tx, id: string) => sql`update wallets set donors = donors where fund_drive_id = ${id}`.execute(tx)
  /** Where two wait until both of them have come; the person who comes again goes on at once. */
  const meeting = () => {
    let come = 0
    let go = () => {}
    const both = new Promise<void>((resolve) => (go = resolve))
    return () => {
      if (++come === 2) go()
      return both
    }
  }
  /** Takes two wallets one after the other, as no form action does: the second one when the other has taken its first as well. */
  const across = (one: string, other: string, met: () => Promise<void>) => {
    let tries = 0
    return inOneGo(db, async (tx) => {
      tries++
      await step(tx, one)
      await met()
      await step(tx, other)
      return tries
    })
  }

  test.runIf(timersFire)('five pairs at once: whom the database breaks off is done again', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const met = meeting()
        return [(await someDrive(db)).id, (await someDrive(db)).id, met] as const
      }),
    )
    const before = await deadlocks()
    const all = await atOnce(10, (at) => {
      const [one, other, met] = pairs[at >> 1]!
      return at % 2 ? across(one, other, met) : across(other, one, met)
    })
    const tries = granted(all)
    expect(tries).toHaveLength(10)
    const broken = tries.reduce((sum, many) => sum + many - 1, 0)
    // One of each pair. The one that comes again may take its first wallet before the other wakes up: then there is another circle.
    expect(broken).toBeGreaterThanOrEqual(5)
    expect((await deadlocks()) - before).toBe(broken)
  })

  test('what fails for another reason is not done again', async () => {
    let tries = 0
    const broken = inOneGo(db, async (tx) => {
      tries++
      await sql`select 1 / 0`.execute(tx)
    })
    await expect(broken).rejects.toThrow('division by zero')
    expect(tries).toBe(1)
  })

  test('three times at most', async () => {
    let tries = 0
    const never = inOneGo(db, async (tx) => {
      tries++
      await sql`do $$ begin raise exception 'no' using errcode = '40001'; end $$`.execute(tx)
    })
    await expect(never).rejects.toThrow('no')
    expect(tries).toBe(4)
  })
})
