import { describe, expect, test } from 'vitest'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, booksMustHold, granted, paid } from '#test/money.ts'
import { giftsTo, stillCalledAbout } from '#test/money-now.ts'
import { oneRow, query } from '#test/rows.ts'
import { applyResult } from './apply.server.ts'
import { placeMoney } from './place.server.ts'

// Money in suspense that becomes a gift.

const db = await testDatabase()
booksMustHold(() => db)

/** Money that came in through this provider and that nobody can place. */
async function unplaced(provider: string, amount: number, fee = 0) {
  const facts = paid(amount, { fee })
  expect(await applyResult(db, provider, `JOHN-${facts.providerId}`, facts)).toBe('unplaced')
  const { id } = await oneRow('suspense', { provider_tx_id: facts.providerId })
  return { id, number: facts.providerId }
}
const place = (suspenseId: number, driveId: string) =>
  db.transaction().execute((tx) => placeMoney(tx, { suspenseId, driveId }))

describe.each(['mpesa', 'paystack'])('money at %s', (provider) => {
  test('becomes a gift of its drive, with its fee and under its number', async () => {
    const drive = await someDrive(db)
    const before = await balanceOf(db, 'suspense')
    const fees = await balanceOf(db, 'provider_fees')
    const { id, number } = await unplaced(provider, 20_000, 300)
    const booked = await place(id, drive.id)
    expect(await giftsTo(drive.id)).toEqual([1, 20_000])
    expect(await balanceOf(db, { drive: drive.id })).toBe(19_000)
    expect([await balanceOf(db, 'suspense'), await balanceOf(db, 'provider_fees')]).toEqual([before, fees + 300])
    const rows = await query`select p.provider_tx_id as number, p.status, s.state from payments p
      join suspense s on s.placed_payment_id = p.id where p.id = ${booked!.paymentId}`
    expect(rows).toEqual([{ number, status: 'succeeded', state: 'placed' }])
  })

  test('is no discrepancy any more once it has its place', async () => {
    const drive = await someDrive(db)
    const { id, number } = await unplaced(provider, 5000)
    expect(await stillCalledAbout(`${provider} ${number}`)).toEqual(['money in suspense'])
    await place(id, drive.id)
    expect(await stillCalledAbout(`${provider} ${number}`)).toEqual([])
  })

  test('is placed once, however many do it at once, and on one drive (M19)', async () => {
    const [one, other] = [await someDrive(db), await someDrive(db)]
    const { id } = await unplaced(provider, 5000)
    const all = await atOnce(8, (at) => place(id, at % 2 ? one.id : other.id))
    expect(granted(all).filter((booked) => booked !== undefined)).toHaveLength(1)
    const [first, second] = [await giftsTo(one.id), await giftsTo(other.id)]
    expect(first[0] + second[0]).toBe(1)
  })
})

test('a drive that takes no new gifts gets what was meant for it', async () => {
  const drive = await someDrive(db)
  await query`update fund_drives set collect_donations = false where id = ${drive.id}`
  const { id } = await unplaced('mpesa', 7000)
  expect(await place(id, drive.id)).toBeDefined()
  expect(await giftsTo(drive.id)).toEqual([1, 7000])
})
