import { beforeAll, expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { claim } from '#app/money/mpesa/claims.server.ts'
import { placeMoney } from '#app/money/payments/place.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { claiming, unplacedMoney } from '#test/paid-by-hand.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { query } from '#test/rows.ts'
import { unplacedList } from './unplaced-list.server.ts'

// Forty pieces of money without a place: the list says whose each may be, before one is opened.

const db = await testDatabase()
const rail = pretendRail()
let money: Awaited<ReturnType<typeof unplacedMoney>>
beforeAll(async () => {
  useMobileMoney(rail)
  money = await unplacedMoney(db, rail)
  for (let more = 0; more < 40; more++) await unplacedMoney(db, rail, `ROOF ${more}`)
  await query`insert into suspense (provider, provider_tx_id, reference, why, amount, currency)
    values ('paystack', '77', 'don-unknown', 'unknown reference', 5, 'KES')`
  for (const drive of [await someDrive(db), await someDrive(db)]) await claim(db, drive.id, claiming(money.receipt))
})
const list = (query = '') => unplacedList.page(db, unplacedList.asked(new URLSearchParams(query)))

test('each row has the code, the name and the last digits that M-Pesa told, and how many claims wait', async () => {
  const { rows } = await list()
  const first = { code: money.receipt, name: 'AMINA Y', tail: '126', claims: 2, reference: 'CHURCH ROOF' }
  expect(rows[0]).toMatchObject(first)
  expect(rows[1]).toMatchObject({ claims: 0 })
})

test('it is narrowed by the reason, and found by the code and by the name', async () => {
  expect((await list('why=unknown+reference')).rows).toMatchObject([{ provider: 'paystack', code: null, name: null }])
  const byAccount = await list('why=unknown+account')
  expect(byAccount.totals).toEqual([{ currency: 'KES', count: 41, amount: 41 * 20_000 }])
  expect((await list(`search=${money.receipt}`)).rows).toMatchObject([{ id: money.id }])
  expect((await list('search=amina')).totals).toMatchObject([{ count: 41 }])
})

test('it names people: that it was looked at is written down, but not the name that was searched for', async () => {
  const by = { id: (await somePerson(db, { admin: true })).id, address: '41.90.4.0' }
  await unplacedList.shown(db, new URLSearchParams('search=amina'), by)
  const seen = await db.selectFrom('audit_log').where('by', '=', by.id).select(['act', 'noun', 'after']).execute()
  expect(seen).toMatchObject([{ act: 'seen', noun: 'suspense' }])
  expect(JSON.stringify(seen)).not.toContain('amina')
})

test('what became a gift keeps its code and name among what is closed, and is found by them', async () => {
  const placed = await unplacedMoney(db, rail, 'ROOF PLACED')
  const { id: driveId } = await someDrive(db)
  const booked = await db.transaction().execute((tx) => placeMoney(tx, { suspenseId: placed.id, driveId }))
  for (const search of ['', placed.receipt, 'amina'])
    expect((await list(`state=closed&search=${search}`)).rows).toMatchObject([
      { id: placed.id, code: placed.receipt, name: 'AMINA Y', tail: '126', placedId: booked!.paymentId },
    ])
})

test('its file has the same', async () => {
  const answer = unplacedList.csv(db, new URLSearchParams('why=unknown+account'), {
    words: wordsIn('en'),
    language: 'en',
  })
  const text = await new Response(answer.body).text()
  const [head, first] = text.split('\n')
  expect(head).toMatch(/Claims.*Account or reference.*Name at M-Pesa.*Last digits of the number.*M-Pesa code/)
  expect(first).toMatch(new RegExp(`2.*CHURCH ROOF.*AMINA Y.*126.*${money.receipt}`))
})
