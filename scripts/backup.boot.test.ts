/** @module-tag night */
import * as fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { pictureBreaks } from '#app/base/pictures/picture.server.ts'
import { beginTransfer } from '#app/money/payouts/transfer.server.ts'
import { db } from '#app/platform/db.server.ts'
import { useStore } from '#app/platform/pictures/media.server.ts'
import { diskStore } from '#app/platform/pictures/store.server.ts'
import { startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { allOfMpesaIsHere, payers, requestsSent, thanksTo } from '#test/payers.ts'
import { freshFolder, pause, processesOn, quit, startReady, statusOf, until } from '#test/product.ts'
import { runCommand } from '#test/run-command.ts'
import { nothingWaits, raised, sendWhatIsAsked, theAdmin, type World, world } from '#test/world.ts'
import { ensureBuild } from './build.ts'

// D8: everything is lost but the copy that was made while people gave. The provider has gone on meanwhile and remembers.

beforeAll(() => ensureBuild())

const long = { timeout: 240_000 }

test(
  'a copy that was made while people gave is played back: what the provider has taken since is there again at once, or waits in suspense',
  long,
  async () => {
    const scene = await world()
    const stop = scene.people.start(6)
    const by = await theAdmin()
    const early = await scene.people.begin()
    const phones = await givenByPhone(scene)
    scene.withdraw()
    await scene.withdrawals[0]
    await pause(1000)
    const copy = path.join(freshFolder(), 'copy')
    const giftsBefore = scene.people.log.length
    expect(await backup(scene.product().dataDir, copy)).toContain('Everything is in')
    // It was made under load, or it proves nothing.
    expect(scene.people.log.length).toBeGreaterThan(giftsBefore)
    await early.pay()
    await phones.goOn()
    await sendWhatIsAsked(by)
    await pause(1500)
    await stop()
    await nothingWaits()
    await until(async () => (await transfersSent()) === 1, 'the withdrawal is sent')
    const sandbox = await memoryOf(db)
    const known = await successes()
    await lose(scene)

    const lacking = await putIn(copy, sandbox)
    expect(lacking).toBeGreaterThan(0)
    await scene.again(copy)
    await until(async () => (await notSettled()) === 0, 'one pass of comparing has let everything in')
    await phones.areBack()
    await allIsBack(scene, known, early.told.email)
    await theWithdrawalIsNotSentAgain(by)
  },
)

/** M25: people give by phone, before and after the copy. */
async function givenByPhone({ product, drive }: World) {
  const people = payers(product, drive)
  const number = await people.number()
  const before = await people.typed(number, 701)
  const [thanked, open] = [await people.asked(702), await people.asked(703)]
  await people.pays(thanked)
  await until(async () => (await thanksTo(thanked)) === 1, 'the giver of before is thanked')
  await allOfMpesaIsHere(60_000)
  const after: string[] = []
  let sent = 0
  return {
    /** After the copy: the open request is paid, another begun and paid, and two type an account, one of them a wrong one. */
    async goOn() {
      await people.pays(open)
      const late = await people.asked(704)
      await people.pays(late)
      after.push(await people.typed(number, 705), await people.typed('NOBODY', 706))
      await until(async () => (await thanksTo(open)) + (await thanksTo(late)) === 2, 'the givers of after are thanked')
      sent = await requestsSent()
    },
    /** Nobody but M-Pesa knows of it: its list is read at the start, and nothing is sent to a phone a second time. */
    async areBack() {
      await allOfMpesaIsHere(120_000)
      expect(await placesOf([before, ...after])).toEqual(['placed', 'placed', 'unplaced'])
      const { rows } = await sql<{ amount: number }>`
        select amount from payments where provider = 'mpesa' and status = 'succeeded' and amount between 70100 and 70600
        order by amount`.execute(db)
      expect(rows.map(({ amount }) => amount)).toEqual([70_100, 70_200, 70_300, 70_400, 70_500])
      expect(await requestsSent()).toBe(sent)
      expect(await thanksTo(thanked)).toBe(1)
    },
  }
}

/** Where the money of these codes is. */
async function placesOf(codes: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('mpesa_receipts')
    .where('receipt', 'in', codes)
    .select(['receipt', 'state'])
    .execute()
  return codes.map((code) => rows.find(({ receipt }) => receipt === code)?.state ?? 'none')
}

const backup = async (dataDir: string, to: string) => (await runCommand('backup', [to], { DATA_DIR: dataDir })).said

const numberOf = async (what: ReturnType<typeof sql<{ n: number }>>) => (await what.execute(db)).rows[0]!.n
const transfersSent = () => numberOf(sql`select count(*) as n from payout_attempts where state = 'success'`)
const successes = () =>
  numberOf(sql`select count(*) as n from sandbox.paystack_payments where status in ('success', 'reversed')`)

const lacks = `select count(*)::int as n from sandbox.paystack_payments p where p.status = 'success' and not exists (
  select from payments o where o.provider_tx_id = p.id and o.status = 'succeeded') and not exists (
  select from suspense s where s.provider_tx_id = p.id)`
const notSettled = () => numberOf(sql.raw(lacks))

/** What the provider remembers: its tables lie in our database here, and nowhere near it in the world. */
async function memoryOf(from: typeof db): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'sandbox'::regnamespace and relkind = 'r'`.execute(from)
  const memory = new Map<string, string>()
  for (const { name } of rows) {
    const all = await sql<{
      rows: string
    }>`select coalesce(jsonb_agg(t), '[]')::text as rows from ${sql.table(`sandbox.${name}`)} t`
    memory.set(name, (await all.execute(from)).rows[0]!.rows)
  }
  return memory
}

async function lose({ product }: World) {
  const { dataDir } = product()
  const place = fs.realpathSync(path.join(dataDir, 'postgres'))
  await quit(product(), 'SIGKILL')
  await until(() => processesOn(dataDir).length === 0, 'nothing of it runs')
  fs.rmSync(place, { recursive: true })
  fs.rmSync(dataDir, { recursive: true })
}

/** Puts the provider's memory into the copy; returns how many successes of the provider the copy does not know. */
async function putIn(copy: string, memory: Map<string, string>): Promise<number> {
  const postgres = await startPostgres({ place: path.join(copy, 'postgres') })
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query(`set session_replication_role = replica`)
  for (const name of memory.keys()) await client.query(`truncate sandbox.${name} cascade`)
  for (const [name, rows] of memory) {
    const table = `sandbox.${name}`
    await client.query(
      `insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [rows],
    )
  }
  const numbered = await client.query<{ name: string }>(`select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid where c.relnamespace = 'sandbox'::regnamespace and a.attidentity <> ''`)
  for (const { name } of numbered.rows)
    await client.query(
      `select setval(pg_get_serial_sequence('sandbox.${name}', 'id'), (select coalesce(max(id), 0) + 1 from sandbox.${name}))`,
    )
  // What it makes up next is nothing that it made up before.
  await client.query(`select setval('sandbox.daraja_numbers', nextval('sandbox.daraja_numbers') + 100000)`)
  const { rows } = await client.query<{ n: number }>(lacks)
  await client.end()
  await postgres.stop()
  return rows[0]!.n
}

