import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { keepSums } from '#app/base/ledger/moment.server.ts'
import { testDatabase } from '#test/database.ts'
import { randomBooks } from '#test/random-books.ts'
import { query } from '#test/rows.ts'
import { donationsList } from './donations-list.server.ts'
import { giftsByDay } from './gifts-by-day.server.ts'

// What a drive was given comes from sums that are kept, and from what came since. It is what its gifts say one by one.

const driveIds: string[] = []
const now = new Date('2026-09-30T09:00:00Z')
const db = await testDatabase({ asOwner: true })

async function compared() {
  for (const id of driveIds) {
    for (const days of [7, 30, 400]) {
      const rows = await query`
        select to_char(d.created_at at time zone 'Africa/Nairobi', 'YYYY-MM-DD') as day,
          sum(d.amount - p.reversed)::bigint as amount, count(*) as gifts
        from donations d join payments p on p.id = d.payment_id
        where d.fund_drive_id = ${id} and p.reversed < d.amount
          and (d.created_at at time zone 'Africa/Nairobi')::date > (${now}::timestamptz at time zone 'Africa/Nairobi')::date - ${days}::int
        group by 1 order by 1`
      const found = await giftsByDay(db, id, { days, now })
      expect(found.days.filter(({ gifts }) => gifts > 0)).toEqual(rows)
    }
    for (const channel of ['mobile', 'online', 'other']) {
      const rows = await query`select count(*) as count, coalesce(sum(d.amount - p.reversed), 0)::bigint as raised
        from donations d join payments p on p.id = d.payment_id where d.fund_drive_id = ${id} and d.channel = ${channel}`
      const { totals } = await donationsList.page(db, id, new URLSearchParams({ channel }))
      expect(totals.found).toEqual(rows[0])
    }
  }
}

test('figures are those of the gifts before sums are kept, when they are, when more comes, and when some of it goes back', async () => {
  driveIds.push(...(await randomBooks(db, 200, 0.1)).driveIds)
  await compared()
  await keepSums(db, { atLeast: 1 })
  await compared()
  driveIds.push(...(await randomBooks(db, 100, 0.2)).driveIds)
  await compared()
  await keepSums(db, { atLeast: 1, atOnce: 50 })
  // Some go back wholly, which the books hold beside the sums.
  await query`update payments set reversed = amount where kind = 'donation' and status = 'succeeded' and id % 4 = 0`
  await compared()
})

test('a gift that is booked by a transaction that ends late is found once, before and after it is kept', async () => {
  const { driveIds: own } = await randomBooks(db, 20, 0.7)
  driveIds.splice(0, driveIds.length, ...own)
  const late = db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const { rows } = await sql<{ id: number }>`
      insert into payments (reference, kind, fund_drive_id, amount, status, provider_tx_id, channel, settled_at)
      values ('don-' || md5('late'), 'donation', ${own[0]!}, 5000, 'succeeded', 'late', 'mobile', ${now}) returning id`.execute(
      tx,
    )
    await sql`insert into donations (payment_id, fund_drive_id, amount, fee_bps, platform_fee, channel, created_at)
      values (${rows[0]!.id}, ${own[0]!}, 5000, 500, 250, 'mobile', ${now})`.execute(tx)
    await sql`insert into ledger_transfers (event_kind, subject_id, leg, debit_account, credit_account, amount, created_at)
      select 'donation', ${rows[0]!.id}, x.leg, clearing.id, x.account, x.amount, ${now} from ledger_accounts clearing,
        lateral (select 1, id, 4750 from ledger_accounts where fund_drive_id = ${own[0]!}
          union all select 2, id, 250 from ledger_accounts where code = 'platform_revenue') x (leg, account, amount)
      where clearing.code = 'provider_clearing'`.execute(tx)
    await keepSums(db, { atLeast: 1 })
    await compared()
  })
  await late
  await compared()
  await keepSums(db, { atLeast: 1 })
  await compared()
})
