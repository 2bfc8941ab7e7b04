import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closeBooks } from '#app/money/public-book/close.server.ts'
import { askBackByKey, buttonFor } from '#app/money/refunds/ask-back.server.ts'
import { brokenBy } from '#test/broken-by.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { fundedDrive, gift } from '#test/money.ts'
import { oneRow } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { brokenInvariants } from './checks.ts'
import { accountRules } from './checks-account.ts'
import { bookRules } from './checks-book.ts'

// Each rule of gifts that are asked back, of papers, of the ceiling and of public books, and what breaks it.

const db = await testDatabase({ asOwner: true })
const { id } = await gift(db, (await someDrive(db)).id, 50_000)
const { receipt, id: donationId } = await oneRow('donations', { payment_id: id })
await askBackByKey(db, receipt, (await buttonFor(db, donationId))!.link.split('/').at(-1)!)

const funded = await fundedDrive(db, [100_000])
await funded.ask(50_000)
// The book is closed up to yesterday; today's gift has no line yet.
await timePasses('2 days', { donations: {}, payments: {}, reversals: {}, payout_events: {} })
await closeBooks(db)
await gift(db, funded.id, 20_000)
await sql`insert into papers (fund_drive_id, purpose, bytes, uploaded_by)
  values (${funded.id}, 'cause', decode(repeat('00', 40), 'hex'), ${funded.ownerId})`.execute(db)

const free = 'alter table reversals drop constraint reversals_giver_in_time'
const broken: [id: string, statement: string][] = [
  ['A5', `${free}; update reversals set created_at = created_at + interval '16 days'`],
  ['A5', `${free}; update reversals set back_until = null`],
  ['A5', `update reversals set back_until = back_until + 100`],
  ['A5', 'update reversals set amount = amount - 100'],
  ['A9', `update papers set delete_at = now() - interval '2 hours'`],
  ['A6', 'delete from book_lines where n = 1'],
  ['A6', 'update book_lines set fee = fee + 1'],
  ['A6', "update book_lines set kind = 'returned'"],
  ['A6', 'update books set last_day = last_day + 2'],
  ['A7', 'update book_lines set n = n + 1'],
  ['A7', 'update books set balance = balance + 1'],
  ['A7', 'update books set came_in = came_in + 1'],
  ['A7', 'update wallets set credited = credited + 1'],
  ['A8', "update book_days set hash = repeat('0', 64)"],
  ['A8', "update book_lines set ref = '0000000000'"],
  ['A8', 'update book_lines set day = day - 1'],
  ['A10', 'alter table payout_requests disable trigger user; update payout_requests set ceiling = amount - 1'],
]

test('a gift that was asked back breaks no rule', async () => {
  expect(await brokenInvariants(db)).toEqual([])
})

test.each(broken)('%s is seen when it is broken: %s [T1190]', async (id, statement) => {
  expect(await brokenBy(db, statement)).toContain(id)
})

test('no rule of them is without what breaks it [T1698]', () => {
  expect([...new Set(broken.map(([id]) => id))].sort()).toEqual(
    [...accountRules, ...bookRules].map(({ id }) => id).sort(),
  )
})