async function allIsBack({ people, drive, raisedBefore, product }: World, known: number, early: string) {
  const gifts = await db
    .selectFrom('donations')
    .where('donor_email', 'like', 'giver%@example.test')
    .select(['donor_email', 'amount'])
    .execute()
  const unplaced = await db
    .selectFrom('suspense')
    .where('provider', '=', 'paystack')
    .select(['amount', 'why', 'reference'])
    .execute()
  const paid = people.log.filter((told) => told.paid)
  const sorted = (all: { amount: number }[]) => all.map(({ amount }) => amount).sort((a, b) => a - b)
  expect(sorted([...gifts, ...unplaced])).toEqual(sorted(paid))
  expect(await successes()).toBe(known)
  // What was begun before the copy is a gift again; what was begun after it nobody here knows, and nobody guesses.
  expect(gifts.map(({ donor_email }) => donor_email)).toContain(early)
  expect(unplaced.length).toBeGreaterThan(0)
  expect(new Set(unplaced.map(({ why }) => why))).toEqual(new Set(['unknown reference']))
  const byPhone = 70_100 + 70_200 + 70_300 + 70_400 + 70_500
  expect(await raised(drive.id)).toBe(raisedBefore + byPhone + gifts.reduce((sum, { amount }) => sum + amount, 0))
  expect(await brokenInvariants(db)).toEqual([])
  const { dataDir, url } = product()
  useStore(diskStore(path.join(dataDir, 'media')))
  // What was being written when it was killed belongs to nobody, and goes by night.
  expect((await pictureBreaks(db)).filter((line) => !line.endsWith('belongs to no picture'))).toEqual([])
  expect(await statusOf(`${url}/fundraiser/${drive.slug}`)).toBe(200)
}

/** It was sent after the copy was made: a person is called, and the person who lets it be sent again is stopped. */
async function theWithdrawalIsNotSentAgain(by: string) {
  const discrepancies = () =>
    db.selectFrom('discrepancies').where('state', '=', 'open').select(['kind', 'subject']).execute()
  const strange = async () => (await discrepancies()).filter(({ kind }) => kind === 'transfer that is not ours')
  await until(async () => (await strange()).length === 1, 'somebody is called')
  const { id } = await db
    .selectFrom('payout_requests')
    .where('client_key', 'is not', null)
    .where('status', '=', 'processing')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect((await strange())[0]!.subject).toContain(`pay-${id}-`)
  await expect(beginTransfer(db, id, { by })).rejects.toThrow('lists a transfer')
  // And nothing else is strange.
  expect(new Set((await discrepancies()).map(({ kind }) => kind))).toEqual(
    new Set(['money in suspense', 'transfer that is not ours']),
  )
}

test('nothing is copied into a folder that is there already', async () => {
  const product = await startReady()
  const there = freshFolder()
  expect(await backup(product.dataDir, there)).toContain('is there already')
  expect(fs.readdirSync(there)).toEqual([])
})
