import { expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { askingFor, booksMustHold, gift } from '#test/money.ts'
import { unplacedMoney } from '#test/paid-by-hand.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { allRows } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { everything } from './everything.server.ts'

const db = await testDatabase()
scriptedProvider()
const by = { id: (await somePerson(db, { admin: true })).id, address: '41.90.4.0' }
const ownerId = (await somePerson(db, { fullName: 'Zawadi Otieno', email: 'zawadi@example.test' })).id
const drive = await someDrive(db, { ownerId, title: 'A roof for Kibera' })
const giver = { donorName: 'Amina Otieno', donorEmail: 'amina@example.test' }
const { reference } = await gift(db, drive.id, 50_000, giver)
for (let nr = 0; nr < 6; nr++) await gift(db, drive.id, 50_000, giver)
await (await askingFor(db, drive)).ask(10_000)
booksMustHold(() => db)

const counts = async (typed: string) => {
  const { gifts, payouts, drives, people } = await everything(db, typed, by, wordsIn('en'))
  return [gifts.count, payouts.count, drives.count, people.count]
}

test.each([
  ['otieno', [7, 1, 0, 1]],
  ['kibera', [0, 1, 1, 0]],
  ['zawadi@example.test', [0, 1, 1, 1]],
  ['amina@', [7, 0, 0, 0]],
  ['nobody at all', [0, 0, 0, 0]],
])('the same words find gifts, payouts, drives and people: %s', async (typed, found) => {
  expect(await counts(typed)).toEqual(found)
})

test('of each kind five are shown, a reference finds its gift, and each access is written down without whom it was for', async () => {
  expect((await everything(db, 'otieno', by, wordsIn('en'))).gifts.rows).toHaveLength(5)
  expect((await everything(db, reference, by, wordsIn('en'))).gifts).toMatchObject({ count: 1, rows: [{ reference }] })
  await everything(db, 'amina@example.test', by, wordsIn('en'))
  const accesses = await allRows('audit_log', { by: by.id })
  for (const noun of ['donation', 'payout', 'drive', 'person'])
    expect([noun, accesses.some((access) => access.noun === noun)]).toEqual([noun, true])
  expect(JSON.stringify(accesses)).not.toContain('amina@example.test')
})

test('money that has no place yet is found by its M-Pesa code and by the account that was typed', async () => {
  const rail = pretendRail()
  useMobileMoney(rail)
  const { id, receipt } = await unplacedMoney(db, rail, 'HEEL')
  for (const typed of [receipt, 'heel'])
    expect((await everything(db, typed, by, wordsIn('en'))).unplaced).toMatchObject({ count: 1, rows: [{ id }] })
  expect((await everything(db, 'nobody at all', by, wordsIn('en'))).unplaced).toEqual({ count: 0, rows: [] })
})
