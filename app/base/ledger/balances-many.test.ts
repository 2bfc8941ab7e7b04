import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { keepBalances } from './moment.server.ts'
import { balanceOf } from './post.server.ts'

test('looking for what happened since reads no account’s postings but the new ones, however many others have', async () => {
  const owner = await testDatabase({ asOwner: true })
  await owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into ledger_accounts (code, kind, fund_drive_id)
      select 'drive:' || id || ':payable', 'liability', id from (select gen_random_uuid() as id from generate_series(1, 100)) x`.execute(
      tx,
    )
    await sql`insert into ledger_transfers (event_kind, subject_id, leg, debit_account, credit_account, amount)
      select 'donation', n, 1, h.id, p.id, 5 from generate_series(1, 20000) n
        join (select id, row_number() over () as nr from ledger_accounts where fund_drive_id is not null) p on p.nr = 1 + n % 100
        join ledger_accounts h on h.code = 'provider_clearing'`.execute(tx)
  })
  await sql`analyze ledger_transfers, ledger_accounts`.execute(owner)
  await owner.transaction().execute(async (tx) => {
    await keepBalances(tx, 100)
    const { rows } = await sql<{ read: number }>`
      select seq_tup_read as read from pg_stat_xact_user_tables where relname = 'ledger_transfers'`.execute(tx)
    expect(rows[0]!.read).toBeLessThan(100_000)
    expect(await balanceOf(tx, 'provider_clearing')).toBe(100_000)
  })
})
