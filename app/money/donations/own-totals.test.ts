import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { randomBooks } from '#test/random-books.ts'
import { donationsList } from './donations-list.server.ts'

const db = await testDatabase({ asOwner: true })
let driveIds: string[]
beforeAll(async () => {
  driveIds = (await randomBooks(db, 300)).driveIds
})

test.each([
  ['', sql`true`],
  ['channel=mobile', sql`d.channel = 'mobile'`],
  ['search=kamau', sql`d.donor_name ilike '%kamau%'`],
  ['search=amina1', sql`d.donor_email ilike '%amina1%'`],
  ['day=2026-03-05', sql`(d.created_at at time zone 'Africa/Nairobi')::date = '2026-03-05'`],
  ['search=ali&channel=online', sql`(d.donor_name ilike '%ali%' and d.channel = 'online')`],
  ['search=nobody', sql`false`],
])('what an owner finds comes to what it is gift by gift, less what went back: %s [T130]', async (query, plain) => {
  for (const id of driveIds) {
    const { rows } = await sql`select count(*) as count, coalesce(sum(d.amount - p.reversed), 0)::bigint as raised
      from donations d join payments p on p.id = d.payment_id where d.fund_drive_id = ${id} and ${plain}`.execute(db)
    const { totals } = await donationsList.page(db, id, new URLSearchParams(query))
    // What is not narrowed is summed nowhere: the drive has kept what was raised.
    expect(totals.found).toEqual(query ? rows[0] : null)
  }
})
