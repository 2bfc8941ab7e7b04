import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { filterIn } from '#app/kit/list.ts'
import { dayAt } from '#app/kit/time.ts'
import { testDatabase } from '#test/database.ts'
import { randomBooks } from '#test/random-books.ts'
import { query } from '#test/rows.ts'
import { keepBalances } from './moment.server.ts'
import { spanOfStatement } from './statement.ts'
import { boundsOf, statementOf } from './statement-list.server.ts'
import { statementView } from './statement-list.tsx'

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
      const plain = await query<{ id: number; balance: number }>`
        select t.id, sum(case when t.credit_account = a.id then t.amount else -t.amount end) over (order by t.id)::bigint as balance
        from ledger_transfers t join ledger_accounts a on a.fund_drive_id = ${id} and a.id in (t.credit_account, t.debit_account)
        order by t.id desc`
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

test('a statement of some days has their lines alone, each with the balance it has in the whole', async () => {
  const db = await testDatabase({ asOwner: true })
  const { driveIds } = await randomBooks(db, 60, 0.1)
  // A posting each hour, so that they spread over days.
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update ledger_transfers
      set created_at = '2026-03-01 00:00+03'::timestamptz + make_interval(hours => id::int)`.execute(tx)
  })
  let seen = 0
  for (const id of driveIds) {
    const whole = (await statementOf(db, id, { limit: 1000 })).lines
    for (const [from, to] of [
      ['2026-03-03', '2026-03-05'],
      ['2026-03-04', '2026-03-04'],
      ['2026-03-05', null],
      [null, '2026-03-03'],
      ['2030-01-01', null],
    ] as const) {
      const { lines } = await statementOf(db, id, { ...(await boundsOf(db, id, { from, to })), limit: 1000 })
      const meant = whole.filter(({ at }) => dayAt(at) >= (from ?? '') && dayAt(at) <= (to ?? '9'))
      expect(lines).toEqual(meant)
      seen += lines.length
    }
  }
  expect(seen).toBeGreaterThan(20)
})

test('an address says which days are meant', () => {
  const span = (query: string) => spanOfStatement(filterIn(statementView.fields, new URLSearchParams(query)))
  expect(span('from=2026-03-01&to=2026-03-31')).toEqual({ from: '2026-03-01', to: '2026-03-31' })
  expect(span('from=2026-03-31&to=2026-03-01')).toEqual({ from: '2026-03-01', to: '2026-03-31' })
  expect(span("from=2026-02-31&to=' or 1=1")).toEqual({ from: null, to: null })
})
