import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { keepSums } from '#app/base/ledger/moment.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { testDatabase } from '#test/database.ts'
import { randomBooks } from '#test/random-books.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { giftsList } from './gifts-list.server.ts'

// The totals of the list are read from sums that are kept, from lines that were looked up, or are added up. Whichever it
// is, they are those of the filter.

const db = await testDatabase({ asOwner: true })
let drive: string
beforeAll(async () => {
  scriptedProvider()
  await randomBooks(db, 300, 0.3)
  await keepSums(db, { atLeast: 1 })
  drive = (await randomBooks(db, 100, 0.6)).driveIds[0]!
})

const states: Record<string, string> = {
  paid: `status = 'succeeded'`,
  waiting: `status in ('created', 'pending')`,
  failed: `status in ('failed', 'abandoned', 'init_unknown')`,
  unplaced: `status = 'mismatch'`,
  refunded: 'reversed > 0',
}

async function countedRowByRow(query: string) {
  const { filter: f } = giftsList.asked(new URLSearchParams(query))
  const words = containing(f.search)
  const { rows } = await sql<{ count: number; paid: number; refunded: number }>`
    select count(*) as count, coalesce(sum(case when status = 'succeeded' then amount end), 0)::bigint as paid,
      coalesce(sum(reversed), 0)::bigint as refunded
    from payments where kind = 'donation' and ${sql.raw(f.state ? states[f.state]! : 'true')}
      and (${f.channel}::text is null or channel = ${f.channel}) and (${f.drive}::uuid is null or fund_drive_id = ${f.drive})
      and (donor_name ilike ${words} or donor_email ilike ${words})
      and (created_at at time zone 'Africa/Nairobi')::date >= ${f.from || '1000-01-01'}::date
      and (created_at at time zone 'Africa/Nairobi')::date <= ${f.to || '9999-12-31'}::date`.execute(db)
  return { ...rows[0]!, more: false }
}

test.each([
  '',
  'state=paid',
  'state=waiting',
  'state=failed',
  'state=unplaced',
  'state=refunded',
  'channel=mobile',
  'state=paid&channel=other',
  'search=kamau',
  'search=amina&state=paid',
  'search=wanjiru kamau',
  'search=kamau wanjiru',
  'search=u kam',
  'search=fatuma7@',
  'from=2026-01-01&to=2026-03-31',
  'from=2026-01-01&state=failed&search=ali',
  'drive=DRIVE',
  'drive=DRIVE&state=paid',
  'sort=amount&order=asc',
])('totals match the filter: %s', async (query) => {
  const asked = query.replace('DRIVE', drive)
  const { totals, rows: gifts } = await giftsList.page(db, giftsList.asked(new URLSearchParams(asked)))
  expect(totals).toEqual(await countedRowByRow(asked))
  expect(gifts).toHaveLength(Math.min(50, totals.count))
})
