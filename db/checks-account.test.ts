import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { askBackByKey, buttonFor } from '#app/money/refunds/ask-back.server.ts'
import { brokenBy } from '#test/broken-by.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { fundedDrive, gift } from '#test/money.ts'
import { oneRow } from '#test/rows.ts'
import { brokenInvariants } from './checks.ts'
import { accountRules } from './checks-account.ts'

// Each rule of gifts that are asked back, of papers and of the ceiling, and what breaks it.

const db = await testDatabase({ asOwner: true })
const { id } = await gift(db, (await someDrive(db)).id, 50_000)
const { receipt, id: donationId } = await oneRow('donations', { payment_id: id })
await askBackByKey(db, receipt, (await buttonFor(db, donationId))!.link.split('/').at(-1)!)

const funded = await fundedDrive(db, [100_000])
await funded.ask(50_000)
await sql`insert into papers (fund_drive_id, purpose, bytes, uploaded_by)
  values (${funded.id}, 'cause', decode(repeat('00', 40), 'hex'), ${funded.ownerId})`.execute(db)

const free = 'alter table reversals drop constraint reversals_giver_in_time'
const broken: [id: string, statement: string][] = [
  ['A5', `${free}; update reversals set created_at = created_at + interval '16 days'`],
  ['A5', `${free}; update reversals set back_until = null`],
  ['A5', `update reversals set back_until = back_until + 100`],
  ['A5', 'update reversals set amount = amount - 100'],
  ['A9', `update papers set delete_at = now() - interval '2 hours'`],
  ['A10', 'alter table payout_requests disable trigger user; update payout_requests set ceiling = amount - 1'],
]

test('a gift that was asked back breaks no rule', async () => {
  expect(await brokenInvariants(db)).toEqual([])
})

test.each(broken)('%s is seen when it is broken: %s [T1190]', async (id, statement) => {
  expect(await brokenBy(db, statement)).toContain(id)
})

test('no rule of them is without what breaks it', () => {
  expect([...new Set(broken.map(([id]) => id))]).toEqual(accountRules.map(({ id }) => id))
})
