/** @module-tag night */
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { db, openPool, useDatabase } from '#app/platform/db.server.ts'
import { migrate } from '#app/platform/postgres/migrate.server.ts'
import { type Postgres, startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { givers } from '#test/givers.ts'
import {
  freePort,
  freshFolder,
  type Product,
  pause,
  processesOn,
  quit,
  ready,
  start,
  statusOf,
  until,
} from '#test/product.ts'
import { count, exampleDrive, giftsAreThere, raised } from '#test/world.ts'
import { ensureBuild } from './build.ts'

// Visitors, jobs, the provider and the database are processes of their own, and each is killed while the others go on.
// Nothing is hurried afterwards: what was taken by the dead, and what they were told, comes back by itself.

beforeAll(() => ensureBuild())

const servers: Postgres[] = []
const pools: pg.Pool[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end()
  for (const server of servers.splice(0)) await server.stop()
})

const key = 'sk_test_of_another_process'
type Who = 'web' | 'worker' | 'provider'

async function apart() {
  const places = [path.join(freshFolder(), 'postgres'), path.join(freshFolder(), 'postgres')] as const
  const [ours, theirs] = [await startPostgres({ place: places[0] }), await startPostgres({ place: places[1] })]
  servers.push(ours, theirs)
  await migrate(theirs.url)
  const ports = { web: await freePort(), worker: await freePort(), provider: await freePort() }
  const address = (who: Who) => `http://127.0.0.1:${ports[who]}`
  const env = {
    DATABASE_URL: ours.url,
    HARAMBEE_DEMO: '1',
    TRUST_PROXY: '1',
    AUTH_SECRET: 'x'.repeat(40),
    PAYSTACK_SECRET_KEY: key,
    PAYSTACK_URL: `${address('provider')}/sandbox/paystack`,
  }
  const provider = ['test/provider-process.ts', String(ports.provider), theirs.url, key, address('web')]
  const dataDir = path.join(freshFolder(), 'data')
  const starts: Record<Who, () => Promise<Product>> = {
    web: () => start({ port: ports.web, dataDir, env: { ...env, ROLE: 'web' } }),
    worker: () => start({ port: ports.worker, dataDir, env: { ...env, ROLE: 'worker' } }),
    provider: () => start({ port: ports.provider, command: [process.execPath, ...provider] }),
  }
  const running = {} as Record<Who, Product>
  const open = async (who: Who) => {
    running[who] = await starts[who]()
    if (who === 'provider') await until(async () => (await statusOf(address(who))) > 0, 'the provider answers')
    else await ready(running[who])
  }
  for (const who of ['provider', 'web', 'worker'] as const) await open(who)
  const [own, there] = [openPool(ours.url, 4), new pg.Pool({ connectionString: theirs.url, max: 2 })]
  own.on('error', () => {})
  pools.push(own, there)
  useDatabase(own)
  const drive = await exampleDrive()
  const raisedBefore = await raised(drive.id)
  const people = givers(
    () => running.web,
    drive.id,
    () => address('provider'),
  )
  return {
    drive,
    raisedBefore,
    people,
    there,
    open,
    /** Whether it answers. The provider's own desk is for people at home. */
    answers: async (who: Who) => (await statusOf(`${address(who)}${who === 'provider' ? '' : '/readyz'}`)) > 0,
    async kill(who: Who) {
      await quit(running[who], 'SIGKILL')
    },
    /** All of the database at once; it starts again where it was. */
    async killDatabase() {
      for (const pid of processesOn(places[0])) process.kill(pid, 'SIGKILL')
      await ours.gone
      await until(async () => (await statusOf(`${address('web')}/readyz`)) === 503, 'the product has noticed')
      servers.splice(servers.indexOf(ours), 1, await startPostgres({ place: places[0], port: ours.port }))
      for (const who of ['web', 'worker'] as const) await ready(running[who])
    },
  }
}

test('visitors’ process, worker, provider and database are killed alone, one after the other: nothing anybody was told is lost', {
  timeout: 400_000,
}, async () => {
  const scene = await apart()
  const { people, there } = scene
  const stop = people.start(6)
  await pause(1500)

  // A person pays while nobody is there to be told: the provider knocks again until the door opens.
  const { pay } = await people.begin()
  await scene.kill('web')
  const reference = await pay()
  const knocks = async () =>
    (
      await there.query<{ n: string }>(
        `select tries as n from sandbox.paystack_webhooks
          where state = 'waiting' and body::jsonb #>> '{data,reference}' = $1`,
        [reference],
      )
    ).rows.map(({ n }) => Number(n))
  await until(async () => (await knocks()).some((tries) => tries > 0), 'the provider has knocked in vain')
  expect(await scene.answers('worker')).toBe(true)
  await scene.open('web')

  // Without the provider nobody can begin to pay; the pages go on.
  await pause(1000)
  await scene.kill('provider')
  await pause(2000)
  expect(await scene.answers('web')).toBe(true)
  await scene.open('provider')

  // Without the worker gifts come in; their mails wait.
  await pause(1000)
  await scene.kill('worker')
  const before = people.log.filter(({ seen }) => seen).length
  await until(() => people.log.filter(({ seen }) => seen).length > before + 1, 'gifts come in without the worker')
  await scene.open('worker')

  await pause(1000)
  await scene.killDatabase()
  await pause(1000)
  await stop()
  await everythingIsDone(scene)
  await giftsAreThere(scene)
  expect(await bothSayTheSame(scene)).toEqual([])
  expect(await brokenInvariants(db)).toEqual([])
})

type World = Awaited<ReturnType<typeof apart>>

/** By itself: every event is told and applied, every job done, and the person who gave has a receipt. */
async function everythingIsDone({ there }: World) {
  const open = sql<{ n: number }>`select count(*) as n from webhook_events where state = 'received'`
  await until(
    async () => {
      const { rowCount } = await there.query(`select from sandbox.paystack_webhooks where state = 'waiting'`)
      return rowCount === 0 && (await count(open)) === 0
    },
    'every event is told and worked off',
    120_000,
  )
  const withoutReceipt = sql<{ n: number }>`select count(*) as n from donations d
    where donor_email like 'giver%@example.test' and not exists (select from sandbox.mails where to_address = d.donor_email)`
  await until(async () => (await count(withoutReceipt)) === 0, 'everybody has a receipt', 120_000)
}

/** What only one of them knows: the provider's successes are our payments, and nothing else is. */
async function bothSayTheSame({ there }: World): Promise<string[]> {
  const theirs = await there.query<{ said: string }>(
    `select id || ' ' || amount as said from sandbox.paystack_payments where status in ('success', 'reversed')`,
  )
  const ours = await db
    .selectFrom('payments')
    .where('status', '=', 'succeeded')
    .select(['provider_tx_id', 'amount'])
    .union(db.selectFrom('suspense').select(['provider_tx_id', 'amount']))
    .execute()
  const [one, other] = [theirs.rows.map(({ said }) => said), ours.map((row) => `${row.provider_tx_id} ${row.amount}`)]
  return [...one.filter((said) => !other.includes(said)), ...other.filter((said) => !one.includes(said))]
}
