import { expect, test } from 'vitest'
import { waitingTasks } from '#app/admin/desk/desk.server.ts'
import { wordsIn } from '#app/kit/words.ts'
import { publicDonations } from '#app/money/donations/donations.server.ts'
import { claim } from '#app/money/mpesa/claims.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, booksMustHold, giftByPhone, granted } from '#test/money.ts'
import { newAdmin } from '#test/money-now.ts'
import { claiming } from '#test/paid-by-hand.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { oneRow, query } from '#test/rows.ts'
import { claimAt, claimsOnGift, phoneOfClaim, refuseClaim } from './claims.server.ts'
import { leaving } from './claims.ts'

// Claims about money that is a gift already: no program decides about them, and no claim moves a gift.

const db = await testDatabase()
booksMustHold(() => db)
useMobileMoney(pretendRail())
const why = 'The digits are those of another number'

/** A gift, and someone who claims it for another drive. */
async function claimed() {
  const [drive, other] = [await someDrive(db), await someDrive(db, { title: 'Roof for the school' })]
  const { id: payment } = await giftByPhone(db, drive.id, 30_000)
  const { receipt } = await oneRow('mpesa_receipts', { payment_id: payment })
  await claim(db, other.id, claiming(receipt, { tail: '999', name: 'Brian', phone: '+254712345999' }))
  const { id } = await db.selectFrom('claims').where('receipt', '=', receipt).select('id').executeTakeFirstOrThrow()
  return { payment, drive, other, key: { payment, claim: id } }
}
const stateOf = async (id: number) =>
  (await db.selectFrom('claims').where('id', '=', id).select('state').executeTakeFirstOrThrow()).state
const tasksOf = async (payment: number) =>
  (await waitingTasks(db, 'claim')).tasks.filter(({ id }) => id === String(payment))

test('they are on the page of the gift and among what waits, until an administrator leaves the gift where it is', async () => {
  const [{ payment, drive, key }, by] = [await claimed(), await newAdmin()]
  const before = await publicDonations(db, drive.id)
  expect(await claimsOnGift(db, payment)).toMatchObject([
    { title: 'Roof for the school', name: 'Brian', phone: '0712 … 999', isTailRight: false },
  ])
  expect(await tasksOf(payment)).toMatchObject([{ title: 'Roof for the school', count: 1 }])
  expect(await refuseClaim(db, key, { why, by })).toBe('done')
  expect([await stateOf(key.claim), await claimsOnGift(db, payment), await tasksOf(payment)]).toEqual([
    'refused',
    [],
    [],
  ])
  expect(await publicDonations(db, drive.id)).toEqual(before)
  const rows = await query`select act, by, why from audit_log where noun = 'payment' and subject = ${String(payment)}`
  expect(rows).toEqual([{ act: 'claim refused', by: by.id, why }])
})

test('a giver who left a phone gets a text, and the administrator who refuses reads that before', async () => {
  const [{ key }, by] = [await claimed(), await newAdmin()]
  await refuseClaim(db, key, { why, by })
  const rows = await query`select phone from sms_outbox where key = ${`claim ${key.claim}`}`
  expect(rows).toEqual([{ phone: '+254712345999' }])
  expect(wordsIn('en')._(leaving.text({}))).toContain('Givers who left a phone number get a text')
})

test('of administrators who refuse at once one does, and a claim is found by its gift alone', async () => {
  const [one, other, by] = [await claimed(), await claimed(), await newAdmin()]
  const all = await atOnce(6, () => refuseClaim(db, one.key, { why, by }))
  expect(granted(all)).toHaveLength(1)
  const crossed = { payment: one.payment, claim: other.key.claim }
  await expect(refuseClaim(db, crossed, { why, by })).rejects.toMatchObject({ status: 404 })
  await expect(claimAt(db, { payment: String(one.payment), claim: String(other.key.claim) })).rejects.toMatchObject({
    init: { status: 404 },
  })
})

test('the whole number of the giver is shown to the administrator who asks, and that is written down', async () => {
  const [{ key, payment }, by] = [await claimed(), await newAdmin()]
  expect(await phoneOfClaim(db, key, by)).toEqual({ phone: '+254712345999' })
  const rows = await query`select act, by from audit_log where noun = 'payment' and subject = ${String(payment)}`
  expect(rows).toEqual([{ act: 'revealed', by: by.id }])
})
