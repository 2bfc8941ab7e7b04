import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type Db, db, dbOn, openPool, sessionAddress, type Tx } from '#app/platform/db.server.ts'
import { enqueue, jobsNamed } from '#app/platform/jobs/queue.server.ts'
import { testDatabase } from '#test/database.ts'
import { tell, tellingAll } from './live.server.ts'

// The rows that the two functions write once those of the outbox replace them, and what becomes of the rows.

await testDatabase({ asOwner: true })
await sql`create or replace function tell_topic(topic text) returns void language sql
  as $$ select public.outbox_topic(topic) $$`.execute(db)
await sql`create or replace function add_work(specs json) returns void language sql
  as $$ select public.outbox_work(specs) $$`.execute(db)
beforeEach(() => sql`truncate live_outbox, job_outbox, graphile_worker._private_jobs`.execute(db))

const topics = async (on: Db | Tx = db) =>
  (await sql<{ topic: string }>`select topic from live_outbox order by id`.execute(on)).rows.map(({ topic }) => topic)
const queued = async () =>
  (await sql<{ key: string }>`select key from graphile_worker._private_jobs order by run_at, id`.execute(db)).rows.map(
    ({ key }) => key,
  )
const move = async (on: Db = db) => (await sql<{ n: number }>`select move_work() as n`.execute(on)).rows[0]!.n
const job = (userId: string, more: { runAt?: Date } = {}, on: Db | Tx = db) =>
  enqueue(on, 'mail-verify', { userId }, { key: userId, ...more })

test('a topic is written once a transaction, and by the next one again [T1480]', async () => {
  await db.transaction().execute(async (tx) => {
    for (let nr = 0; nr < 3; nr++) await tell(tx, 'drive:1')
    await tell(tx, 'drive:11')
    await tellingAll(['drive:1', 'drive:2']).execute(tx)
    expect(await topics(tx)).toEqual(['drive:1', 'drive:11', 'drive:2'])
  })
  await tell(db, 'drive:1')
  expect(await topics()).toEqual(['drive:1', 'drive:11', 'drive:2', 'drive:1'])
})
test('what a savepoint took back is written again, and a transaction that is taken back leaves nothing [T1481]', async () => {
  const undone = db.transaction().execute(async (tx) => {
    await sql`savepoint a`.execute(tx)
    await tell(tx, 'drive:1')
    await sql`rollback to savepoint a`.execute(tx)
    await tell(tx, 'drive:1')
    expect(await topics(tx)).toEqual(['drive:1'])
    await job('a', {}, tx)
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect([await topics(), await move(), await queued()]).toEqual([[], 0, []])
})
test('a commit that comes late is not missed [T1482]', async () => {
  let end = () => {}
  const written = Promise.withResolvers<void>()
  const late = db.transaction().execute(async (tx) => {
    await job('late', {}, tx)
    written.resolve()
    await new Promise<void>((resolve) => (end = resolve))
  })
  await written.promise
  await job('early')
  expect([await move(), await queued()]).toEqual([1, ['mail-verify:early']])
  end()
  await late
  expect([await move(), (await queued()).toSorted()]).toEqual([1, ['mail-verify:early', 'mail-verify:late']])
})
test('jobs keep their order; of each key the last one counts, and is seen on its way [T1483]', async () => {
  const names = Array.from({ length: 12 }, (_, nr) => `u${nr}`)
  for (const name of names) await job(name)
  await job('u3', { runAt: new Date(Date.now() + 60_000) })
  const seen = await jobsNamed(db, ['mail-verify:u5'])
  expect(seen.map(({ name, state, tries }) => [name, state, tries])).toEqual([['mail-verify', 'waiting', 0]])
  expect([await queued(), await move()]).toEqual([[], 13])
  expect(await queued()).toEqual([...names.filter((name) => name !== 'u3'), 'u3'].map((name) => `mail-verify:${name}`))
  const { rows } = await sql`select payload, max_attempts from graphile_worker._private_jobs
    where key = 'mail-verify:u5'`.execute(db)
  expect(rows).toEqual([{ payload: { userId: 'u5' }, max_attempts: 12 }])
})
test('ten callers move the same jobs, and each is there once [T1484]', async () => {
  for (let nr = 0; nr < 40; nr++) await job(`u${nr}`)
  const pool = openPool(sessionAddress(), 10)
  const callers = dbOn(() => pool)
  await Promise.all(Array.from({ length: 10 }, () => move(callers)))
  await pool.end()
  expect([(await queued()).length, await move()]).toEqual([40, 0])
})
test('a job that the queue could not read is refused where it is written [T1485]', async () => {
  await expect(sql`select add_work('[{"name":"mail-verify","tries":"many"}]')`.execute(db)).rejects.toThrow('many')
  expect(await move()).toBe(0)
})

test('no sequence is unlogged: after a standby has taken over it could not be read [T1537]', async () => {
  const { rows } = await sql`select relname from pg_class where relkind = 'S' and relpersistence = 'u'`.execute(db)
  expect(rows).toEqual([])
})
