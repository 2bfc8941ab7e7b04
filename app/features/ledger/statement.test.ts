import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { randomBooks } from '#test/random-books.ts'
import { keepBalances } from './balances.server.ts'
import { statementOf } from './statement.server.ts'

test('each line of a statement has the balance of all postings up to it, kept or not, on every page', async () => {
  const db = await testDatabase({ asOwner: true })
  const { driveIds } = await randomBooks(db, 200, 0.1)
  for (const kept of [false, true]) {
    // Half of the postings come after the balances were kept.
    if (kept) {
      expect(await keepBalances(db, 1)).toBeGreaterThan(0)
      driveIds.push(...(await randomBooks(db, 200, 0.7)).driveIds)
    }
    for (const id of driveIds) {
      const { rows: plain } = await sql<{ id: number; balance: number }>`
        select t.id, sum(case when t.credit_account = a.id then t.amount else -t.amount end) over (order by t.id)::bigint as balance
        from ledger_transfers t join ledger_accounts a on a.fund_drive_id = ${id} and a.id in (t.credit_account, t.debit_account)
        order by t.id desc`.execute(db)
      const read: typeof plain = []
      for (let before: number | undefined; ; ) {
        const { lines, next } = await statementOf(db, id, { before, limit: 7 })
        read.push(...lines.map((line) => ({ id: line.id, balance: line.balance })))
        if (next === null) break
        before = next
      }
      expect(read).toEqual(plain)
    }
  }
})
