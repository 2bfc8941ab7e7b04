import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { requestPayout } from '#app/money/payouts/request.server.ts'
import { openPool } from '#app/platform/db.server.ts'
import { giveRights } from '#app/platform/postgres/database.server.ts'
import { migrate } from '#app/platform/postgres/migrate.server.ts'
import { copyOfTemplate, dropDatabase, emptyDatabase, testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { gift, phoneOf } from '#test/money.ts'

// What was written down about money stays: the owner of the tables is kept from changing it by triggers, and the product
// by its rights already.

const db = await testDatabase()
const url = (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]!.name
const owner = openPool(`${inject('postgres')}/${url}`, 1)
const { id, ownerId } = await someDrive(db)
await gift(db, id, 50_000)
const method = await phoneOf(db, ownerId)
await requestPayout(db, { ownerId, driveId: id, amount: 10_000, methodId: method.id, key: crypto.randomUUID() })
afterAll(() => owner.end())

const rewriting = [
  'update ledger_transfers set amount = amount + 1',
  'delete from ledger_transfers',
  'truncate ledger_transfers cascade',
  'update donations set amount = amount + 100',
  'delete from donations',
  'truncate donations cascade',
  'update payout_events set kind = kind',
  'delete from payout_events',
  'update payout_requests set amount = amount + 1, net = net + 1',
  'update payout_requests set destination = $${}$$',
  'delete from payout_requests',
]

test.each(rewriting)('the product has no right to: %s', async (statement) => {
  await expect(sql.raw(statement).execute(db)).rejects.toThrow('permission denied')
})

test.each(rewriting)('the owner of the tables is kept by a trigger from: %s', async (statement) => {
  await expect(owner.query(statement)).rejects.toThrow('forbidden')
})

test('the product acts as the role without these rights, on every connection', async () => {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db)
  expect(rows[0]!.role).toBe(inject('role'))
  await expect(sql`alter table donations disable trigger all`.execute(db)).rejects.toThrow('must be owner')
  await expect(sql`drop table ledger_transfers`.execute(db)).rejects.toThrow('must be owner')
})

test('who asks to be forgotten can be, and a withdrawal can go on', async () => {
  await sql`update donations set donor_name = '', donor_email = '', message = ''`.execute(db)
  await sql`update payout_requests set notes = 'x'`.execute(db)
})

test('rights may be given again, by ten at once', async () => {
  const copy = await copyOfTemplate()
  try {
    const all = await Promise.all(Array.from({ length: 10 }, () => giveRights(copy)))
    expect(new Set(all)).toEqual(new Set([inject('role')]))
  } finally {
    await dropDatabase(copy)
  }
})

test('a database that lets us make no role is used as it is', async () => {
  const name = `plain_${Date.now()}`
  await owner.query(`create role ${name} login password 'x'`)
  await owner.query(`create schema if not exists graphile_worker`)
  try {
    const { host, pathname } = new URL(`${inject('postgres')}/${url}`)
    expect(await giveRights(`postgres://${name}:x@${host}${pathname}`)).toBeUndefined()
  } finally {
    await owner.query(`drop role ${name}`)
  }
})

test('a role that was made for us, as in deploy/kubernetes, is taken by an owner who may make none [T1718]', async () => {
  const empty = await emptyDatabase()
  const { host, pathname } = new URL(empty)
  const name = `owner_${pathname.slice(-12)}`
  const [, made, given] = /postInitApplicationSQL:\n +#.*\n +- (.*)\n +- (.*)\n/.exec(
    readFileSync('deploy/kubernetes/postgres.yaml', 'utf8'),
  )!
  expect(made).toBe(`create role ${inject('role')} nologin`)
  await owner.query(`create role ${name} login password 'x'`)
  try {
    await owner.query(`alter database ${pathname.slice(1)} owner to ${name}`)
    await owner.query(given!.replace(' harambee ', ` ${name} `))
    const own = `postgres://${name}:x@${host}${pathname}`
    await migrate(own)
    expect(await giveRights(own)).toBe(inject('role'))
    const product = openPool(own, 1, inject('role'))
    await expect(product.query('delete from ledger_transfers')).rejects.toThrow('permission denied')
    await product.end()
  } finally {
    await dropDatabase(empty)
    await owner.query(`drop role ${name}`)
  }
})
