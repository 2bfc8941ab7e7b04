import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { balanceNow } from '#app/base/ledger/wallet.server.ts'
import { mailGift, mailReceipt } from '#app/money/donations/mails.server.tsx'
import { giftsArrived } from '#app/money/donations/news.server.ts'
import { applyEvents } from '#app/money/payments/events.server.ts'
import { hear, useIntake } from '#app/money/payments/intake.server.ts'
import { settleTold } from '#app/money/payments/settle.server.ts'
import { type Db, thePool } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { useProvider } from '#app/platform/providers/provider.server.ts'
import type { Provider } from '#app/platform/providers/provider.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { brokenBooks } from './books.ts'
import { dieEverywhere, forever, type Mortal } from './crash.ts'
import { testDatabase } from './database.ts'
import { leavesSomethingBehind } from './leave-behind.ts'
import { someDrive } from './make.ts'
import { begunGift, giftsAtOnce, paid } from './money.ts'
import { smtpServer } from './smtp.ts'

leavesSomethingBehind()

// K5–K9: the process is killed at every statement and every word with the provider, from an event's arrival until the person who
// gave and the person who gets it have been told. What was answered is there; told again, or found by the person who is alive, it comes
// to its one end.

let db: Db
beforeAll(async () => {
  db = await testDatabase()
})

const amount = 50_000
const alive: Pick<Mortal, 'step'> = { step: (_what, run) => run() }

/** A provider that has a payment and tells of it; each time it is asked is a step. */
const knowing = (reference: string, facts: ReturnType<typeof paid>, { step }: Pick<Mortal, 'step'>) =>
  useProvider({
    capabilities: () => ({ name: 'paystack' }),
    readEvent: () => ({
      is: 'event',
      event: 'charge.success',
      dedupeKey: `charge.success:${facts.providerId}`,
      about: { noun: 'payment', reference },
    }),
    verify: () => step('verify', async () => ({ is: 'payment', reference, ...facts })),
  } as unknown as Provider)

async function paidThere() {
  const { id } = await someDrive(db)
  const { reference } = await begunGift(db, id, amount)
  const facts = paid(amount)
  const told = (by: Pick<Mortal, 'step'>) => knowing(reference, facts, by)
  return { id, key: `charge.success:${facts.providerId}`, told }
}
type Paid = Awaited<ReturnType<typeof paidThere>>

const tell = async () => (await hear('paystack', Buffer.from('{}'), new Headers())).status
const workOff = (on: Db) => applyEvents(on, { payment: ({ reference }) => settleTold(on, reference) })
const events = (key: string) => db.selectFrom('webhook_events').where('dedupe_key', '=', key).select('state').execute()
const raisedOf = async (driveId: string) => (await balanceNow(db, driveId)).raised
const booksHold = async (how: string) => expect(await brokenBooks(db), how).toEqual([])

/** A new process, which is told again what the provider had no answer to; whatever the dead had taken is due. */
async function comesToItsEnd({ id, key, told }: Paid, how: string) {
  useIntake(thePool())
  told(alive)
  expect([0, amount], how).toContain(await raisedOf(id))
  await booksHold(how)
  expect(await tell(), how).toBe(200)
  expect(await events(key), how).toHaveLength(1)
  for (let time = 0; time < 2; time++) {
    await sql`update webhook_events set next_try_at = now() where state = 'received'`.execute(db)
    await workOff(db)
    expect([await raisedOf(id), await events(key)], how).toEqual([amount, [{ state: 'done' }]])
    await booksHold(how)
  }
}

describe('an event', () => {
  test('that arrives: none is answered that is not kept, and told again it is the same one', async () => {
    const answered: string[] = []
    const { places } = await dieEverywhere({
      begin: paidThere,
      formAction: async ({ pool, step }, { key, told }) => {
        useIntake(pool)
        told({ step })
        if ((await tell()) === 200) answered.push(key)
      },
      after: async (about, how) => {
        expect((await events(about.key)).length, how).toBe(how.startsWith('before') ? 0 : 1)
        await comesToItsEnd(about, how)
      },
    })
    expect(places).toBeGreaterThan(1)
    // A person who died before the answer gave none.
    expect(answered).toHaveLength(1)
  })

  test('that was answered and is not applied yet, or not wholly: the person who is alive applies it, once', {
    timeout: 60_000,
  }, async () => {
    const { places } = await dieEverywhere({
      begin: async () => {
        const about = await paidThere()
        useIntake(thePool())
        about.told(alive)
        expect(await tell()).toBe(200)
        return about
      },
      formAction: ({ db, step }, { told }) => {
        told({ step })
        return workOff(db)
      },
      after: async (about, how) => {
        expect(await events(about.key), how).toEqual([{ state: how === 'it lived' ? 'done' : expect.any(String) }])
        await comesToItsEnd(about, how)
      },
    })
    expect(places).toBeGreaterThan(20)
  })
})

