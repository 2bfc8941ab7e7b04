import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { checkBooks } from '#app/base/ledger/books.server.ts'
import { atOneMoment, keepSums } from '#app/base/ledger/moment.server.ts'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { wordsIn } from '#app/kit/words.ts'
import { lastCompared } from '#app/money/payments/admin/balance.server.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { checkBalance } from '#app/money/payments/reconcile.server.ts'
import { completeByHand } from '#app/money/payouts/decide.server.ts'
import { requestPayout } from '#app/money/payouts/request.server.ts'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { useProvider } from '#app/platform/providers/provider.server.ts'
import type { Provider } from '#app/platform/providers/provider.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, gift, paid, phoneOf } from '#test/money.ts'
import { movementsFile } from './movements-list.server.ts'
import { owedList, owedOf } from './owed-list.server.ts'
import { accountsNow, identityOf, lookedThrough, lookThrough, movementsOf } from './statement.server.ts'

const db = await testDatabase()
let by: { id: string; address: string }
beforeAll(async () => {
  by = { id: (await somePerson(db, { admin: true, fullName: 'Akinyi Admin' })).id, address: '' }
})
booksMustHold(() => db)

/** Gifts, a refund, a withdrawal that was sent and one under way, and money that nobody can place. */
async function lived(title: string) {
  const drive = await someDrive(db, { title })
  const { reference } = await gift(db, drive.id, 100_000)
  await gift(db, drive.id, 70_000)
  const { id: methodId } = await phoneOf(db, drive.ownerId)
  const ask = { ownerId: drive.ownerId, driveId: drive.id, amount: 20_000, methodId, holdHours: 0 }
  const sent = await requestPayout(db, { ...ask, key: randomUUID() })
  await requestPayout(db, { ...ask, key: randomUUID() })
  await completeByHand(db, sent.id, { by: by.id, note: '' })
  await refundSettled(db, reference, { extId: randomUUID(), amount: 30_000, state: 'processed' })
  await applyResult(db, 'paystack', `don-${randomUUID()}`, paid(4000))
  return drive
}
const now = () =>
  atOneMoment(db, async (moment) => ({
    accounts: await accountsNow(moment.tx),
    lines: await identityOf(moment),
    movements: await movementsOf(moment),
    owed: await owedOf(moment, owedList.asked(new URLSearchParams())),
  }))

test('the statement adds up: accounts with their movements, what was recorded with the books, drives with what they are owed', async () => {
  await lived('One of the books')
  await keepSums(db, { atLeast: 1 })
  await lived('Two of the books')
  const { accounts, lines, movements, owed } = await now()
  const of = (code: string) => accounts.find((one) => one.code === code)!
  for (const { code, balance } of accounts) {
    const closing = movements.filter(({ account }) => account === code).at(-1)?.closing ?? 0
    expect([code, closing]).toEqual([code, balance])
    if (code !== 'payable') expect(balance).toBe(await balanceOf(db, code as 'suspense'))
  }
  const signs = { asset: 1, expense: 1, liability: -1, revenue: -1 }
  expect(accounts.reduce((sum, { kind, balance }) => sum + signs[kind] * balance, 0)).toBe(0)
  expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(of('provider_clearing').balance)
  expect(of('suspense').balance).toBe(8000)
  expect(owed.totals).toEqual({ owed: of('payable').balance, drives: 2 })
  for (const { id, owed: one } of owed.rows) expect(one).toBe(await balanceOf(db, { drive: id }))
})

test('the movements of one account are taken along alone, as the page shows it', async () => {
  await lived('Taken along')
  const rowsOf = async (query: string) => {
    const file = movementsFile.csv(db, new URLSearchParams(query), { words: wordsIn('en'), language: 'en' })
    const [, ...lines] = (await file.text()).trim().split('\r\n')
    return lines.map((line) => line.split(',')[1])
  }
  expect(new Set(await rowsOf('account=platform_revenue'))).toEqual(new Set(['platform_revenue']))
  expect(new Set(await rowsOf('')).size).toBeGreaterThan(2)
})

test('the provider’s balance is compared when a person asks, and who asked is written down', async () => {
  let cents = await balanceOf(db, 'provider_clearing')
  const balance = async () => ({ is: 'balance', cents })
  useProvider({ balance, capabilities: () => ({ name: 'paystack' }) } as unknown as Provider)
  expect(await checkBalance(db, by)).toBe('same')
  expect(await lastCompared(db)).toMatchObject({ outcome: 'same', theirs: cents, ours: cents, by: 'Akinyi Admin' })
  cents += 700
  expect(await checkBalance(db)).toBe('differs')
  expect(await lastCompared(db)).toMatchObject({ outcome: 'differs', theirs: cents, by: null })
  useProvider({
    balance: async () => ({ is: 'failure', class: 'retry', message: 'no answer' }),
    capabilities: () => ({ name: 'paystack' }),
  } as unknown as Provider)
  expect(await checkBalance(db, by)).toBe('unknown')
  expect(await lastCompared(db)).toMatchObject({ outcome: 'unknown', theirs: null })
  const acts = await db.selectFrom('audit_log').where('act', '=', 'balance compared').select('by').execute()
  expect(acts).toEqual([{ by: by.id }, { by: by.id }])
})

test('the books are looked through when a person asks', async () => {
  expect(await lookedThrough(db)).toEqual({ at: null, broken: [], waits: false })
  await lookThrough(db, { by })
  expect((await lookedThrough(db)).waits).toBe(true)
  await checkBooks(db)
  const { at, broken } = await lookedThrough(db)
  expect(at).toBeInstanceOf(Date)
  expect(broken).toEqual([])
  const acts = await db.selectFrom('audit_log').where('act', '=', 'books looked through').select('by').execute()
  expect(acts).toEqual([{ by: by.id }])
})
