import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { disputeOpened } from '#app/money/disputes/dispute.server.ts'
import { completeByHand } from '#app/money/payouts/decide.server.ts'
import { beginTransfer, transferOpen } from '#app/money/payouts/transfer.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { askingFor, booksMustHold, fundedDrive, gift } from '#test/money.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { timePasses } from '#test/time.ts'
import { wholeStoryOf } from './payout.server.ts'
import { concernsOf } from './payout-admin.ts'
import { adminPayoutsList } from './payouts-list.server.ts'
import { requestFor, requestsList } from './requests-list.server.ts'

const made: number[] = []
const db = await testDatabase()
scriptedProvider()
const by = { id: (await somePerson(db, { admin: true, fullName: 'Akinyi' })).id, address: '41.90.4.0' }
const ownerId = (await somePerson(db, { fullName: 'Zawadi 100%', email: 'zawadi@example.test' })).id
const drive = await someDrive(db, { ownerId, title: 'A roof for Kibera' })
await gift(db, drive.id, 500_000)
const { ask } = await askingFor(db, drive)
for (const amount of [10_000, 40_000, 20_000, 30_000]) made.push((await ask(amount)).id)
await completeByHand(db, made[0]!, { by: by.id })
const reference = (await beginTransfer(db, made[1]!, { by: by.id })).reference
await transferOpen(db, reference, { state: 'pending', code: 'TRF_Kibera' })
booksMustHold(() => db)

const list = async (query: string) => {
  const asked = adminPayoutsList.asked(new URLSearchParams(query))
  return (await adminPayoutsList.page(db, asked)).rows.map(({ id }) => made.indexOf(id))
}

test.each<[string, number[]]>([
  ['', [3, 2, 1, 0]],
  ['?sort=asked', [0, 1, 2, 3]],
  ['?sort=amount', [0, 2, 3, 1]],
  ['?sort=amount&order=desc', [1, 3, 2, 0]],
  ['?state=processing', [3, 2]],
  ['?state=completed', [0]],
  ['?state=nonsense', [3, 2, 1, 0]],
  ['?search=zawadi', [3, 2, 1, 0]],
  ['?search=ZAWADI%40example', [3, 2, 1, 0]],
  ['?search=100%25', [3, 2, 1, 0]],
  ['?search=200%25', []],
  ['?search=roof', [3, 2, 1, 0]],
  ['?search=TRF_Kibera', [1]],
  ['?search=TRF_', []],
  ['?from=2000-01-01&to=2000-12-31', []],
  ['?from=2000-01-01', [3, 2, 1, 0]],
  ['?from=2026-02-30', [3, 2, 1, 0]],
])('the list of %s [T246]', async (query, expected) => {
  expect(await list(query)).toEqual(expected)
  const { totals } = await adminPayoutsList.page(db, adminPayoutsList.asked(new URLSearchParams(query)))
  expect(totals.count).toBe(expected.length)
  expect(totals.fee + totals.net).toBe(totals.amount)
})

test('a transfer is found by its reference, and a request by its number', async () => {
  expect(await list(`?search=${reference}`)).toEqual([1])
  expect(await list(`?search=${made[2]}`)).toContain(2)
})

test('a day is Nairobi’s', async () => {
  const [{ day }] = (
    await sql<{ day: string }>`select to_char(now() at time zone 'Africa/Nairobi', 'YYYY-MM-DD') as day`.execute(db)
  ).rows as [{ day: string }]
  expect(await list(`?from=${day}&to=${day}`)).toEqual([3, 2, 1, 0])
})

