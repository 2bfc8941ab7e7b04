import { beforeAll, expect, test } from 'vitest'
import type { Tx } from '#app/platform/db.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, gift, settlement } from '#test/money.ts'
import { query, queryOne } from '#test/rows.ts'
import { keepBalances } from './moment.server.ts'
import { balanceOf, post } from './post.server.ts'
import { foldInTurn } from './wallet.server.ts'

const db = await testDatabase()
let by: string
beforeAll(async () => {
  by = (await somePerson(db, { admin: true })).id
})
booksMustHold(() => db)

const kept = async () => {
  return (await queryOne<{ n: number }>`select count(*) as n from ledger_balances`).n
}
/** Money that the provider has paid out to the bank. */
const settle = async (tx: Tx, amount: number) =>
  post(tx, 'settlement', await settlement(tx, by, amount), [
    { leg: 1, debit: 'settlement_bank', credit: 'provider_clearing', amount },
  ])

test('a balance is the same before it is kept, after, and with what comes later', async () => {
  const { id } = await someDrive(db)
  await gift(db, id, 100_000)
  await gift(db, id, 5000)
  expect(await balanceOf(db, { drive: id })).toBe(99_750)
  expect(await keepBalances(db, 1)).toBeGreaterThan(0)
  expect(await balanceOf(db, { drive: id })).toBe(99_750)
  await gift(db, id, 1000)
  expect(await balanceOf(db, { drive: id })).toBe(100_700)
  const accounts = await kept()
  await keepBalances(db, 1)
  expect(await kept()).toBe(accounts)
  expect(await balanceOf(db, { drive: id })).toBe(100_700)
  expect(await keepBalances(db, 1), 'nothing has happened since').toBe(0)
})

test('a transfer that was written before a balance was kept, and committed after, is counted', async () => {
  const before = await balanceOf(db, 'settlement_bank')
  const [committed, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = db.transaction().execute(async (tx) => {
    await settle(tx, 7)
    written.resolve()
    await committed.promise
  })
  await written.promise
  // Rows with higher ids, which are in the balance that is kept now.
  await db.transaction().execute((tx) => settle(tx, 1100))
  await keepBalances(db, 1)
  expect(await balanceOf(db, 'settlement_bank')).toBe(before + 1100)
  committed.resolve()
  await slow
  expect(await balanceOf(db, 'settlement_bank')).toBe(before + 1107)
  await db.transaction().execute(async (tx) => {
    await settle(tx, 50)
    expect(await balanceOf(tx, 'settlement_bank'), 'what a transaction wrote itself counts in it').toBe(before + 1157)
  })
})

test('of ten who keep balances at once while money comes in, none makes one wrong', async () => {
  const { id } = await someDrive(db)
  const gifts = Array.from({ length: 12 }, (_, nr) => gift(db, id, 1000 + nr))
  const keeping = Array.from({ length: 10 }, () => keepBalances(db, 1))
  await Promise.all([...gifts, ...keeping])
  const net = Array.from({ length: 12 }, (_, nr) => 1000 + nr - Math.round((1000 + nr) * 0.05))
  expect(await balanceOf(db, { drive: id })).toBe(net.reduce((sum, one) => sum + one, 0))
})

test('while gifts come in, folding comes back by itself, and rests when there are none', async () => {
  const due = async () => {
    return (
      await queryOne<{ n: number }>`
      select count(*) as n from graphile_worker.jobs where key = 'fold-wallets:again'`
    ).n
  }
  await foldInTurn(db)
  await query`select graphile_worker.remove_job('fold-wallets:again')`
  await foldInTurn(db)
  expect(await due()).toBe(0)
  const { id } = await someDrive(db)
  await gift(db, id, 1000)
  await foldInTurn(db)
  expect(await due()).toBe(1)
})