test.each([
  ['of a gift', 1, 0, 12],
  // Each of their mails is a place.
  ['of many gifts of one transaction', 5, 0, 24],
  ['of gifts whose job was broken off before, each with a job of its own', 2, 1, 40],
])(
  'the word %s: all hear of theirs, nobody more than twice',
  { timeout: 120_000 },
  async (_, many, tries, moreThan) => {
    const { places } = await dieEverywhere({
      begin: () => toldOf(many, tries),
      formAction: (mortal, { mailServer }) => workOffJobs(mortal, mailServer),
      after: bothHear,
    })
    expect(places).toBeGreaterThan(moreThan)
  },
)

/** Gifts to one drive that came in with one transaction, each of a giver of its own; nobody was told yet. */
async function toldOf(many: number, tries: number) {
  const { id } = await someDrive(db)
  const givers = Array.from({ length: many }, () => `${randomUUID()}@example.test`)
  const donationIds = await giftsAtOnce(
    db,
    givers.map((donorEmail) => ({ driveId: id, amount, donorEmail })),
  )
  await enqueue(db, 'gifts-arrived', { donationIds }, { key: String(donationIds[0]) })
  await sql`update graphile_worker._private_jobs set attempts = ${tries}`.execute(db)
  const owner = await db
    .selectFrom('users as u')
    .innerJoin('fund_drives as d', 'd.user_id', 'u.id')
    .where('d.id', '=', id)
    .select('u.email')
    .executeTakeFirstOrThrow()
  return { givers, owner: owner.email, mailServer: await dyingMailServer() }
}
type Told = Awaited<ReturnType<typeof toldOf>>

/** Takes mails of those who live; each mail is a step. The dead wait for its answer for ever. */
async function dyingMailServer() {
  const by = { step: alive.step }
  const server = await smtpServer({ takes: (take) => by.step('mail', async () => take()).catch(forever) })
  return { ...server, by }
}

async function bothHear({ givers, owner, mailServer }: Told, how: string) {
  // A new process has lines of its own to the mail server.
  const next = await dyingMailServer()
  await workOffJobs({ db, ...alive }, next)
  const told = [...mailServer.received, ...next.received].flatMap(({ to }) => to)
  const each = givers.map((giver) => told.filter((to) => to === giver).length)
  const most = how === 'it lived' ? 1 : 2
  for (const times of each) {
    expect(times, how).toBeGreaterThanOrEqual(1)
    expect(times, how).toBeLessThanOrEqual(most)
  }
  const owners = told.filter((to) => to === owner).length
  expect(owners, how).toBeGreaterThanOrEqual(givers.length)
  expect(owners, how).toBeLessThanOrEqual(givers.length * most)
  expect(await db.selectFrom('gift_mails_sent').selectAll().execute(), how).toEqual([])
  mailServer.close()
  next.close()
}

type Job = { id: string; name: string; payload: never; attempt: number }
const work: Record<string, (on: Db, carries: never, attempt: number) => Promise<void>> = {
  'gifts-arrived': (on, which, attempt) => giftsArrived(on, which, { attempt }),
  'mail-receipt': (on, which) => mailReceipt(on, which),
  'mail-gift': (on, which) => mailGift(on, which),
}

/** As a worker does: a job is there until it is done. That of a dead worker is free again after a while, here at once. */
async function workOffJobs(
  { db: on, step }: Pick<Mortal, 'db' | 'step'>,
  mailServer: Told['mailServer'],
): Promise<void> {
  mailServer.by.step = step
  Object.assign(settings, { SMTP_URL: mailServer.url })
  for (;;) {
    const { rows } = await sql<Job>`
      update graphile_worker._private_jobs j set attempts = attempts + 1
      from graphile_worker._private_tasks t
      where t.id = j.task_id and j.id = (
        select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = any(${Object.keys(work)}) order by j.id limit 1
      ) returning j.id::text, t.identifier as name, j.payload, j.attempts::int as attempt`.execute(on)
    const [job] = rows
    if (!job) return
    await work[job.name]!(on, job.payload, job.attempt)
    await sql`delete from graphile_worker._private_jobs where id = ${job.id}::bigint`.execute(on)
  }
}