test('those that wait come with the longest wait first, each with its balance check, and the look is written down [T161]', async () => {
  const { rows: requests, totals } = await requestsList.shown(db, new URLSearchParams('?search=roof'), by)
  expect(requests.map(({ id }) => made.indexOf(id))).toEqual([2, 3])
  expect(totals.counts).toEqual({ processing: 2, approved: 1 })
  expect(requests[0]).toMatchObject({
    method: 'M-Pesa •••• 5678',
    check: {
      raised: 500_000,
      reversed: 0,
      reserved: 100_000,
      available: 400_000,
      debt: 0,
      held: 0,
      // 95 % of what is not asked for, and what this request set aside.
      owed: 380_000 + 19_000,
      net: 19_000,
      before: { count: 1, net: 9500 },
      isOwn: false,
      methodIsNew: true,
    },
  })
  expect(JSON.stringify(requests)).not.toContain('712345')
  const look = await db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirst()
  expect(look).toMatchObject({ by: by.id, act: 'seen', noun: 'payout', after: { search: 'roof' } })
  const away = await requestsList.shown(db, new URLSearchParams('?state=approved'), by)
  expect(away.rows).toHaveLength(1)
})

test('a check says what speaks against it: their own, a debt, a question of a bank, a new number', async () => {
  const { request } = (await requestFor(db, String(made[2]), { ...by, id: drive.ownerId }))!
  expect(concernsOf(request.check)).toEqual({ stops: ['own'], warns: ['new method'] })
  const { given, methodId, ask } = await fundedDrive(db, [60_000])
  await disputeOpened(db, given[0]!.reference, { extId: randomUUID(), amount: 20_000, dueAt: new Date() })
  const { id } = await ask(10_000)
  await timePasses('25 hours')
  await sql`update withdrawal_methods set removed_at = now() where id = ${methodId}`.execute(db)
  const { check } = (await requestFor(db, String(id), by))!.request
  expect(check).toMatchObject({ held: 20_000, before: { count: 0, net: 0 } })
  expect(concernsOf(check)).toEqual({ stops: [], warns: ['held', 'method gone', 'first'] })
  expect(concernsOf({ ...check, debt: 1, owed: check.net - 1 }).stops).toEqual(['debt', 'uncovered'])
})

test('one payout tells its whole story: attempts, steps with who did them, postings [T138]', async () => {
  const story = (await wholeStoryOf(db, String(made[1]), by))!
  expect(story.attempts).toMatchObject([{ n: 1, reference, state: 'pending', code: 'TRF_Kibera' }])
  expect(story.steps.map(({ kind, who }) => [kind, who])).toEqual([
    ['requested', 'Zawadi 100%'],
    ['approved', 'Akinyi'],
  ])
  expect(story.postings).toMatchObject([{ kind: 'payout', credit: 'payouts_in_flight', amount: 38_000 }])
  for (const strange of ['0', 'x', '999999999', undefined]) expect(await wholeStoryOf(db, strange, by)).toBeUndefined()
})

test('the list of one drive has its payouts and no others, and its words lead to it, even where they begin like a transfer', async () => {
  const one = await someDrive(db, { title: 'Pay Amina’s fees' })
  expect(one.slug).toMatch(/^pay-/)
  await gift(db, one.id, 50_000)
  const { id } = await (await askingFor(db, one)).ask(20_000)
  const found = async (query: string) =>
    (await adminPayoutsList.page(db, adminPayoutsList.asked(new URLSearchParams(query)))).rows.map((row) => row.id)
  expect(await found(`?drive=${one.id}`)).toEqual([id])
  expect(await found(`?drive=${drive.id}&sort=asked`)).toEqual(made)
  const { totals } = await adminPayoutsList.page(db, adminPayoutsList.asked(new URLSearchParams(`?drive=${one.id}`)))
  expect(totals).toMatchObject({ count: 1, amount: 20_000 })
  expect(await found(`?drive=${randomUUID()}`)).toEqual([])
  expect(await found(`?search=${one.slug}`)).toEqual([id])
})

test('the file has all that the filter finds, of numbers the end', async () => {
  const query = new URLSearchParams('?search=roof&sort=amount')
  const answer = adminPayoutsList.csv(db, query, { words: wordsIn('en'), language: 'en' })
  const lines = (await answer.text()).trim().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[1]).toMatch(
    new RegExp(`^${made[0]},Zawadi 100%,zawadi@example.test,A roof for Kibera,.*,100,5,95,M-Pesa •••• 5678,Completed`),
  )
})
