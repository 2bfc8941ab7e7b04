import { beforeAll, expect, test } from 'vitest'
import { paidInFull } from '#app/money/payments/payment.ts'
import { placeMoney } from '#app/money/payments/place.server.ts'
import { keepUnplaced } from '#app/money/payments/suspense.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { testDatabase } from '#test/database.ts'
import { drawn } from '#test/drawn.tsx'
import { someDrive, somePerson } from '#test/make.ts'
import { newCode, unplacedMoney } from '#test/paid-by-hand.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { oneRow, query } from '#test/rows.ts'
import { recordReturn, reserveReturn } from './decide-unplaced.server.ts'
import { deskAt } from './unplaced.server.ts'
import { DeskFacts } from './unplaced-one.tsx'

// Of money that was paid twice the desk says whether its giver was asked, and how; of what is closed, what became of it.

const db = await testDatabase()
const rail = pretendRail()
beforeAll(() => useMobileMoney(rail))

let nr = 0
async function deskSays(state: string | null): Promise<string> {
  const number = `SKD${String(++nr).padStart(7, '0')}`
  const what = { provider: 'mpesa', reference: 'don-1', why: 'paid twice', payment: undefined } as const
  await db.transaction().execute((tx) => keepUnplaced(tx, what, paidInFull(500, number, null)))
  const { id } = await oneRow('suspense', { provider_tx_id: number })
  if (state)
    await query`insert into sms_outbox (key, phone, text, money, at_night, asked_for, until, state, tries, tried_at)
      values (${`second ${id}`}, '+254712345678', 'x', true, true, false, now(), ${state}, 1, now())`
  return factsOf(id)
}
const factsOf = async (id: number) => drawn(<DeskFacts desk={await deskAt(db, String(id))} />)

test.each([
  [null, 'They were not asked: no text could be written to them'],
  ['sent', 'They were asked by a text, and have not answered yet'],
  ['delivered', 'They were asked by a text that arrived'],
  ['maybe_sent', 'may not have gone out'],
  ['failed', 'They were not asked: the text to them did not go out'],
  ['stopped', 'They were not asked: they want no texts'],
])('of a text that is %s', async (state, words) => {
  expect(await deskSays(state)).toContain(words)
})

test('of money that became a gift it leads to the gift', async () => {
  const { id, receipt } = await unplacedMoney(db, rail)
  const { id: driveId } = await someDrive(db)
  const booked = await db.transaction().execute((tx) => placeMoney(tx, { suspenseId: id, driveId }))
  const page = await factsOf(id)
  expect(page).toContain('Placed as a gift')
  expect(page).toContain(`href="/admin/donations/${booked!.paymentId}"`)
  expect(page).toContain(receipt)
})

test('of money that went back it says so, under which code, who decided it and why', async () => {
  const by = { id: (await somePerson(db, { admin: true, fullName: 'Akinyi Admin' })).id, address: '41.90.4.0' }
  const [{ id }, code] = [await unplacedMoney(db, rail), newCode()]
  await reserveReturn(db, id, { why: 'The payer rang', by })
  await recordReturn(db, id, { code, why: 'Done in the portal', by })
  const page = await factsOf(id)
  for (const words of [
    'Returned to its payer',
    'Code of the return',
    'Akinyi Admin',
    'The payer rang',
    'Done in the portal',
  ])
    expect(page).toContain(words)
  expect(page.split(code)).toHaveLength(2)
})
